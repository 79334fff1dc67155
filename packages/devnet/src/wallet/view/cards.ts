/** What each approval shows, in plain words and amounts with their unit. */
import type { InscriptionPlan } from '@rialto/psbt';
import type { Network } from '@rialto/protocols';
import type { WalletAccount } from '../accounts.ts';
import type { InscribeRequest } from '../inscribe.ts';
import type { CoinLine, OutputLine, PsbtWords } from '../psbt-words.ts';
import type { Card, TextCard } from './approvals.ts';
import { element, sats, short } from './dom.ts';

export function who(account: WalletAccount): string {
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
  if (described.length === 1)
    return { title, who: who(account), body: described.flatMap((words) => psbtLines(words, carried)) };
  const lines = described.flatMap((words, at) => [
    element('h3', { class: 'one' }, `${at + 1} of ${described.length} · ${purposeOf(words, described)}`),
    ...psbtLines(words, carried),
  ]);
  return { title, who: who(account), body: [...inAll(described), ...lines] };
}

const netOf = ({ receives, spends }: PsbtWords): bigint => receives - spends;
const netWords = (net: bigint): string => (net < 0n ? `you pay ${sats(-net)}` : `you get ${sats(net)}`);

/** What leaves the account, and one line for each transaction, before any of them in full. */
function inAll(described: readonly PsbtWords[]): Node[] {
  const leaves = described.reduce((sum, words) => (netOf(words) < 0n ? sum - netOf(words) : sum), 0n);
  return [
    element(
      'div',
      { class: 'sum', testId: 'demo-leaves' },
      element('span', {}, 'Leaves your account'),
      sats(leaves),
    ),
    element(
      'ol',
      { testId: 'demo-contents' },
      ...described.map((words, at) =>
        element(
          'li',
          {},
          element('span', {}, `${at + 1}. ${purposeOf(words, described)}`),
          element('span', { class: 'value' }, netWords(netOf(words))),
        ),
      ),
    ),
  ];
}

/** What it is among the others: all that can be told from the bytes. */
function purposeOf({ inputs, outputs, waits, isPart }: PsbtWords, described: readonly PsbtWords[]): string {
  const before = described.findIndex(({ txid }) => inputs.some(({ outpoint }) => outpoint.startsWith(txid)));
  const locks = outputs.filter(({ script }) => script).length;
  if (before < 0) return locks === 0 ? 'Pays' : `Pays into ${locks} ${locks === 1 ? 'script' : 'scripts'}`;
  const spends = `Spends a coin of ${before + 1}`;
  if (waits > 0) return `${spends}, ${waits} blocks after it at the earliest`;
  return isPart ? `${spends}; others complete it` : spends;
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
    place(line),
    element('span', { class: 'value' }, value),
    ...(carries === '' ? [] : [element('span', { class: 'warn' }, `carries ${carries}`)]),
    ...(line.covers === ''
      ? []
      : [element('span', { class: 'note' }, `Your signature covers ${line.covers}.`)]),
  );
}

function outputLine(line: OutputLine): HTMLLIElement {
  return element('li', {}, place(line), element('span', { class: 'value' }, sats(line.value)));
}

function place({ mine, script, address }: OutputLine | CoinLine): HTMLSpanElement {
  return element(
    'span',
    { class: mine ? 'place mine' : 'place' },
    mine ? `you · ${short(address)}` : script ? `script · ${short(address)}` : short(address),
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
