/** The read side of the ledger: what is on which coin, and who has how much. Needs no more than SELECT. */
import type { AssetId, Mrc20Token, Outpoint, RuneId, RuneRow, ScriptHex } from '@rialto/protocols';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Tip } from '../node/chain.ts';
import { landedOn } from './landed/landed-on.ts';
import type { LandedAt } from './landed/landed-on.ts';
import { assetsOn } from './ledger-assets.ts';
import type { AssetsAt } from './ledger-assets.ts';
import {
  carryingCoinsOf,
  coinPageOf,
  isFollowed,
  payingCoinsOf,
  settledCoinsAt,
  waitingCoinsOf,
} from './ledger-coin-pages.ts';
import type { CoinPage, CoinQuery, PayingQuery } from './ledger-coin-pages.ts';
import { coinsOf } from './ledger-coins.ts';
import type { FollowedCoin } from './ledger-coins.ts';
import { fullestMrc20Of, fullestRunesOf, mrc20HoldingsOf } from './ledger-holdings.ts';
import type { HeldUnits } from './ledger-holdings.ts';
import { mrc20Like, mrc20OutpointsOf, mrc20Ticked, mrc20TokensOf, oddMrc20Among } from './ledger-mrc20.ts';
import type { HoldingQuery, ListedMrc20 } from './ledger-mrc20.ts';
import {
  fullestOutpointsOfRune,
  holdersOfRune,
  runeHoldingsOf,
  runeNamed,
  runeOutpointsOf,
  runesLike,
} from './ledger-runes.ts';
import type { RuneHolder, RuneHolding, RunePage } from './ledger-runes.ts';
import type { Select, TokenQuery } from './ledger-select.ts';
import { balancesOf, countLots, lotsOf, tokenOf, tokensLike } from './ledger-tokens.ts';
import type { BalanceInfo, ListedToken, LotInfo, CountQuery, LotQuery, TokenInfo } from './ledger-tokens.ts';
import { shareBlocks } from './share-blocks.ts';
import { tip } from '../schema/index.ts';

interface LedgerStatus extends Tip {
  /** Why the follower stopped; absent while it works. */
  readonly stopped?: string;
}

export interface Ledger {
  /** The last block of the ledger; height -1 before the first. */
  tip(): Promise<Tip>;
  status(): Promise<LedgerStatus>;
  /** All assets on each outpoint: inscriptions with unused lots, runes, PINs, MRC-20. */
  assetsOn(points: readonly Outpoint[]): Promise<AssetsAt>;
  /**
   * Used lots of BRC-20, each alone on a coin of a followed script that the block made in which it was used. Of one that moved twice there
   * this is the last place, and its amount is at the first: ask by `readLanded`.
   */
  landedOn(points: readonly Outpoint[]): Promise<LandedAt>;
  /** Coins of a followed script, unconfirmed ones too; undefined when the script is not followed (never "none"). */
  coinsOf(script: Uint8Array): Promise<readonly FollowedCoin[] | undefined>;
  /** Whether the coins of a script are known. */
  isFollowed(script: Uint8Array): Promise<boolean>;
  /** A part of the coins of a followed script, the largest first. */
  coinPageOf(script: Uint8Array, query: CoinQuery): Promise<CoinPage>;
  /** The largest, or the smallest, coins in blocks that carry nothing and can be spent. */
  payingCoinsOf(script: Uint8Array, query: PayingQuery): Promise<readonly FollowedCoin[]>;
  /** Coins in blocks with something on them: those with several things first, then the largest. */
  carryingCoinsOf(script: Uint8Array, most: number): Promise<readonly FollowedCoin[]>;
  /** Those of the outpoints that are unspent coins of the script, in blocks. */
  settledCoinsAt(script: Uint8Array, points: readonly Outpoint[]): Promise<readonly FollowedCoin[]>;
  /** Coins of a followed script that wait in the mempool, the largest first. */
  waitingCoinsOf(script: Uint8Array, most: number): Promise<readonly FollowedCoin[]>;

  lotsOf(script: Uint8Array, query?: LotQuery): Promise<readonly LotInfo[]>;
  /** How many unused lots of a token lie on these scripts, made in blocks up to a height. */
  countLots(scripts: readonly Uint8Array[], query: CountQuery): Promise<number>;
  balancesOf(script: Uint8Array, asset?: AssetId): Promise<readonly BalanceInfo[]>;
  /** The token first deployed under a tick, in any case. */
  token(tick: string): Promise<TokenInfo | undefined>;
  /** Most used first. */
  tokens(query: TokenQuery): Promise<readonly ListedToken[]>;

  /** Most minted first. The search is a part of a name, with bullets or without, or an id. */
  runes(query: TokenQuery): Promise<readonly RuneRow[]>;
  /** The rune of an id or of a whole name. */
  rune(text: string): Promise<RuneRow | undefined>;
  runeHoldingsOf(script: Uint8Array): Promise<readonly RuneHolding[]>;
  /** Outpoints of a script with what each holds of a rune: the fullest of every rune first. */
  fullestRunesOf(script: Uint8Array, most: number): Promise<readonly HeldUnits[]>;
  /** The outpoints of a script that hold a rune, in a fixed order, with all other runes on them. */
  runeOutpointsOf(
    script: Uint8Array,
    rune: RuneId,
    page: { readonly from: number; readonly size: number },
  ): Promise<RunePage>;

  /**
   * The outpoints of a script that hold a rune, the fullest first; known for every script.
   * @param of alone: of a followed script, with nothing beside it, on 546 sat at least
   */
  fullestOutpointsOfRune(
    script: Uint8Array,
    rune: RuneId,
    most: number,
    of?: { readonly alone?: boolean },
  ): Promise<readonly Outpoint[]>;

  /** What each script holds of a rune, the most first; known for every script. */
  holdersOfRune(rune: RuneId): Promise<readonly RuneHolder[]>;

  /** Shares of a pool times blocks, by script: each held at the end of so many of these blocks; known for every script. */
  shareBlocks(
    pool: number,
    bounds: { readonly first: number; readonly last: number },
  ): Promise<ReadonlyMap<ScriptHex, bigint>>;

  /** Most used first. The search is a part of a tick, or a deploy id. */
  mrc20s(query: TokenQuery): Promise<readonly ListedMrc20[]>;
  /** The token of a whole tick, in any case. */
  mrc20(tick: string): Promise<Mrc20Token | undefined>;
  /** The outpoints of a script that hold a token, odd ones last, of the others the fullest first; known for every script. */
  mrc20OutpointsOf(script: Uint8Array, asset: AssetId, query: HoldingQuery): Promise<readonly Outpoint[]>;
  /** All that a script holds of each token. */
  mrc20HoldingsOf(script: Uint8Array): Promise<readonly Omit<HeldUnits, 'outpoint'>[]>;
  /** Outpoints of a script with what each holds of a token: the fullest of every token first. */
  fullestMrc20Of(script: Uint8Array, most: number): Promise<readonly HeldUnits[]>;
  mrc20TokensOf(assets: readonly AssetId[]): Promise<readonly Mrc20Token[]>;
  /** Those of the outpoints about whose tokens readers may disagree, by what they came through (decision 0021). */
  oddMrc20Among(points: readonly Outpoint[]): Promise<ReadonlySet<Outpoint>>;
}

/** Reads through a pool; a read-only role is enough. */
export function openLedger(pool: pg.Pool): Ledger {
  const db = drizzle(pool);
  return {
    tip: async () => {
      const { height, hash } = await statusOf(db);
      return { height, hash };
    },
    status: () => statusOf(db),
    assetsOn: (points) => assetsOn(pool, points),
    landedOn: (points) => landedOn(db, points),
    coinsOf: (script) => coinsOf(db, script),
    isFollowed: (script) => isFollowed(db, script),
    coinPageOf: (script, query) => coinPageOf(db, script, query),
    payingCoinsOf: (script, query) => payingCoinsOf(db, script, query),
    carryingCoinsOf: (script, most) => carryingCoinsOf(db, script, most),
    settledCoinsAt: (script, points) => settledCoinsAt(db, script, points),
    waitingCoinsOf: (script, most) => waitingCoinsOf(db, script, most),
    lotsOf: (script, query) => lotsOf(db, script, query),
    countLots: (scripts, query) => countLots(db, scripts, query),
    balancesOf: (script, asset) => balancesOf(db, script, asset),
    token: (tick) => tokenOf(db, tick),
    tokens: (query) => tokensLike(db, query),
    runes: (query) => runesLike(db, query),
    rune: (text) => runeNamed(db, text),
    runeHoldingsOf: (script) => runeHoldingsOf(db, script),
    fullestRunesOf: (script, most) => fullestRunesOf(db, script, most),
    runeOutpointsOf: (script, rune, page) => runeOutpointsOf(db, script, rune, page),
    fullestOutpointsOfRune: (script, rune, most, of) =>
      fullestOutpointsOfRune(db, script, { rune, most, ...of }),
    holdersOfRune: (rune) => holdersOfRune(db, rune),
    shareBlocks: (pool, bounds) => shareBlocks(db, pool, bounds),
    mrc20s: (query) => mrc20Like(db, query),
    mrc20: (tick) => mrc20Ticked(db, tick),
    mrc20OutpointsOf: (script, asset, query) => mrc20OutpointsOf(db, script, { asset, ...query }),
    mrc20HoldingsOf: (script) => mrc20HoldingsOf(db, script),
    fullestMrc20Of: (script, most) => fullestMrc20Of(db, script, most),
    mrc20TokensOf: (assets) => mrc20TokensOf(db, assets),
    oddMrc20Among: (points) => oddMrc20Among(db, points),
  };
}

async function statusOf(db: Select): Promise<LedgerStatus> {
  const [row] = await db.select({ height: tip.height, hash: tip.hash, stopped: tip.stopped }).from(tip);
  if (row === undefined) return { height: -1, hash: '' };
  return { height: row.height, hash: row.hash, ...(row.stopped === null ? {} : { stopped: row.stopped }) };
}
