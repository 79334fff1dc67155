/** Checks transactions the node's policy refuses by its consensus rules: a block that holds them is validated; and holds them. */
import { bytesToHex, spentPoint, virtualSize } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { NodeError } from '@rialto/ground';
import { field, integer, isObject, satsOfBtc, text } from '../chain/json.ts';
import { parseRaw } from './desk.ts';
import type { Desk } from './desk.ts';
import { mempoolEntry, withAncestors } from './family.ts';

export interface Evaluated {
  readonly tx: Transaction;
  readonly raw: string;
  readonly txid: string;
  readonly vsize: number;
  readonly fee: bigint;
}

export type Verdict =
  | { readonly ok: true; readonly evaluated: readonly Evaluated[] }
  | { readonly ok: false; readonly reason: string };

/** What Bitcoin Core says of a coin that another waiting transaction spends and that is not replaced. */
export const CONFLICT = 'txn-mempool-conflict';

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
const MISSING = ['missing-inputs', 'bad-txns-inputs-missingorspent'];

/** Whether Bitcoin Core would take what this node refuses: by its own policy, or because it does not know a parent that we hold. */
export function isOnlyThisNodes({ held }: Desk, reason: string, raws: readonly string[]): boolean {
  if (ONLY_THIS_NODE.some((start) => reason.startsWith(start))) return true;
  const buildsOnHeld = (raw: string): boolean =>
    parseRaw(raw)?.inputs.some(({ txid }) => held.find(txid) !== undefined) ?? false;
  return MISSING.some((start) => reason.startsWith(start)) && raws.some(buildsOnHeld);
}

/** Validates a block of the transactions, what they build on first; nothing is submitted. */
export async function evaluate(desk: Desk, raws: readonly string[]): Promise<Verdict> {
  const parsed = raws.map(parseRaw);
  const transactions = parsed.filter((tx) => tx !== undefined);
  if (transactions.length !== parsed.length) return { ok: false, reason: 'TX decode failed' };
  const block = await withAncestors(desk, transactions, raws);
  const reason = await whyInvalid(desk, block);
  if (reason !== undefined) return { ok: false, reason };
  const evaluated = await measure(desk, raws, block);
  const against = (await whyTooCheap(desk, evaluated)) ?? (await whyConflict(desk, transactions));
  return against === undefined ? { ok: true, evaluated } : { ok: false, reason: against };
}

/** Keeps for the next block what the node does not have itself. */
export async function hold(desk: Desk, evaluated: readonly Evaluated[]): Promise<void> {
  const height = integer(await desk.rpc('getblockcount'));
  const time = Math.floor(Date.now() / 1000);
  for (const { tx, raw, fee } of evaluated) {
    if (desk.held.find(tx.txid) !== undefined) continue;
    if ((await mempoolEntry(desk, tx.txid)) === undefined) desk.held.add({ tx, raw, fee, time, height });
  }
}

/** Each block pays elsewhere, so that two blocks of one height never have one hash. */
function freshDescriptor(): string {
  const program = bytesToHex(crypto.getRandomValues(new Uint8Array(20)));
  return `raw(0014${program})`;
}

/** Why no block of these can be, in the words of a mempool; undefined when one can. */
export async function whyInvalid({ rpc }: Desk, block: readonly string[]): Promise<string | undefined> {
  try {
    await rpc('generateblock', [freshDescriptor(), block, false]);
    return undefined;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const reason = error.message.replace(/^TestBlockValidity failed: /, '');
    return reason.startsWith('bad-txns-inputs-missingorspent') ? 'missing-inputs' : reason;
  }
}

async function measure(
  { rpc }: Desk,
  raws: readonly string[],
  block: readonly string[],
): Promise<Evaluated[]> {
  const known = new Map<string, Transaction>();
  for (const raw of block) {
    const tx = parseRaw(raw);
    if (tx !== undefined) known.set(tx.txid, tx);
  }
  const evaluated: Evaluated[] = [];
  for (const raw of raws) {
    const tx = parseRaw(raw);
    if (tx === undefined) continue;
    let fee = -tx.outputs.reduce((sum, output) => sum + output.value, 0n);
    for (const input of tx.inputs) {
      const parent = known.get(input.txid) ?? parseRaw(text(await rpc('getrawtransaction', [input.txid])));
      fee += parent?.outputs[input.vout]?.value ?? 0n;
    }
    evaluated.push({ tx, raw, txid: tx.txid, vsize: virtualSize(tx), fee });
  }
  return evaluated;
}

/** The node's floor, over the transactions together: a reveal may pay for its commit. */
async function whyTooCheap({ rpc }: Desk, evaluated: readonly Evaluated[]): Promise<string | undefined> {
  const info = await rpc('getmempoolinfo');
  const perKvb = satsOfBtc(field(info, 'mempoolminfee'));
  const size = evaluated.reduce((sum, one) => sum + one.vsize, 0);
  const fee = evaluated.reduce((sum, one) => sum + one.fee, 0n);
  const least = (perKvb * BigInt(size)) / 1000n;
  return fee >= least ? undefined : `min relay fee not met, ${fee} < ${least}`;
}

/** No mempool is imitated: what is held replaces nothing and is not replaced. */
async function whyConflict(desk: Desk, transactions: readonly Transaction[]): Promise<string | undefined> {
  if (transactions.some((tx) => meetsHeld(desk, tx))) return CONFLICT;
  const own = new Set<string>(transactions.map(({ txid }) => txid));
  const points = transactions.flatMap((tx) => tx.inputs.map(({ txid, vout }) => ({ txid, vout })));
  const spenders = await desk.rpc('gettxspendingprevout', [points]);
  const isOther = (one: unknown): boolean => {
    const spender = isObject(one) ? one['spendingtxid'] : undefined;
    return typeof spender === 'string' && !own.has(spender);
  };
  return Array.isArray(spenders) && spenders.some(isOther) ? CONFLICT : undefined;
}

/** Whether a held transaction, another than this, spends a coin of it. */
export function meetsHeld({ held }: Desk, tx: Transaction): boolean {
  return tx.inputs.some((input) => {
    const spender = held.spenderOf(spentPoint(input));
    return spender !== undefined && spender !== tx.txid;
  });
}
