/** The exit: the user alone takes a lock of sats back after its blocks, signed when the lock is made (trading §10). */
import {
  bytesToHex,
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  sats,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import type { Coin, ScriptHex } from '@rialto/protocols';
import { acceptHalf, bodyOf, coinsOf, finish, unconfirmedOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { SIGHASH } from '../tx/digest.ts';
import { inputVerifies } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { buildForUser } from './half.ts';
import { EXIT_FEE, checkLockCoin, exitSpend } from './lock.ts';
import type { Lock } from './lock.ts';

/**
 * In: the lock, as deep as its ticket says. Out: all of it less the fixed fee, to the user. SINGLE|ANYONECANPAY, so that anybody may
 * add a coin for a higher fee behind it; the lock holds no token that a stranger's first output could take.
 */
function exitDraft(lock: Lock, coin: Coin): Draft {
  checkLockCoin(lock, coin);
  const kind = exitSpend(lock, [SIGHASH.SINGLE_ANYONECANPAY]);
  return {
    inputs: [{ coin, signer: 'owner', kind, sequence: lock.ticket.exitAfter }],
    outputs: [{ value: sats(coin.value - EXIT_FEE), script: lock.ticket.script }],
  };
}

/** The PSBT the user signs. Throws as `checkLockCoin`. */
export function buildExit(lock: Lock, coin: Coin): BuiltPsbt {
  return buildForUser(exitDraft(lock, coin), lock);
}

/**
 * The final exit, which needs nobody any more.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptExit(lock: Lock, coin: Coin, psbt: Uint8Array, verifier?: Verifier): Finished {
  const draft = exitDraft(lock, coin);
  const context = { held: unconfirmedOf([coin]) };
  return finish(
    draft,
    acceptHalf(draft, psbt, verifier),
    { intent: intentOfExit(lock, coin), context },
    verifier,
  );
}

function intentOfExit({ ticket }: Lock, coin: Coin): Meaning {
  const intent = intentOf();
  intent.pays(bytesToHex(coin.script) as ScriptHex, coin.value);
  intent.receives(bytesToHex(ticket.script) as ScriptHex, sats(coin.value - EXIT_FEE));
  return intent.meaning();
}

/** True for a final transaction that is the exit of this lock, signed by its user. */
export function verifyExit(lock: Lock, coin: Coin, raw: Uint8Array, verifier?: Verifier): boolean {
  const draft = exitDraft(lock, coin);
  const read = readTransaction(raw);
  if (isFlaw(read) || !equalBytes(writeTransaction(read), raw)) return false;
  if (!equalBytes(writeBase(read), writeBase(bodyOf(draft)))) return false;
  const [input] = draft.inputs;
  invariant(input !== undefined, 'an exit has one input');
  const at = { tx: bodyOf(draft), coins: coinsOf(draft), index: 0 };
  return inputVerifies(at, input.kind, read.inputs[0]?.witness ?? [], verifier);
}
