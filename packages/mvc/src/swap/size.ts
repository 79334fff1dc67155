/**
 * How many bytes a swap and its check have before anybody has built them, so that a quote can say what the network takes. Most of a
 * swap is contract code that stands in it twice; proofs grow with the transactions its coins come from, and are counted at their usual most.
 */
import { invariant, sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { checkNumber } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import type { CheckKind } from '../token/codes.ts';

/** Bytes of a token's script. Source: meta-contract 0.4.16 `mcp02`. */
const TOKEN_SCRIPT = 2_535;
/** Of each check in the order of `CHECK_CODES`, without what its data has for each receiver and input. */
const CHECK_SCRIPT: Readonly<Record<CheckKind, readonly number[]>> = {
  transfer: [3_479, 5_342, 7_826, 9_497, 29_989],
  unlock: [5_374, 8_134, 12_402, 13_251, 65_917],
};

/** Version, locktime, counts. */
const FRAME = 14;
/** Data of more than 255 bytes is pushed with one byte more. */
const LONGER_PUSH = 1;
/** An input without its scriptSig: outpoint, sequence and length of the scriptSig. */
const INPUT = 43;
const POINT = 36;
const P2PKH_IN = INPUT + 107;
const P2PKH_OUT = 34;
/** An output without its script. */
const OUTPUT = 11;
const TOKEN_OUT = TOKEN_SCRIPT + OUTPUT;
/** What a token's scriptSig has beside the check's script and the outpoints: its preimage, its proofs, its signature. */
const TOKEN_SIG = 3_530;
/** What a check's has: its preimage and, for each coin it counts, where that coin is from. */
const CHECK_SIG = 3_150;
const COUNTED = 640;
/** Where a swap's coins come from other swaps: their proofs are that much longer than those of fresh coins. */
const OLDER = 420;

/** The data behind a check's code has 28 bytes for each receiver, and for an unlocking 4 for each place among the inputs. */
function checkScriptBytes({ kind, inputs, receivers, ...check }: TokenCheck): number {
  const fixed = CHECK_SCRIPT[kind][checkNumber({ kind, inputs, receivers, ...check }) ?? -1];
  invariant(fixed !== undefined, 'a published check counts it');
  return fixed + LONGER_PUSH + 28 * receivers.length + (kind === 'unlock' ? 4 * inputs.length : 0);
}

/**
 * Bytes of a transaction with tokens in it, once contracts have what they ask for, at most.
 * @param checks what counts its tokens
 * @param others inputs that are no tokens and no checks
 */
export function swapBytes(checks: readonly TokenCheck[], others: number): number {
  const tokens = checks.reduce((sum, { inputs }) => sum + inputs.length, 0);
  const points = POINT * (tokens + others + checks.length);
  const inputs = checks.reduce((sum, check) => {
    const token = INPUT + TOKEN_SIG + checkScriptBytes(check) + points + OLDER;
    return sum + check.inputs.length * (token + COUNTED) + INPUT + CHECK_SIG + points;
  }, others * P2PKH_IN);
  const paid = checks.reduce((sum, { receivers }) => sum + receivers.length, 0);
  // Every check counts all outputs of its transaction.
  const plain = (checks[0]?.outputs ?? 0) - paid;
  return FRAME + inputs + paid * TOKEN_OUT + plain * P2PKH_OUT;
}

/**
 * Bytes of the transaction that makes coins of checks, at most.
 * @param outputs beside theirs
 * @param paying coins that pay for it
 */
export function checkBytes(checks: readonly TokenCheck[], outputs: number, paying = 1): number {
  const scripts = checks.reduce((sum, check) => sum + checkScriptBytes(check) + OUTPUT, 0);
  return FRAME + paying * P2PKH_IN + scripts + outputs * P2PKH_OUT;
}

/** @param feeRate sat for a thousand bytes @returns sat, rounded up */
export const feeOfBytes = (bytes: number, feeRate: bigint): Sats =>
  sats((BigInt(bytes) * feeRate + 999n) / 1000n);
