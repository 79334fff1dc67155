/** What every template shares: inputs with who signs them, outputs, the PSBT made of them, and the way back from a signed one. */
import {
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  sats,
  splitOutpoint,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, Transaction, TransactionBody, Txid, TxOutput } from '@rialto/protocols';
import { isPublicKey } from '../tx/address.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { hasSignature, readPsbt } from '../tx/read-psbt.ts';
import type { InputSignatures } from '../tx/read-psbt.ts';
import { inputVerifies, verifyInput } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { transactionWeight } from '../tx/size.ts';
import type { SignatureItem, SpendKind } from '../tx/spend.ts';
import { WHOLE, wholeSpend } from '../tx/spend-kinds.ts';
import { witnessOf } from '../tx/witness.ts';
import { writePsbt } from '../tx/write-psbt.ts';
import type { PsbtInputFields } from '../tx/write-psbt.ts';

/** Replaceable (BIP-125) and final for locktime: the only two sequences an ask may have are this and 0xffffffff. */
export const SEQUENCE = 0xfffffffd;
export const FINAL_SEQUENCE = 0xffffffff;
export const VERSION = 2;

/**
 * Who signs an input: the one the PSBT is made for, a seller who signed long ago, the exchange's signer, or a key that is made for this
 * one transaction and then forgotten.
 */
type InputSigner = 'owner' | 'seller' | 'exchange' | 'ephemeral';

export interface DraftInput {
  readonly coin: Coin;
  readonly signer: InputSigner;
  /** How. */
  readonly kind: SpendKind;
  readonly sequence: number;
}

/** An input by its key, for the whole transaction. Throws as `wholeSpend`. */
export function inputOf(coin: Coin, signer: InputSigner = 'owner'): DraftInput {
  return { coin, signer, kind: wholeSpend(coin.script), sequence: SEQUENCE };
}

export interface Draft {
  readonly inputs: readonly DraftInput[];
  readonly outputs: readonly TxOutput[];
  /** The last height before the block it may be mined in; 0, for any block, where nothing is said. */
  readonly locktime?: number;
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

export function bodyOf(draft: Draft, witnesses: Witnesses = []): TransactionBody {
  const inputs = draft.inputs.map(({ coin, sequence }, index) => ({
    ...splitOutpoint(coin.outpoint),
    scriptSig: NOTHING,
    sequence,
    witness: witnesses[index] ?? [],
  }));
  return { version: VERSION, locktime: draft.locktime ?? 0, inputs, outputs: draft.outputs };
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

export function kindsOf(draft: Draft): SpendKind[] {
  return draft.inputs.map((input) => input.kind);
}

/** The outpoints of those in no block. */
export function unconfirmedOf(coins: readonly Coin[]): Outpoint[] {
  return coins.flatMap((coin) => (coin.height === undefined ? [coin.outpoint] : []));
}

/** Virtual size once everybody signed, at most. */
export function vsizeOf(draft: Draft): number {
  return Math.ceil(weightOf(draft) / 4);
}

export function weightOf(draft: Draft): number {
  return transactionWeight(kindsOf(draft), draft.outputs);
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
 * The PSBT for the owner's wallet: every input with what it spends, the owner's own with what their kind asks for, and nobody's
 * signature.
 * @param key the owner's, 33 bytes
 */
export function buildPsbt(draft: Draft, key: Uint8Array): BuiltPsbt {
  invariant(isPublicKey(key), 'the owner has a compressed public key');
  const unsigned = writeBase(bodyOf(draft));
  const inputs = draft.inputs.map((input) => psbtFields(input, key));
  const psbt = writePsbt(unsigned, inputs, draft.outputs.length);
  const toSign = draft.inputs.flatMap(({ kind, signer }, index) =>
    signer === 'owner' ? [{ index, sighash: usualSighash(kind, key) }] : [],
  );
  return { unsigned, psbt, toSign };
}

/** What the wallet needs for its own inputs; of others it is told what they spend. */
function psbtFields({ coin, signer, kind }: DraftInput, key: Uint8Array): PsbtInputFields {
  if (signer !== 'owner') return { prevout: coin };
  const { path } = kind;
  const sighash = usualSighash(kind, key);
  const fields = WHOLE.includes(sighash) ? { prevout: coin } : { prevout: coin, sighash };
  switch (path.path) {
    case 'p2wpkh':
      return fields;
    case 'witness-script':
      return { ...fields, witnessScript: path.witnessScript };
    case 'key':
      return { ...fields, internalKey: key.slice(1) };
    case 'leaf':
      return { ...fields, leaf: path, internalKey: path.controlBlock.slice(1, 33) };
  }
}

/** The first sighash that a key may use; wallets take DEFAULT or ALL where a PSBT names none. */
function usualSighash({ stack }: SpendKind, key: Uint8Array): number {
  const places = stack.filter((item) => item.item === 'signature');
  const isOwn = ({ key: one }: SignatureItem): boolean =>
    one !== 'beside' && (equalBytes(one, key) || equalBytes(one, key.subarray(1)));
  const sighash = (places.find(isOwn) ?? places[0])?.sighashes[0];
  invariant(sighash !== undefined, 'a place for a signature allows a sighash');
  return sighash;
}

/**
 * The owner's half of a PSBT we built, after every check that needs no node (trading §3.1 to §3.6).
 * Signatures on other inputs are dropped: nobody but the owner speaks in this PSBT.
 * @throws Refusal as `readPsbt`, psbt-changed when the unsigned transaction is not ours byte for byte, signature-missing when no input
 *   is signed, not-finalized when some are, and as `witnessOf` and `verifyInput`
 */
export function acceptHalf(draft: Draft, psbt: Uint8Array, verifier?: Verifier): Witnesses {
  const body = bodyOf(draft);
  const read = readPsbt(psbt);
  if (!equalBytes(read.unsigned, writeBase(body))) throw new Refusal('psbt-changed');
  const coins = coinsOf(draft);
  const isSigned = ({ signer }: DraftInput, index: number): boolean =>
    signer === 'owner' && hasSignature(signaturesAt(read.signatures, index));
  const isBegun = draft.inputs.some(isSigned);
  return draft.inputs.map((input, index) => {
    const { signer, kind } = input;
    if (signer !== 'owner') return undefined;
    if (isBegun && !isSigned(input, index)) throw new Refusal('not-finalized', `input ${index}`);
    const witness = witnessOf(kind, signaturesAt(read.signatures, index));
    verifyInput({ tx: body, coins, index }, kind, witness, verifier);
    return witness;
  });
}

function signaturesAt(all: readonly InputSignatures[], index: number): InputSignatures {
  const found = all[index];
  invariant(found !== undefined, 'a PSBT has one map for each input');
  return found;
}

/**
 * The final transaction, behind a wall of assertions: every input is signed as its kind says, and the effects are the
 * intended ones.
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
  draft.inputs.forEach(({ signer, kind }, index) => {
    const verifies = inputVerifies({ tx: body, coins, index }, kind, witnesses[index] ?? [], verifier);
    invariant(verifies, `input ${index} (${signer}) is signed for this transaction`);
  });
  const tx = transactionOf(body);
  invariant(
    sameEffects(effects(tx, coins, { kinds: kindsOf(draft), ...expected.context }), expected.intent),
    'the effects are the intended ones',
  );
  return { raw: writeTransaction(body), txid: tx.txid };
}
