/** Whatever a database before this one, or this one a moment before it died, had signed is taken up before anything is judged or signed. */
import { Refusal } from '@rialto/refusals';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { findDeposits, namesOfOpen } from '../../../store/bridge/deposit-store.ts';
import type { BridgeContext } from '../../context.ts';
import { adoptSigned } from './adopt.ts';

/** Deposits of which the signer has been asked what it signed before. */
export type Asked = Set<string>;

/** @returns assets of which the signer did not answer for every deposit: nobody knows yet what is owed */
export async function takeUpSigned(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  asked: Asked,
): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const known of assets) {
    const names = await namesOfOpen(context.store.db, known.asset.id);
    const fresh = await findDeposits(
      context.store.db,
      names.filter((name) => !asked.has(name)),
    );
    if (fresh.length === 0) continue;
    try {
      await adoptSigned(context, known, fresh);
      for (const { name } of fresh) asked.add(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      open.add(known.asset.id);
    }
  }
  return open;
}
