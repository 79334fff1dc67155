/** Runs the files of BIP-322, or any of their format: simple signatures of P2WPKH and P2TR; the rest is left out by name. */
import { base64 } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { bytesToHex, txidOf, writeBase } from '@rialto/protocols';
import { addressToScript, publicKeyOf, verifyLogin } from '../../src/index.ts';
import { bip322Hash, toSign, verifyBip322 } from '../../src/login/bip322.ts';
import { leftOut } from './case.ts';
import type { Check } from './case.ts';

interface HashCase {
  message: string;
  address: string;
  message_hash: string;
  to_spend_tx_hash: string;
  to_sign_tx_hash: string;
}

export interface SignedCase {
  message: string;
  address: string;
  type: string;
  private_keys: string[];
  witness_script: string;
  bip322_signatures: string[];
}

export interface RefusedCase {
  description: string;
  message: string;
  address: string;
  signature: string;
  /** In the words of the BIP's own code; ours are a yes or no. */
  error_substr: string;
}

export interface Bip322File {
  tx_hashes?: HashCase[];
  simple?: SignedCase[];
  full?: SignedCase[];
  proof_of_funds?: SignedCase[];
  error?: RefusedCase[];
}

export const BIP322_LISTS = ['tx_hashes', 'simple', 'full', 'proof_of_funds', 'error'] as const;

const OTHER_SCRIPT = 'BIP-322: a script other than P2WPKH and P2TR';
const OTHER_FORM = 'BIP-322: full and proof-of-funds forms';

export function bip322Checks(file: Bip322File): Check[] {
  const { tx_hashes: hashes = [], simple = [], full = [], proof_of_funds: funds = [], error = [] } = file;
  return [
    ...hashes.map(hashCheck),
    ...simple.flatMap(simpleChecks),
    ...full.map((one) => leftOut(`full ${one.type}`, OTHER_FORM, one)),
    ...funds.map((one) => leftOut(`proof of funds ${one.type}`, OTHER_FORM, one)),
    ...error.map(refusedCheck),
  ];
}

function scriptOf(address: string): Uint8Array | undefined {
  try {
    return addressToScript(address, 'livenet');
  } catch {
    return undefined;
  }
}

function hashCheck(one: HashCase): Check {
  const script = scriptOf(one.address);
  const name = `hashes of "${one.message}"`;
  if (script === undefined) return leftOut(name, OTHER_SCRIPT, one);
  return {
    name,
    run: () => {
      const { tx, coin } = toSign({ script, text: one.message });
      return {
        ours: [bytesToHex(bip322Hash(one.message)), coin.outpoint, txidOf(writeBase(tx))],
        expected: [one.message_hash, `${one.to_spend_tx_hash}:0`, one.to_sign_tx_hash],
      };
    },
  };
}

export function keyOf({ private_keys: [wif = ''] }: SignedCase): string {
  return bytesToHex(publicKeyOf(WIF().decode(wif)));
}

function simpleChecks(one: SignedCase): Check[] {
  const { message, address, type, witness_script: script, private_keys: keys } = one;
  if (type !== 'p2wpkh' && type !== 'p2tr') return [leftOut(`simple ${type}`, OTHER_SCRIPT, one)];
  return one.bip322_signatures.map((signature, at) => ({
    name: `simple ${type} "${message}" ${at}`,
    run: () => {
      if (script !== '' || keys.length !== 1) throw new Error('more than a key');
      const publicKey = keyOf(one);
      const bare = signature.replace(/^smp/, '');
      const says = (text: string, spelled: string) =>
        verifyLogin({ address, network: 'livenet', text, signature: spelled, publicKey });
      return {
        ours: [says(message, bare), says(message, `smp${bare}`), says(`${message} `, bare)],
        expected: [true, true, false],
      };
    },
  }));
}

function refusedCheck(one: RefusedCase): Check {
  const { description, message, address, signature, error_substr: words } = one;
  const script = scriptOf(address);
  if (/^(?:ful|pof)/.test(signature)) return leftOut(description, OTHER_FORM, one);
  if (script === undefined) return leftOut(description, OTHER_SCRIPT, one);
  return {
    name: description,
    run: () => {
      if (words === '') throw new Error('no error is expected');
      const proof = bytesOf(signature.replace(/^smp/, ''));
      return { ours: verifyBip322({ script, text: message }, proof), expected: false };
    },
  };
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    return new Uint8Array(0);
  }
}
