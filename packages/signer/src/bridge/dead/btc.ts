/** Whether an exit on Bitcoin is dead: by our own journal, and by the node alone for coins that were moved by hand with the key. */
import type { Tip } from '@rialto/ground';
import { spentPoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeSource } from '../source.ts';

interface Depth {
  readonly tip: Tip;
  /** Blocks. */
  readonly needed: number;
}

type Node = BridgeSource['btc']['chain'];

export async function isDeadOnBtc(
  parts: Pick<BridgeParts, 'journal' | 'source'>,
  line: BridgeLine,
  depth: Depth,
): Promise<boolean> {
  const { recall } = parts.journal;
  const { chain } = parts.source.btc;
  const points = [...line.spends, ...line.fees].map(({ point }) => point);
  const rivals = points.flatMap((point) => recall.spending(point)).filter(({ id }) => id !== line.id);
  const ids = [...new Set([line.id as Txid, ...rivals.map(({ id }) => id as Txid), ...points.map(makerOf)])];
  const heights = await chain.heightsOf(ids);
  if (heights.has(line.id as Txid)) return false;
  const there = await settled(chain, points, depth);
  const isDeep = (id: string): boolean => {
    const height = heights.get(id as Txid);
    return height !== undefined && depth.tip.height - height + 1 >= depth.needed;
  };
  if (rivals.some(({ id }) => isDeep(id))) return true;
  // A coin that is there says that what made it is in a block, whatever the index of transactions lacks.
  const isMined = (point: Outpoint): boolean => heights.has(makerOf(point)) || there.has(point);
  // What an exit of ours made is gone with that exit.
  for (const maker of new Set(points.filter((point) => !isMined(point)).map(makerOf))) {
    const made = recall.exit(maker);
    if (made !== undefined && (await isDeadOnBtc(parts, made, depth))) return true;
  }
  // What somebody else made is gone, once undone, with what that spent.
  const undone = [...line.spends, ...line.fees]
    .filter(({ point }) => !isMined(point))
    .flatMap(({ from = [] }) => from);
  const looked = [...points.filter(isMined), ...(await minedOf(chain, undone))];
  return (await spentDeep(chain, looked, depth)).length > 0;
}

const makerOf = (point: Outpoint): Txid => splitOutpoint(point).txid;

/** Those of the coins that transactions in blocks have made. */
async function minedOf(chain: Node, points: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  if (points.length === 0) return [];
  const heights = await chain.heightsOf([...new Set(points.map(makerOf))]);
  return points.filter((point) => heights.has(makerOf(point)));
}

/** Those of the coins that no block has spent. @throws Refusal syncing */
async function settled(
  chain: Node,
  points: readonly Outpoint[],
  { tip }: Depth,
): Promise<ReadonlyMap<Outpoint, unknown>> {
  const node = await chain.settledAt(points);
  if (node.tip.hash !== tip.hash) throw new Refusal('syncing', 'the node moves');
  return node.coins;
}

/**
 * By the node alone: a coin that was in a block, that is there no more, and that none of the last blocks spends.
 * @throws Refusal syncing
 */
async function spentDeep(
  chain: Node,
  points: readonly Outpoint[],
  depth: Depth,
): Promise<readonly Outpoint[]> {
  const { tip, needed } = depth;
  const there = await settled(chain, points, depth);
  let gone = points.filter((point) => !there.has(point));
  for (let height = tip.height; height > tip.height - needed + 1 && gone.length > 0; height -= 1) {
    const hash = await chain.blockHash(height);
    if (hash === undefined) throw new Refusal('syncing', `block ${height}`);
    const { block } = await chain.block(hash);
    const spent = new Set(block.transactions.flatMap(({ inputs }) => inputs.map(spentPoint)));
    gone = gone.filter((point) => !spent.has(point));
  }
  return gone;
}
