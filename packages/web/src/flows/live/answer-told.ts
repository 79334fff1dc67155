/** What one's own feed said last: of an answer to a live bid, and that it said anything at all. A hidden page is told, where its clocks stand nearly still. */
import type { LiveAnswer } from '@rialto/contract';
import { createStore } from '../../store.ts';

/** To either side. */
export const answerTold = createStore<LiveAnswer | undefined>(undefined);

/** Milliseconds since 1970 at which the feed was last heard. */
export const feedHeard = createStore(0);

/** Answers that their seller is looking at: what comes of them is on the screen. */
export const answersShown = new Set<string>();
