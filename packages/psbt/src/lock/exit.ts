/** The exit: the user alone takes a lock back after its blocks, signed when the lock is made (trading §10). */
import {
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  sats,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats } from '@rialto/protocols';
import { acceptHalf, bodyOf, coinsOf, finish, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { SIGHASH } from '../tx/digest.ts';
import { inputVerifies } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST_FLOOR, feeOf } from '../tx/size.ts';
import { WHOLE } from '../tx/spend-kinds.ts';
import { intentOfMove } from './carried.ts';
import { buildForUser } from './half.ts';
import { EXIT_FEE, checkLockCoin, exitSpend } from './lock.ts';
import type { Lock } from './lock.ts';

/** At which rate in sat/vB the usual exit of a lot pays. */
const LOT_EXIT_RATE = 2;

/**
 * In: the lock, as deep as its ticket says. Out: the user's. Of a lock of sats one exit, all less the fixed fee, SINGLE|ANYONECANPAY, so
 * that anybody may add a coin for a higher fee behind it. A lock that holds a lot has two, signed whole: one at 2 sat/vB, one that pays
 * all but the smallest coin. SINGLE|ANYONECANPAY would let a stranger put an output of his own first, where the tokens go.
 */
function exitDrafts(lock: Lock, coin: Coin): readonly Draft[] {
  checkLockCoin(lock, coin);
  const { kind, script, exitAfter } = lock.ticket;
  // By the time an exit is valid its lock is deep, wherever it is now.
  const deep = { ...coin, height: coin.height ?? 0 };
  const draft = (sighashes: readonly number[], value: Sats): Draft => ({
    inputs: [{ coin: deep, signer: 'owner', kind: exitSpend(lock, sighashes), sequence: exitAfter }],
    outputs: [{ value, script }],
  });
  if (kind === 'bid') return [draft([SIGHASH.SINGLE_ANYONECANPAY], sats(coin.value - EXIT_FEE))];
  const usual = feeOf(vsizeOf(draft(WHOLE, DUST_FLOOR)), LOT_EXIT_RATE);
  return [draft(WHOLE, sats(coin.value - usual)), draft(WHOLE, DUST_FLOOR)];
}

/** The PSBTs the user signs: of a lock of sats one, of a lot the usual exit and the dearest. Throws as `checkLockCoin`. */
export function buildExits(lock: Lock, coin: Coin): readonly BuiltPsbt[] {
  return exitDrafts(lock, coin).map((draft) => buildForUser(draft, lock));
}

/** The usual exit. Throws as `checkLockCoin`. */
export function buildExit(lock: Lock, coin: Coin): BuiltPsbt {
  return firstOf(buildExits(lock, coin));
}

/**
 * The final exits, which need nobody any more.
 * @param psbts in the order of `buildExits`
 * @throws Refusal psbt-shape (another number); as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptExits(
  lock: Lock,
  coin: Coin,
  psbts: readonly Uint8Array[],
  verifier?: Verifier,
): readonly Finished[] {
  const drafts = exitDrafts(lock, coin);
  if (psbts.length !== drafts.length) throw new Refusal('psbt-shape', `${drafts.length} exits`);
  return drafts.map((draft, at) => {
    const half = acceptHalf(draft, psbts[at] ?? NOTHING, verifier);
    return finish(draft, half, { intent: intentOfMove(draft) }, verifier);
  });
}

/** The final exit of a lock of sats. Throws as `acceptExits`. */
export function acceptExit(lock: Lock, coin: Coin, psbt: Uint8Array, verifier?: Verifier): Finished {
  return firstOf(acceptExits(lock, coin, [psbt], verifier));
}

const NOTHING = new Uint8Array(0);

function firstOf<T>([first]: readonly T[]): T {
  invariant(first !== undefined, 'a lock has an exit');
  return first;
}

/** True for final transactions that are the exits of this lock, signed by its user, in the order of `buildExits`. */
export function verifyExits(
  lock: Lock,
  coin: Coin,
  raws: readonly Uint8Array[],
  verifier?: Verifier,
): boolean {
  const drafts = exitDrafts(lock, coin);
  if (raws.length !== drafts.length) return false;
  return drafts.every((draft, at) => isSigned(draft, raws[at] ?? NOTHING, verifier));
}

/** True for a final transaction that is the exit of this lock of sats, signed by its user. */
export function verifyExit(lock: Lock, coin: Coin, raw: Uint8Array, verifier?: Verifier): boolean {
  return verifyExits(lock, coin, [raw], verifier);
}

function isSigned(draft: Draft, raw: Uint8Array, verifier: Verifier | undefined): boolean {
  const read = readTransaction(raw);
  if (isFlaw(read) || !equalBytes(writeTransaction(read), raw)) return false;
  if (!equalBytes(writeBase(read), writeBase(bodyOf(draft)))) return false;
  const [input] = draft.inputs;
  invariant(input !== undefined, 'an exit has one input');
  const at = { tx: bodyOf(draft), coins: coinsOf(draft), index: 0 };
  return inputVerifies(at, input.kind, read.inputs[0]?.witness ?? [], verifier);
}
