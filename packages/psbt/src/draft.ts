/** What every template shares: inputs with who signs them, outputs, the PSBT made of them, and the way back from a signed one. */
import {
  Refusal,
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  sats,
  splitOutpoint,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import type { Coin, Outpoint, Sats, Transaction, TransactionBody, Txid, TxOutput } from '@rialto/protocols';
import { isPublicKey, scriptKind } from './address.ts';
import { SIGHASH } from './digest.ts';
import { effects, sameEffects } from './effects.ts';
import type { EffectsContext, Meaning } from './effects.ts';
import { readPsbt } from './read-psbt.ts';
import type { InputSignatures } from './read-psbt.ts';
import { inputVerifies, verifyInput } from './signature.ts';
import type { Verifier } from './signature.ts';
import { inputShape, transactionWeight } from './size.ts';
import { witnessOf } from './witness.ts';
import { writePsbt } from './write-psbt.ts';

/** Replaceable (BIP-125) and final for locktime: the only two sequences an ask may have are this and 0xffffffff. */
export const SEQUENCE = 0xfffffffd;
export const FINAL_SEQUENCE = 0xffffffff;
export const VERSION = 2;

/** Who signs an input: the one the PSBT is made for, a seller who signed long ago, or our signer. */
export type Role = 'owner' | 'seller' | 'pad';

export interface DraftInput {
  readonly coin: Coin;
  readonly role: Role;
  readonly sequence: number;
}

export interface Draft {
  readonly inputs: readonly DraftInput[];
  readonly outputs: readonly TxOutput[];
}

/** One input a wallet is asked to sign; 0 (DEFAULT) is for taproot only. */
export interface ToSign {
  readonly index: number;
  readonly sighash: number;
}

/** Witnesses by input index; undefined where another party signs. */
export type Witnesses = readonly (readonly Uint8Array[] | undefined)[];

export interface Finished {
  readonly raw: Uint8Array;
  readonly txid: Txid;
}

const NOTHING = new Uint8Array(0);

/** The sighash bytes each role may use (trading §3.5). */
export const SIGHASHES_OF: Readonly<Record<Role, readonly number[]>> = {
  owner: [SIGHASH.DEFAULT, SIGHASH.ALL],
  pad: [SIGHASH.DEFAULT, SIGHASH.ALL],
  seller: [SIGHASH.SINGLE_ANYONECANPAY],
};

export function bodyOf(draft: Draft, witnesses: Witnesses = []): TransactionBody {
  const inputs = draft.inputs.map(({ coin, sequence }, index) => ({
    ...splitOutpoint(coin.outpoint),
    scriptSig: NOTHING,
    sequence,
    witness: witnesses[index] ?? [],
  }));
  return { version: VERSION, locktime: 0, inputs, outputs: draft.outputs };
}

/** The whole transaction with its id and weight. */
export function transactionOf(body: TransactionBody): Transaction {
  const tx = readTransaction(writeTransaction(body));
  invariant(!isFlaw(tx), 'what we write we can read');
  return tx;
}

export function coinsOf(draft: Draft): Coin[] {
  return draft.inputs.map((input) => input.coin);
}

/** The outpoints of those in no block. */
export function unconfirmedOf(coins: readonly Coin[]): Outpoint[] {
  return coins.flatMap((coin) => (coin.height === undefined ? [coin.outpoint] : []));
}

/** Virtual size once everybody signed; sellers' taproot signatures carry their sighash byte. */
export function vsizeOf(draft: Draft): number {
  return Math.ceil(weightOf(draft) / 4);
}

export function weightOf(draft: Draft): number {
  const shapes = draft.inputs.map(({ coin, role }) => inputShape(coin.script, role === 'seller'));
  return transactionWeight(shapes, draft.outputs);
}

export function feeOfDraft(draft: Draft): Sats {
  let fee = 0n;
  for (const input of draft.inputs) fee += input.coin.value;
  for (const output of draft.outputs) fee -= output.value;
  return sats(fee);
}

export interface BuiltPsbt {
  /** The unsigned transaction byte for byte. */
  readonly unsigned: Uint8Array;
  readonly psbt: Uint8Array;
  readonly toSign: readonly ToSign[];
}

/**
 * The PSBT for the owner's wallet: every input with what it spends, the owner's taproot inputs with the internal key,
 * and nobody's signature.
 */
export function buildPsbt(draft: Draft, owner: { key: Uint8Array; sighash?: number }): BuiltPsbt {
  invariant(isPublicKey(owner.key), 'the owner has a compressed public key');
  const unsigned = writeBase(bodyOf(draft));
  const inputs = draft.inputs.map(({ coin, role }) => ({
    prevout: coin,
    ...(role === 'owner' && owner.sighash !== undefined ? { sighash: owner.sighash } : {}),
    ...(role === 'owner' && scriptKind(coin.script) === 'p2tr' ? { internalKey: owner.key.slice(1) } : {}),
  }));
  const psbt = writePsbt(unsigned, inputs, draft.outputs.length);
  return { unsigned, psbt, toSign: toSign(draft, owner.sighash) };
}

function toSign(draft: Draft, sighash: number | undefined): ToSign[] {
  return draft.inputs.flatMap(({ coin, role }, index) => {
    if (role !== 'owner') return [];
    const usual = scriptKind(coin.script) === 'p2tr' ? SIGHASH.DEFAULT : SIGHASH.ALL;
    return [{ index, sighash: sighash ?? usual }];
  });
}

/**
 * The owner's half of a PSBT we built, after every check that needs no node (trading §3.1 to §3.6).
 * Signatures on other inputs are dropped: nobody but the owner speaks in this PSBT.
 * @throws Refusal as `readPsbt`, psbt-changed when the unsigned transaction is not ours byte for byte, and as `verifyInput`
 */
export function acceptHalf(draft: Draft, psbt: Uint8Array, verifier?: Verifier): Witnesses {
  const body = bodyOf(draft);
  const read = readPsbt(psbt);
  if (!equalBytes(read.unsigned, writeBase(body))) throw new Refusal('psbt-changed');
  const coins = coinsOf(draft);
  return draft.inputs.map(({ coin, role }, index) => {
    if (role !== 'owner') return undefined;
    const witness = witnessOf(coin.script, signaturesAt(read.signatures, index));
    verifyInput({ tx: body, coins, index }, witness, SIGHASHES_OF.owner, verifier);
    return witness;
  });
}

function signaturesAt(all: readonly InputSignatures[], index: number): InputSignatures {
  const found = all[index];
  invariant(found !== undefined, 'a PSBT has one map for each input');
  return found;
}

/**
 * The final transaction, behind a wall of assertions: every signature verifies with its role's sighash, and the effects
 * are the intended ones.
 * @throws invariant when any of it does not hold: everything was checked before, so it is our own bug
 */
export function finish(
  draft: Draft,
  witnesses: Witnesses,
  expected: { intent: Meaning; context?: EffectsContext },
  verifier?: Verifier,
): Finished {
  const body = bodyOf(draft, witnesses);
  const coins = coinsOf(draft);
  draft.inputs.forEach(({ role }, index) => {
    const witness = witnesses[index] ?? [];
    const verifies = inputVerifies({ tx: body, coins, index }, witness, SIGHASHES_OF[role], verifier);
    invariant(verifies, `input ${index} (${role}) is signed for this transaction`);
  });
  const tx = transactionOf(body);
  invariant(
    sameEffects(effects(tx, coins, expected.context), expected.intent),
    'the effects are the intended ones',
  );
  return { raw: writeTransaction(body), txid: tx.txid };
}
