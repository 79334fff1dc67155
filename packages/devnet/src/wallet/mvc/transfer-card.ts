/** The approval of a transfer on MVC, as Metalet shows it: what is sent, how much and to whom, and not the token's name. */
import { formatDecimal, grouped } from '@rialto/market';
import type { WalletAccount } from '../accounts.ts';
import type { Card } from '../view/approvals.ts';
import { who } from '../view/cards.ts';
import { element, short } from '../view/dom.ts';

interface Sent {
  readonly amount: string;
  readonly decimals: number;
  readonly address: string;
  readonly message: string | undefined;
}

export function transferCard(account: WalletAccount, { amount, decimals, address, message }: Sent): Card {
  const row = (name: string, value: string, testId: string): HTMLLIElement =>
    element('li', {}, element('span', {}, name), element('span', { class: 'value', testId }, value));
  return {
    title: 'Send tokens on MVC',
    who: who(account),
    body: [
      element(
        'ul',
        {},
        row('Token', grouped(formatDecimal(BigInt(amount), decimals)), 'demo-transfer-amount'),
        row('To', short(address), 'demo-transfer-receiver'),
        ...(message === undefined ? [] : [row('Note', message, 'demo-transfer-note')]),
      ),
      element(
        'p',
        { class: 'note' },
        'The real Metalet shows amount and receiver, and not which token it is.',
      ),
    ],
  };
}
