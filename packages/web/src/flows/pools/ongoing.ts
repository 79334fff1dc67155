/** The act on a pool that is under way, over a reload too: its id under the key of the original product, what was asked beside it. */
import { forget, recall, recallText, remember, rememberText } from '../../memory.ts';
import { createStore, useStore } from '../../store.ts';
import { isPoolIntent } from './pool-intent.ts';
import type { PoolIntent } from './pool-intent.ts';

export interface Ongoing {
  readonly buildId: string;
  readonly intent: PoolIntent;
}

const ID = 'ongoing-task-build-id';
const ASKED = 'ongoing-task-asked';

function kept(): Ongoing | undefined {
  const buildId = recallText(ID);
  const intent = recall<PoolIntent | undefined>(ASKED, isPoolIntent, undefined);
  return buildId === undefined || buildId === '' || intent === undefined ? undefined : { buildId, intent };
}

const store = createStore<Ongoing | undefined>(kept());

export const useOngoing = (): Ongoing | undefined => useStore(store);

export function startOngoing(next: Ongoing): void {
  rememberText(ID, next.buildId);
  remember(ASKED, next.intent);
  store.set(next);
}

export function endOngoing(): void {
  forget(ID);
  forget(ASKED);
  store.set(undefined);
}
