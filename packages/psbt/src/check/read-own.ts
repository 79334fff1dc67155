/** A transaction of an act on one's own coins, as its bytes say: it may carry a message, and spend coins that are not confirmed yet. */
import { invariant, isFlaw, carriesMessage, readTransaction, writeTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { asMade } from '../effects/as-made.ts';
import { effects } from '../effects/effects.ts';
import { messagesAsMade } from '../effects/messages.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins, unsignedOf } from './reading.ts';
import type { Reading } from './reading.ts';
import { scriptKind } from '../tx/address.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import type { SpendKind } from '../tx/spend.ts';
import { leafSpend } from '../tx/spend-kinds.ts';
import { commitsTo } from '../tx/taproot.ts';

/** A witness that is there already: the exchange's own, of a message it locked. */
interface GivenWitness {
  readonly index: number;
  readonly witness: readonly Uint8Array[];
}

interface OwnBytes {
  readonly psbt: Uint8Array;
  readonly coins: readonly Coin[];
  /** Coins that may be spent before they are confirmed. */
  readonly held: readonly Outpoint[];
  readonly signed: readonly GivenWitness[];
  /** True when it is said to carry a token message. */
  readonly message: boolean;
}

/**
 * @param mayCarry true for an act that may have a token message: it is then read where it is
 * @throws Refusal as `readPsbt`, coin-unknown, script-not-allowed for a witness that is not the lock of a message, and as `effects`
 *   (also for another message than that of a coin that is locked to it)
 */
export function readOwn({ psbt, coins: known, held, signed, message }: OwnBytes, mayCarry: boolean): Reading {
  const unsigned = unsignedOf(psbt);
  const coins = spentCoins(unsigned, known);
  if (!(message && mayCarry)) {
    if (signed.length > 0) throw new Refusal('script-not-allowed', 'signed by somebody else');
    return { tx: unsigned, coins, does: effects(unsigned, coins, { feeRateLimit: MAX_FEE_RATE, held }) };
  }
  const given = new Map(signed.map(({ index, witness }) => [index, witness]));
  const kinds = coins.map((coin, index) => lockOf(coin, given.get(index), index));
  const isStray = given.size !== signed.length || signed.some(({ index }) => coins[index] === undefined);
  if (isStray) throw new Refusal('script-not-allowed', 'signed twice, or for no input');
  const tx = withWitnesses(
    unsigned,
    coins.map((_, index) => given.get(index) ?? []),
  );
  const context = { kinds, messages: messagesAsMade(tx), feeRateLimit: MAX_FEE_RATE, held };
  return { tx, coins, does: effects(tx, coins, context) };
}

const SIGNATURE_LENGTH = 64;
/** Of a tree of one leaf: the version and the inner key (BIP-341). */
const ONE_LEAF = 33;

/**
 * The lock of a message, as its witness shows it: one signature, one leaf, and no other leaf in the tree. With another leaf the
 * exchange could show one message here and reveal another one later, under the same id.
 * @throws Refusal script-not-allowed
 */
function lockOf(
  { script }: Coin,
  witness: readonly Uint8Array[] | undefined,
  index: number,
): SpendKind | undefined {
  if (witness === undefined) return undefined;
  const [signature, leaf, controlBlock, more] = witness;
  const isLock =
    signature?.length === SIGNATURE_LENGTH && controlBlock?.length === ONE_LEAF && more === undefined;
  if (
    !isLock ||
    leaf === undefined ||
    scriptKind(script) !== 'p2tr' ||
    !commitsTo(script, leaf, controlBlock)
  )
    throw new Refusal('script-not-allowed', `input ${index}`);
  const stack = [{ item: 'bytes', bytes: signature }] as const;
  return leafSpend({ script, leaf, controlBlock }, { name: 'lock', stack });
}

/**
 * What a waiting transaction does, where the one that replaces it spends all of its coins.
 * @throws Refusal coin-unknown, and as `effects`
 */
export function readWaiting(tx: Transaction, known: readonly Coin[]): Reading {
  const coins = spentCoins(tx, known);
  const held = coins.map((coin) => coin.outpoint);
  return { tx, coins, does: effects(tx, coins, { ...asMade(tx, coins), held }) };
}

function withWitnesses(tx: Transaction, witnesses: readonly (readonly Uint8Array[])[]): Transaction {
  const { version, locktime, outputs } = tx;
  const inputs = tx.inputs.map(({ txid, vout, scriptSig, sequence }, index) => {
    return { txid, vout, scriptSig, sequence, witness: witnesses[index] ?? [] };
  });
  const filled = readTransaction(writeTransaction({ version, locktime, inputs, outputs }));
  invariant(!isFlaw(filled), 'what was written can be read');
  return filled;
}

/** The message that was announced is there: in a witness, or in an output. */
export function checkMessage(
  { message, signed }: OwnBytes,
  { tx }: Pick<Reading, 'tx'>,
): readonly Mismatch[] {
  const isThere = !message || signed.length > 0 || tx.outputs.some(({ script }) => carriesMessage(script));
  return mismatchIf(!isThere, 'message-unreadable');
}
