/**
 * Whether MVC's node has undone blocks, or found them too fast: what was paid out for deposits in them may be gone. The hashes of the last
 * blocks are kept in memory; after a start those of the journal are what is known.
 */
import type { MvcChain, Tip } from '@rialto/ground';

/** As many blocks may be undone without anybody looking: what is paid for is deeper. */
const MOST_UNDONE = 2;
/** As many hashes are kept. */
const KEPT = 300;
/** So many blocks take so long, usually; in less than half of it something is wrong. */
const SPEED = { blocks: 144, seconds: 144 * 600 } as const;

interface WatchOptions {
  /** Blocks that were there when something was signed. */
  readonly known: readonly Tip[];
  readonly isSpeedWatched: boolean;
  readonly stop: (why: string) => void;
}

export interface MvcWatch {
  /** Looks at the node, and stops payouts where it has to. One at a time. */
  look(): Promise<void>;
}

type Node = Pick<MvcChain, 'tip' | 'header' | 'blockHash'>;

export function openMvcWatch(chain: Node, { known, isSpeedWatched, stop }: WatchOptions): MvcWatch {
  const hashes = new Map(known.map(({ height, hash }) => [height, hash]));
  let last = '';
  const look = async (): Promise<void> => {
    const tip = await chain.tip();
    if (tip.hash === last) return;
    const { undone, fork } = await undoneBlocks(chain, hashes);
    if (undone > MOST_UNDONE) stop(`${undone} blocks of MVC were undone below ${topOf(hashes)}`);
    await learn(chain, hashes, { fork, tip });
    if (isSpeedWatched && (await isTooFast(chain, tip)))
      stop(`${SPEED.blocks} blocks of MVC up to ${tip.height} took less than half of the usual time`);
    last = tip.hash;
  };
  let running: Promise<void> | undefined;
  return {
    look: () => (running ??= look().finally(() => (running = undefined))),
  };
}

const topOf = (hashes: ReadonlyMap<number, string>): number => Math.max(-1, ...hashes.keys());

/** @returns how many known blocks are no longer on the node's branch, and the height of the last that is */
async function undoneBlocks(
  chain: Node,
  hashes: ReadonlyMap<number, string>,
): Promise<{ readonly undone: number; readonly fork: number }> {
  let height = topOf(hashes);
  let hash = hashes.get(height);
  let undone = 0;
  while (hash !== undefined && (await chain.blockHash(height)) !== hash) {
    undone += 1;
    // A node keeps the blocks that it has undone; one that does not know them has another history altogether.
    const before = hashes.get(height - 1) ?? (await chain.header(hash))?.previousHash;
    if (before === undefined || undone > KEPT) return { undone: Infinity, fork: -1 };
    hash = before;
    height -= 1;
  }
  return { undone, fork: height };
}

/** Keeps the last blocks of the node's branch; and those above its tip, so that blocks which are undone one by one are counted together. */
async function learn(
  chain: Node,
  hashes: Map<number, string>,
  { fork, tip }: { readonly fork: number; readonly tip: Tip },
): Promise<void> {
  for (const height of hashes.keys()) if (height <= tip.height - KEPT) hashes.delete(height);
  for (let height = Math.max(fork + 1, tip.height - KEPT + 1, 0); height < tip.height; height += 1) {
    const hash = await chain.blockHash(height);
    if (hash !== undefined) hashes.set(height, hash);
  }
  hashes.set(tip.height, tip.hash);
}

async function isTooFast(chain: Node, tip: Tip): Promise<boolean> {
  if (tip.height < SPEED.blocks) return false;
  const first = await chain.blockHash(tip.height - SPEED.blocks);
  const [from, to] = await Promise.all([
    first === undefined ? undefined : chain.header(first),
    chain.header(tip.hash),
  ]);
  if (from === undefined || to === undefined) return false;
  return to.time - from.time < SPEED.seconds / 2;
}
