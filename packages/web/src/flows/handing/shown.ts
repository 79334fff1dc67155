/** An act that does not get through at once is shown in the tray until it does, is refused, or is dropped. */
import { errorWords } from '../../error-words.ts';
import { msg } from '../../words.ts';
import { moveInTray, putInTray, takeFromTray } from '../tray.ts';
import type { TrayItem } from '../tray.ts';
import { NotHandedIn, handIn } from './hand-in.ts';
import type { Job, Tried } from './hand-in.ts';

const LATE = msg('you were offline until the quote expired; nothing was sent');

export type Handed<T> = Tried<T> & { readonly act: TrayItem['kind'] };

interface Shown<T> {
  /** What the tray says of it while it waits. */
  readonly item: TrayItem;
  /** The exchange has answered. */
  readonly done: (answer: T) => void;
}

export async function handInShown<T>(
  job: Omit<Job<T>, 'onWaiting' | 'id' | 'act'>,
  { item, done }: Shown<T>,
): Promise<Handed<T>> {
  const onWaiting = (mayHaveArrived: boolean): void =>
    putInTray({ ...item, state: mayHaveArrived ? 'submitted' : 'signed' });
  const finished = (answer: T): T => {
    done(answer);
    return answer;
  };
  const failed = (error: unknown): never => {
    end(item, error);
    throw error;
  };
  try {
    const { id, kind: act } = item;
    const tried = await handIn({ ...job, id, act, onWaiting });
    if (tried.kind === 'waits') return { ...tried, act, later: tried.later.then(finished, failed) };
    finished(tried.answer);
    return { ...tried, act };
  } catch (error) {
    return failed(error);
  }
}

function end({ id, kind }: TrayItem, error: unknown): void {
  if (!(error instanceof NotHandedIn)) moveInTray(id, { state: 'void', note: errorWords(error) });
  else if (error.why === 'late') moveInTray(id, { state: 'void', note: LATE });
  // Whether a purchase arrived can be asked without what was signed.
  else if (error.mayHaveArrived && kind === 'take') moveInTray(id, { state: 'submitted' });
  else takeFromTray(id);
}
