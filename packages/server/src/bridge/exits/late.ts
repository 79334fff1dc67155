/** What became of the coins of builds that no block has: whether a build is dead, and whether another one has to take its place. */
import { deadDepth } from '@rialto/market';
import { hexToBytes, outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { readOurs } from '../../mvc/swaps/plan-act.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { followedAmong, spentHeightsOf } from '../../store/bridge/coin-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import type { ExitRow } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';
import { pointsNow } from './mvc/coin-names.ts';

/** Blocks that a build may wait before another one is made. */
export const PATIENT = 2;
/** By how much the rate has to be above that of the build before, so that nodes take the one for the other. */
export const HIGHER = 1.25;

interface Spender {
  /** Undefined while it waits. */
  readonly height: number | undefined;
  /** Core; undefined on Bitcoin. */
  readonly by: string | undefined;
}

export interface Looked {
  readonly heights: Heights;
  /** By coin, as the rows name them. */
  readonly spent: ReadonlyMap<string, Spender>;
  /** Coins that something in a block or in the mempool makes. */
  readonly made: ReadonlySet<string>;
  /** Of MVC: where coins are now. */
  readonly points: ReadonlyMap<string, Outpoint>;
  /** Of MVC, by core: where the checks are. */
  readonly checks: ReadonlyMap<string, { readonly txid: Txid; readonly height: number | undefined }>;
}

const coinsOf = ({ inputs, fees }: ExitRow): string[] => [...inputs, ...fees];

export async function lookAt(
  context: BridgeContext,
  rows: readonly ExitRow[],
  heights: Heights,
): Promise<Looked> {
  const { store, mvc } = context;
  const named = (chain: ExitRow['chain']): string[] =>
    rows.filter((row) => row.chain === chain).flatMap(coinsOf);
  const outpoints = named('btc') as Outpoint[];
  const [onBtc, followed] = await Promise.all([
    spentHeightsOf(store.db, outpoints),
    followedAmong(store.db, outpoints),
  ]);
  const points = await pointsNow(context, named('mvc'));
  const onMvc = await mvc.ledger.spentBy([...points.values()]);
  const spent = new Map<string, Spender>();
  for (const [point, height] of onBtc) spent.set(point, { height, by: undefined });
  for (const [name, point] of points) {
    const spender = onMvc.get(point);
    if (spender !== undefined) spent.set(name, { height: spender.height, by: spender.core });
  }
  const checks = await mvc.ledger.byCore(rows.flatMap(({ checkCore }) => checkCore ?? []));
  const made = new Set<string>([...followed.keys(), ...points.keys()]);
  return { heights, spent, made, points, checks };
}

/** Not the build itself, nor what makes its check. Of Bitcoin no build in a block is looked at. */
const isOther = ({ id, checkCore }: ExitRow, { by }: Spender): boolean =>
  by !== id && (by === undefined || by !== checkCore);

/** A block took one of its coins for something else, so long ago that no reorganisation brings it back. */
export function isDead(
  row: ExitRow,
  { amount }: Pick<DepositRow, 'amount'>,
  { asset }: KnownAsset,
  { spent, heights }: Looked,
): boolean {
  const needed = deadDepth(asset, amount, row.chain);
  return coinsOf(row).some((name) => {
    const by = spent.get(name);
    return by?.height !== undefined && isOther(row, by) && heights[row.chain] - by.height + 1 >= needed;
  });
}

/**
 * What made a coin of it is nowhere, and that long after it was signed: a reorganisation has put something else in its place. Whether it is dead
 * the signer alone can tell, who knows what that transaction spent.
 */
export function isLost(
  { chain, inputs, sinceHeight }: ExitRow,
  { amount }: Pick<DepositRow, 'amount'>,
  { asset }: KnownAsset,
  { made, heights }: Looked,
): boolean {
  const isNowhere = inputs.some((name) => !made.has(name));
  return isNowhere && heights[chain] - sinceHeight + 1 >= deadDepth(asset, amount, chain);
}

/** Whether another build has to be made: it waits for blocks and the rate of now is higher, or as it is no block can have it. */
export async function isLate(context: BridgeContext, row: ExitRow, looked: Looked): Promise<boolean> {
  const { spent, made, heights } = looked;
  const isPatient = heights[row.chain] - row.sinceHeight >= PATIENT;
  const isFeeGone = row.fees.some((name) => {
    const by = spent.get(name);
    // What a reorganisation takes out of a block is back in one soon.
    return by === undefined ? isPatient && !made.has(name) : by.height !== undefined && isOther(row, by);
  });
  if (isFeeGone) return true;
  if (row.chain === 'mvc') return isElsewhere(row, looked);
  if (!isPatient) return false;
  return (await context.plans()).avg >= row.feeRate * HIGHER;
}

/** A coin of it, or its check, is in a block under another id than the one that was signed for. */
function isElsewhere(row: ExitRow, { points, checks }: Looked): boolean {
  const built = [row.raw, ...(row.checkRaw === null ? [] : [row.checkRaw])].map((raw) =>
    readOurs(hexToBytes(raw)),
  );
  const check = row.checkCore === null ? undefined : checks.get(row.checkCore);
  // While it waits nothing can take the place of either.
  if (check !== undefined && check.height === undefined) return false;
  if (check !== undefined && !built.some(({ txid }) => txid === check.txid)) return true;
  const spends = new Set(built.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => outpoint(txid, vout))));
  return coinsOf(row).some((name) => {
    const point = points.get(name);
    return point !== undefined && !spends.has(point);
  });
}
