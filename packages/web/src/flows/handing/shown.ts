/** An act that does not get through at once is shown in the tray until it does, is refused, or is dropped. */
import { errorWords } from '../../error-words.ts';
import { msg } from '../../words.ts';
import { holdAct } from '../act-lock.ts';
import { isTrade, leavesInTray, moveInTray, takeFromTray, waitsInTray } from '../tray.ts';
import type { TrayItem } from '../tray.ts';
import { handIn } from './hand-in.ts';
import type { Job, Tried } from './hand-in.ts';
import { NotHandedIn } from './not-handed-in.ts';

const LATE = msg('you were offline until the quote expired; nothing was sent');
const EXPIRED = msg('the quote expired before it was submitted; nothing was sent');

export type Handed<T> = Tried<T> & { readonly act: TrayItem['kind'] };

interface Shown<T> {
  /** What the tray says of it while it waits. */
  readonly item: TrayItem;
  /** The exchange has answered. */
  readonly done: (answer: T) => void;
}

export async function handInShown<T>(
  job: Omit<Job<T>, 'onWaiting' | 'onSending' | 'id' | 'act' | 'address'>,
  { item, done }: Shown<T>,
): Promise<Handed<T>> {
  const free = holdAct(item.id);
  let mayBeDone = false;
  const onWaiting = (mayHaveArrived: boolean): void =>
    waitsInTray({ ...item, state: mayHaveArrived ? 'submitted' : 'signed' });
  const onSending = (again: boolean): void => {
    mayBeDone = again;
    leavesInTray(item.id);
  };
  const finished = (answer: T): T => {
    done(answer);
    free();
    return answer;
  };
  const failed = (error: unknown): never => {
    end(item, error, mayBeDone);
    free();
    throw error;
  };
  try {
    const { id, kind: act, address } = item;
    const tried = await handIn({ ...job, id, act, address, onWaiting, onSending });
    if (tried.kind === 'waits') return { ...tried, act, later: tried.later.then(finished, failed) };
    finished(tried.answer);
    return { ...tried, act };
  } catch (error) {
    return failed(error);
  }
}

/** @param mayBeDone whether an attempt before the one that was refused may have arrived */
function end({ id, kind }: TrayItem, error: unknown, mayBeDone: boolean): void {
  // Whether a purchase arrived can be asked without what was signed.
  const isAsked = (maybe: boolean): boolean => maybe && isTrade({ kind });
  if (!(error instanceof NotHandedIn)) {
    const note = errorWords(error);
    if (isAsked(mayBeDone)) leavesInTray(id, note);
    else moveInTray(id, { state: 'void', note });
  } else if (error.why === 'late') moveInTray(id, { state: 'void', note: LATE });
  else if (error.why === 'expired') moveInTray(id, { state: 'void', note: EXPIRED });
  else if (isAsked(error.mayHaveArrived)) leavesInTray(id);
  else takeFromTray(id);
}
