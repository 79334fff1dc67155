/** Reads a PSBT a stranger sent: version 0 only, capped, no final fields. Amounts in it are never used (threats §C1). */
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { MAX_MONEY, bytesToHex, isTxid, sats, spentPoint, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, TransactionBody } from '@rialto/protocols';

/** Decoded size after the client took out the previous transactions (trading §3.1). */
const MAX_PSBT_BYTES = 65_536;
const MAX_INPUTS_OUTPUTS = 200;

export interface ReadPsbt {
  readonly tx: TransactionBody;
  /** The unsigned transaction byte for byte. */
  readonly unsigned: Uint8Array;
  /** What the wallets added, by input index. Unknown and proprietary keys, scripts and derivations are dropped. */
  readonly signatures: readonly InputSignatures[];
  /** What the PSBT says each input is worth. A claim: only `foreseeAsk` looks at it, and nothing is decided by it. */
  readonly claimed: readonly (Sats | undefined)[];
}

export interface InputSignatures {
  readonly partial: readonly { readonly key: Uint8Array; readonly signature: Uint8Array }[];
  readonly taproot: Uint8Array | undefined;
  /** Of leaves, each with the 32-byte key and the hash of the leaf it signs (BIP-371). */
  readonly leaves: readonly {
    readonly key: Uint8Array;
    readonly leafHash: Uint8Array;
    readonly signature: Uint8Array;
  }[];
}

/** Whether an input has a signature, of whatever key. */
export function hasSignature({ partial, taproot, leaves }: InputSignatures): boolean {
  return partial.length > 0 || taproot !== undefined || leaves.length > 0;
}

type Decoded = ReturnType<typeof RawPSBTV0.decode>;

/** What we take from the library's reading of the unsigned transaction; its own type says `any`. */
interface DecodedTx {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly {
    readonly txid: Uint8Array;
    readonly index: number;
    readonly finalScriptSig: Uint8Array;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
}

/**
 * Reads a signed PSBT.
 * @throws Refusal psbt-too-large, psbt-malformed, psbt-finalised, psbt-shape (no input, no output), duplicate-input
 * Source: BIP-174, BIP-371; caps: trading §3.1.
 */
export function readPsbt(bytes: Uint8Array): ReadPsbt {
  if (bytes.length > MAX_PSBT_BYTES) throw new Refusal('psbt-too-large', `${bytes.length} bytes`);
  const decoded = decode(bytes);
  const unsignedTx: DecodedTx | undefined = decoded.global.unsignedTx;
  if (unsignedTx === undefined || (decoded.global.version ?? 0) !== 0)
    throw new Refusal('psbt-malformed', 'version');
  if (unsignedTx.inputs.length > MAX_INPUTS_OUTPUTS || unsignedTx.outputs.length > MAX_INPUTS_OUTPUTS) {
    throw new Refusal('psbt-too-large', 'inputs or outputs');
  }
  if (
    decoded.inputs.some(
      (input) => input.finalScriptSig !== undefined || input.finalScriptWitness !== undefined,
    )
  ) {
    throw new Refusal('psbt-finalised');
  }
  const tx = bodyOf(unsignedTx);
  refuseDuplicates(tx);
  const signatures = decoded.inputs.map((input) => ({
    partial: (input.partialSig ?? []).map(([key, signature]) => ({ key, signature })),
    taproot: input.tapKeySig,
    leaves: leavesOf(input),
  }));
  const claims: readonly Claim[] = decoded.inputs;
  const claimed = claims.map(({ witnessUtxo }) => claimOf(witnessUtxo?.amount));
  return { tx, unsigned: writeBase(tx), signatures, claimed };
}

/** The library's own type of this field says `any`. */
interface Leaves {
  readonly tapScriptSig?:
    | readonly (readonly [{ readonly pubKey: Uint8Array; readonly leafHash: Uint8Array }, Uint8Array])[]
    | undefined;
}

function leavesOf({ tapScriptSig = [] }: Leaves): InputSignatures['leaves'] {
  return tapScriptSig.map(([{ pubKey, leafHash }, signature]) => ({ key: pubKey, leafHash, signature }));
}

interface Claim {
  readonly witnessUtxo?: { readonly amount: bigint } | undefined;
}

function claimOf(amount: bigint | undefined): Sats | undefined {
  return amount === undefined || amount > MAX_MONEY ? undefined : sats(amount);
}

function decode(bytes: Uint8Array): Decoded {
  try {
    return RawPSBTV0.decode(bytes);
  } catch {
    // The library's words describe its own framing and help nobody; the code says enough.
    throw new Refusal('psbt-malformed');
  }
}

function bodyOf(unsigned: DecodedTx): TransactionBody {
  const inputs = unsigned.inputs.map((input) => {
    const txid = bytesToHex(input.txid);
    if (!isTxid(txid)) throw new Refusal('psbt-malformed');
    return {
      txid,
      vout: input.index,
      scriptSig: input.finalScriptSig,
      sequence: input.sequence,
      witness: [],
    };
  });
  const outputs = unsigned.outputs.map((output) => {
    if (output.amount > MAX_MONEY) throw new Refusal('psbt-malformed', 'amount');
    return { value: sats(output.amount), script: output.script };
  });
  if (inputs.length === 0 || outputs.length === 0) throw new Refusal('psbt-shape', 'nothing moves');
  return { version: unsigned.version, locktime: unsigned.lockTime, inputs, outputs };
}

/** The same outpoint twice: the library counts its value twice (threats §C4). */
export function refuseDuplicates(tx: Pick<TransactionBody, 'inputs'>): void {
  const seen = new Set<Outpoint>();
  for (const input of tx.inputs) seen.add(spentPoint(input));
  if (seen.size !== tx.inputs.length) throw new Refusal('duplicate-input');
}

/**
 * The PSBT without the previous transactions wallets attach: what the client sends (they are never used, and may be megabytes).
 * @throws Refusal psbt-malformed
 */
export function stripPsbt(bytes: Uint8Array): Uint8Array {
  const decoded = decode(bytes);
  for (const input of decoded.inputs) delete input.nonWitnessUtxo;
  return RawPSBTV0.encode(decoded);
}

/**
 * True when a PSBT tells a wallet of each coin it spends the value it has, in sat. A wallet signs for the values that are in the
 * PSBT, or in previous transactions beside it, and the signature of an input binds no value but its own (BIP-143): a fee counted
 * from other values would not be the one that is paid.
 * @param coins what its inputs spend, in their order
 * @throws Refusal as `readPsbt`
 */
export function statesValues(bytes: Uint8Array, coins: readonly Pick<Coin, 'value'>[]): boolean {
  const { claimed } = readPsbt(bytes);
  const isBare = stripPsbt(bytes).length === bytes.length;
  const isSame = claimed.length === coins.length && coins.every(({ value }, at) => claimed[at] === value);
  return isBare && isSame;
}
