/** Reorganisations on the private chain, and bringing back what a node with a narrow mempool forgot in one. */
import { field, integer, list, text, textList } from './json.ts';
import type { Rpc } from './node-client.ts';

export interface Reorgs {
  /** Replaces the last `depth` blocks by one more empty ones; its transactions wait again. */
  reorg(depth: number): Promise<void>;
  /** Offers the transactions of branches that left the chain since the last call; returns how many were taken. */
  remine(): Promise<number>;
}

/**
 * @param node the node itself
 * @param offered the node as the exchange sees it, policy shim in front
 */
export async function openReorgs(node: Rpc, offered: Rpc): Promise<Reorgs> {
  // Branches that were stale before we came are history.
  const seen = new Set((await staleTips(node)).map((tip) => tip.hash));
  const remine = async (): Promise<number> => {
    let taken = 0;
    for (const tip of await staleTips(node)) {
      if (seen.has(tip.hash)) continue;
      seen.add(tip.hash);
      for (const raw of await transactionsOf(node, tip)) taken += await offer(offered, raw);
    }
    return taken;
  };
  const reorg = async (depth: number): Promise<void> => {
    const height = integer(await node('getblockcount'));
    if (depth < 1 || depth > height) throw new Error(`cannot undo ${depth} of ${height} blocks`);
    const first = text(await node('getblockhash', [height - depth + 1]));
    const held = await heldNow(node, offered);
    await node('invalidateblock', [first]);
    for (let count = 0; count <= depth; count += 1) await node('generateblock', [freshDescriptor(), []]);
    await remine();
    // What was held and built on those was let go with them.
    for (const raw of held) await offer(offered, raw);
  };
  return { reorg, remine };
}

/** What waits and the node does not know, parents first. */
async function heldNow(node: Rpc, offered: Rpc): Promise<string[]> {
  const known = new Set(textList(await node('getrawmempool')));
  const raws: string[] = [];
  for (const txid of textList(await offered('getrawmempool')))
    if (!known.has(txid)) raws.push(text(await offered('getrawtransaction', [txid])));
  return raws;
}

interface StaleTip {
  readonly hash: string;
  readonly length: number;
}

async function staleTips(node: Rpc): Promise<StaleTip[]> {
  const tips = list(await node('getchaintips')).filter((tip) => field(tip, 'status') !== 'active');
  return tips.map((tip) => ({ hash: text(field(tip, 'hash')), length: integer(field(tip, 'branchlen')) }));
}

/** In block order, oldest first, so that parents come before children. */
async function transactionsOf(node: Rpc, tip: StaleTip): Promise<string[]> {
  const blocks: string[][] = [];
  let hash = tip.hash;
  for (let count = 0; count < tip.length; count += 1) {
    const block = await node('getblock', [hash, 1]);
    const [, ...txids] = textList(field(block, 'tx'));
    const raw: string[] = [];
    for (const txid of txids) raw.push(text(await node('getrawtransaction', [txid, false, hash])));
    blocks.unshift(raw);
    hash = text(field(block, 'previousblockhash'));
  }
  return blocks.flat();
}

/** Already there, or spent otherwise meanwhile: both are fine. */
async function offer(offered: Rpc, raw: string): Promise<number> {
  try {
    await offered('sendrawtransaction', [raw, 0]);
    return 1;
  } catch {
    return 0;
  }
}

/** A new place each time: an empty block of the same height and second would otherwise be the invalidated one again. */
function freshDescriptor(): string {
  return `raw(0014${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')})`;
}
