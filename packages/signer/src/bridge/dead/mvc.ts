/**
 * Whether an exit on MVC is dead. A coin may lie at another id than when it was signed for, and what spends it may be mined under another: both
 * are known by their cores. What waited, or was undone, is gone with what made it.
 */
import type { Tip } from '@rialto/ground';
import { outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeRecall } from '../books/recall.ts';
import type { BridgeParts } from '../parts.ts';

interface Depth {
  readonly tip: Tip;
  /** Blocks. */
  readonly needed: number;
}

/** A transaction of ours, or both of an exit. */
interface Build {
  readonly coins: readonly (BridgeLine['fees'][number] & { readonly from?: Outpoint[] | undefined })[];
  /** Cores of its own. */
  readonly own: readonly (string | undefined)[];
}

type Parts = Pick<BridgeParts, 'journal' | 'source' | 'mvcPlaces'>;

export function isDeadOnMvc(parts: Parts, line: BridgeLine, depth: Depth): Promise<boolean> {
  return isGone(parts, exitOf(line), depth);
}

const exitOf = ({ spends, fees, id, check }: BridgeLine): Build => ({
  coins: [...spends, ...fees],
  own: [id, check],
});

async function isGone(parts: Parts, { coins, own }: Build, depth: Depth): Promise<boolean> {
  const cores = coins.map(({ coin }) => coin.slice(0, 64));
  const makers = await parts.mvcPlaces.of([...cores, ...own.flatMap((core) => core ?? [])]);
  const [transfer] = own;
  if (transfer !== undefined && makers.has(transfer)) return false;
  const points = coins.flatMap(({ coin, from = [] }) => {
    const maker = makers.get(coin.slice(0, 64));
    return maker === undefined ? from : [outpoint(maker.tx.txid, Number(coin.slice(65)))];
  });
  if (await isTaken(parts, points, { own: [...own, ...cores], depth })) return true;
  for (const core of cores) {
    const made = makers.has(core) ? undefined : madeBy(parts.journal.recall, core);
    if (made !== undefined && (await isGone(parts, made, depth))) return true;
  }
  return false;
}

function madeBy(recall: BridgeRecall, core: string): Build | undefined {
  const exit = recall.exit(core);
  if (exit !== undefined) return exitOf(exit);
  const fees = recall.byCheck(core)?.fees;
  return fees === undefined ? undefined : { coins: fees, own: [core] };
}

/** By the block that our own node has, not by the index's word. */
async function isTaken(
  { source: { mvc }, mvcPlaces }: Parts,
  points: readonly Outpoint[],
  { own, depth: { tip, needed } }: { readonly own: readonly (string | undefined)[]; readonly depth: Depth },
): Promise<boolean> {
  const spenders = await mvc.ledger.spentBy(points);
  const rivals = [...spenders.values()].map(({ core }) => core).filter((core) => !own.includes(core));
  const places = await mvcPlaces.of(rivals);
  return [...places.values()].some(
    ({ height, tx }) =>
      tip.height - height + 1 >= needed &&
      tx.inputs.some(({ txid, vout }) => points.includes(outpoint(txid, vout))),
  );
}
