/** Whether this browser remembers live bids, of whatever address: all that the first page has to know of them. */
import { recallText } from '../../memory.ts';
import { createStore } from '../../store.ts';

export const LIVE_KEY = 'live-bids';

const hasBids = (): boolean => !['[]', undefined].includes(recallText(LIVE_KEY));

export const liveBidsRemembered = createStore(hasBids());
