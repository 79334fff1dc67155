/** A BRC-20 pool of a test, and users who know what they do with it. */
import type { PoolSignRequest, UserPoolAct } from '@rialto/contract';
import { buyExactOut, reachOf, sellExactIn } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import { amount, bytesToHex, invariant, sats } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import {
  assetScript,
  buildKeep,
  planAddLots,
  planBuyLots,
  planInitLots,
  planKeep,
  planRemoveLots,
  planSellLots,
} from '@rialto/psbt';
import type { KeepPlan, PoolAct, PoolLot } from '@rialto/psbt';
import { keyOfPool } from '../../../src/pools/pool-keys.ts';
import { coin, service, transferOn, user } from '../../memory/people.ts';
import type { User } from '../../memory/people.ts';
import {
  LP_FEE,
  RATE,
  asSent,
  etchedPool,
  finished,
  fund,
  name,
  payer,
  poolOf,
  requestOf,
  root,
  sign,
} from '../stage.ts';
import type { Act, PoolSigner } from '../stage.ts';

export const ONE = 10n ** 18n;
export const TOKEN = assetOf('ordi');

export function assetOf(tick: string): AssetId {
  const lot = transferOn('any', { tick });
  invariant(lot.kind === 'inscription' && lot.transfer !== undefined, 'a transfer');
  return lot.transfer.asset;
}

/** An unused transfer of a user's. */
export function userLot(
  signer: PoolSigner,
  by: User,
  units: bigint,
  { tick = 'ordi', deep = 3 }: { tick?: string; deep?: number } = {},
): Coin {
  const words = name('lot');
  const made = coin(words, by, 546n, [transferOn(words, { tick, units })]);
  const settled = { ...made, height: signer.chain.height - deep + 1 };
  signer.chain.put(settled);
  return settled;
}

export const keysOf = ({ parts: { poolMaster }, recall }: PoolSigner) => {
  const pool = recall.pools.pool(0);
  invariant(poolMaster !== undefined && pool !== undefined, 'there is a pool');
  return keyOfPool(poolMaster, pool).keys;
};

export const lotUnits = ({ assets: [one] }: Coin): bigint =>
  one?.kind === 'inscription' ? (one.transfer?.amount ?? 0n) : 0n;

/** A lot that was inscribed onto a script of the pool's, out of what is free there. */
export function ready(
  signer: PoolSigner,
  units: bigint,
  { place = firstPlace(signer), deep = 3 }: { place?: Outpoint; deep?: number } = {},
): PoolLot {
  const script = assetScript(keysOf(signer), place);
  const owner = { script: script.pool.script };
  const words = name('ready lot');
  const made = coin(words, owner, 546n, [transferOn(words, { units })]);
  const settled = { ...made, height: signer.chain.height - deep + 1 };
  signer.chain.put(settled);
  signer.chain.tokens.give(owner.script, TOKEN, -units);
  return { coin: settled, script };
}

export function firstPlace({ recall }: PoolSigner): Outpoint {
  const [place] = recall.pools.places(0);
  invariant(place !== undefined, 'somebody brought lots');
  return place;
}

/** The pool as a server plans on it: its newest coins, waiting or not. */
export function lotTips(signer: PoolSigner): { shareCoin: Coin; lanes: Coin[]; shareRune: AssetId } {
  const { chain } = signer;
  const script = bytesToHex(poolOf(signer).script);
  const waiting = [...chain.waiting.values()].flatMap(({ coins }) => coins);
  const own = [...chain.settled.values(), ...waiting].filter(
    (one) => bytesToHex(one.script) === script && chain.spender(one.outpoint) === undefined,
  );
  const shareCoin = own.find(({ assets }) => assets[0]?.kind === 'rune');
  const [share] = shareCoin?.assets ?? [];
  invariant(shareCoin !== undefined && share?.kind === 'rune', 'there is a share coin');
  return { shareCoin, lanes: own.filter((one) => one !== shareCoin), shareRune: share.asset };
}

/** With everything that was sent. */
export function lotReserves(signer: PoolSigner): Reserves {
  const { chain, recall } = signer;
  const { lanes, shareCoin } = lotTips(signer);
  const sent = recall.pools.signed(0).filter(({ id }) => chain.mined.has(id) || chain.waiting.has(id));
  const [share] = shareCoin.assets;
  invariant(share?.kind === 'rune', 'a share coin');
  return {
    r1: lanes.reduce((sum, { value }) => sum + value, 0n),
    r2: sent.reduce((sum, { change }) => sum + change.d2, 0n),
    shares: (recall.pools.pool(0)?.supply ?? 0n) - share.amount,
  };
}

const reach = (signer: PoolSigner): ReturnType<typeof reachOf> => reachOf(lotReserves(signer), []);
const common = (signer: PoolSigner, fee = 2_000n) => ({
  ...{ pool: poolOf(signer), token: TOKEN, feeRateSatVb: RATE },
  serviceFee: { script: service().script, value: sats(fee) },
});
const step = (lane: Coin, d1: bigint) => ({
  coin: lane,
  next: { value: sats(lane.value + d1), amount: amount(0n) },
});

interface At {
  readonly by?: User;
  readonly lane?: Coin;
  /** Of the operator's output. */
  readonly fee?: bigint;
}

function laneOf(signer: PoolSigner, lane: Coin | undefined): Coin {
  const [first] = lane === undefined ? lotTips(signer).lanes : [lane];
  invariant(first !== undefined, 'there is a lane');
  return first;
}

const unitsIn = (lots: readonly Coin[]): bigint => lots.reduce((sum, lot) => sum + lotUnits(lot), 0n);

export function initLots(
  signer: PoolSigner,
  {
    by = user('first provider', 'p2tr'),
    sats: r1 = 10_000_000n,
    lots = [userLot(signer, by, 700n * ONE), userLot(signer, by, 300n * ONE)],
    shares,
    lanes = 1,
  }: At & { sats?: bigint; lots?: readonly Coin[]; shares?: bigint; lanes?: number } = {},
): Act {
  const plan = planInitLots({
    ...common(signer),
    ...{ lots, keys: keysOf(signer), payer: payer(by, fund(signer, by, r1 + 100_000n)) },
    shareCoin: lotTips(signer).shareCoin,
    lanes: Array.from({ length: lanes }, () => ({ value: sats(r1 / BigInt(lanes)) })),
    shares: amount(shares ?? root(r1 * unitsIn(lots))),
    burned: amount(1_000n),
  });
  return { kind: 'init', plan, by };
}

/** @param less sats than the rule asks with the whole fee */
export function buyLots(
  signer: PoolSigner,
  {
    by = user(name('buyer'), 'p2wpkh'),
    lots = [ready(signer, 5n * ONE)],
    less = 0n,
    ...at
  }: At & { lots?: readonly PoolLot[]; less?: bigint } = {},
): Act {
  const units = unitsIn(lots.map((lot) => lot.coin));
  const paid = buyExactOut(reach(signer), units, LP_FEE) - less;
  const plan = planBuyLots({
    ...common(signer, at.fee),
    ...{ lots, payer: payer(by, fund(signer, by, paid + 90_000n)) },
    lanes: [step(laneOf(signer, at.lane), paid)],
  });
  return { kind: 'buy', plan, by };
}

/** @param more sats than the rule pays with the whole fee */
export function sellLots(
  signer: PoolSigner,
  {
    by = user(name('seller'), 'p2tr'),
    lots = [userLot(signer, by, 5n * ONE)],
    more = 0n,
    ...at
  }: At & { lots?: readonly Coin[]; more?: bigint } = {},
): Act {
  const paid = sellExactIn(reach(signer), unitsIn(lots), LP_FEE) + more;
  const plan = planSellLots({
    ...common(signer, at.fee),
    ...{ lots, keys: keysOf(signer), seller: payer(by) },
    lanes: [step(laneOf(signer, at.lane), -paid)],
  });
  return { kind: 'sell', plan, by };
}

/** @param more shares and @param extra sats than the rule has */
export function addToLots(
  signer: PoolSigner,
  {
    by = user(name('provider'), 'p2tr'),
    lots = [userLot(signer, by, 60n * ONE), userLot(signer, by, 40n * ONE)],
    more = 0n,
    extra = 0n,
    ...at
  }: At & { lots?: readonly Coin[]; more?: bigint; extra?: bigint } = {},
): Act {
  const { r1, r2, shares: all } = lotReserves(signer);
  const shares = (unitsIn(lots) * all) / r2;
  const brings = (shares * r1 + all - 1n) / all + extra;
  const plan = planAddLots({
    ...common(signer, at.fee),
    ...{ lots, keys: keysOf(signer), payer: payer(by, fund(signer, by, brings + 90_000n)) },
    shareCoin: lotTips(signer).shareCoin,
    lanes: [step(laneOf(signer, at.lane), brings)],
    shares: amount(shares + more),
  });
  return { kind: 'add', plan, by };
}

/** @param pays sat, out of the lanes */
export function removeFromLots(
  signer: PoolSigner,
  {
    by = user('first provider', 'p2tr'),
    shares,
    lots = [],
    pays,
    ...at
  }: At & { shares: bigint; lots?: readonly PoolLot[]; pays: bigint },
): Act {
  const { shareCoin, shareRune } = lotTips(signer);
  const coins = [...signer.chain.settled.values()].filter(
    ({ script, assets: [one], outpoint }) =>
      bytesToHex(script) === bytesToHex(by.script) &&
      one?.kind === 'rune' &&
      one.asset === shareRune &&
      signer.chain.spender(outpoint) === undefined,
  );
  const plan = planRemoveLots({
    ...common(signer, at.fee),
    ...{ lots, coins, shareCoin, holder: payer(by) },
    lanes: [step(laneOf(signer, at.lane), -pays)],
    shares: amount(shares),
  });
  return { kind: 'remove', plan, by };
}

/** As the socket would let it through, signed by its user. */
export const lotRequest = (act: Act, change: Partial<UserPoolAct> = {}): PoolSignRequest =>
  requestOf(act, { token: TOKEN, ...change });

export const bentLots = (act: Act, change: Partial<PoolAct>): PoolSignRequest =>
  lotRequest({ ...act, plan: { ...act.plan, ...change } });

/** The terms are others than the transaction. */
export function changedLots(
  act: Act,
  change: (plan: UserPoolAct['plan']) => Partial<UserPoolAct['plan']>,
): PoolSignRequest {
  const request = lotRequest(act);
  invariant('buildId' in request, 'an act of a user');
  return asSent({ ...request, plan: { ...request.plan, ...change(request.plan) } });
}

/** Signed, and in the mempool. */
export async function lotsDone(signer: PoolSigner, act: Act) {
  const answer = await sign(signer, lotRequest(act));
  const raw = finished(act, answer.signatures);
  return { ...answer, raw, txid: signer.chain.send(raw) };
}

/** A pool with its first liquidity deep in the chain, and ten ready lots. */
export async function openedLots(
  more: Parameters<typeof etchedPool>[0] = {},
  liquidity: Parameters<typeof initLots>[1] = {},
): Promise<PoolSigner & { lots: PoolLot[] }> {
  const signer = await etchedPool(more);
  await lotsDone(signer, initLots(signer, liquidity));
  signer.chain.mine(3);
  const lots = [20n, 10n, 10n, 5n, 5n, 2n, 2n, 1n, 1n, 1n].map((units) => ready(signer, units * ONE));
  return { ...signer, lots };
}

/** What the keeper asks for. */
export function keepLots(
  signer: PoolSigner,
  {
    lanes = lotTips(signer).lanes,
    parted = [],
  }: { lanes?: readonly Coin[]; parted?: readonly bigint[] } = {},
): { plan: KeepPlan; request: PoolSignRequest } {
  const plan = planKeep({
    ...{ pool: poolOf(signer), lanes, feeRateSatVb: RATE, leastLane: sats(10_000n) },
    parted: parted.map((value) => ({ value: sats(value), amount: amount(0n) })),
  });
  const request = asSent({
    ...{ poolNumber: 0, token: TOKEN, act: 'refresh' },
    plan: {
      lanes: lanes.map(({ outpoint }) => outpoint),
      parted: parted.map((value) => ({ value: value.toString(), amount: '0' })),
      feeRateSatVb: RATE,
    },
    unsigned: bytesToHex(buildKeep(plan).unsigned),
  });
  return { plan, request };
}
