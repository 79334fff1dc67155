/** Assets of the bridge as they were added, and why one of them is paused. */
import { BridgeAssetFile } from '@rialto/contract';
import type { BridgeKeys, BridgeWait } from '@rialto/contract';
import type { BridgeAsset } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { bridgeAssets } from '../schema/index.ts';

type AssetRow = typeof bridgeAssets.$inferSelect;

export interface KnownAsset {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
  readonly row: AssetRow;
  /** Why nothing leaves; null where it is open. */
  readonly paused: BridgeWait;
}

export async function allAssets(db: Queries): Promise<readonly KnownAsset[]> {
  const rows = await db.select().from(bridgeAssets).orderBy(asc(bridgeAssets.id));
  return rows.map(knownOf);
}

export async function findAsset(db: Queries, id: string): Promise<KnownAsset | undefined> {
  const [row] = await db.select().from(bridgeAssets).where(eq(bridgeAssets.id, id));
  return row === undefined ? undefined : knownOf(row);
}

function knownOf(row: AssetRow): KnownAsset {
  const read = BridgeAssetFile.safeParse(JSON.parse(row.file));
  invariant(read.success, 'what was added can be read');
  return { asset: read.data, keys: row.keys, row, paused: pausedBy(row) };
}

function pausedBy({ broken, stopped, signerStopped, signerAway, signerFinds }: AssetRow): BridgeWait {
  if (broken || signerFinds === 'break') return 'break';
  if (stopped || signerStopped || signerFinds === 'units') return 'paused';
  return signerAway ? 'signer' : null;
}

export async function keepAsset(
  db: Queries,
  row: Pick<AssetRow, 'id' | 'file' | 'fileHash' | 'keys'>,
): Promise<void> {
  await db.insert(bridgeAssets).values(row);
}

export async function setAsset(
  db: Queries,
  id: string,
  set: Partial<
    Pick<
      AssetRow,
      | 'stopped'
      | 'mintsStopped'
      | 'signerStopped'
      | 'signerAway'
      | 'signerFinds'
      | 'broken'
      | 'liftsItself'
      | 'brokenBtc'
      | 'brokenMvc'
    >
  >,
): Promise<void> {
  await db.update(bridgeAssets).set(set).where(eq(bridgeAssets.id, id));
}
