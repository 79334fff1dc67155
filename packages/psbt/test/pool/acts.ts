/** Pools of one key and of two of three, with coins of the test's word, and one act of each template on them. */
import { amount, isFlaw, readTransaction, sats, virtualSize } from '@rialto/protocols';
import type { Amount, Coin, CoinAsset, RuneAsset, Transaction } from '@rialto/protocols';
import { planAdd } from '../../src/pool/add.ts';
import { planInit } from '../../src/pool/init.ts';
import { acceptAct, buildAct, finishAct, signAct } from '../../src/pool/sign-act.ts';
import type { LaneStep, PoolAct } from '../../src/pool/pool-draft.ts';
import type { ActHalves } from '../../src/pool/sign-act.ts';
import { jointPool, soloPool } from '../../src/pool/pool-script.ts';
import type { PoolScript } from '../../src/pool/pool-script.ts';
import { planRemove } from '../../src/pool/remove.ts';
import { planSwapBuy } from '../../src/pool/swap-buy.ts';
import { planSwapSell } from '../../src/pool/swap-sell.ts';
import type { Finished, KeyKind } from '../../src/index.ts';
import { coin, runeOn, user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

/** A pool with the secrets of as many signers as it asks for. */
export interface OwnedPool {
  readonly name: string;
  readonly pool: PoolScript;
  readonly signers: readonly User[];
}

const SIGNERS = [1, 2, 3].map((at) => user(`signer ${at} of the pool`, 'p2tr'));

function ofSigners(some: readonly number[]): User[] {
  return SIGNERS.filter((_, at) => some.includes(at));
}

export const SOLO: OwnedPool = {
  name: 'one key',
  pool: soloPool(SIGNERS[0]?.key.slice(1) ?? new Uint8Array(0)),
  signers: ofSigners([0]),
};

/** The first signer is dead. */
export const JOINT: OwnedPool = {
  name: '2 of 3',
  pool: jointPool(
    2,
    SIGNERS.map(({ key }) => key.slice(1)),
  ),
  signers: ofSigners([1, 2]),
};

export const POOLS = [SOLO, JOINT] as const;
export const KINDS: readonly KeyKind[] = ['p2tr', 'p2wpkh'];

export const traderOf = (kind: KeyKind): User => user(`trader with a pool, ${kind}`, kind);
export const operator = user('operator of pools', 'p2wpkh');
export const serviceFee = { script: operator.script, value: sats(3_000n) };
export const RATE = 2;

/** The rune that is traded, the rune of shares, and one that has no business here. */
export const traded = (units: bigint): RuneAsset => runeOn(131, units);
export const share = (units: bigint): RuneAsset => runeOn(132, units);
export const foreign = (units: bigint): RuneAsset => runeOn(133, units);

export const SUPPLY = 10n ** 15n;
const OUTSTANDING = 300_000_000n;

export function poolCoin(
  { pool }: OwnedPool,
  name: string,
  value: bigint,
  assets: readonly CoinAsset[],
): Coin {
  return { ...coin(name, SOLO.signers[0] ?? operator, value, assets), script: pool.script };
}

export function shareCoinOf(owned: OwnedPool, held = SUPPLY - OUTSTANDING): Coin {
  return poolCoin(owned, 'share coin', 546n, [share(held)]);
}

export function laneOf(owned: OwnedPool, at = 0): Coin {
  return poolCoin(owned, `lane ${at}`, 1_000_000n, [traded(90_000_000_000n)]);
}

/** A lane after so many sats and units more. */
export function step(lane: Coin, more: { sats: bigint; units: bigint }): LaneStep {
  const [held] = lane.assets;
  if (held?.kind !== 'rune') throw new Error('a lane');
  return {
    coin: lane,
    next: { value: sats(lane.value + more.sats), amount: amount(held.amount + more.units) },
  };
}

function steps(owned: OwnedPool, count: number, more: { sats: bigint; units: bigint }): LaneStep[] {
  return Array.from({ length: count }, (_, at) => step(laneOf(owned, at), more));
}

export interface Case {
  readonly owned: OwnedPool;
  readonly who: User;
  /** How many lanes; one unless it is said. */
  readonly lanes?: number;
  /** True where the coins the user brings hold more than is needed. */
  readonly change?: boolean;
}

const UNITS = 40_000_000_000n;
const SHARES = 1_200_000n;

/** Rune coins of the user with so many units, or a few more. */
function brought(who: User, units: bigint, change: boolean | undefined, make = traded): Coin[] {
  return [coin('brought', who, 546n, [make(units + (change === true ? 77_777_777_777n : 0n))])];
}

export const money = (who: User, value = 200_000n): Coin => coin('money', who, value);

const payerOf = (who: User) => ({ script: who.script, key: who.key, coins: [money(who)] });
const common = ({ owned: { pool } }: Case) => ({ pool, serviceFee, feeRateSatVb: RATE });

/** Each lane is opened with 40,000 sat. */
export function initAct(at: Case): PoolAct {
  const lanes = Array.from({ length: at.lanes ?? 1 }, () => ({
    value: sats(40_000n),
    amount: amount(UNITS),
  }));
  return planInit({
    ...common(at),
    payer: payerOf(at.who),
    coins: brought(at.who, UNITS * BigInt(lanes.length), at.change),
    shareCoin: shareCoinOf(at.owned, SUPPLY),
    lanes,
    shares: amount(SHARES),
    burned: amount(1_000n),
  });
}

/** 30,000 sat into each lane, units out. */
export function buyAct(at: Case): PoolAct {
  const lanes = steps(at.owned, at.lanes ?? 1, { sats: 30_000n, units: -2_600_000_000n });
  return planSwapBuy({ ...common(at), payer: payerOf(at.who), lanes });
}

/** 30,000 sat out of each lane. */
export function sellAct(at: Case): PoolAct {
  const lanes = steps(at.owned, at.lanes ?? 1, { sats: -30_000n, units: UNITS });
  const coins = brought(at.who, UNITS * BigInt(lanes.length), at.change);
  return planSwapSell({ ...common(at), seller: at.who, coins, lanes });
}

export function addAct(at: Case): PoolAct {
  const lanes = steps(at.owned, at.lanes ?? 1, { sats: 40_000n, units: UNITS });
  return planAdd({
    ...common(at),
    payer: payerOf(at.who),
    coins: brought(at.who, UNITS * BigInt(lanes.length), at.change),
    shareCoin: shareCoinOf(at.owned),
    lanes,
    shares: amount(SHARES),
  });
}

export function removeAct(at: Case): PoolAct {
  return planRemove({
    ...common(at),
    holder: at.who,
    coins: brought(at.who, SHARES, at.change, share),
    shareCoin: shareCoinOf(at.owned),
    lanes: steps(at.owned, at.lanes ?? 1, { sats: -40_000n, units: -UNITS }),
    shares: SHARES as Amount,
  });
}

export const TEMPLATES = [
  ['init', initAct],
  ['buy', buyAct],
  ['sell', sellAct],
  ['add', addAct],
  ['remove', removeAct],
] as const;

export type Template = (at: Case) => PoolAct;

/** What the user's wallet and the pool's signers sign. */
export function halvesOf(act: PoolAct, who: User, signers: readonly User[]): ActHalves {
  const built = buildAct(act);
  const signed = acceptAct(act, walletSigns(built.psbt, who, built.toSign));
  return { user: signed, pool: signers.map(({ secret }) => signAct(act, built.unsigned, secret)) };
}

export function complete(act: PoolAct, who: User, { signers }: Pick<OwnedPool, 'signers'>): Finished {
  return finishAct(act, halvesOf(act, who, signers));
}

export function transactionIn({ raw }: Pick<Finished, 'raw'>): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

export const vsizeIn = (done: Pick<Finished, 'raw'>): number => virtualSize(transactionIn(done));

/** The outputs of an act that hold runes, as `index: rune units, …`. */
export function saidRunes({ userOutputs, poolOutputs }: PoolAct): string[] {
  return [...userOutputs, ...poolOutputs].flatMap(({ runes }, index) =>
    runes.map(({ asset, amount: units }) => `${index}: ${asset} ${units}`),
  );
}
