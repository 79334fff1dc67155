/** The read side of the ledger: what is on which coin, and who has how much. Needs no more than SELECT. */
import { Refusal, bytesToHex, foldTick, hexToBytes } from '@rialto/protocols';
import type { Amount, AssetId, InscriptionId, Outpoint, Sats, ScriptHex } from '@rialto/protocols';
import { and, desc, eq, ilike, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Tip } from './chain.ts';
import { assetsOn } from './ledger-assets.ts';
import type { AssetsAt } from './ledger-assets.ts';
import * as tables from './schema.ts';

export interface TokenInfo {
  readonly asset: AssetId;
  readonly deployId: InscriptionId;
  /** As its deployer wrote it. */
  readonly tick: string;
  readonly max: Amount;
  readonly limit: Amount;
  readonly minted: Amount;
  readonly burned: Amount;
  readonly decimals: number;
  readonly selfMint: boolean;
  readonly deployHeight: number;
  readonly deployer: ScriptHex;
  readonly holders: number;
  readonly operations: number;
}

export interface BalanceInfo {
  readonly asset: AssetId;
  readonly tick: string;
  readonly available: Amount;
  readonly transferable: Amount;
}

/** An unused lot and the coin it sits on. */
export interface LotInfo {
  readonly inscriptionId: InscriptionId;
  readonly number: number;
  readonly asset: AssetId;
  readonly tick: string;
  readonly amount: Amount;
  readonly outpoint: Outpoint;
  readonly value: Sats;
  /** The block it was inscribed in; it has not moved since. */
  readonly height: number;
}

export interface FollowedCoin {
  readonly outpoint: Outpoint;
  readonly script: Uint8Array;
  readonly value: Sats;
  /** Absent while it waits in the mempool. */
  readonly height?: number;
  readonly coinbase: boolean;
}

export interface LedgerStatus extends Tip {
  /** Why the follower stopped; absent while it works. */
  readonly stopped?: string;
}

export interface Ledger {
  /** The block the ledger stands at; height -1 before the first. */
  tip(): Promise<Tip>;
  status(): Promise<LedgerStatus>;
  /** All that sits on each outpoint: inscriptions with unused lots, runes, PINs, MRC-20. */
  assetsOn(points: readonly Outpoint[]): Promise<AssetsAt>;
  /** Coins of a followed script, unconfirmed ones too; undefined when the script is not followed (never "none"). */
  coinsOf(script: Uint8Array): Promise<readonly FollowedCoin[] | undefined>;
  lotsOf(script: Uint8Array, asset?: AssetId): Promise<readonly LotInfo[]>;
  balancesOf(script: Uint8Array, asset?: AssetId): Promise<readonly BalanceInfo[]>;
  /** The token first deployed under a tick, in any case. */
  token(tick: string): Promise<TokenInfo | undefined>;
  /** Most used first. */
  tokens(query: { search?: string; limit: number }): Promise<readonly TokenInfo[]>;
}

type Reader = Pick<NodePgDatabase, 'select' | 'transaction'>;

const NO_TIP: LedgerStatus = { height: -1, hash: '' };

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
    coinsOf: (script) => coinsOf(db, bytesToHex(script) as ScriptHex),
    lotsOf: (script, asset) => lotsOf(db, bytesToHex(script) as ScriptHex, asset),
    balancesOf: (script, asset) => balancesOf(db, bytesToHex(script) as ScriptHex, asset),
    token: async (tick) => {
      if (!isStorable(tick)) return undefined;
      const rows = await db
        .select()
        .from(tables.tokens)
        .where(eq(tables.tokens.tick, foldTick(tick)));
      return rows.map(tokenInfo)[0];
    },
    tokens: async ({ search, limit }) => {
      if (search !== undefined && !isStorable(search)) return [];
      const { tokens } = tables;
      const where =
        search === undefined ? undefined : ilike(tokens.tick, `%${escapeLike(foldTick(search))}%`);
      const order = [desc(tokens.operations), tokens.tick];
      const rows = await db
        .select()
        .from(tokens)
        .where(where)
        .orderBy(...order)
        .limit(limit);
      return rows.map(tokenInfo);
    },
  };
}

/** PostgreSQL keeps no text with a zero in it, and answers a question about one with an error. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

async function statusOf(db: Pick<Reader, 'select'>): Promise<LedgerStatus> {
  const { height, hash, stopped } = tables.tip;
  const [row] = await db.select({ height, hash, stopped }).from(tables.tip);
  if (row === undefined) return NO_TIP;
  return { height: row.height, hash: row.hash, ...(row.stopped === null ? {} : { stopped: row.stopped }) };
}

function tokenInfo(row: typeof tables.tokens.$inferSelect): TokenInfo {
  const { deploy, display, ...rest } = row;
  return { ...rest, deployId: deploy, tick: display };
}

async function coinsOf(db: Pick<Reader, 'select'>, script: ScriptHex): Promise<FollowedCoin[] | undefined> {
  const { followedScripts, coins, mempoolCoins } = tables;
  const [followed] = await db.select().from(followedScripts).where(eq(followedScripts.script, script));
  if (followed?.scannedHeight === undefined || followed.scannedHeight === null) return undefined;
  const [confirmed, waiting] = await Promise.all([
    db
      .select()
      .from(coins)
      .where(and(eq(coins.script, script), isNull(coins.spentHeight)))
      .orderBy(coins.height, coins.outpoint),
    db.select().from(mempoolCoins).where(eq(mempoolCoins.script, script)),
  ]);
  const bytes = hexToBytes(script);
  const known = new Set(confirmed.map((coin) => coin.outpoint));
  const unconfirmed = waiting.filter((coin) => !known.has(coin.outpoint));
  return [
    ...confirmed.map(({ outpoint, value, height, coinbase }) => ({
      outpoint,
      script: bytes,
      value,
      height,
      coinbase,
    })),
    ...unconfirmed.map(({ outpoint, value }) => ({ outpoint, script: bytes, value, coinbase: false })),
  ];
}

async function lotsOf(db: Pick<Reader, 'select'>, script: ScriptHex, asset?: AssetId): Promise<LotInfo[]> {
  const { lots, locations, inscriptions, tokens } = tables;
  return db
    .select({
      inscriptionId: lots.inscription,
      number: inscriptions.number,
      asset: lots.asset,
      tick: tokens.display,
      amount: lots.amount,
      outpoint: locations.outpoint,
      value: locations.value,
      height: lots.height,
    })
    .from(lots)
    .innerJoin(locations, eq(locations.inscription, lots.inscription))
    .innerJoin(inscriptions, eq(inscriptions.id, lots.inscription))
    .innerJoin(tokens, eq(tokens.asset, lots.asset))
    .where(
      and(
        eq(lots.owner, script),
        isNull(lots.usedHeight),
        asset === undefined ? undefined : eq(lots.asset, asset),
      ),
    )
    .orderBy(inscriptions.sequence);
}

async function balancesOf(
  db: Pick<Reader, 'select'>,
  script: ScriptHex,
  asset?: AssetId,
): Promise<BalanceInfo[]> {
  const { balances, tokens } = tables;
  const { available, transferable } = balances;
  return db
    .select({ asset: balances.asset, tick: tokens.display, available, transferable })
    .from(balances)
    .innerJoin(tokens, eq(tokens.asset, balances.asset))
    .where(and(eq(balances.script, script), asset === undefined ? undefined : eq(balances.asset, asset)))
    .orderBy(tokens.tick);
}

/** The refusal for a script whose coins nobody reads yet. */
export function notFollowed(): Refusal {
  return new Refusal('syncing', 'this address is not followed yet');
}
