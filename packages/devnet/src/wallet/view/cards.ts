/** What each approval shows, in plain words and amounts with their unit. */
import type { InscriptionPlan } from '@rialto/psbt';
import type { Network } from '@rialto/protocols';
import type { WalletAccount } from '../accounts.ts';
import type { InscribeRequest } from '../inscribe.ts';
import type { CoinLine, OutputLine, PsbtWords } from '../psbt-words.ts';
import type { Card, TextCard } from './approvals.ts';
import { element, sats, short } from './dom.ts';

function who(account: WalletAccount): string {
  return `${location.host} · ${account.name} · ${short(account.address)}`;
}

export function connectCard(account: WalletAccount): Card {
  return {
    title: 'Connect the demo wallet',
    who: who(account),
    body: [
      element('p', {}, 'The page will see this account’s address and public key. It cannot spend anything.'),
    ],
  };
}

export function switchCard(account: WalletAccount, network: Network): Card {
  return {
    title: `Switch to ${network}`,
    who: who(account),
    body: [element('p', {}, `The wallet is on ${account.network} now.`)],
  };
}

export function messageCard(account: WalletAccount, text: string): Card {
  return {
    title: 'Sign a message',
    who: who(account),
    body: [element('pre', { attributes: { tabindex: '0' } }, text)],
  };
}

/** @param carried what each outpoint carries, in words; nothing for a plain coin */
export function psbtCard(
  account: WalletAccount,
  described: readonly PsbtWords[],
  carried: ReadonlyMap<string, string>,
): Card {
  const title = described.length === 1 ? 'Sign a transaction' : `Sign ${described.length} transactions`;
  return { title, who: who(account), body: described.flatMap((words) => psbtLines(words, carried)) };
}

function psbtLines(words: PsbtWords, carried: ReadonlyMap<string, string>): Node[] {
  const { inputs, outputs, fee, spends, receives } = words;
  const net = receives - spends;
  return [
    element('h3', {}, 'Coins it spends'),
    element('ul', {}, ...inputs.map((line) => inputLine(line, carried.get(line.outpoint) ?? ''))),
    element('h3', {}, 'What it pays'),
    element('ul', {}, ...outputs.map(outputLine)),
    element(
      'div',
      { class: 'sum' },
      element('span', {}, net < 0n ? 'You pay' : 'You get'),
      sats(net < 0n ? -net : net),
    ),
    element(
      'p',
      { class: 'who' },
      fee === undefined ? 'Network fee: set by whoever completes it' : `Network fee ${sats(fee)}`,
    ),
  ];
}

function inputLine(line: CoinLine, carries: string): HTMLLIElement {
  const value = line.value === undefined ? 'unknown' : sats(line.value);
  return element(
    'li',
    {},
    place(line.mine, line.address),
    element('span', { class: 'value' }, value),
    ...(carries === '' ? [] : [element('span', { class: 'warn' }, `carries ${carries}`)]),
    ...(line.covers === ''
      ? []
      : [element('span', { class: 'note' }, `Your signature covers ${line.covers}.`)]),
  );
}

function outputLine(line: OutputLine): HTMLLIElement {
  return element(
    'li',
    {},
    place(line.mine, line.address),
    element('span', { class: 'value' }, sats(line.value)),
  );
}

function place(mine: boolean, address: string): HTMLSpanElement {
  return element(
    'span',
    { class: mine ? 'place mine' : 'place' },
    mine ? `you · ${short(address)}` : short(address),
  );
}

export function inscribeAmountCard(account: WalletAccount, ticker: string): TextCard {
  return { title: `Inscribe a transfer of ${ticker}`, who: who(account), body: [], label: 'Amount' };
}

export function inscribeCard(account: WalletAccount, request: InscribeRequest, plan: InscriptionPlan): Card {
  const line = (name: string, value: string): HTMLLIElement =>
    element('li', {}, element('span', {}, name), element('span', { class: 'value' }, value));
  return {
    title: `Inscribe a transfer of ${request.amount} ${request.ticker}`,
    who: who(account),
    body: [
      element(
        'p',
        {},
        'Two transactions make the inscription. The first time it moves, the amount moves with it.',
      ),
      element(
        'ul',
        {},
        line('Network fees', sats(plan.fees.commit + plan.fees.reveal)),
        line('Sits on a coin of', sats(plan.postage)),
        line('In all', sats(plan.total)),
      ),
    ],
  };
}
