/** The calls that take transactions, answered in the node's own format when only this node refuses, or when a held one is in the way. */
import { field, list, satsOfBtc, text, textList } from '../chain/json.ts';
import { parseRaw, wtxidOf } from './desk.ts';
import type { Desk } from './desk.ts';
import { CONFLICT, evaluate, hold, isOnlyThisNodes, meetsHeld } from './evaluate.ts';
import type { Evaluated, Verdict } from './evaluate.ts';
import { btc } from './handler.ts';
import type { Handler } from './handler.ts';

const DEFAULT_MAX_FEE_RATE = 10_000_000n;
const KNOWN = 'txn-already-in-mempool';
const TOO_DEAR = { code: -25, message: 'Fee exceeds maximum configured by user (maxfeerate)' };

/** Why a held transaction speaks against this one: it is it, or it spends a coin of it. */
export function heldAgainst(desk: Desk, raw: unknown): string | undefined {
  const tx = typeof raw === 'string' ? parseRaw(raw) : undefined;
  if (tx === undefined) return undefined;
  if (desk.held.find(tx.txid) !== undefined) return KNOWN;
  return meetsHeld(desk, tx) ? CONFLICT : undefined;
}

export const testmempoolaccept: Handler = {
  isAct: true,
  names: ['rawtxs', 'maxfeerate'],
  before: (desk, params) => {
    const raws = textList(params[0]);
    const against = raws.map((raw) => heldAgainst(desk, raw));
    if (against.every((reason) => reason === undefined)) return undefined;
    return { result: raws.map((raw, at) => ({ ...ids(raw), ...refusedBy(against[at]) })), error: null };
  },
  after: async (desk, params, answer) => {
    if (!Array.isArray(answer.result)) return undefined;
    const results = list(answer.result);
    const raws = textList(params[0]);
    const reasons = results.map((one) => field(one, 'reject-reason')).filter((one) => one !== undefined);
    if (reasons.length === 0 || !reasons.every((reason) => isOnlyThisNodes(desk, text(reason), raws)))
      return undefined;
    const verdict = await evaluate(desk, raws);
    const ceiling = maxFeeRate(params[1]);
    return { result: results.map((one, at) => testResult(one, verdict, at, ceiling)), error: null };
  },
};

function ids(raw: string): Record<string, unknown> {
  const txid = parseRaw(raw)?.txid;
  return { txid, wtxid: wtxidOf(raw) };
}

function refusedBy(reason: string | undefined): Record<string, unknown> {
  if (reason === undefined) return {};
  return { allowed: false, 'reject-reason': reason.split(',')[0], 'reject-details': reason };
}

function testResult(one: unknown, verdict: Verdict, index: number, ceiling: bigint): unknown {
  const both = { txid: field(one, 'txid'), wtxid: field(one, 'wtxid') };
  if (!verdict.ok) return { ...both, ...refusedBy(verdict.reason) };
  const evaluated = verdict.evaluated[index];
  if (evaluated === undefined) return { ...both, ...refusedBy('missing-inputs') };
  if (isTooDear(evaluated, ceiling)) return { ...both, ...refusedBy('max-fee-exceeded') };
  return { ...both, allowed: true, vsize: evaluated.vsize, fees: { base: btc(evaluated.fee) } };
}

export const sendrawtransaction: Handler = {
  isAct: true,
  names: ['hexstring', 'maxfeerate'],
  before: (desk, params) => {
    const against = heldAgainst(desk, params[0]);
    if (against === undefined) return undefined;
    // A node says nothing against what it has already.
    if (against === KNOWN) return { result: parseRaw(text(params[0]))?.txid, error: null };
    return { result: null, error: { code: -26, message: against } };
  },
  after: (desk, params, answer) => {
    const reason = field(answer.error, 'message');
    if (typeof reason !== 'string' || !isOnlyThisNodes(desk, reason, [text(params[0])])) return undefined;
    return desk.inTurn(async () => {
      const verdict = await evaluate(desk, [text(params[0])]);
      if (!verdict.ok) return { result: null, error: { code: -26, message: verdict.reason } };
      const [evaluated] = verdict.evaluated;
      if (evaluated === undefined || isTooDear(evaluated, maxFeeRate(params[1])))
        return { result: null, error: TOO_DEAR };
      await hold(desk, verdict.evaluated);
      return { result: evaluated.txid, error: null };
    });
  },
};

/** In sat/kvB; zero means no ceiling, as in the node. */
function maxFeeRate(given: unknown): bigint {
  if (typeof given === 'number') return satsOfBtc(given);
  if (typeof given === 'string') return satsOfBtc(Number.parseFloat(given));
  return DEFAULT_MAX_FEE_RATE;
}

function isTooDear(evaluated: Evaluated, ceiling: bigint): boolean {
  return ceiling > 0n && evaluated.fee * 1000n > ceiling * BigInt(evaluated.vsize);
}
