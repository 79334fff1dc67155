/** What became of lots that were made to measure: whether a block has them, and whether the index calls them valid (decision 0049). */
import { lotDepth } from '@rialto/market';
import { outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { BRIDGE_LOT_AT } from '@rialto/psbt';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import type { EnvelopeRow } from '../../../store/bridge/envelope-store.ts';
import { lockedLots } from '../../../store/bridge/lot-store.ts';
import type { BridgeContext } from '../../context.ts';

/**
 * `waits` for a block; `there`, of its amount and alone on its coin; `dead`: it was made when too little was available, or is not alone;
 * `gone`: something has moved it.
 */
type LotState = 'waits' | 'there' | 'dead' | 'gone';

export interface LotAt {
  readonly row: EnvelopeRow;
  readonly point: Outpoint;
  readonly state: LotState;
  /** Blocks; 0 while it waits. */
  readonly depth: number;
  /** As deep as it has to be. */
  readonly needed: number;
}

export async function lotStates(
  { chain, ledger, store }: Pick<BridgeContext, 'chain' | 'ledger' | 'store'>,
  known: Pick<KnownAsset, 'asset' | 'keys'>,
  rows: readonly EnvelopeRow[],
): Promise<readonly LotAt[]> {
  const made = rows.flatMap((row) =>
    row.lotTxid === null ? [] : [{ row, point: outpoint(row.lotTxid as Txid, BRIDGE_LOT_AT) }],
  );
  if (made.length === 0) return [];
  const [{ coins }, heights, tip] = await Promise.all([
    chain.settledAt(made.map(({ point }) => point)),
    chain.heightsOf(made.map(({ row }) => row.lotTxid as Txid)),
    ledger.tip(),
  ]);
  // After the tip was asked for: it is at that block at least.
  const points = made.map(({ point }) => point);
  const lots = new Map((await lockedLots(store.db, known, points)).map((lot) => [lot.outpoint, lot]));
  return made.map(({ row, point }) => {
    const height = heights.get(row.lotTxid as Txid);
    const lot = lots.get(point);
    const isThere = lot?.pure === true && lot.units === row.out;
    const isRead = height !== undefined && height <= tip.height;
    const ofRead = coins.get(point) === undefined ? 'gone' : 'dead';
    const state = isThere ? 'there' : isRead ? ofRead : 'waits';
    const depth = height === undefined ? 0 : Math.max(0, tip.height - height + 1);
    return { row, point, state, depth, needed: lotDepth(known.asset, row.out) };
  });
}

/** One that an exit may spend: no stranger's transfer can come before it any more. */
export const isReady = ({ state, depth, needed }: LotAt): boolean => state === 'there' && depth >= needed;
