/** What a pool trades, in the words of its calls: a rune, or a BRC-20 token; read from the index for the rows of a query. */
import { runeOf, runes, tokens } from '@rialto/ground';
import { BRC20_DECIMALS, foldTick, isRuneId, runeAsset, writeSpacedName } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { eq, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import type { News } from '../notification-store.ts';

export interface TradedToken {
  /** Under which part of the path its pool is. */
  readonly kind: 'swap' | 'runes';
  readonly asset: AssetId;
  /** A tick in small letters, or the id of a rune. */
  readonly id: string;
  /** As people write it. */
  readonly name: string;
  /** Of the smallest unit that amounts count. */
  readonly decimals: number;
  /** The finest amount the token has, in smallest units. */
  readonly unit: bigint;
  /** Of the block that etched or deployed it. */
  readonly height: number | null;
}

/** Joins the rune that an asset is. */
export const isTheRune = (asset: SQLWrapper): SQL =>
  eq(runes.id, sql`substr(${asset}, ${'rune:'.length + 1})`);
/** Joins the BRC-20 token that an asset is. */
export const isTheToken = (asset: SQLWrapper): SQL => eq(tokens.asset, asset);

interface Joined {
  readonly rune: typeof runes.$inferSelect | null;
  readonly token: Pick<
    typeof tokens.$inferSelect,
    'asset' | 'tick' | 'display' | 'decimals' | 'deployHeight'
  > | null;
}

/** What both joins select. */
export const JOINED = {
  rune: runes,
  token: {
    asset: tokens.asset,
    tick: tokens.tick,
    display: tokens.display,
    decimals: tokens.decimals,
    deployHeight: tokens.deployHeight,
  },
} as const;

/** @returns undefined while the index has neither */
export function tradedToken({ rune, token }: Joined): TradedToken | undefined {
  if (rune !== null) {
    const { id, divisibility: decimals, height } = rune;
    const name = writeSpacedName(runeOf(rune));
    return { kind: 'runes', asset: runeAsset(id), id, name, decimals, unit: 1n, height };
  }
  if (token === null) return undefined;
  const { asset, tick: id, display: name, deployHeight: height } = token;
  const unit = 10n ** BigInt(BRC20_DECIMALS - token.decimals);
  return { kind: 'swap', asset, id, name, decimals: BRC20_DECIMALS, unit, height };
}

/** What news of a pool is about, and under which tokens' pools it is found. */
export function poolNames({ name, kind }: Pick<TradedToken, 'name' | 'kind'>): Pick<News, 'tick' | 'book'> {
  return { tick: name, book: kind === 'swap' ? 'brc20' : 'runes' };
}

/** The token that a call names; undefined where the index has none of that name. */
export async function tokenNamed(
  db: Queries,
  kind: TradedToken['kind'],
  text: string,
): Promise<TradedToken | undefined> {
  if (kind === 'runes') return isRuneId(text) ? tokenOfAsset(db, runeAsset(text)) : undefined;
  const rows = await db
    .select(JOINED.token)
    .from(tokens)
    .where(eq(tokens.tick, foldTick(text)));
  return rows.map((token) => tradedToken({ rune: null, token }))[0];
}

export async function tokenOfAsset(db: Queries, asset: AssetId): Promise<TradedToken | undefined> {
  const named = sql`${asset}::text`;
  const [rune] = asset.startsWith('rune:') ? await db.select().from(runes).where(isTheRune(named)) : [];
  const [token] =
    rune === undefined ? await db.select(JOINED.token).from(tokens).where(isTheToken(named)) : [];
  return tradedToken({ rune: rune ?? null, token: token ?? null });
}
