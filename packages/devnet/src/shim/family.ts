/** Unconfirmed relatives of transactions, whether the node has them or the shim holds them. */
import type { Transaction } from '@rialto/protocols';
import { field, integer, text, textList } from '../chain/json.ts';
import type { Json } from '../chain/json.ts';
import type { Desk } from './desk.ts';
import type { HeldTransaction } from './held.ts';

interface Ancestors {
  /** Entries of the node's mempool by txid, parents first. */
  readonly node: ReadonlyMap<string, Json>;
  /** Parents first. */
  readonly held: readonly HeldTransaction[];
}

/** Everything in no block that these build on, without themselves. */
export async function ancestorsOf(desk: Desk, transactions: readonly Transaction[]): Promise<Ancestors> {
  const own = new Set<string>(transactions.map(({ txid }) => txid));
  const heldOnes = heldAncestors(desk, transactions).filter(({ tx }) => !own.has(tx.txid));
  const spent = [...transactions, ...heldOnes.map(({ tx }) => tx)].flatMap((tx) =>
    tx.inputs.map((input) => input.txid),
  );
  const found = new Map<string, Json>();
  for (const txid of new Set<string>(spent)) {
    const entry = own.has(txid) ? undefined : await mempoolEntry(desk, txid);
    if (entry === undefined) continue;
    found.set(txid, entry);
    for (const ancestor of textList(await desk.rpc('getmempoolancestors', [txid])))
      if (!own.has(ancestor)) found.set(ancestor, await mempoolEntry(desk, ancestor));
  }
  const depthOf = (entry: Json): number => integer(field(entry, 'ancestorcount'));
  const there = [...found].filter(([, entry]) => entry !== undefined);
  return { node: new Map(there.toSorted((a, b) => depthOf(a[1]) - depthOf(b[1]))), held: heldOnes };
}

function heldAncestors({ held }: Desk, transactions: readonly Transaction[]): readonly HeldTransaction[] {
  const found = new Set<string>();
  const follow = (tx: Transaction): void => {
    for (const { txid } of tx.inputs) {
      const parent = held.find(txid);
      if (parent === undefined || found.has(txid)) continue;
      found.add(txid);
      follow(parent.tx);
    }
  };
  transactions.forEach(follow);
  return held.all().filter(({ tx }) => found.has(tx.txid));
}

/** What of the held builds on the transaction. */
export async function heldDescendants(desk: Desk, txid: string): Promise<HeldTransaction[]> {
  const found: HeldTransaction[] = [];
  for (const one of desk.held.all()) {
    const { node, held } = await ancestorsOf(desk, [one.tx]);
    if (node.has(txid) || held.some(({ tx }) => tx.txid === txid)) found.push(one);
  }
  return found;
}

/** The node's own; undefined when it has none. */
export async function mempoolEntry({ rpc }: Desk, txid: string): Promise<Json> {
  try {
    return await rpc('getmempoolentry', [txid]);
  } catch {
    return undefined;
  }
}

/** Hex of everything these build on in no block, then their own, as a block takes them. */
export async function withAncestors(
  desk: Desk,
  transactions: readonly Transaction[],
  raws: readonly string[],
): Promise<string[]> {
  const { node, held } = await ancestorsOf(desk, transactions);
  const above: string[] = [];
  for (const txid of node.keys()) above.push(text(await desk.rpc('getrawtransaction', [txid])));
  return [...above, ...held.map(({ raw }) => raw), ...raws];
}
