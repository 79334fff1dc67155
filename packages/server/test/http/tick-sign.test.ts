import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { openVerifier } from '@rialto/ground';
import { bytesToHex, encodeUtf8 } from '@rialto/protocols';
import type { Mrc20Token } from '@rialto/protocols';
import { scriptOfKey, scriptToAddress } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { openTagger } from '../../src/http/book/tick-sign.ts';

const verifier = await openVerifier();
const platform = new Uint8Array(32).fill(7);
const stranger = new Uint8Array(32).fill(8);
const keyOf = (secret: Uint8Array): Uint8Array => secp256k1.getPublicKey(secret, true);
const hexOf = (secret: Uint8Array): string => bytesToHex(keyOf(secret));
const addressOf = (secret: Uint8Array, kind: 'p2wpkh' | 'p2tr' = 'p2wpkh'): string =>
  scriptToAddress(scriptOfKey(keyOf(secret), kind), 'livenet') ?? '';

const digestOf = (text: string): Uint8Array => sha256(encodeUtf8(text) ?? new Uint8Array(0));

function token(tickSign: string, pool = addressOf(platform), display = 'Fan'): Mrc20Token {
  return {
    display,
    decimals: 8,
    mintCount: 100n,
    metadata: JSON.stringify({ message: 'hi', tickSign }),
    pinCheck: { creator: '', lvl: '', path: `/follow['${'ab'.repeat(32)}']`, count: '1' },
    payCheck: { payTo: pool, payAmount: '800' },
  } as Mrc20Token;
}

const words = (pool = addressOf(platform), key = hexOf(platform)): string => `Fan${key}${pool}`;
const sign = (text: string, secret = platform, format: 'compact' | 'der' = 'compact'): Uint8Array =>
  secp256k1.sign(digestOf(text), secret, { prehash: false, format });

describe('a tick signed by a trusted key', () => {
  const tagger = openTagger(hexOf(platform), 'livenet', verifier);

  it('makes an ID-Coin, in hex or base64, compact or DER', () => {
    expect(tagger.by).toBe('signature');
    for (const format of ['compact', 'der'] as const) {
      const signature = sign(words(), platform, format);
      expect(tagger.tagOf(token(bytesToHex(signature)))).toBe('id-coins');
      expect(tagger.tagOf(token(Buffer.from(signature).toString('base64')))).toBe('id-coins');
    }
  });

  it('by Schnorr too, with its pool on the key path', () => {
    const key = bytesToHex(schnorr.getPublicKey(platform));
    const pool = addressOf(platform, 'p2tr');
    const signature = schnorr.sign(digestOf(`Fan${key}${pool}`), platform);
    const schnorrTagger = openTagger(key, 'livenet', verifier);
    expect(schnorrTagger.tagOf(token(bytesToHex(signature), pool))).toBe('id-coins');
    expect(schnorrTagger.tagOf(token(bytesToHex(signature), addressOf(platform)))).toBe('');
  });

  it('is what the verifier says, and no other', () => {
    const deaf = { ecdsa: () => false, schnorr: () => false };
    const good = token(bytesToHex(sign(words())));
    expect(tagger.tagOf(good)).toBe('id-coins');
    expect(openTagger(hexOf(platform), 'livenet', deaf).tagOf(good)).toBe('');
  });

  it('does nothing for another tick, another pool, another signer, rubbish', () => {
    const good = bytesToHex(sign(words()));
    expect(tagger.tagOf(token(good, addressOf(platform), 'fan'))).toBe('');
    expect(tagger.tagOf(token(good, addressOf(stranger)))).toBe('');
    const theirs = sign(words(addressOf(stranger), hexOf(stranger)));
    expect(tagger.tagOf(token(bytesToHex(theirs), addressOf(stranger)))).toBe('');
    expect(tagger.tagOf(token(bytesToHex(sign(words(), stranger))))).toBe('');
    for (const rubbish of ['00', 'zz', '!', 'A'.repeat(88), good.slice(2), `${good}00`])
      expect(tagger.tagOf(token(rubbish)), rubbish).toBe('');
  });

  it('may be signed by one trusted key for the pool of another', () => {
    const both = openTagger(`${hexOf(platform)},${hexOf(stranger)}`, 'livenet', verifier);
    const signature = sign(words(addressOf(stranger), hexOf(stranger)));
    expect(both.tagOf(token(bytesToHex(signature), addressOf(stranger)))).toBe('id-coins');
  });
});

describe('without keys', () => {
  it('the shape alone suffices on the private chain, nothing elsewhere', () => {
    expect(openTagger('', 'regtest', verifier)).toMatchObject({ by: 'shape' });
    expect(openTagger('', 'regtest', verifier).tagOf(token('00'))).toBe('id-coins');
    expect(openTagger('', 'regtest', verifier).tagOf({ ...token('00'), decimals: 7 })).toBe('');
    expect(openTagger('', 'livenet', verifier).by).toBe('nothing');
    expect(openTagger('', 'livenet', verifier).tagOf(token(bytesToHex(sign(words()))))).toBe('');
  });
});
