/** The bot's one key: read from the environment or a file, used to sign, never shown. */
import { readFileSync, statSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import {
  bytesToHex,
  concatBytes,
  doubleSha256,
  hexToBytes,
  isHex,
  writeCompactSize,
} from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { ToSign } from '@rialto/psbt';

export interface Account {
  readonly address: string;
  readonly script: Uint8Array;
  readonly publicKey: Uint8Array;
  /** A message as wallets sign it: recoverable ECDSA, base64. */
  signText(text: string): string;
  /** Signs the named inputs of a PSBT, hex in and out, and leaves it unfinished. */
  signPsbt(psbtHex: string, toSign: readonly ToSign[]): string;
  /** The key that stands in the locks of its bids: 33 bytes, or of a taproot address its 32-byte output key. */
  readonly lockKey: Uint8Array;
  /** The same with the secret of that key. */
  signLock(psbtHex: string, toSign: readonly ToSign[]): string;
}

const GROUP_AND_OTHERS = 0o077;

/** RIALTO_KEY, or the file RIALTO_KEY_FILE that only its owner may read: 32 bytes as hex. Messages never repeat what they read. */
function readKey(environment: NodeJS.ProcessEnv): Uint8Array {
  const { RIALTO_KEY: given, RIALTO_KEY_FILE: file } = environment;
  if (given === undefined && file === undefined) throw new Error('Set RIALTO_KEY_FILE or RIALTO_KEY.');
  if (given === undefined && file !== undefined && (statSync(file).mode & GROUP_AND_OTHERS) !== 0)
    throw new Error('Others may read the key file: chmod 600.');
  const text = (given ?? readFileSync(file ?? '', 'utf8')).trim();
  const bytes = isHex(text) ? hexToBytes(text) : new Uint8Array();
  if (!secp256k1.utils.isValidSecretKey(bytes))
    throw new Error('The key is not a secret key of 32 bytes as hex.');
  return bytes;
}

/** RIALTO_ADDRESS says which address of the key is used: p2tr (usual) or p2wpkh. */
export function openAccount(environment: NodeJS.ProcessEnv, network: Network): Account {
  const key = readKey(environment);
  const kind = environment['RIALTO_ADDRESS'] === 'p2wpkh' ? 'p2wpkh' : 'p2tr';
  const publicKey = publicKeyOf(key);
  const script = scriptOfKey(publicKey, kind);
  const address = scriptToAddress(script, network);
  if (address === undefined) throw new Error('The key has no address.');
  return {
    address,
    script,
    publicKey,
    signText: (text) => signText(text, key),
    signPsbt: (psbtHex, toSign) => signWith(key, psbtHex, toSign),
    lockKey: kind === 'p2tr' ? script.slice(2) : publicKey,
    signLock: (psbtHex, toSign) =>
      signWith(kind === 'p2tr' ? taprootTweakPrivKey(key) : key, psbtHex, toSign),
  };
}

function signWith(key: Uint8Array, psbtHex: string, toSign: readonly ToSign[]): string {
  const transaction = Transaction.fromPSBT(hexToBytes(psbtHex), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  });
  for (const { index, sighash } of toSign) transaction.signIdx(key, index, [sighash]);
  return bytesToHex(transaction.toPSBT());
}

function signText(text: string, key: Uint8Array): string {
  const magic = new TextEncoder().encode('Bitcoin Signed Message:\n');
  const message = new TextEncoder().encode(text);
  const sizes = [writeCompactSize(magic.length), writeCompactSize(message.length)] as const;
  const digest = doubleSha256(concatBytes(sizes[0], magic, sizes[1], message));
  const [recovery = 0, ...compact] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return base64.encode(Uint8Array.of(31 + recovery, ...compact));
}
