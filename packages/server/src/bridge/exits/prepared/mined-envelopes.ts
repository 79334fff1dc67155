/** Which coins of envelopes are there to be spent: those that a block has, and that no block has spent. */
import { outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { BRIDGE_ENVELOPE_AT } from '@rialto/psbt';
import type { EnvelopeRow } from '../../../store/bridge/envelope-store.ts';
import type { BridgeContext } from '../../context.ts';

/** The coin of one that a block has, and that no block has spent. */
export async function minedEnvelope(
  context: Pick<BridgeContext, 'chain'>,
  rows: readonly EnvelopeRow[],
): Promise<Outpoint | undefined> {
  const mined = await minedAmong(context, rows);
  const row = rows.findLast(({ txid }) => mined.has(txid));
  return row === undefined ? undefined : pointOf(row);
}

/** Ids of those whose coins blocks have, and no block has spent. */
export async function minedAmong(
  { chain }: Pick<BridgeContext, 'chain'>,
  rows: readonly EnvelopeRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { coins } = await chain.settledAt(rows.map(pointOf));
  return new Set(rows.filter((row) => coins.get(pointOf(row))?.height !== undefined).map(({ txid }) => txid));
}

const pointOf = ({ txid }: Pick<EnvelopeRow, 'txid'>): Outpoint => outpoint(txid as Txid, BRIDGE_ENVELOPE_AT);
