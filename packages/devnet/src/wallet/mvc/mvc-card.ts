/** The approval of a signature on MVC: what it would do, although Metalet itself shows nothing. */
import { formatBtc } from '@rialto/market';
import type { WalletAccount } from '../accounts.ts';
import type { Card } from '../view/approvals.ts';
import { who } from '../view/cards.ts';
import { element } from '../view/dom.ts';
import type { MvcLine, MvcWords } from './mvc-words.ts';

export function mvcCard(account: WalletAccount, described: readonly MvcWords[]): Card {
  const title =
    described.length === 1 ? 'Sign a transaction on MVC' : `Sign ${described.length} transactions on MVC`;
  return {
    title,
    who: who(account),
    body: [
      ...described.flatMap(linesOf),
      element('p', { class: 'note' }, 'The real Metalet shows none of this: only that something is signed.'),
    ],
  };
}

function linesOf({ spends, pays, space }: MvcWords): Node[] {
  return [
    element('h3', {}, 'Coins of yours it spends'),
    element('ul', { testId: 'demo-mvc-spends' }, ...spends.map(line)),
    element('h3', {}, 'What it pays'),
    element('ul', { testId: 'demo-mvc-pays' }, ...pays.map(line)),
    ...(space === undefined
      ? []
      : [
          element(
            'div',
            { class: 'sum', testId: 'demo-mvc-net' },
            element('span', {}, space < 0n ? 'Your SPACE shrinks by' : 'Your SPACE grows by'),
            spaceWords(space < 0n ? -space : space),
          ),
        ]),
  ];
}

const spaceWords = (value: bigint): string => `${formatBtc(value)} SPACE`;

function line({ place, mine, what, value }: MvcLine): HTMLLIElement {
  const words = what === 'SPACE' ? spaceWords(value) : `${what}, on ${value.toString()} sat`;
  return element(
    'li',
    {},
    element('span', { class: mine ? 'place mine' : 'place' }, place),
    element('span', { class: 'value' }, words),
  );
}
