/** Every row of the ledger as text, in a fixed order: as the database has them, and as the chain says they must be. */
import {
  balances,
  blocks,
  coins,
  inscriptions,
  locations,
  lots,
  mrc20Holdings,
  mrc20TokenOf,
  mrc20Tokens,
  pinLocations,
  pins,
  runeBalances,
  runeOf,
  runes,
  shovelUses,
  tip,
  tokens,
} from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Entity } from '@rialto/protocols';
import { isNull } from 'drizzle-orm';
import type { Store } from '../../src/store/database.ts';
import { totalsOf } from '../../src/store/ledger/ledger-totals.ts';
import type { Chronicle } from './ledgers-reorg-chronicle.ts';

type Rows = Readonly<Record<Entity | 'block' | 'coin' | 'tip', readonly string[]>>;

/** What has no value is left out, whether the row says so with null or not at all. */
function textOf(row: object): string {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, value instanceof Uint8Array ? bytesToHex(value) : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(fields), (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

const sorted = (rows: readonly object[]): string[] => rows.map(textOf).sort();

export async function storedRows({ db }: Store): Promise<Rows> {
  const blockRows = await db.select().from(blocks);
  const coinRows = await db.select().from(coins).where(isNull(coins.spentHeight));
  const tips = await db.select({ height: tip.height, hash: tip.hash, chain: tip.chain }).from(tip);
  return {
    tip: sorted(tips),
    block: sorted(
      blockRows.map(({ undo: _, version: __, counts, ...row }) => ({ ...row, totals: totalsOf(counts) })),
    ),
    coin: sorted(coinRows),
    inscription: sorted(await db.select().from(inscriptions)),
    location: sorted(await db.select().from(locations)),
    token: sorted(await db.select().from(tokens)),
    balance: sorted(await db.select().from(balances)),
    lot: sorted(await db.select().from(lots)),
    rune: sorted((await db.select().from(runes)).map(runeOf)),
    runeBalance: sorted(await db.select().from(runeBalances)),
    pin: sorted(await db.select().from(pins)),
    pinLocation: sorted(await db.select().from(pinLocations)),
    mrc20Token: sorted((await db.select().from(mrc20Tokens)).map(mrc20TokenOf)),
    mrc20Holding: sorted(await db.select().from(mrc20Holdings)),
    shovelUse: sorted(await db.select().from(shovelUses)),
  };
}

/** @param followed scripts whose coins are kept */
export function expectedRows(chronicle: Chronicle, followed: readonly Uint8Array[]): Rows {
  const { rows } = chronicle.ledger.memory;
  const all = (entity: Entity): string[] => sorted([...rows[entity].all()].map(([, row]) => row));
  const top = chronicle.blocks.at(-1);
  const scripts = new Set(followed.map(bytesToHex));
  const kept = [...chronicle.unspent].filter(([, { script }]) => scripts.has(bytesToHex(script)));
  return {
    tip: sorted([{ height: top?.height, hash: top?.hash, chain: 'regtest' }]),
    block: sorted(chronicle.blocks),
    coin: sorted(kept.map(([outpoint, made]) => ({ outpoint, spentHeight: null, ...made }))),
    inscription: all('inscription'),
    token: all('token'),
    balance: all('balance'),
    lot: all('lot'),
    location: sorted([...rows.location.all()].map(([key, row]) => ({ inscription: key, ...row }))),
    rune: all('rune'),
    runeBalance: all('runeBalance'),
    pin: all('pin'),
    pinLocation: sorted([...rows.pinLocation.all()].map(([key, row]) => ({ pin: key, ...row }))),
    mrc20Token: all('mrc20Token'),
    mrc20Holding: all('mrc20Holding'),
    shovelUse: all('shovelUse'),
  };
}
