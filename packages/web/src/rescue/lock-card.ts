/** One lock on the page: what it holds, for what, from when it is free, what its exit does; and the exit sent or copied. */
import { button, copier, el, facts, put } from './dom.ts';
import type { Exit, Rescued } from './rescued.ts';
import { commandOf, exitWords, promiseWords, satWords } from './money.ts';
import { standingMark, standingWords } from './standing.ts';
import type { Standing } from './standing.ts';
import { numberWords, t } from './words.ts';

export interface Card {
  readonly element: HTMLElement;
  /** Where the lock stands now, and whether an esplora is there to send through. */
  stands(standing: Standing, canSend: boolean): void;
  /** What came of sending: said aloud too. */
  says(lines: readonly string[], mood: 'busy' | 'good' | 'bad'): void;
}

/** There is nothing to send. */
const OVER: ReadonlySet<Standing['is']> = new Set(['home', 'gone', 'unpublished', 'void']);

export function lockCard(lock: Rescued, number: number, send: (exit: Exit) => void): Card {
  const [usual, dear] = lock.exits;
  const mark = el('span', { className: 'mark', data: { testid: 'mark' } });
  const standing = el('p', { data: { testid: 'standing' } });
  const answer = el('div', { className: 'answer', role: 'status', data: { testid: 'answer' } });
  const sender = button(t('Send the exit'), { testid: 'send', act: () => send(usual) });
  const dearer = dear === undefined ? undefined : dearExit(lock, dear, send);
  const senders = [sender, ...(dearer === undefined ? [] : [dearer.sender])];
  const where = names(lock);
  const why = el('p', { className: 'note', data: { testid: 'why-not' } });
  const element = el(
    'article',
    {
      className: 'lock',
      data: { testid: 'lock', outpoint: lock.outpoint },
      aria: { labelledby: `lock-${number}` },
    },
    el('header', {}, el('h3', { id: `lock-${number}` }, titleOf(lock, number)), mark),
    standing,
    factsOf(lock),
    el('div', { className: 'acts' }, sender, copier(t('Copy the exit'), usual.hex, 'copy-hex')),
    why,
    answer,
    dearer?.element,
    where,
    ownNode(lock, usual),
  );
  return {
    element,
    stands: (now, canSend) => {
      put(mark, standingMark(now));
      mark.dataset['is'] = now.is;
      put(standing, standingWords(now, lock.exitAfter));
      const isOver = OVER.has(now.is);
      // Of one that waits the dear exit takes the place; nothing else helps when its fee is too low.
      const isSent = now.is === 'leaving';
      lock.exits.forEach(({ isPlain, txid }, at) => {
        const isPast = isOver || (isSent && (at === 0 || now.txid === txid));
        const one = senders[at];
        if (one !== undefined) one.disabled = !canSend || isPast || !isPlain;
      });
      sender.className = now.is === 'free' ? 'act' : 'quiet';
      if (now.is === 'unpublished') where.open = true;
      // What a node said before something happened is over.
      if (element.dataset['standing'] !== now.is && answer.dataset['mood'] === 'bad') put(answer);
      put(
        why,
        canSend || isOver || isSent ? undefined : t('To send it from here, check the locks first (step 2).'),
      );
      element.dataset['standing'] = now.is;
    },
    says: (lines, mood) => {
      answer.dataset['mood'] = mood;
      for (const one of senders) one.setAttribute('aria-busy', String(mood === 'busy'));
      put(answer, ...lines.map((line) => el('p', {}, line)));
    },
  };
}

function titleOf({ promise, value }: Rescued, number: number): string {
  const amount = satWords(value);
  return promise.kind === 'bid'
    ? t('Lock {number}: {amount}', { number, amount })
    : t('Lock {number}: a token on {amount}', { number, amount });
}

const code = (text: string): HTMLElement => el('code', {}, text);

function factsOf(lock: Rescued): HTMLElement {
  const { promise, exitAfter, address, exits } = lock;
  const verified = t(
    'The exit’s signature is valid for this lock and pays this address, {blocks} blocks after the funding.',
    { blocks: numberWords(exitAfter) },
  );
  return facts([
    [
      promise.kind === 'bid' ? t('Your bid') : t('Your ask'),
      el('span', {}, promiseWords(lock), code(promise.asset)),
    ],
    [t('The exit'), el('span', {}, exitWords(lock, exits[0]), code(address))],
    [t('Verified here'), el('span', { className: 'good', data: { testid: 'verified' } }, verified)],
  ]);
}

/** Of a lock that holds a token: nobody can add a fee to its exit, so there is one that pays all it can. */
function dearExit(
  lock: Rescued,
  exit: Exit,
  send: (exit: Exit) => void,
): { element: HTMLElement; sender: HTMLButtonElement } {
  const sender = button(t('Send this exit'), { testid: 'send-dear', act: () => send(exit) });
  const element = el(
    'details',
    { data: { testid: 'dear' } },
    el('summary', {}, t('If the fee is too low')),
    el('p', {}, exitWords(lock, exit)),
    el('div', { className: 'acts' }, sender, copier(t('Copy the exit'), exit.hex, 'copy-dear')),
    el('pre', { tabIndex: 0 }, commandOf(lock, exit)),
  );
  return { element, sender };
}

/** What a wallet or an explorer would be asked for. */
function names({ outpoint, funding }: Rescued): HTMLDetailsElement {
  const coins = funding.coins.map(code);
  return el(
    'details',
    { data: { testid: 'names' } },
    el('summary', {}, t('Where the coins are')),
    facts([
      [t('Locked output'), code(outpoint)],
      ...(coins.length === 0 ? [] : [[t('Its funding spends'), el('span', {}, ...coins)] as const]),
    ]),
  );
}

function ownNode(lock: Rescued, exit: Exit): HTMLElement {
  return el(
    'details',
    {},
    el('summary', {}, t('Use your own node')),
    el('p', {}, t('Run this line on a machine with bitcoin-cli:')),
    el('pre', { tabIndex: 0, data: { testid: 'command' } }, commandOf(lock, exit)),
    copier(t('Copy the line'), commandOf(lock, exit), 'copy-line'),
  );
}
