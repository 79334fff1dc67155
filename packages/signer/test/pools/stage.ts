/** The signer of pools in this very process: a node and an index of a test, a journal on its disk, its clock; and users who know what they do. */
import { join } from 'node:path';
import { SignerRequest, poolActToWire } from '@rialto/contract';
import type { PoolSignRequest, UserPoolAct } from '@rialto/contract';
import { openTurns, openVerifier } from '@rialto/ground';
import { addShares, buyExactIn, reachOf, removeShares, sellExactIn } from '@rialto/market';
import type { Reserves, TwoSides } from '@rialto/market';
import { amount, bytesToHex, hexToBytes, invariant, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset } from '@rialto/protocols';
import {
  acceptAct,
  buildAct,
  buildKeep,
  finishAct,
  finishKeep,
  halvesOfAct,
  planAdd,
  planInit,
  planKeep,
  planRemove,
  planSwapBuy,
  planSwapSell,
} from '@rialto/psbt';
import type { KeepPlan, PoolAct } from '@rialto/psbt';
import { openJournal } from '../../src/journal/journal.ts';
import { openLeases } from '../../src/pads/leases.ts';
import { openPads } from '../../src/pads/pads.ts';
import { openSecondUse } from '../../src/journal/second-use.ts';
import { openStockSender } from '../../src/pads/stock-sender.ts';
import { openPoolCounter } from '../../src/pools/pool-counter.ts';
import { openPoolFates } from '../../src/pools/pool-fates.ts';
import { keyOfPool } from '../../src/pools/pool-keys.ts';
import type { LotStockParts } from '../../src/pools/lots/stock-pays.ts';
import { refillPools } from '../../src/pools/pool-stock.ts';
import { signPool } from '../../src/pools/pool-sign.ts';
import type { JointParts } from '../../src/joint/joint-parts.ts';
import { openPoolViews } from '../../src/pools/pool-view.ts';
import { folder } from '../folder.ts';
import { signed } from '../memory/bids.ts';
import { coin, operator, runeOn, service, user } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import { HUGE, LEASE, NOW, REST } from '../memory/stage.ts';
import { FEES } from '../memory/world.ts';
import { TestChain } from './chain.ts';

export const MASTER = new Uint8Array(32).fill(7);
const BUILD = '3f0f4c1e-6c61-4b6e-9d3d-0a52ac2b5a11';
const RUNE_BLOCK = 150;
export const RUNE = runeOn(RUNE_BLOCK, 1n).asset;
export const LP_FEE = 7_000n;
export const RATE = 2;
export const here = (): boolean => false;

/** @param directory of a signer that ran before */
export async function openPoolSigner(
  more: Partial<JointParts & LotStockParts> = {},
  { chain = new TestChain(), directory = folder() }: { chain?: TestChain; directory?: string } = {},
) {
  const path = join(directory, 'journal.jsonl');
  const journal = openJournal(path);
  const { recall } = journal;
  const clock = { now: NOW };
  const poolViews = openPoolViews(chain, recall.pools);
  const { secret, script } = operator();
  const key = { secret, script };
  const secondUse = openSecondUse({ chain: chain.chain, recall, restMs: REST, startedAt: NOW - 9 * REST });
  const leases = openLeases(join(directory, 'leases.json'));
  const stops = new Set<number>();
  const pools = recall.pools;
  let startedHeight: number | undefined;
  const parts: JointParts & LotStockParts = {
    poolWorld: {
      ...{ chain: chain.chain, ledger: chain.ledger, verifier: await openVerifier(), fees: FEES },
      ...{ network: 'regtest', lpFeePpm: LP_FEE, mostTipAgeMs: undefined },
      ours: () => [script, ...pools.pools().map((one) => hexToBytes(one.script))],
    },
    ...{ journal, poolMaster: MASTER, poolViews, poolFates: openPoolFates(poolViews, pools) },
    poolCounter: openPoolCounter(join(directory, 'pools.count'), () => pools.count + recall.joint.size),
    startedAt: clock.now,
    startedHeight: async () => (startedHeight ??= (await chain.ledger.tip()).height),
    ...{ jointGroup: undefined, jointTarget: 0, jointWanted: new Map() },
    poolCaps: { swapPpm: 300_000n, hourPpm: 500_000n },
    limits: { ...HUGE, signatures: 100_000 },
    turns: openTurns(),
    now: () => clock.now,
    stopped: () => false,
    isPoolStopped: (number) => stops.has(number),
    ...{ chain: chain.chain, ledger: chain.ledger, key },
    pads: openPads({
      chain: chain.chain,
      ledger: chain.ledger,
      recall,
      leases,
      secondUse,
      script,
      leaseMs: LEASE,
    }),
    sender: openStockSender({ chain: chain.chain, recall, key, say: () => undefined }),
    ...{ target: 0, poolTarget: 1, padValue: 600n, feeRate: { lowest: 1, highest: 50 } },
    ...more,
  };
  return { parts, chain, clock, journal, recall, directory, path, stops };
}

export type PoolSigner = Awaited<ReturnType<typeof openPoolSigner>>;

/** A signer with one pool, whose shares were etched deep enough. */
export async function etchedPool(more: Partial<JointParts & LotStockParts> = {}): Promise<PoolSigner> {
  const signer = await openPoolSigner(more);
  signer.chain.put(coin('stock of the operator', operator(), 100_000n));
  await refillPools(signer.parts, NOW);
  signer.chain.mine(7);
  return signer;
}

/** And with its first liquidity, in a block. */
export async function openedPool(
  more: Partial<JointParts & LotStockParts> = {},
  liquidity: { sats?: bigint; units?: bigint; lanes?: number } = {},
): Promise<PoolSigner & { lp: User }> {
  const signer = await etchedPool(more);
  const lp = user('first provider', 'p2tr');
  await done(signer, init(signer, { by: lp, ...liquidity }));
  signer.chain.mine();
  return { ...signer, lp };
}

/** The pool as a server plans on it: its newest coins, waiting or not. */
export function tips({ chain, recall }: PoolSigner): { shareCoin: Coin; lanes: Coin[]; shareRune: AssetId } {
  const [pool] = recall.pools.pools();
  invariant(pool !== undefined, 'there is a pool');
  const waiting = [...chain.waiting.values()].flatMap(({ coins }) => coins);
  const own = [...chain.settled.values(), ...waiting].filter(
    (one) => bytesToHex(one.script) === pool.script && chain.spender(one.outpoint) === undefined,
  );
  const shareRune =
    recall.pools.signed(0)[0]?.shareRune ??
    own[0]?.assets.flatMap((one) => (one.kind === 'rune' ? [one.asset] : []))[0];
  const isShare = (one: Coin): boolean =>
    one.assets.some((asset) => asset.kind === 'rune' && asset.asset === shareRune);
  const shareCoin = own.find(isShare);
  invariant(shareCoin !== undefined && shareRune !== undefined, 'there is a share coin');
  return {
    shareCoin,
    lanes: own.filter((one) => !isShare(one) && one.assets.some((asset) => asset.kind === 'rune')),
    shareRune,
  };
}

export const unitsOf = (one: Coin | undefined): bigint => {
  const [asset] = one?.assets ?? [];
  return asset?.kind === 'rune' ? asset.amount : 0n;
};

export function reserves(signer: PoolSigner): Reserves {
  const { shareCoin, lanes } = tips(signer);
  return {
    r1: lanes.reduce((sum, lane) => sum + lane.value, 0n),
    r2: lanes.reduce((sum, lane) => sum + unitsOf(lane), 0n),
    shares: (signer.recall.pools.pool(0)?.supply ?? 0n) - unitsOf(shareCoin),
  };
}

const reach = (signer: PoolSigner): ReturnType<typeof reachOf> => reachOf(reserves(signer), []);

let counter = 0;
export const name = (words: string): string => `${words} ${(counter += 1)}`;
export const fund = (
  { chain }: PoolSigner,
  by: User,
  value: bigint,
  assets: readonly RuneAsset[] = [],
): Coin => {
  const made = coin(name('money'), by, value, assets);
  chain.put(made);
  return made;
};
export const poolOf = ({ parts: { poolMaster }, recall }: PoolSigner): PoolAct['pool'] => {
  const first = recall.pools.pool(0);
  invariant(poolMaster !== undefined && first !== undefined, 'there is a pool');
  return keyOfPool(poolMaster, first).pool;
};
const fee = (): PoolAct['serviceFee'] => ({ script: service().script, value: sats(2_000n) });
export const payer = (by: User, ...coins: readonly Coin[]) => ({ script: by.script, key: by.key, coins });

export interface Act {
  readonly kind: UserPoolAct['act'];
  readonly plan: PoolAct;
  readonly by: User;
}

interface By {
  readonly by?: User;
  readonly lane?: Coin;
  readonly shareCoin?: Coin;
}

export function init(
  signer: PoolSigner,
  {
    by = user('first provider', 'p2tr'),
    sats: r1 = 10_000_000n,
    units: r2 = 10_000_000_000n,
    shares,
    burned = 1_000n,
    lanes = 1,
    rune = RUNE_BLOCK,
  }: By & {
    sats?: bigint;
    units?: bigint;
    shares?: bigint;
    burned?: bigint;
    lanes?: number;
    rune?: number;
  } = {},
): Act {
  const { shareCoin } = tips(signer);
  const plan = planInit({
    payer: payer(by, fund(signer, by, r1 + 100_000n)),
    coins: [fund(signer, by, 546n, [runeOn(rune, r2)])],
    pool: poolOf(signer),
    shareCoin,
    lanes: Array.from({ length: lanes }, () => ({
      value: sats(r1 / BigInt(lanes)),
      amount: amount(r2 / BigInt(lanes)),
    })),
    shares: amount(shares ?? root(r1 * r2)),
    burned: amount(burned),
    serviceFee: fee(),
    feeRateSatVb: RATE,
  });
  return { kind: 'init', plan, by };
}

export function root(value: bigint): bigint {
  let found = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (found * found > value) found -= 1n;
  while ((found + 1n) * (found + 1n) <= value) found += 1n;
  return found;
}

const step = (lane: Coin, d1: bigint, d2: bigint) => ({
  coin: lane,
  next: { value: sats(lane.value + d1), amount: amount(unitsOf(lane) + d2) },
});

function laneOf(signer: PoolSigner, lane: Coin | undefined): Coin {
  const [first] = lane === undefined ? tips(signer).lanes : [lane];
  invariant(first !== undefined, 'there is a lane');
  return first;
}

/** @param more units than the rule gives with the whole fee */
export function buy(
  signer: PoolSigner,
  {
    by = user(name('buyer'), 'p2wpkh'),
    sats: paid = 50_000n,
    units,
    more = 0n,
    ...at
  }: By & { sats?: bigint; units?: bigint; more?: bigint } = {},
): Act {
  const lane = laneOf(signer, at.lane);
  const out = units ?? buyExactIn(reach(signer), paid, LP_FEE) + more;
  const plan = planSwapBuy({
    payer: payer(by, fund(signer, by, paid + 20_000n)),
    pool: poolOf(signer),
    lanes: [step(lane, paid, -out)],
    serviceFee: fee(),
    feeRateSatVb: RATE,
  });
  return { kind: 'buy', plan, by };
}

export function sell(
  signer: PoolSigner,
  {
    by = user(name('seller'), 'p2tr'),
    units = 50_000_000n,
    held = units,
    sats: out,
    more = 0n,
    ...at
  }: By & { units?: bigint; held?: bigint; sats?: bigint; more?: bigint } = {},
): Act {
  const lane = laneOf(signer, at.lane);
  const paid = out ?? sellExactIn(reach(signer), units, LP_FEE) + more;
  const plan = planSwapSell({
    seller: payer(by),
    coins: [fund(signer, by, 546n, [runeOn(RUNE_BLOCK, held)])],
    pool: poolOf(signer),
    lanes: [step(lane, -paid, units)],
    serviceFee: fee(),
    feeRateSatVb: RATE,
  });
  return { kind: 'sell', plan, by };
}

export function add(
  signer: PoolSigner,
  {
    by = user(name('provider'), 'p2tr'),
    sats: most = 1_000_000n,
    more = 0n,
    ...at
  }: By & { sats?: bigint; more?: bigint } = {},
): Act {
  const lane = laneOf(signer, at.lane);
  const fits = addShares(reach(signer), { sats: most, units: 1n << 80n });
  const plan = planAdd({
    payer: payer(by, fund(signer, by, fits.sats + 50_000n)),
    coins: [fund(signer, by, 546n, [runeOn(RUNE_BLOCK, fits.units + 5n)])],
    pool: poolOf(signer),
    shareCoin: at.shareCoin ?? tips(signer).shareCoin,
    lanes: [step(lane, fits.sats, fits.units)],
    shares: amount(fits.shares + more),
    serviceFee: fee(),
    feeRateSatVb: RATE,
  });
  return { kind: 'add', plan, by };
}

/** @param by whose share coins in blocks are used up first */
export function remove(
  signer: PoolSigner,
  { by = user('first provider', 'p2tr'), shares, more = 0n, ...at }: By & { shares: bigint; more?: bigint },
): Act {
  const lane = laneOf(signer, at.lane);
  const { shareCoin, shareRune } = tips(signer);
  const gives = removeShares(reach(signer), shares);
  const coins = [...signer.chain.settled.values()].filter(
    (one) =>
      bytesToHex(one.script) === bytesToHex(by.script) &&
      one.assets.some((asset) => asset.kind === 'rune' && asset.asset === shareRune) &&
      signer.chain.spender(one.outpoint) === undefined,
  );
  const plan = planRemove({
    holder: payer(by),
    coins,
    pool: poolOf(signer),
    shareCoin: at.shareCoin ?? shareCoin,
    lanes: [step(lane, -gives.sats - more, -gives.units)],
    shares: amount(shares),
    serviceFee: fee(),
    feeRateSatVb: RATE,
  });
  return { kind: 'remove', plan, by };
}

/** As the socket would let it through, signed by its user. */
export function requestOf({ kind, plan, by }: Act, change: Partial<UserPoolAct> = {}): PoolSignRequest {
  const built = buildAct(plan);
  const halves = acceptAct(plan, signed(built, by.secret));
  const lane = plan.poolOutputs[plan.firstLane];
  return asSent({
    ...{ poolNumber: 0, token: lane?.runes[0]?.asset, act: kind, buildId: BUILD },
    unsigned: bytesToHex(built.unsigned),
    plan: poolActToWire(plan, ({ outpoint }) => outpoint),
    witnesses: halves.map((half) => half?.map(bytesToHex) ?? null),
    ...change,
  });
}

export function asSent(sign: unknown): PoolSignRequest {
  const read = SignerRequest.parse(JSON.parse(JSON.stringify({ op: 'poolSign', sign })));
  if (read.op !== 'poolSign') throw new Error('another request');
  return read.sign;
}

export const sign = ({ parts }: PoolSigner, request: PoolSignRequest) => signPool(parts, request, here);

/** The final transaction; throws unless every half verifies and it does what the plan says. */
export function finished({ plan, by }: Act, signatures: readonly string[]): Uint8Array {
  const user = acceptAct(plan, signed(buildAct(plan), by.secret));
  const half = { key: plan.pool.script.slice(2), signatures: signatures.map(hexToBytes) };
  return finishAct(plan, { user, ...halvesOfAct(plan, [half]) }).raw;
}

/** Signed, and in the mempool. */
export async function done(signer: PoolSigner, act: Act) {
  const answer = await sign(signer, requestOf(act));
  const raw = finished(act, answer.signatures);
  return { ...answer, raw, txid: signer.chain.send(raw) };
}

/** What the keeper asks for: the first lane made anew, where no others are named. */
export function keepOf(
  signer: PoolSigner,
  {
    lanes = [laneOf(signer, undefined)],
    parted = [],
    rate = RATE,
  }: { lanes?: readonly Coin[]; parted?: readonly TwoSides[]; rate?: number } = {},
): { plan: KeepPlan; request: PoolSignRequest } {
  const plan = planKeep({
    pool: poolOf(signer),
    lanes,
    rune: RUNE,
    parted: parted.map((next) => ({ value: sats(next.sats), amount: amount(next.units) })),
    feeRateSatVb: rate,
    leastLane: sats(10_000n),
  });
  const request = asSent({
    ...{ poolNumber: 0, token: RUNE, act: 'refresh' },
    plan: {
      lanes: lanes.map(({ outpoint }) => outpoint),
      parted: parted.map((next) => ({ value: next.sats.toString(), amount: next.units.toString() })),
      feeRateSatVb: rate,
    },
    unsigned: bytesToHex(buildKeep(plan).unsigned),
  });
  return { plan, request };
}

export const refreshOf = (
  signer: PoolSigner,
  { lane = laneOf(signer, undefined), rate = RATE } = {},
): ReturnType<typeof keepOf> => keepOf(signer, { lanes: [lane], rate });

/** Signed, and in the mempool. */
export async function kept(signer: PoolSigner, { plan, request }: ReturnType<typeof keepOf>) {
  const answer = await sign(signer, request);
  const raw = finishedRefresh(plan, answer.signatures);
  return { ...answer, raw, txid: signer.chain.send(raw) };
}

export function finishedRefresh(plan: KeepPlan, signatures: readonly string[]): Uint8Array {
  return finishKeep(plan, {
    pool: [{ key: plan.pool.script.slice(2), signatures: signatures.map(hexToBytes) }],
  }).raw;
}
