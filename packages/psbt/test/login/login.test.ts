import fc from 'fast-check';
import { base64 } from '@scure/base';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import {
  bytesToHex,
  concatBytes,
  doubleSha256,
  txidOf,
  writeBase,
  writeCompactSize,
} from '@rialto/protocols';
import { addressToScript, loginText, scriptToAddress, verifyLogin } from '../../src/index.ts';
import type { LoginProof } from '../../src/index.ts';
import { bip322Hash, toSign } from '../../src/login/bip322.ts';
import { digestV1 } from '../../src/tx/digest.ts';
import { digestOf } from '../../src/tx/spend.ts';
import { wholeSpend } from '../../src/tx/spend-kinds.ts';
import { highS } from '../tx/forge.ts';
import { user, refusalOf } from '../people.ts';
import type { User } from '../people.ts';

const FORGERIES = Number.parseInt(process.env['MUTATIONS'] ?? '10000', 10);
const kinds = ['p2wpkh', 'p2tr'] as const;
const words = {
  domain: 'rialto.example',
  network: 'regtest' as const,
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-20T10:05:00Z',
};

function proofOf(who: User, signature: string): LoginProof {
  const address = scriptToAddress(who.script, 'regtest') ?? '';
  return { address, network: 'regtest', text: textOf(who), signature, publicKey: bytesToHex(who.key) };
}

function textOf(who: User): string {
  return loginText({ ...words, address: scriptToAddress(who.script, 'regtest') ?? '' });
}

/** What a wallet returns for `signMessage(text, 'ecdsa')`. */
function recoverable(who: User, header: number, text = textOf(who)): Uint8Array {
  const magic = new TextEncoder().encode('Bitcoin Signed Message:\n');
  const bytes = new TextEncoder().encode(text);
  const hash = doubleSha256(
    concatBytes(writeCompactSize(magic.length), magic, writeCompactSize(bytes.length), bytes),
  );
  const signed = secp256k1.sign(hash, who.secret, { prehash: false, format: 'recovered' });
  return concatBytes(Uint8Array.of(header + (signed[0] ?? 0)), signed.subarray(1));
}

/** What a wallet returns for `signMessage(text, 'bip322-simple')`. */
function simple(who: User, sighash: number, text = textOf(who)): Uint8Array {
  const { tx, coin } = toSign({ script: who.script, text });
  const spend = { tx, prevouts: [coin] };
  const empty = new Uint8Array(32);
  const byte = sighash === 0 ? new Uint8Array() : Uint8Array.of(sighash);
  if (who.kind === 'p2tr') {
    const digest = digestV1(spend, 0, sighash) ?? empty;
    const signature = concatBytes(schnorr.sign(digest, taprootTweakPrivKey(who.secret), empty), byte);
    return concatBytes(Uint8Array.of(1, signature.length), signature);
  }
  const der = secp256k1.sign(digestOf(wholeSpend(who.script), spend, 0, sighash) ?? empty, who.secret, {
    prehash: false,
    format: 'der',
  });
  return stack(concatBytes(der, byte), who.key);
}

function stack(...items: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    Uint8Array.of(items.length),
    ...items.flatMap((item) => [Uint8Array.of(item.length), item]),
  );
}

describe('loginText', () => {
  it('names everything, one line each', () => {
    const address = 'bcrt1qxyz';
    expect(loginText({ ...words, address }).split('\n')).toEqual([
      'Log in to Rialto. This moves nothing and costs nothing.',
      'Domain: rialto.example',
      'Address: bcrt1qxyz',
      'Network: regtest',
      'Nonce: 0123456789abcdef0123456789abcdef',
      'Issued: 2026-11-20T10:00:00Z',
      'Expires: 2026-11-20T10:05:00Z',
    ]);
  });

  it('refuses a value that would make another line', () => {
    const address = 'bcrt1qxyz';
    expect(refusalOf(() => loginText({ ...words, address, domain: 'a\nNonce: 1' }))).toBe('bad-request');
    expect(refusalOf(() => loginText({ ...words, address, nonce: '' }))).toBe('bad-request');
  });
});

/** The examples of BIP-322 itself, of both kinds of text. */
describe('what BIP-322 signs', () => {
  const script = () => addressToScript('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'livenet');
  it.each([
    [
      'Hello World',
      'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
      'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
      '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
    ],
    [
      'UTF-8 support: öäüéàè 测试文本 😄',
      '43936b237ea38c7794eb5d755e0d220b6db92ebfc5c8f482759d22b1286376d7',
      'c8f4f525fe8afb1bc09b44175bd2096f079c98425e8a1be676b712add1fb62f0',
      '8f488e06b89eafd019ec528109eafaf7f1d1811fd617aa1eeb9658f1c1be6586',
    ],
  ])('for "%s"', (text, hash, toSpend, signed) => {
    const { tx, coin } = toSign({ script: script(), text });
    expect(bytesToHex(bip322Hash(text))).toBe(hash);
    expect(coin).toMatchObject({ outpoint: `${toSpend}:0`, value: 0n, assets: [] });
    expect(txidOf(writeBase(tx))).toBe(signed);
  });
});

describe.each(kinds)('verifyLogin for a %s address', (kind) => {
  const ann = user('ann', kind);
  const bob = user('bob', kind);
  const ok = (proof: LoginProof): boolean => verifyLogin(proof);

  it.each([27, 31, 35, 39])('recoverable ECDSA with header %i', (header) => {
    expect(ok(proofOf(ann, base64.encode(recoverable(ann, header))))).toBe(true);
  });

  it('BIP-322 simple, bare and prefixed', () => {
    const signature = base64.encode(simple(ann, kind === 'p2tr' ? 0 : 1));
    expect(ok(proofOf(ann, signature))).toBe(true);
    expect(ok(proofOf(ann, `smp${signature}`))).toBe(true);
    expect(ok(proofOf(ann, base64.encode(simple(ann, 1))))).toBe(true);
    expect(ok(proofOf(ann, `ful${signature}`))).toBe(false);
  });

  it.each([0x02, 0x03, 0x81, 0x82, 0x83])('BIP-322 with sighash %i is refused', (sighash) => {
    expect(ok(proofOf(ann, base64.encode(simple(ann, sighash))))).toBe(false);
  });

  it('D: wrong key, wrong address, wrong address type, wrong network, wrong text', () => {
    for (const signature of [base64.encode(recoverable(ann, 31)), base64.encode(simple(ann, 1))]) {
      const proof = proofOf(ann, signature);
      expect(ok(proof)).toBe(true);
      expect(ok({ ...proof, publicKey: bytesToHex(bob.key) })).toBe(false);
      expect(ok({ ...proof, publicKey: '' })).toBe(false);
      expect(ok({ ...proof, publicKey: bytesToHex(ann.key.slice(1)) })).toBe(false);
      expect(ok({ ...proof, address: proofOf(bob, '').address })).toBe(false);
      expect(ok({ ...proof, network: 'testnet' })).toBe(false);
      expect(
        ok({ ...proof, network: 'livenet', address: scriptToAddress(ann.script, 'livenet') ?? '' }),
      ).toBe(true);
      expect(ok({ ...proof, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' })).toBe(false);
      expect(ok({ ...proof, text: proof.text.replace('rialto.example', 'rialto.evil') })).toBe(false);
      expect(ok({ ...proof, address: proof.address.toUpperCase() })).toBe(true);
    }
    const other = user('ann', kind === 'p2tr' ? 'p2wpkh' : 'p2tr');
    expect(ok(proofOf(other, base64.encode(simple(ann, 1, textOf(other)))))).toBe(false);
  });

  it('an attacker’s own key in the witness proves nothing', () => {
    const mallory = simple({ ...bob, script: ann.script }, 1, textOf(ann));
    expect(ok(proofOf(ann, base64.encode(mallory)))).toBe(false);
    expect(ok({ ...proofOf(ann, base64.encode(mallory)), publicKey: bytesToHex(bob.key) })).toBe(false);
    expect(
      ok({
        ...proofOf(ann, base64.encode(recoverable(bob, 31, textOf(ann)))),
        publicKey: bytesToHex(bob.key),
      }),
    ).toBe(false);
  });

  it('one signature has one spelling', () => {
    const good = recoverable(ann, 31);
    const text = base64.encode(good);
    const bad = [
      ` ${text}`,
      `${text}\n`,
      text.replace(/=+$/, ''),
      `${text}=`,
      text.slice(0, -1),
      `smp${text}`,
      '',
      'smp',
      '€',
    ];
    for (const signature of bad) expect(ok(proofOf(ann, signature)), signature).toBe(false);
    const highRecoverable = concatBytes(good.subarray(0, 33), flipS(good.subarray(33)));
    highRecoverable[0] = ((good[0] ?? 0) ^ 1) | 0;
    expect(ok(proofOf(ann, base64.encode(highRecoverable)))).toBe(false);
    const witness = simple(ann, 1);
    expect(ok(proofOf(ann, base64.encode(concatBytes(witness, Uint8Array.of(0)))))).toBe(false);
    // The same recovery number, four too low and four too high: a header says no more than wallets write.
    const [header27 = 0] = recoverable(ann, 27);
    const [header39 = 0] = recoverable(ann, 39);
    for (const header of [0, 26, 43, 255, header27 - 4, header39 + 4]) {
      expect(ok(proofOf(ann, base64.encode(concatBytes(Uint8Array.of(header), good.subarray(1)))))).toBe(
        false,
      );
    }
  });

  it('numbers that are no point of the curve are no signature', () => {
    const good = recoverable(ann, 31);
    const beyond = concatBytes(good.subarray(0, 1), new Uint8Array(32).fill(0xff), good.subarray(33));
    expect(ok(proofOf(ann, base64.encode(beyond)))).toBe(false);
  });

  it('the witness is exactly what the address needs', () => {
    const witness = simple(ann, 1);
    const length = witness[1] ?? 0;
    const signature = witness.slice(2, 2 + length);
    const shapes = [
      stack(signature, ann.key, ann.key),
      stack(signature, bob.key),
      stack(),
      stack(new Uint8Array()),
      new Uint8Array(),
    ];
    for (const shape of shapes) expect(ok(proofOf(ann, base64.encode(shape)))).toBe(false);
    if (kind === 'p2wpkh') {
      expect(ok(proofOf(ann, base64.encode(stack(signature))))).toBe(false);
      expect(ok(proofOf(ann, base64.encode(stack(highS(signature), ann.key))))).toBe(false);
    } else {
      expect(ok(proofOf(ann, base64.encode(stack(signature, ann.key))))).toBe(false);
      expect(
        ok(proofOf(ann, base64.encode(stack(concatBytes(signature.subarray(0, 64), Uint8Array.of(0)))))),
      ).toBe(false);
    }
  });

  it('of many forged signatures none is accepted and none throws', () => {
    const originals = [recoverable(ann, 31), simple(ann, 1)];
    const [first = new Uint8Array()] = originals;
    const change = fc.record({
      which: fc.nat(1),
      at: fc.nat(200),
      by: fc.integer({ min: 1, max: 255 }),
      how: fc.constantFrom('xor', 'set', 'cut', 'grow', 'text', 'key', 'spelling'),
    });
    fc.assert(
      fc.property(change, ({ which, at, by, how }) => {
        const original = originals[which] ?? first;
        const forged = mutate(original, at % original.length, by, how);
        const proof = proofOf(ann, base64.encode(forged));
        const key = ann.key.slice();
        key[at % 33] = (key[at % 33] ?? 0) ^ by;
        if (how === 'text') return !ok({ ...proof, text: `${proof.text}${by}` });
        // BIP-340 keys have no parity: 02X and 03X are one taproot key, and own the same address.
        const otherParity = kind === 'p2tr' && original !== first && at % 33 === 0 && by === 1;
        if (how === 'key') return otherParity || !ok({ ...proof, publicKey: bytesToHex(key) });
        if (how === 'spelling') {
          const signature = proof.signature;
          const spot = at % signature.length;
          const text = signature.slice(0, spot) + String.fromCharCode(by) + signature.slice(spot + 1);
          return text === signature || sameMeaning(text, original) || !ok({ ...proof, signature: text });
        }
        return sameMeaning(proof.signature, original) || !ok(proof);
      }),
      { numRuns: Math.ceil(FORGERIES / 2) },
    );
  }, 300_000);
});

/** Any header with the same recovery number says the same (wallets differ); anything else is a forgery. */
function sameMeaning(text: string, original: Uint8Array): boolean {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(text);
  } catch {
    return false;
  }
  const rest = (all: Uint8Array): string => bytesToHex(all.subarray(1));
  const recovery = (all: Uint8Array): number => ((all[0] ?? 0) - 27) & 3;
  const isHeader = original.length === 65 && (bytes[0] ?? 0) >= 27 && (bytes[0] ?? 0) <= 42;
  const same = rest(bytes) === rest(original);
  return same && (bytes[0] === original[0] || (isHeader && recovery(bytes) === recovery(original)));
}

function mutate(original: Uint8Array, at: number, by: number, how: string): Uint8Array {
  const forged = original.slice();
  if (how === 'xor') forged[at] = (forged[at] ?? 0) ^ by;
  if (how === 'set') forged[at] = by;
  if (how === 'cut') return forged.slice(0, at);
  if (how === 'grow') return concatBytes(forged.subarray(0, at), Uint8Array.of(by), forged.subarray(at));
  return forged;
}

function flipS(s: Uint8Array): Uint8Array {
  const order = secp256k1.Point.Fn.ORDER;
  const flipped = (order - BigInt(`0x${bytesToHex(s)}`)).toString(16).padStart(64, '0');
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(flipped.slice(at * 2, at * 2 + 2), 16));
}
