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
  for (let tries = 1; ; tries += 1) {
    try {
      const task = await send();
      moveInTray(buildId, movesOfTask(task));
      return task;
    } catch (error) {
      if (!isUnanswered(error)) {
        takeFromTray(buildId);
        throw error;
      }
      if (tries >= TRIES) return undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
