/** What is said of an act that was handed in: what came of it, that it waits for the line, or that it was dropped. */
import { msg, t } from '../../words.ts';
import type { TrayItem } from '../tray.ts';
import { dropHanding, tryNow, useHandings } from './handings.ts';
import { NotHandedIn } from './not-handed-in.ts';
import type { Handed } from './shown.ts';

const SIGNED = [
  msg('Signed, not submitted yet. Nothing was sent. Retrying.'),
  msg('Signed and sent; no answer yet. Retrying. It can’t happen twice.'),
] as const;
const WITHDRAWN = [
  msg('Not submitted yet; the order is still open. Retrying.'),
  msg('No answer yet, the order may be cancelled by now. Trying again.'),
] as const;

/** Where an act stands that waits for the line. */
function waitingWords(act: TrayItem['kind'], mayHaveArrived: boolean): string {
  return t((act === 'withdraw' ? WITHDRAWN : SIGNED)[mayHaveArrived ? 1 : 0]);
}

interface Said {
  readonly title: string;
  readonly variant?: 'warn';
}

interface Ears<T> {
  readonly answered: (answer: T) => void;
  readonly say: (words: Said) => void;
  readonly failed: (error: unknown) => void;
  /** Its answer came after all, or never will. */
  readonly later: () => void;
}

export function tellHanded<T>(handed: Handed<T>, { answered, say, failed, later }: Ears<T>): void {
  if (handed.kind === 'answered') {
    answered(handed.answer);
    return;
  }
  say({ title: waitingWords(handed.act, handed.mayHaveArrived), variant: 'warn' });
  const end = (error: unknown): void => {
    if (error instanceof NotHandedIn) say({ title: endWords(error), variant: 'warn' });
    else failed(error);
  };
  handed.later.then(answered, end).finally(later);
}

function endWords({ why, mayHaveArrived }: NotHandedIn): string {
  if (why === 'late') return t('Not completed. The quote expired while you were offline. Nothing was sent.');
  if (why === 'expired')
    return t('Not completed. The quote expired before it was submitted. Nothing was sent.');
  if (why === 'unsure')
    return t('No answer came. It may have gone through: check your orders before you try again.');
  return mayHaveArrived
    ? t('Dropped. If an earlier attempt got through, it will show up here.')
    : t('Dropped. Nothing was sent.');
}

/** Of each act that waits for the line, by the tray's id: where it stands, and what its owner can do. */
export function useWaits(): (id: string) => Waits | undefined {
  const all = useHandings();
  return (id) => {
    const one = all.find((handing) => handing.id === id);
    if (one === undefined || one.state === 'going') return undefined;
    const words = waitingWords(one.act, one.mayHaveArrived);
    const busy = one.state === 'again';
    return { words, busy, onTry: () => tryNow(id), onDrop: () => dropHanding(id) };
  };
}

interface Waits {
  readonly words: string;
  /** On its way this moment. */
  readonly busy: boolean;
  readonly onTry: () => void;
  readonly onDrop: () => void;
}
