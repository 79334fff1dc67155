/**
 * A pool as our own node and index have it: which of its acts are in blocks, which can still confirm, and what lies on its coins. Nobody
 * else is asked. A coin of a pool is one that descends from its etching by acts of our journal; what strangers send there is none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Ledger, Tip, Unspent } from '@rialto/ground';
import { stillPending } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import type { AssetId, Coin, CoinAsset, Outpoint, RuneAsset, Txid } from '@rialto/protocols';
import { hexToBytes, invariant, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { EtchedPool, PoolRecall, SignedPoolAct } from '../journal/pool-recall.ts';

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;
/** Blocks after which what a block has settled is not looked at again; a reorg may undo what is younger. */
const SETTLED_BLOCKS = 6;

export interface PoolSource {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn'>;
}

export interface PoolView {
  readonly pool: EtchedPool;
  readonly tip: Tip;
  /** The shares' own rune; undefined before a block has the etching. */
  readonly shareRune: AssetId | undefined;
  /** What the pool trades; undefined before its first liquidity is signed. */
  readonly rune: AssetId | undefined;
  /** By what is in blocks alone. */
  readonly confirmed: Reserves;
  /** Coins of the pool that no block has spent: the share coin, and the lanes. */
  readonly shareCoin: Coin | undefined;
  readonly lanes: readonly Coin[];
  /** Everything signed that can still confirm, oldest first, wherever it is now. */
  readonly pending: readonly SignedPoolAct[];
  /** A coin that an act may spend: of a block, or as one that is pending makes it (then without a height). */
  coinAt(point: Outpoint): Coin | undefined;
  /** Which transaction of our mempool spends a coin of the pool, or of its payers. */
  spender(point: Outpoint): Txid | undefined;
  /** True when our mempool has it. */
  waits(act: SignedPoolAct): boolean;
}

/** What node and index say of some coins, all at one tip. */
interface Seen {
  readonly tip: Tip;
  readonly unspent: ReadonlyMap<Outpoint, Unspent>;
  readonly spending: ReadonlyMap<Outpoint, Txid>;
  readonly assets: ReadonlyMap<Outpoint, readonly CoinAsset[]>;
}

/** Asked in this order, what leaves the mempool meanwhile is unspent again, and never taken for spent by a block. */
async function look({ chain, ledger }: PoolSource, points: readonly Outpoint[]): Promise<Seen> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const first = await chain.unspentAt(points);
    const spending = await chain.spendingOf(points);
    const missing = points.filter((point) => !first.coins.has(point) && !spending.has(point));
    const again = await chain.unspentAt(missing);
    const { tip, assets } = await ledger.assetsOn(points);
    if (first.tip.hash === tip.hash && again.tip.hash === tip.hash)
      return { tip, assets, spending, unspent: new Map([...first.coins, ...again.coins]) };
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is behind the node');
    await sleep(PAUSE_MS);
  }
}

/** Acts that blocks have settled long ago, folded into the coins they left. */
interface Folded {
  readonly done: Set<Txid>;
  /** First seen settled at this height. */
  readonly since: Map<Txid, number>;
  readonly coins: Map<Outpoint, Coin>;
  shares: bigint;
}

export interface PoolViews {
  /**
   * @throws Refusal syncing; pool-unknown; lane-unknown when a coin of the pool is spent by what the journal does not have: then the journal
   *   is not whole, and no price can be trusted
   */
  view(number: number): Promise<PoolView>;
}

export function openPoolViews(source: PoolSource, recall: PoolRecall): PoolViews {
  const folded = new Map<number, Folded>();
  const foldedOf = (number: number): Folded => {
    const known = folded.get(number);
    if (known !== undefined) return known;
    const fresh: Folded = { done: new Set(), since: new Map(), coins: new Map(), shares: 0n };
    folded.set(number, fresh);
    return fresh;
  };
  return {
    view: async (number) => {
      const pool = recall.pool(number);
      if (pool === undefined) throw new Refusal('pool-unknown', `${number}`);
      const past = foldedOf(number);
      const all = recall.signed(number);
      const acts = all.filter(({ id }) => !past.done.has(id));
      const points = new Set<Outpoint>([pool.firstShareCoin, ...past.coins.keys()]);
      for (const act of acts) for (const point of [...act.spends, ...act.makes]) points.add(point);
      const seen = await look(source, [...points]);
      const isGone = (point: Outpoint): boolean => !seen.unspent.has(point) && !seen.spending.has(point);
      const inBlocks = confirmedOf(acts, seen, isGone);
      const pending = pendingOf(acts, inBlocks, isGone);
      const view = viewOf({ pool, known: all[0]?.shareRune, acts, past, seen, inBlocks, pending, isGone });
      fold(past, acts, { inBlocks, pending, height: seen.tip.height });
      return view;
    },
  };
}

/**
 * The acts that blocks have. Then every coin of it is gone for good, and one that it makes is there: unspent with a height, spent by what
 * waits, or spent by an act that a block has.
 */
function confirmedOf(
  acts: readonly SignedPoolAct[],
  { unspent, spending }: Seen,
  isGone: (point: Outpoint) => boolean,
): ReadonlySet<Txid> {
  const found = new Set<Txid>();
  const spent = new Set<Outpoint>();
  for (const act of acts.toReversed()) {
    const isThere = (point: Outpoint): boolean =>
      unspent.get(point)?.height !== undefined || spending.has(point) || spent.has(point);
    if (!act.spends.every(isGone) || !act.makes.some(isThere)) continue;
    found.add(act.id);
    for (const point of act.of) spent.add(point);
  }
  return found;
}

/** A coin of a payer's was in a block when it was signed for: gone without its act, it is spent by another. */
function pendingOf(
  acts: readonly SignedPoolAct[],
  inBlocks: ReadonlySet<Txid>,
  isGone: (point: Outpoint) => boolean,
): readonly SignedPoolAct[] {
  const spentBy = new Map<Outpoint, string>();
  for (const act of acts) {
    const [payers, isIn] = [act.spends.filter((point) => !act.of.includes(point)), inBlocks.has(act.id)];
    for (const point of isIn ? act.spends : payers.filter(isGone))
      if (isIn || !spentBy.has(point)) spentBy.set(point, isIn ? act.id : 'another');
  }
  const alive = new Set(stillPending(acts, spentBy).map(({ id }) => id));
  return acts.filter(({ id }) => alive.has(id));
}

interface Parts {
  readonly pool: EtchedPool;
  /** The shares' rune by the journal, once anything was signed. */
  readonly known: AssetId | undefined;
  readonly acts: readonly SignedPoolAct[];
  readonly past: Folded;
  readonly seen: Seen;
  readonly inBlocks: ReadonlySet<Txid>;
  readonly pending: readonly SignedPoolAct[];
  isGone(point: Outpoint): boolean;
}

function viewOf({ pool, known, acts, past, seen, inBlocks, pending, isGone }: Parts): PoolView {
  const standing = acts.filter(({ id }) => inBlocks.has(id));
  const held = new Map(past.coins);
  for (const act of standing) {
    for (const coin of act.gives) held.set(coin.outpoint, coin);
    for (const point of act.of) held.delete(point);
  }
  const isOpened = past.coins.size > 0 || standing.length > 0;
  const own = isOpened ? [...held.values()] : firstCoinOf(pool, seen);
  refuseUnknownSpends(own, seen, { isGone, acts });
  const coins = own.map((coin) => settledCoin(coin, seen));
  const shareRune = known ?? runeOf(coins[0])?.asset;
  const lanes = coins.filter((coin) => runeOf(coin)?.asset !== shareRune);
  const shares = standing.reduce((sum, { change }) => sum + change.ds, past.shares);
  const foreseen = new Map(pending.flatMap(({ gives }) => gives.map((coin) => [coin.outpoint, coin])));
  const settled = new Map(coins.map((coin) => [coin.outpoint, coin]));
  return {
    pool,
    tip: seen.tip,
    shareRune,
    rune: runeOf(lanes[0])?.asset ?? pending[0]?.rune,
    confirmed: {
      r1: lanes.reduce((sum, { value }) => sum + value, 0n),
      r2: lanes.reduce((sum, lane) => sum + (runeOf(lane)?.amount ?? 0n), 0n),
      shares,
    },
    shareCoin: coins.find((coin) => runeOf(coin)?.asset === shareRune),
    lanes,
    pending,
    coinAt: (point) => settled.get(point) ?? foreseen.get(point),
    spender: (point) => seen.spending.get(point),
    waits: (act) => act.spends.some((point) => seen.spending.get(point) === act.id),
  };
}

/** All shares on the coin that the etching made, as the index has it; none while no block has it. */
function firstCoinOf(
  { firstShareCoin, script, supply }: EtchedPool,
  { unspent, assets, spending }: Seen,
): Coin[] {
  const found = assets.get(firstShareCoin) ?? [];
  const [only, more] = found;
  if (only === undefined) return [];
  if (only.kind !== 'rune' || more !== undefined || only.amount !== supply)
    throw new Refusal('amount-differs', firstShareCoin);
  const node = unspent.get(firstShareCoin);
  if (node === undefined && !spending.has(firstShareCoin)) throw new Refusal('lane-unknown', firstShareCoin);
  return [
    { outpoint: firstShareCoin, value: node?.value ?? sats(546n), script: hexToBytes(script), assets: found },
  ];
}

/** Only our key spends a coin of a pool: whatever spends one and is not in the journal was forgotten, or is a way home. */
function refuseUnknownSpends(
  own: readonly Coin[],
  { spending }: Seen,
  { isGone, acts }: Pick<Parts, 'isGone' | 'acts'>,
): void {
  const known = new Set<string>(acts.map(({ id }) => id));
  for (const { outpoint } of own) {
    const by = spending.get(outpoint);
    if (isGone(outpoint) || (by !== undefined && !known.has(by))) throw new Refusal('lane-unknown', outpoint);
  }
}

/** As the index has it in its block, which has to be what was foreseen. */
function settledCoin(coin: Coin, { assets, unspent, tip }: Seen): Coin {
  const [found, more] = assets.get(coin.outpoint) ?? [];
  const [meant] = coin.assets;
  invariant(meant?.kind === 'rune', 'a coin of a pool holds a rune');
  const isMeant = found?.kind === 'rune' && found.asset === meant.asset && found.amount === meant.amount;
  if (!isMeant || more !== undefined) throw new Refusal('amount-differs', coin.outpoint);
  return { ...coin, assets: [found], height: unspent.get(coin.outpoint)?.height ?? tip.height };
}

/** The rune on a coin of a pool. */
export function runeOf(coin: Coin | undefined): RuneAsset | undefined {
  const [first] = coin?.assets ?? [];
  return first?.kind === 'rune' ? first : undefined;
}

/** Folds what has been settled for six blocks; its parents were settled before it. */
function fold(
  past: Folded,
  acts: readonly SignedPoolAct[],
  {
    inBlocks,
    pending,
    height,
  }: { inBlocks: ReadonlySet<Txid>; pending: readonly SignedPoolAct[]; height: number },
): void {
  const open = new Set(pending.map(({ id }) => id));
  for (const act of acts) {
    if (open.has(act.id)) {
      past.since.delete(act.id);
      continue;
    }
    const since = past.since.get(act.id) ?? height;
    past.since.set(act.id, since);
    if (height - since < SETTLED_BLOCKS) continue;
    past.since.delete(act.id);
    past.done.add(act.id);
    if (!inBlocks.has(act.id)) continue;
    for (const coin of act.gives) past.coins.set(coin.outpoint, coin);
    for (const point of act.of) past.coins.delete(point);
    past.shares += act.change.ds;
  }
}
