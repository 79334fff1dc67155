/** The three calls that validate transactions, answered in the node's own format when only this node's policy refuses. */
import { field, isObject, list, satsOfBtc, text, textList } from '../chain/json.ts';
import type { Rpc } from '../chain/node-client.ts';
import { isOnlyThisNodesPolicy, evaluate, mineExactly } from './evaluate.ts';
import type { Evaluated, Verdict } from './evaluate.ts';

export interface NodeAnswer {
  readonly result: unknown;
  readonly error: unknown;
}

/** What the shim answers instead; undefined keeps the node's answer. */
type Fallback = (rpc: Rpc, params: readonly unknown[], answer: NodeAnswer) => Promise<NodeAnswer | undefined>;

const DEFAULT_MAX_FEE_RATE = 10_000_000n;

export const FALLBACKS: Readonly<Record<string, Fallback>> = {
  testmempoolaccept: testFallback,
  sendrawtransaction: sendFallback,
  submitpackage: packageFallback,
};

async function testFallback(
  rpc: Rpc,
  params: readonly unknown[],
  answer: NodeAnswer,
): Promise<NodeAnswer | undefined> {
  if (!Array.isArray(answer.result)) return undefined;
  const results = list(answer.result);
  const refusals = results.map((one) => field(one, 'reject-reason')).filter((reason) => reason !== undefined);
  if (refusals.length === 0 || !refusals.every((reason) => isOnlyThisNodesPolicy(text(reason))))
    return undefined;
  const verdict = await evaluate(rpc, textList(params[0]));
  const changed = results.map((one, index) => testResult(one, verdict, index, maxFeeRate(params[1])));
  return { result: changed, error: null };
}

function testResult(one: unknown, verdict: Verdict, index: number, ceiling: bigint): unknown {
  const txid = field(one, 'txid');
  const wtxid = field(one, 'wtxid');
  const refused = (reason: string): unknown => ({
    txid,
    wtxid,
    allowed: false,
    'reject-reason': reason.split(',')[0],
    'reject-details': reason,
  });
  if (!verdict.ok) return refused(verdict.reason);
  const evaluated = verdict.evaluated[index];
  if (evaluated === undefined) return refused('missing-inputs');
  if (isTooDear(evaluated, ceiling)) return refused('max-fee-exceeded');
  return { txid, wtxid, allowed: true, vsize: evaluated.vsize, fees: { base: btc(evaluated.fee) } };
}

async function sendFallback(
  rpc: Rpc,
  params: readonly unknown[],
  answer: NodeAnswer,
): Promise<NodeAnswer | undefined> {
  const reason = field(answer.error, 'message');
  if (typeof reason !== 'string' || !isOnlyThisNodesPolicy(reason)) return undefined;
  const verdict = await evaluate(rpc, [text(params[0])]);
  if (!verdict.ok) return { result: null, error: { code: -26, message: verdict.reason } };
  const [evaluated] = verdict.evaluated;
  if (evaluated === undefined || isTooDear(evaluated, maxFeeRate(params[1]))) {
    return {
      result: null,
      error: { code: -25, message: 'Fee exceeds maximum configured by user (maxfeerate)' },
    };
  }
  await mineExactly(rpc, verdict.block);
  return { result: evaluated.txid, error: null };
}

async function packageFallback(
  rpc: Rpc,
  params: readonly unknown[],
  answer: NodeAnswer,
): Promise<NodeAnswer | undefined> {
  const results = field(answer.result, 'tx-results');
  if (!isObject(results)) return undefined;
  const errors = Object.values(results)
    .map((one) => field(one, 'error'))
    .filter((error) => error !== undefined)
    .map((error) => text(error));
  const refused = errors.filter((error) => isOnlyThisNodesPolicy(error));
  // Besides the policy, only what follows from it may be in the answer: a child of a refused parent, a parent paid by its child.
  const followUps = errors.filter((error) => !isOnlyThisNodesPolicy(error) && !isFollowUp(error));
  if (refused.length === 0 || followUps.length > 0) return undefined;
  const raw = await stillUnconfirmed(rpc, textList(params[0]), results);
  const verdict = await evaluate(rpc, raw);
  if (!verdict.ok) {
    return { result: { ...asObject(answer.result), package_msg: verdict.reason.split(',')[0] }, error: null };
  }
  await mineExactly(rpc, verdict.block);
  return { result: packageSuccess(results, verdict.evaluated), error: null };
}

function isFollowUp(error: string): boolean {
  return /^(bad-txns-inputs-missingorspent|missing-inputs|unspecified reason|package-not-validated|min relay fee not met|mempool min fee not met|package-error)/.test(
    error,
  );
}

/** A package may repeat a parent that is in a block already; a block may not. */
async function stillUnconfirmed(
  rpc: Rpc,
  raw: readonly string[],
  results: Record<string, unknown>,
): Promise<string[]> {
  const kept: string[] = [];
  const txids = Object.values(results).map((one) => field(one, 'txid'));
  for (const [index, hex] of raw.entries()) {
    const txid = txids[index];
    const found = typeof txid === 'string' ? await confirmations(rpc, txid) : 0;
    if (found === 0) kept.push(hex);
  }
  return kept;
}

async function confirmations(rpc: Rpc, txid: string): Promise<number> {
  try {
    const count = field(await rpc('getrawtransaction', [txid, true]), 'confirmations');
    return typeof count === 'number' ? count : 0;
  } catch {
    return 0;
  }
}

function packageSuccess(results: Record<string, unknown>, evaluated: readonly Evaluated[]): unknown {
  const changed: Record<string, unknown> = {};
  for (const [wtxid, one] of Object.entries(results)) {
    const fact = evaluated.find((each) => each.txid === field(one, 'txid'));
    changed[wtxid] =
      fact === undefined ? one : { txid: fact.txid, vsize: fact.vsize, fees: { base: btc(fact.fee) } };
  }
  return { package_msg: 'success', 'tx-results': changed, 'replaced-transactions': [] };
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** In sat/kvB; zero means no ceiling, as in the node. */
function maxFeeRate(given: unknown): bigint {
  if (typeof given === 'number') return satsOfBtc(given);
  if (typeof given === 'string') return satsOfBtc(Number.parseFloat(given));
  return DEFAULT_MAX_FEE_RATE;
}

function isTooDear(evaluated: Evaluated, ceiling: bigint): boolean {
  return ceiling > 0n && evaluated.fee * 1000n > ceiling * BigInt(evaluated.vsize);
}

/** The node writes bitcoins as a JSON number; eight decimals of a double are exact here. */
function btc(fee: bigint): number {
  return Number.parseFloat(`${fee / 100_000_000n}.${(fee % 100_000_000n).toString().padStart(8, '0')}`);
}
