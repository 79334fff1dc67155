/** A bridge with its two keys, people who pay it and are paid, and one payment and one exit of each kind. */
import { sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { expect } from 'vitest';
import {
  asMade,
  effects,
  beginBridgePayout,
  joinBridgePayout,
  jointPool,
  partyOf,
  planBridgePayment,
  planBridgePayout,
  signBridgePayout,
  soloPool,
} from '../../src/index.ts';
import type {
  BridgePaymentRequest,
  BridgePayout,
  BridgePayoutRequest,
  KeyKind,
  Planned,
  PoolScript,
} from '../../src/index.ts';
import { coinsOf } from '../../src/draft/draft.ts';
import type { Finished } from '../../src/draft/draft.ts';
import { transaction } from '../ledger-world.ts';
import { coin, mrc20On, runeOn, transferAsset, user } from '../people.ts';
import type { User } from '../people.ts';

export const KINDS: readonly KeyKind[] = ['p2tr', 'p2wpkh'];
export const RATE = 2;
export const ID = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
export const OTHER_ID = '00000000000000000000000000000001';

const solo = (name: string) => {
  const who = user(name, 'p2tr');
  return { who, script: soloPool(who.key.slice(1)) };
};
export const LOCKED = solo('bridge btc locked');
/** One of three that lock an asset together, in their order. */
export const SEVERAL = ['one', 'two', 'three'].map((name) => user(`bridge btc locked, ${name}`, 'p2tr'));
export const ofSeveral = (count: number) => {
  const who = SEVERAL.slice(0, count);
  const script = jointPool(
    count,
    who.map(({ key }) => key.slice(1)),
  );
  return { who, script };
};
export const FEES = solo('bridge fees');
export const STRANGER = user('stranger to the bridge', 'p2wpkh');

export const traded = (units: bigint) => runeOn(131, units);
export const other = (units: bigint) => runeOn(133, units);
export const RUNE = traded(1n).asset;

export const tokens = (units: bigint) => mrc20On('held', units, 2);
export const MRC20 = tokens(1n).asset;

/** An unused transfer of BRC-20; one of 40,000 units where nothing is said. */
export const transfer = (units = 40_000n, offset = 0n, name = 'transfer') =>
  transferAsset(name, units, offset);
const { transfer: moved } = transfer();
if (moved === undefined) throw new Error('a transfer');
export const BRC20 = moved.asset;

export const lockedCoin = (name: string, value: bigint, assets: readonly CoinAsset[] = []): Coin =>
  coin(name, LOCKED.who, value, assets);
export const feeCoin = (name = 'fees', value = 20_000n): Coin => coin(name, FEES.who, value);
export const payerOf = (kind: KeyKind): User => user(`pays the bridge, ${kind}`, kind);

/** Runes more than are paid; of BRC-20 a lot of it; of MRC-20 two coins that hold what is paid, one of them on many sats. */
function paidWith(who: User, pays: BridgePaymentRequest['pays'] = 'sats'): Coin[] {
  if (pays === 'sats') return [];
  if (pays.startsWith('rune:')) return [coin('runes', who, 546n, [traded(70_000n)])];
  if (pays === BRC20) return [coin('a lot', who, 900n, [transfer(40_000n, 300n)])];
  return [
    coin('lot', who, 546n, [tokens(25_000n)]),
    coin('lot on many sats', who, 9_000n, [tokens(15_000n)]),
  ];
}

export function payment(who: User, more: Partial<BridgePaymentRequest> = {}): Planned {
  return planBridgePayment({
    payer: { script: who.script, key: who.key, coins: [coin('money', who, 100_000n)] },
    pays: 'sats',
    coins: paidWith(who, more.pays),
    amount: 40_000n,
    bridge: LOCKED.script.script,
    id: ID,
    feeRateSatVb: RATE,
    ...more,
  });
}

export function payoutRequest(more: Partial<BridgePayoutRequest> = {}): BridgePayoutRequest {
  const isRune = more.pays !== undefined && more.pays !== 'sats';
  return {
    pays: 'sats',
    locked: LOCKED.script,
    lockedCoins: isRune
      ? [lockedCoin('runes a', 546n, [traded(30_000n)]), lockedCoin('runes b', 700n, [traded(40_000n)])]
      : [lockedCoin('sats a', 30_000n), lockedCoin('sats b', 40_000n)],
    fees: FEES.script,
    feeCoins: [feeCoin()],
    receiver: user('is paid by the bridge', 'p2wpkh').script,
    amount: 40_000n,
    id: ID,
    feeRateSatVb: RATE,
    ...more,
  };
}

export const payout = (more: Partial<BridgePayoutRequest> = {}): BridgePayout =>
  planBridgePayout(payoutRequest(more));

export const sumOf = (all: readonly { readonly value: bigint }[]): bigint =>
  sats(all.reduce((sum, { value }) => sum + value, 0n));

export const signedAlone = (plan: BridgePayout): Finished =>
  signBridgePayout(plan, LOCKED.who.secret, FEES.who.secret);

/** What an asset is locked by: one key, or all of several. */
export const lockedBy = (count: number): PoolScript =>
  count === 1 ? LOCKED.script : ofSeveral(count).script;

/** The final transaction, signed by all of so many keys, one after the other. */
export function signedBy(count: number, plan: BridgePayout): Uint8Array {
  if (count === 1) return signedAlone(plan).raw;
  const [first, ...others] = ofSeveral(count).who.map(({ secret }) => secret);
  if (first === undefined) throw new Error('nobody signs');
  const begun = beginBridgePayout(plan, first, FEES.who.secret);
  return others.reduce((raw, secret) => joinBridgePayout(plan, raw, secret), begun);
}

/** What an exit does, read out of its final bytes by whoever knows nothing of the plan. */
export function doneBy(plan: BridgePayout, raw = signedAlone(plan).raw) {
  const tx = transaction(raw);
  const coins = coinsOf(plan.draft);
  const does = effects(tx, coins, asMade(tx, coins));
  expect(tx.txid).toBe(plan.txid);
  expect([does.toFee, does.burned, does.disputed]).toEqual([[], [], []]);
  expect(does.fee).toBe(plan.fee);
  return { tx, does, locked: partyOf(does, plan.locked.script), fees: partyOf(does, plan.fees.script) };
}
