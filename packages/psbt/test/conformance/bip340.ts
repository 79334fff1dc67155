/** Runs `bip340-test-vectors.csv`, or any table with its columns: keys, signatures and their verification. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { pureVerifier } from '../../src/index.ts';
import { signSchnorr } from '../../src/tx/sign.ts';
import type { Check } from './case.ts';

const COLUMNS = 'index,secret key,public key,aux_rand,message,signature,verification result,comment';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function isSignatureTable(text: string): boolean {
  return linesOf(text)[0] === COLUMNS;
}

export function bip340Checks(text: string): Check[] {
  return linesOf(text)
    .slice(1)
    .map((line): Check => {
      const [index, secret, key = '', aux = '', message = '', signature = '', result] = line.split(',');
      return {
        name: `vector ${index}`,
        run: () => {
          if (result !== 'TRUE' && result !== 'FALSE') throw new Error('no result');
          const valid = pureVerifier.schnorr(hexToBytes(signature), hexToBytes(message), hexToBytes(key));
          const made = secret === undefined || secret === '' ? undefined : signed({ secret, aux, message });
          return {
            ours: { valid, made },
            expected: { valid: result === 'TRUE', made: made && lower({ key, signature }) },
          };
        },
      };
    });
}

interface Signed {
  key: string;
  signature: string;
}

function lower({ key, signature }: Signed): Signed {
  return { key: key.toLowerCase(), signature: signature.toLowerCase() };
}

/** We sign without extra randomness; with it, the library below us does. */
function signed(one: { secret: string; aux: string; message: string }): Signed {
  const secret = hexToBytes(one.secret);
  const aux = hexToBytes(one.aux);
  const message = hexToBytes(one.message);
  const signature = aux.every((byte) => byte === 0)
    ? signSchnorr(message, secret)
    : schnorr.sign(message, secret, aux);
  return { key: bytesToHex(schnorr.getPublicKey(secret)), signature: bytesToHex(signature) };
}
