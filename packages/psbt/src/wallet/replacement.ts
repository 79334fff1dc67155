/** What takes a waiting transaction's place: how much it must pay at least, and from which coins (BIP-125). */
import { equalBytes, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { inputOf, weightOf } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import { MAX_COINS, canPay } from '../draft/selection.ts';
import { DUST_FLOOR, MAX_FEE_RATE, feeOf } from '../tx/size.ts';

/** The transaction that is to go away. */
export interface Replaced {
  readonly fee: Sats;
  readonly vsize: number;
  /** What it and everything that builds on it pays: all of that goes away with it. */
  readonly fees: Sats;
}

/** What nodes want for each byte of a replacement beyond the fees that go away. Source: Bitcoin Core `DEFAULT_INCREMENTAL_RELAY_FEE`. */
const INCREMENT_SAT_VB = 1;

/**
 * The fee of a replacement of this size: by its rate, or the least that nodes take where that is more. It pays for all that goes
 * away and for its own way through the net (rules 3 and 4), at a rate above the replaced one's.
 * @throws Refusal as `feeOf`
 */
export function replacementFee(vsize: number, feeRateSatVb: number, replaced: Replaced): Sats {
  const byRate = feeOf(vsize, feeRateSatVb);
  const byRules = replaced.fees + feeOf(vsize, INCREMENT_SAT_VB);
  const aboveItsRate = (replaced.fee * BigInt(vsize)) / BigInt(replaced.vsize) + 1n;
  return sats([byRate, byRules, aboveItsRate].reduce((most, fee) => (fee > most ? fee : most)));
}

/** The least rate in sat/vB at which a transaction of this size pays so much; rates count to a thousandth. */
export function leastRate(vsize: number, fee: Sats): number {
  const size = BigInt(vsize);
  return Number.parseInt(((fee * 1000n + size - 1n) / size).toString(), 10) / 1000;
}

export interface Repayment {
  /** Further coins, behind the inputs of the draft. */
  readonly added: readonly Coin[];
  /** Undefined when what is left would be dust; it then goes to the fee. */
  readonly change: Sats | undefined;
}

interface RepayRequest {
  /** Without change: it is put behind all outputs. */
  readonly draft: Draft;
  readonly script: Uint8Array;
  /** Coins that may be added, the first ones first; none unconfirmed is taken (BIP-125, rule 2). */
  readonly coins: readonly Coin[];
  /** False where the change is what the transaction is for, or a message counts the outputs. */
  readonly mayDropChange: boolean;
  fee(vsize: number): Sats;
}

/**
 * Change at the new fee, and as few further coins as it needs.
 * @throws Refusal insufficient-funds (`missing N sat`), too-many-coins
 */
export function repay(request: RepayRequest): Repayment {
  const { draft, script } = request;
  const spent = new Set(draft.inputs.map(({ coin }) => coin.outpoint));
  const able = request.coins.filter(
    (coin) => canPay(coin) && equalBytes(coin.script, script) && !spent.has(coin.outpoint),
  );
  const most = Math.min(MAX_COINS, able.length);
  for (let count = 0; count <= most; count += 1) {
    const added = able.slice(0, count);
    const settled = settle(request, added);
    if (settled !== undefined) return { added, ...settled };
  }
  if (able.length > most && settle(request, able) !== undefined)
    throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  throw new Refusal('insufficient-funds', `missing ${missing(request, able)} sat`);
}

function settle(request: RepayRequest, added: readonly Coin[]): { change: Sats | undefined } | undefined {
  const { draft, script, mayDropChange } = request;
  const left = leftOf(draft, added);
  const change = left - request.fee(sizeOf(draft, added, [{ value: DUST_FLOOR, script }]));
  if (change >= DUST_FLOOR) return { change: sats(change) };
  const bare = sizeOf(draft, added, []);
  // What is too small for change must not lift the rate above what anybody signs.
  const enough = mayDropChange && left >= request.fee(bare) && left <= feeOf(bare, MAX_FEE_RATE);
  return enough ? { change: undefined } : undefined;
}

function missing(request: RepayRequest, added: readonly Coin[]): bigint {
  const { draft, script, mayDropChange } = request;
  const left = leftOf(draft, added);
  const bare = request.fee(sizeOf(draft, added, []));
  if (mayDropChange && left < bare) return bare - left;
  return request.fee(sizeOf(draft, added, [{ value: DUST_FLOOR, script }])) + DUST_FLOOR - left;
}

function leftOf({ inputs, outputs }: Draft, added: readonly Coin[]): bigint {
  const paid = sumSats([...inputs.map(({ coin }) => coin.value), ...added.map(({ value }) => value)]);
  return paid - sumSats(outputs.map(({ value }) => value));
}

function sizeOf(draft: Draft, added: readonly Coin[], change: readonly TxOutput[]): number {
  return Math.ceil(weightOf(extended(draft, added, change)) / 4);
}

/** The draft with coins behind its inputs and outputs behind its outputs. */
export function extended(draft: Draft, added: readonly Coin[], outputs: readonly TxOutput[]): Draft {
  return {
    inputs: [...draft.inputs, ...added.map((coin) => inputOf(coin))],
    outputs: [...draft.outputs, ...outputs],
  };
}
