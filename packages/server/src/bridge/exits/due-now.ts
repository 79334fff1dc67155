/** Whose turn it is to leave: those that nobody has tried before others, except that what a full cap holds is not overtaken for ever (bridge §5). */
import type { BridgeDirection } from '@rialto/market';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { dueDeposits } from '../../store/bridge/due-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';
import type { Pauses } from './pauses.ts';

/** Signed for in one go, each way; others a moment later. */
const MOST_AT_ONCE = 20;
/** So many are looked at. */
export const MOST_DUE = 500;

interface Turn {
  readonly direction: BridgeDirection;
  readonly heights: Heights;
  readonly asked: ReadonlySet<string>;
  readonly pauses: Pauses;
}

export async function dueNow(
  { store, now }: Pick<BridgeContext, 'store' | 'now'>,
  { asset }: KnownAsset,
  { direction, heights, asked, pauses }: Turn,
): Promise<readonly DepositRow[]> {
  const resting = pauses.resting(now(), heights);
  const due = (which: { readonly only?: readonly string[]; readonly except?: readonly string[] }) =>
    dueDeposits(store.db, asset, heights, { direction, most: MOST_DUE, ...which });
  const overtaken = pauses.overtaken(now());
  const [first] = overtaken.length === 0 ? [] : await due({ only: overtaken });
  const rows = first === undefined ? await due({ except: resting }) : [first];
  return rows
    .filter(({ name }) => asked.has(name) && !resting.includes(name))
    .toSorted((a, b) => pauses.timesOf(a.name) - pauses.timesOf(b.name))
    .slice(0, MOST_AT_ONCE);
}
