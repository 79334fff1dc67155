/** Checks transactions the node's policy refuses by its consensus rules: a block that holds them is validated, and mined on a send. */
import { bytesToHex, hexToBytes, isFlaw, isHex, readTransaction, virtualSize } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { NodeError } from '@rialto/ground';
import { field, integer, isObject, satsOfBtc, text, textList } from '../chain/json.ts';
import type { Rpc } from '../chain/node-client.ts';

export interface Evaluated {
  readonly txid: string;
  readonly vsize: number;
  readonly fee: bigint;
}

export type Verdict =
  | { readonly ok: true; readonly evaluated: readonly Evaluated[]; readonly block: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * What this node refuses and Bitcoin Core takes: inscription envelopes (an OP_IF on an empty push), output scripts over
 * 34 bytes, long or several OP_RETURNs. Every other refusal (dust, fees, conflicts) is kept, because Core gives it too.
 */
const ONLY_THIS_NODE = [
  'mempool-script-verify-flag-failed (OP_IF/NOTIF argument must be minimal in tapscript)',
  'scriptpubkey',
  'datacarrier',
  'multi-op-return',
  'txn-datacarrier',
  'parasite',
];

export function isOnlyThisNodesPolicy(reason: string): boolean {
  return ONLY_THIS_NODE.some((start) => reason.startsWith(start));
}

/** Validates a block of the transactions, their unconfirmed ancestors first; nothing is submitted. */
export async function evaluate(rpc: Rpc, rawTransactions: readonly string[]): Promise<Verdict> {
  const parsed = rawTransactions.map(parse);
  const transactions = parsed.filter((tx) => tx !== undefined);
  if (transactions.length !== parsed.length) return { ok: false, reason: 'TX decode failed' };
  const block = await withAncestors(rpc, transactions, rawTransactions);
  const reason = await whyInvalid(rpc, block);
  if (reason !== undefined) return { ok: false, reason };
  const evaluated = await measure(rpc, transactions, block);
  const cheap = await whyTooCheap(rpc, evaluated);
  if (cheap !== undefined) return { ok: false, reason: cheap };
  const conflict = await whyConflict(rpc, transactions, evaluated);
  return conflict === undefined ? { ok: true, evaluated, block } : { ok: false, reason: conflict };
}

/** Mines a block of exactly these transactions, at once. */
export async function mineExactly(rpc: Rpc, block: readonly string[]): Promise<string> {
  return text(field(await rpc('generateblock', [freshDescriptor(), block]), 'hash'));
}

/** Each block pays elsewhere, so that two blocks of one height never have one hash. */
function freshDescriptor(): string {
  const program = bytesToHex(crypto.getRandomValues(new Uint8Array(20)));
  return `raw(0014${program})`;
}

function parse(raw: string): Transaction | undefined {
  if (!isHex(raw)) return undefined;
  const tx = readTransaction(hexToBytes(raw));
  return isFlaw(tx) ? undefined : tx;
}

async function whyInvalid(rpc: Rpc, block: readonly string[]): Promise<string | undefined> {
  try {
    await rpc('generateblock', [freshDescriptor(), block, false]);
    return undefined;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const reason = error.message.replace(/^TestBlockValidity failed: /, '');
    return reason.startsWith('bad-txns-inputs-missingorspent') ? 'missing-inputs' : reason;
  }
}

/** Hex of every unconfirmed ancestor in topological order, then the transactions themselves. */
async function withAncestors(
  rpc: Rpc,
  transactions: readonly Transaction[],
  raw: readonly string[],
): Promise<string[]> {
  const own = new Set<string>(transactions.map((tx) => tx.txid));
  const parents = new Set<string>(
    transactions.flatMap((tx) => tx.inputs.map((input) => input.txid)).filter((txid) => !own.has(txid)),
  );
  const depths = new Map<string, number>();
  for (const txid of parents) {
    const entry = await mempoolEntry(rpc, txid);
    if (entry === undefined) continue;
    depths.set(txid, integer(field(entry, 'ancestorcount')));
    for (const ancestor of textList(await rpc('getmempoolancestors', [txid]))) {
      const above = await mempoolEntry(rpc, ancestor);
      if (above !== undefined) depths.set(ancestor, integer(field(above, 'ancestorcount')));
    }
  }
  const ordered = [...depths].filter(([txid]) => !own.has(txid)).sort((a, b) => a[1] - b[1]);
  const ancestors: string[] = [];
  for (const [txid] of ordered) ancestors.push(text(await rpc('getrawtransaction', [txid])));
  return [...ancestors, ...raw];
}

async function mempoolEntry(rpc: Rpc, txid: string): Promise<unknown> {
  try {
    return await rpc('getmempoolentry', [txid]);
  } catch {
    return undefined;
  }
}

async function measure(
  rpc: Rpc,
  transactions: readonly Transaction[],
  block: readonly string[],
): Promise<Evaluated[]> {
  const known = new Map<string, Transaction>();
  for (const raw of block) {
    const tx = parse(raw);
    if (tx !== undefined) known.set(tx.txid, tx);
  }
  const evaluated: Evaluated[] = [];
  for (const tx of transactions) {
    let fee = -tx.outputs.reduce((sum, output) => sum + output.value, 0n);
    for (const input of tx.inputs) {
      const parent = known.get(input.txid) ?? parse(text(await rpc('getrawtransaction', [input.txid])));
      fee += parent?.outputs[input.vout]?.value ?? 0n;
    }
    evaluated.push({ txid: tx.txid, vsize: virtualSize(tx), fee });
  }
  return evaluated;
}

/** The node's floor, over the transactions together: a reveal may pay for its commit. */
async function whyTooCheap(rpc: Rpc, evaluated: readonly Evaluated[]): Promise<string | undefined> {
  const info = await rpc('getmempoolinfo');
  const perKvb = satsOfBtc(field(info, 'mempoolminfee'));
  const size = evaluated.reduce((sum, one) => sum + one.vsize, 0);
  const fee = evaluated.reduce((sum, one) => sum + one.fee, 0n);
  const least = (perKvb * BigInt(size)) / 1000n;
  return fee >= least ? undefined : `min relay fee not met, ${fee} < ${least}`;
}

/** A waiting transaction that spends the same coin is replaced only by more fee, as Core's mempool would (BIP-125 rule 3). */
async function whyConflict(
  rpc: Rpc,
  transactions: readonly Transaction[],
  evaluated: readonly Evaluated[],
): Promise<string | undefined> {
  const own = new Set<string>(transactions.map((tx) => tx.txid));
  const points = transactions.flatMap((tx) => tx.inputs.map(({ txid, vout }) => ({ txid, vout })));
  const spenders = await rpc('gettxspendingprevout', [points]);
  const conflicting = new Set<string>();
  for (const one of Array.isArray(spenders) ? spenders : []) {
    const spender = isObject(one) ? one['spendingtxid'] : undefined;
    if (typeof spender === 'string' && !own.has(spender)) conflicting.add(spender);
  }
  let theirs = 0n;
  for (const txid of conflicting) {
    theirs += satsOfBtc(field(field(await mempoolEntry(rpc, txid), 'fees'), 'descendant'));
  }
  const ours = evaluated.reduce((sum, one) => sum + one.fee, 0n);
  return conflicting.size === 0 || ours > theirs ? undefined : 'insufficient fee, rejecting replacement';
}
