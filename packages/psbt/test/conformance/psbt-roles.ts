/** The roles of BIP-174 that the product leaves to its library, played with it as wallets do. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { utf8 } from '@scure/base';
import { TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { bytesToHex } from '@rialto/protocols';
import { publicKeyOf } from '../../src/index.ts';
import { masterOf, secretAt } from './master-key.ts';

export interface Master {
  readonly extended: string;
}

/** The vectors hold scripts and keys that no wallet would write. */
const ANY = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
};
const SIGHASH_ALL = 1;

const open = (psbt: Uint8Array): Transaction => Transaction.fromPSBT(psbt, ANY);

/** The extended key is the one of the seed (BIP-32, "Master key generation"). */
export function masterChecks(extended: string, seed: string) {
  const { secret, chainCode } = masterOf(extended);
  const both = hmac(sha512, utf8.decode('Bitcoin seed'), WIF(TEST_NETWORK).decode(seed));
  return {
    ours: [bytesToHex(secret), bytesToHex(chainCode)],
    expected: [bytesToHex(both.subarray(0, 32)), bytesToHex(both.subarray(32))],
  };
}

/** A creator knows the transaction alone: the expected PSBT built again from its inputs and outputs. */
export function created(expected: Uint8Array): Uint8Array {
  const from = open(expected);
  const tx = new Transaction({ ...ANY, version: from.version, lockTime: from.lockTime });
  for (let at = 0; at < from.inputsLength; at += 1) {
    const { txid, index, sequence } = from.getInput(at);
    if (txid === undefined || index === undefined) throw new Error('an input names its coin');
    tx.addInput({ txid, index, ...(sequence === undefined ? {} : { sequence }) });
  }
  for (let at = 0; at < from.outputsLength; at += 1) {
    const { script, amount } = from.getOutput(at);
    if (script === undefined || amount === undefined) throw new Error('an output says what it pays');
    tx.addOutput({ script, amount });
  }
  return tx.toPSBT(0);
}

/** An updater who adds SIGHASH_ALL to every input of the expected PSBT without it. */
export function updated(expected: Uint8Array): Uint8Array {
  const raw = RawPSBTV0.decode(expected);
  for (const input of raw.inputs) delete input.sighashType;
  const tx = open(RawPSBTV0.encode(raw));
  for (let at = 0; at < tx.inputsLength; at += 1) tx.updateInput(at, { sighashType: SIGHASH_ALL });
  return tx.toPSBT(0);
}

/** Signs with every key whose path the PSBT names and that the signer has. */
export function signedAs(
  psbt: Uint8Array,
  { extended }: Master,
  has: (key: Uint8Array) => boolean,
): Uint8Array {
  const master = masterOf(extended);
  const tx = open(psbt);
  for (let at = 0; at < tx.inputsLength; at += 1) {
    for (const [key, { path }] of tx.getInput(at).bip32Derivation ?? []) {
      const secret = secretAt(master, path);
      if (bytesToHex(publicKeyOf(secret)) !== bytesToHex(key)) throw new Error('a path leads to another key');
      if (has(key)) tx.signIdx(secret, at, [SIGHASH_ALL]);
    }
  }
  return tx.toPSBT(0);
}

/** True when a signer refuses to work on it: its scripts do not belong to the coins. */
export function refusedBySigner(psbt: Uint8Array): boolean {
  RawPSBTV0.decode(psbt);
  try {
    open(psbt);
    return false;
  } catch (error) {
    return error instanceof Error && /^checkScript: /.test(error.message);
  }
}

export function combined(psbts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = psbts.map(open);
  if (first === undefined || others.length === 0) throw new Error('nothing to combine');
  return others.reduce((tx, other) => tx.combine(other), first).toPSBT(0);
}

export function finalised(psbt: Uint8Array): Uint8Array {
  const tx = open(psbt);
  tx.finalize();
  return tx.toPSBT(0);
}

export function extracted(psbt: Uint8Array | undefined): Uint8Array {
  if (psbt === undefined) throw new Error('nothing to extract');
  return open(psbt).extract();
}
