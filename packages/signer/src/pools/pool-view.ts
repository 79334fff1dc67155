/**
 * A pool as our own node and index have it: which of its acts are in blocks, which can still confirm, and what lies on its coins. Nobody
 * else is asked. A coin of a pool is one that descends from its etching by acts of our journal; what strangers send there is none.
 */
import type { Tip } from '@rialto/ground';
import type { Reserves } from '@rialto/market';
import type { AssetId, Coin, Outpoint, RuneAsset, Txid } from '@rialto/protocols';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { EtchedPool, PoolRecall, SignedPoolAct } from '../journal/pool-recall.ts';
import { confirmedOf, pendingOf } from './view/fate-in-blocks.ts';
import { fold, nothingFolded } from './view/folded.ts';
import type { Folded } from './view/folded.ts';
import { look } from './view/look.ts';
import type { PoolSource, Seen } from './view/look.ts';
import { firstCoinOf, refuseUnknownSpends, settledCoin } from './view/own-coins.ts';

export interface PoolView {
  readonly pool: EtchedPool;
  readonly tip: Tip;
  /** The shares' own rune; undefined before a block has the etching. */
  readonly shareRune: AssetId | undefined;
  /** What the pool trades; undefined before its first liquidity is signed. */
  readonly token: AssetId | undefined;
  /** By what is in blocks alone. */
  readonly confirmed: Reserves;
  /** Coins of the pool that no block has spent: the share coin, and the lanes. */
  readonly shareCoin: Coin | undefined;
  readonly lanes: readonly Coin[];
  /** Of a BRC-20 pool: what the scripts are made of on which its acts brought lots. */
  readonly places: ReadonlySet<Outpoint>;
  /** Everything signed that can still confirm, oldest first, wherever it is now. */
  readonly pending: readonly SignedPoolAct[];
  /** A coin that an act may spend: of a block, or as one that is pending makes it (then without a height). */
  coinAt(point: Outpoint): Coin | undefined;
  /** Which transaction of our mempool spends a coin of the pool, or of its payers. */
  spender(point: Outpoint): Txid | undefined;
  /** True when our mempool has it. */
  waits(act: SignedPoolAct): boolean;
}

export interface PoolViews {
  /**
   * @throws Refusal syncing; pool-unknown; lane-unknown when a coin of the pool is spent by what the journal does not have: then the journal
   *   is not whole, and no price can be trusted
   */
  view(number: number): Promise<PoolView>;
  /**
   * Of several pools, by one look.
   * @returns by number; where `view` would refuse for this pool alone, the refusal
   * @throws Refusal syncing; pool-unknown
   */
  views(numbers: readonly number[]): Promise<ReadonlyMap<number, PoolView | Refusal>>;
  /** The acts of a pool that blocks had at the last look at it. */
  mined(number: number): ReadonlySet<Txid>;
}

/** What is asked about a pool. */
interface Asked {
  readonly pool: EtchedPool;
  readonly past: Folded;
  /** Of the journal, oldest first, without those that were folded. */
  readonly acts: readonly SignedPoolAct[];
  readonly points: readonly Outpoint[];
  /** Those that may be the pool's own. */
  readonly own: readonly Outpoint[];
  /** The shares' rune by the journal, once anything was signed. */
  readonly known: AssetId | undefined;
  readonly places: ReadonlySet<Outpoint>;
}

export function openPoolViews(source: PoolSource, recall: PoolRecall): PoolViews {
  const folded = new Map<number, Folded>();
  let spent = { hash: '', points: new Set<Outpoint>() };
  const askedOf = (number: number): Asked => {
    const pool = recall.pool(number);
    if (pool === undefined) throw new Refusal('pool-unknown', `${number}`);
    const past = folded.get(number) ?? nothingFolded();
    folded.set(number, past);
    const all = recall.signed(number);
    const acts = all.filter(({ id }) => !past.done.has(id));
    const own = [pool.firstShareCoin, ...past.coins.keys(), ...acts.flatMap(({ makes }) => makes)];
    return {
      ...{ pool, past, acts, known: all[0]?.shareRune, places: recall.places(number), own },
      points: [...own, ...acts.flatMap(({ spends }) => spends)],
    };
  };
  const views: PoolViews['views'] = async (numbers) => {
    if (numbers.length === 0) return new Map();
    const asked = numbers.map(askedOf);
    const seen = await look(source, {
      points: [...new Set(asked.flatMap(({ points }) => points))],
      own: asked.flatMap(({ own }) => own),
      acts: asked.flatMap(({ acts }) => acts),
      spent,
    });
    if (spent.hash !== seen.tip.hash) spent = { hash: seen.tip.hash, points: new Set() };
    return new Map(asked.map((one) => [one.pool.number, refusedOr(() => seenPool(one, seen, spent.points))]));
  };
  return {
    views,
    mined: (number) => folded.get(number)?.mined ?? new Set(),
    view: async (number) => {
      const view = (await views([number])).get(number);
      if (view instanceof Refusal) throw view;
      invariant(view !== undefined, 'whoever asks for a pool gets it');
      return view;
    },
  };
}

function refusedOr<T>(act: () => T): T | Refusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Nothing waits in here: between what is read of the past and what is folded into it, no other look folds the same act once more. */
function seenPool({ past, acts: all, ...asked }: Asked, seen: Seen, spent: Set<Outpoint>): PoolView {
  // Another look may have folded some since this one began.
  const acts = all.filter(({ id }) => !past.done.has(id));
  const inBlocks = confirmedOf(acts, seen);
  for (const { id, spends } of acts) if (inBlocks.has(id)) for (const point of spends) spent.add(point);
  const pending = pendingOf(acts, inBlocks, seen);
  const view = viewOf({ ...asked, past, acts, seen, inBlocks, pending });
  fold(past, acts, { inBlocks, pending, height: seen.tip.height });
  return view;
}

interface Parts extends Omit<Asked, 'points' | 'own'> {
  readonly seen: Seen;
  readonly inBlocks: ReadonlySet<Txid>;
  readonly pending: readonly SignedPoolAct[];
}

function viewOf({ pool, known, places, acts, past, seen, inBlocks, pending }: Parts): PoolView {
  const standing = acts.filter(({ id }) => inBlocks.has(id));
  const held = new Map(past.coins);
  for (const act of standing) {
    for (const coin of act.gives) held.set(coin.outpoint, coin);
    for (const point of act.of) held.delete(point);
  }
  const isOpened = past.coins.size > 0 || standing.length > 0;
  const own = isOpened ? [...held.values()] : firstCoinOf(pool, seen);
  refuseUnknownSpends(own, seen, acts);
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
    token: past.token ?? standing[0]?.token ?? pending[0]?.token,
    confirmed: {
      r1: lanes.reduce((sum, { value }) => sum + value, 0n),
      r2: standing.reduce((sum, { change }) => sum + change.d2, past.units),
      shares,
    },
    places,
    shareCoin: coins.find((coin) => runeOf(coin)?.asset === shareRune),
    lanes,
    pending,
    coinAt: (point) => settled.get(point) ?? foreseen.get(point),
    spender: (point) => seen.spending.get(point),
    waits: (act) => act.spends.some((point) => seen.spending.get(point) === act.id),
  };
}

/** The rune on a coin of a pool. */
export function runeOf(coin: Coin | undefined): RuneAsset | undefined {
  const [first] = coin?.assets ?? [];
  return first?.kind === 'rune' ? first : undefined;
}
