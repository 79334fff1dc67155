/** Terms are let go of once the transactions themselves say that their money is where it belongs; the word of the exchange does not do. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { bridgeRefundId } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { isPaidAsAgreed } from '../../src/flows/bridge/paid-as-agreed.ts';
import { BRC20, BTC, MRC20, RUNE, THIEF, deposit, intentOf } from '../fake/bridge/bridge.ts';
import { exitOnBitcoin, exitOnMvc } from '../fake/bridge/exits.ts';
import type { Paying } from '../fake/bridge/exits.ts';

type Deposit = BridgeOrderView['deposits'][number];
type Exit = NonNullable<Deposit['exit']>;

const THIEVES = bytesToHex(THIEF.script);

function orderOf(direction: 'mint' | 'redeem', asset: BridgeAssetView, state: 'done' | 'refunded') {
  // Of BRC-20 ten digits do not come over.
  const scale = asset === BRC20 ? 10n ** 10n : 1n;
  const amount = 700_100n * scale;
  const made = makeTerms(
    direction === 'mint' ? intentOf('mint', amount, asset) : intentOf('redeem', amount, asset),
  );
  const { terms, orderId } = made;
  const name = deposit().deposit;
  const isPayout = state === 'done';
  const paying: Paying = isPayout
    ? { script: terms.receiver, out: BigInt(terms.least), id: orderId, kind: 'payout' }
    : { script: terms.refund, out: 690_000n * scale, id: bridgeRefundId(name), kind: 'refund' };
  const isOnMvc = (direction === 'mint') === isPayout;
  const exitOf = (more: Partial<Paying> = {}): Exit =>
    isOnMvc
      ? exitOnMvc({ ...paying, ...more }, 10n ** BigInt(asset.trimDecimals))
      : exitOnBitcoin({ ...paying, ...more }, asset);
  const isPaid = (exit: Exit | null, of: BridgeAssetView | undefined = asset): boolean =>
    isPaidAsAgreed({ state, deposits: [deposit({ state, exit })] }, made, of);
  return { made, exitOf, isPaid, isOnMvc, paying, scale };
}

describe.each([
  ['mint', BTC, 'done'],
  ['mint', RUNE, 'done'],
  ['mint', MRC20, 'done'],
  ['mint', BRC20, 'done'],
  ['mint', BTC, 'refunded'],
  ['mint', RUNE, 'refunded'],
  ['mint', MRC20, 'refunded'],
  ['mint', BRC20, 'refunded'],
  ['redeem', BTC, 'done'],
  ['redeem', RUNE, 'done'],
  ['redeem', MRC20, 'done'],
  ['redeem', BRC20, 'done'],
  ['redeem', BTC, 'refunded'],
  ['redeem', RUNE, 'refunded'],
  ['redeem', MRC20, 'refunded'],
  ['redeem', BRC20, 'refunded'],
] as const)('a %s of %o that is %s', (direction, asset, state) => {
  const { exitOf, isPaid, made, isOnMvc, paying, scale } = orderOf(direction, asset, state);

  it('is, where its transaction says so', () => expect(isPaid(exitOf())).toBe(true));

  const less: [string, () => Exit] = [
    'pays less than is said',
    () => ({ ...exitOf({ out: paying.out - 100n * scale }), out: paying.out.toString() }),
  ];
  it.each<[string, () => Exit | null]>([
    ['has no transaction', () => null],
    ['has bytes that are none', () => ({ ...exitOf(), raw: 'beef' })],
    ['pays somebody else', () => exitOf({ script: isOnMvc ? `76a914${'7'.repeat(40)}88ac` : THIEVES })],
    ['carries another id', () => exitOf({ id: 'f'.repeat(32) })],
    // What goes back natively goes whole: how much is nowhere said.
    ...(asset === MRC20 && direction === 'mint' && state === 'refunded' ? [] : [less]),
    ['is of the other kind', () => ({ ...exitOf(), kind: state === 'done' ? 'refund' : 'payout' })],
  ])('is not, where it %s', (_, exit) => expect(isPaid(exit())).toBe(false));

  it('is not by another coin than its own', () => {
    const token = isOnMvc ? { targetTokenGenesis: '9'.repeat(40) } : { originTokenId: '7:7' };
    const other = { ...asset, ...token, ...(isOnMvc ? {} : ({ network: 'RUNES' } as const)) };
    expect(isPaid(exitOf(), other)).toBe(false);
    expect(isPaidAsAgreed({ state, deposits: [deposit({ state, exit: exitOf() })] }, made, undefined)).toBe(
      false,
    );
  });

  it('is not without deposits, or while one of them is not', () => {
    const one = deposit({ state, exit: exitOf() });
    expect(isPaidAsAgreed({ state, deposits: [] }, made, asset)).toBe(false);
    const waits = deposit({ state: 'refunding', exit: exitOf() });
    expect(isPaidAsAgreed({ state, deposits: [one, waits] }, made, asset)).toBe(false);
    const empty = deposit({ state: 'done' });
    expect(isPaidAsAgreed({ state, deposits: [one, empty] }, made, asset)).toBe(false);
  });
});

it('a payout below the least of its terms is none', () => {
  const { exitOf, isPaid, paying } = orderOf('redeem', BTC, 'done');
  expect(isPaid(exitOf({ out: paying.out - 1n }))).toBe(false);
});

it('on Bitcoin it is the transaction that is shown', () => {
  const { exitOf, isPaid } = orderOf('redeem', BTC, 'done');
  expect(isPaid({ ...exitOf(), txid: 'd'.repeat(64) })).toBe(false);
});
