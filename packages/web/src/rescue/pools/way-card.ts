/** One way home of a pool's lane: who gets what, from which block on; and it is sent or copied. */
import { button, copier, el, facts, put } from '../dom.ts';
import type { Card } from '../lock-card.ts';
import { satWords, sendLine } from '../money.ts';
import { standingMark } from '../standing.ts';
import type { Standing } from '../standing.ts';
import { numberWords, t } from '../words.ts';
import { wayStandingWords } from './way-standing.ts';
import type { Way } from './way.ts';

/** There is nothing to send. */
const OVER: ReadonlySet<Standing['is']> = new Set(['home', 'gone', 'leaving']);

export function wayCard(way: Way, number: number, send: () => void): Card {
  const mark = el('span', { className: 'mark', data: { testid: 'mark' } });
  const standing = el('p', { data: { testid: 'standing' } });
  const answer = el('div', { className: 'answer', role: 'status', data: { testid: 'answer' } });
  const sender = button(t('Pay all providers'), { testid: 'send', act: send });
  const element = el(
    'article',
    {
      className: 'lock',
      data: { testid: 'way', outpoint: way.outpoint },
      aria: { labelledby: `way-${number}` },
    },
    el('header', {}, el('h3', { id: `way-${number}` }, titleOf(way, number)), mark),
    standing,
    el('p', {}, wordsOf(way)),
    payments(way),
    el('p', { className: 'good', data: { testid: 'verified' } }, verifiedWords(way)),
    el('div', { className: 'acts' }, sender),
    answer,
    names(way),
    ownNode(way),
  );
  return {
    element,
    stands: (now, canSend) => {
      put(mark, standingMark(now));
      mark.dataset['is'] = now.is;
      put(standing, wayStandingWords(now, way));
      sender.disabled = !canSend || OVER.has(now.is);
      sender.className = now.is === 'free' ? 'act' : 'quiet';
      // What a node said before something happened is over.
      if (element.dataset['standing'] !== now.is && answer.dataset['mood'] === 'bad') put(answer);
      element.dataset['standing'] = now.is;
    },
    says: (lines, mood) => {
      answer.dataset['mood'] = mood;
      sender.setAttribute('aria-busy', String(mood === 'busy'));
      put(answer, ...lines.map((line) => el('p', {}, line)));
    },
  };
}

const code = (text: string): HTMLElement => el('code', {}, text);

const titleOf = ({ value }: Way, number: number): string =>
  t('Pool lane {number}: {amount} and a rune', { number, amount: satWords(value) });

function wordsOf({ paid, fee, rune }: Way): string {
  const count = paid.filter(({ isPool }) => !isPool).length;
  return t(
    'Pays out the lane to its providers, by their shares. Paid: {count}; the network fee is {fee}. Units are the smallest of the rune {rune}. Nothing else moves.',
    { count: numberWords(count), fee: satWords(fee), rune },
  );
}

const verifiedWords = ({ listHeight }: Way): string =>
  t(
    'Every signature is valid for this lane, and the transactions pay exactly these. The file says the list is of block {height}.',
    {
      height: numberWords(listHeight),
    },
  );

/** As many as one looks through; the others are behind them. */
const SHOWN = 6;

function payments({ paid }: Way): HTMLElement {
  const rows = paid.map(({ address, value, amount, isPool }) =>
    el(
      'li',
      { data: { testid: 'paid', address } },
      code(address),
      t('{amount} and {units} units', { amount: satWords(value), units: numberWords(amount) }),
      isPool && ` · ${t('held back on the pool’s script for providers who are not listed')}`,
    ),
  );
  const [first, more] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
  return el(
    'div',
    { className: 'paid' },
    el('ul', {}, ...first),
    more.length > 0 &&
      el(
        'details',
        {},
        el('summary', {}, t('More providers: {count}', { count: numberWords(more.length) })),
        el('ul', {}, ...more),
      ),
  );
}

function names({ outpoint, transactions }: Way): HTMLElement {
  return el(
    'details',
    {},
    el('summary', {}, t('Where the coins are')),
    facts([
      [t('Lane'), code(outpoint)],
      [t('Transactions'), el('span', {}, ...transactions.map(({ txid }) => code(txid)))],
    ]),
  );
}

function ownNode({ network, transactions }: Way): HTMLElement {
  const lines = transactions.map(({ hex }) => sendLine(network, hex)).join('\n');
  return el(
    'details',
    {},
    el('summary', {}, t('Use your own node')),
    el('p', {}, t('Run these lines on a machine with bitcoin-cli, in this order:')),
    el('pre', { tabIndex: 0, data: { testid: 'command' } }, lines),
    copier(t('Copy the lines'), lines, 'copy-line'),
  );
}
