/** Hands a signed act on MVC in, and keeps it among what is in progress. */
import type { MvcTask } from '@rialto/contract';
import { isUnanswered } from '../../data/calls/api-error.ts';
import { moveInTray, putInTray, takeFromTray } from '../tray.ts';
import type { MvcIntent } from './mvc-intent.ts';
import { movesOfTask } from './mvc-task.ts';

interface HandedIn {
  readonly buildId: string;
  readonly intent: Pick<MvcIntent, 'user' | 'place'>;
  readonly title: string;
  readonly send: () => Promise<MvcTask>;
}

const TRIES = 4;
const PAUSE_MS = 1_500;

/**
 * Once more where nobody answered: the same act gets the same answer.
 * @returns what became of it; undefined where nobody answered: it may have been sent
 */
export async function handIn({ buildId, intent, title, send }: HandedIn): Promise<MvcTask | undefined> {
  putInTray({
    ...{ id: buildId, kind: 'mvc', address: intent.user.address, title },
    ...{ venue: intent.place.venue, state: 'submitted', txId: '', note: '', nextBest: [] },
    startedAt: Date.now(),
  });
  try {
    const task = await untilAnswered(send);
    if (task !== undefined) moveInTray(buildId, movesOfTask(task));
    return task;
  } catch (error) {
    takeFromTray(buildId);
    throw error;
  }
}

/**
 * Once more where nobody answered; for what may be asked twice.
 * @returns undefined where nobody answered at all
 * @throws what the exchange refuses it with
 */
export async function untilAnswered<T>(send: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1)
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (tries >= TRIES) return undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}
