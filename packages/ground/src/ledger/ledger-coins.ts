/** Coins of followed scripts, confirmed and unconfirmed. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint, Sats, ScriptHex } from '@rialto/protocols';
import { and, eq, isNull } from 'drizzle-orm';
import type { Select } from './ledger-select.ts';
import { coins, followedScripts, mempoolCoins } from '../schema/index.ts';

export interface FollowedCoin {
  readonly outpoint: Outpoint;
  readonly script: Uint8Array;
  readonly value: Sats;
  /** Absent while it waits in the mempool. */
  readonly height?: number;
  readonly coinbase: boolean;
}

/** Undefined when the script is not followed, or not read yet. */
export async function coinsOf(db: Select, script: Uint8Array): Promise<FollowedCoin[] | undefined> {
  const hex = bytesToHex(script) as ScriptHex;
  const [followed] = await db.select().from(followedScripts).where(eq(followedScripts.script, hex));
  if (followed?.scannedHeight === undefined || followed.scannedHeight === null) return undefined;
  const [confirmed, waiting] = await Promise.all([
    db
      .select()
      .from(coins)
      .where(and(eq(coins.script, hex), isNull(coins.spentHeight)))
      .orderBy(coins.height, coins.outpoint),
    db.select().from(mempoolCoins).where(eq(mempoolCoins.script, hex)).orderBy(mempoolCoins.outpoint),
  ]);
  const bytes = hexToBytes(hex);
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
