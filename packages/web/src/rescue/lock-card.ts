/** One lock on the page: what it holds, for what, from when it is free, what its exit does; and the exit sent or copied. */
import { button, el, put } from './dom.ts';
import type { Rescued } from './locks.ts';
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

export function lockCard(lock: Rescued, number: number, send: () => void): Card {
  const { outpoint, exit } = lock;
  const mark = el('span', { className: 'mark', data: { testid: 'mark' } });
  const standing = el('p', { data: { testid: 'standing' } });
  const answer = el('div', { className: 'answer', role: 'status', data: { testid: 'answer' } });
  const sender = button(t('Send the exit'), { testid: 'send', act: send });
  const where = names(lock);
  const why = el('p', { className: 'note', data: { testid: 'why-not' } });
  const element = el(
    'article',
    { className: 'lock', data: { testid: 'lock', outpoint }, aria: { labelledby: `lock-${number}` } },
    el(
      'header',
      {},
      el(
        'h3',
        { id: `lock-${number}` },
        t('Lock {number}: {amount}', { number, amount: satWords(lock.value) }),
      ),
      mark,
    ),
    standing,
    factsOf(lock),
    el('div', { className: 'acts' }, sender, copier(t('Copy the exit'), exit.hex, 'copy-hex')),
    why,
    answer,
    where,
    ownNode(lock),
  );
  return {
    element,
    stands: (now, canSend) => {
      put(mark, standingMark(now));
      mark.dataset['is'] = now.is;
      put(standing, standingWords(now, lock.exitAfter));
      const isOver = OVER.has(now.is) || !exit.isPlain;
      sender.disabled = !canSend || isOver;
      sender.className = now.is === 'free' ? 'act' : 'quiet';
      if (now.is === 'unpublished') where.open = true;
      // What a node said before something happened is over.
      if (element.dataset['standing'] !== now.is && answer.dataset['mood'] === 'bad') put(answer);
      put(why, canSend || isOver ? undefined : t('To send it from here, check the locks first (step 2).'));
      element.dataset['standing'] = now.is;
    },
    says: (lines, mood) => {
      answer.dataset['mood'] = mood;
      sender.setAttribute('aria-busy', String(mood === 'busy'));
      put(answer, ...lines.map((line) => el('p', {}, line)));
    },
  };
}

function ownNode(lock: Rescued): HTMLElement {
  return el(
    'details',
    {},
    el('summary', {}, t('Use your own node')),
    el('p', {}, t('Run this line on a machine with bitcoin-cli:')),
    el('pre', { tabIndex: 0, data: { testid: 'command' } }, commandOf(lock)),
    copier(t('Copy the line'), commandOf(lock), 'copy-line'),
  );
}

function factsOf(lock: Rescued): HTMLElement {
  const { exit, promise, exitAfter } = lock;
  const verified = t(
    'The exit’s signature is valid for this lock and pays this address, {blocks} blocks after the funding.',
    { blocks: numberWords(exitAfter) },
  );
  return facts([
    [t('Your bid'), el('span', {}, promiseWords(lock), code(promise.asset))],
    [t('The exit'), el('span', {}, exitWords(lock), code(exit.address))],
    [t('Verified here'), el('span', { className: 'good', data: { testid: 'verified' } }, verified)],
  ]);
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

/** There is nothing to send. */
const OVER: ReadonlySet<Standing['is']> = new Set(['leaving', 'home', 'gone', 'unpublished']);

function facts(rows: readonly (readonly [name: string, value: string | Node])[]): HTMLElement {
  return el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

const code = (text: string): HTMLElement => el('code', {}, text);

/** Copies, and says that it did; where the browser gives no clipboard the text can be marked by hand. */
function copier(words: string, text: string, testid: string): HTMLElement {
  const said = el('span', { className: 'note', role: 'status' });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      put(said, t('Copied'));
    } catch {
      put(
        said,
        t('The browser doesn’t allow copying. Select the text and copy it yourself:'),
        el('pre', { tabIndex: 0 }, text),
      );
    }
  };
  return el('span', { className: 'copier' }, button(words, { testid, act: () => void copy() }), said);
}
