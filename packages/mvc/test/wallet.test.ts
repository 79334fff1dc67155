/** What a wallet is given and what it may answer: beside meta-contract's own composer, and with every wrong answer we know of. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes, hexToBytes, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import {
  ALL_FORKID,
  bodyOfPlan,
  composerText,
  digestOf,
  mvcAddress,
  nameMvcTransaction,
  p2pkhScript,
  p2pkhScriptSig,
  pureEcdsa,
  readComposer,
  readMvcAddress,
  readP2pkhScriptSig,
  keyHashOf,
  scriptHolder,
  signedByUser,
  userHalf,
  verifyMvcSignature,
  writeMvcTransaction,
} from '../src/index.ts';
import type { MvcBody, MvcPlan } from '../src/index.ts';
import { person, signatureOf } from './contracts.ts';
import { judged, mvc } from '@rialto/contracts';
import { partsOf } from './oracle.ts';
import { POOL, USER, aBuy, aSell } from './swaps.ts';

const require = createRequire(import.meta.url);

interface Composer {
  serialize(): string;
  getTx(): { id: string; toBuffer(): Uint8Array };
  unlockP2PKHInput(key: unknown, index: number): void;
}
const { TxComposer } = require(join(dirname(require.resolve('meta-contract')), 'tx-composer')) as {
  TxComposer: { deserialize(text: string): Composer };
};
const { PrivateKey } = require('mvc-lib') as { PrivateKey: new (hex: string, network: string) => unknown };

/** As Metalet signs: whatever script the coin of an input has. Source: metalet-extension-next `src/lib/crypto.ts`. */
function walletSigns(text: string, indexes: readonly number[]): string {
  const composer = TxComposer.deserialize(text);
  for (const index of indexes)
    composer.unlockP2PKHInput(new PrivateKey(bytesToHex(USER.secret), 'testnet'), index);
  return composer.serialize();
}

function answerIn(text: string): MvcBody {
  const body = readComposer(text);
  if (isFlaw(body)) throw new Error(body.flaw);
  return body;
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'accepted';
}

const withScriptSig = (tx: MvcBody, at: number, scriptSig: Uint8Array): MvcBody => ({
  ...tx,
  inputs: tx.inputs.map((input, index) => (index === at ? { ...input, scriptSig } : input)),
});

describe.each([
  ['a purchase', aBuy().plan],
  ['a sale', aSell().plan],
] as const)('%s', (_, plan: MvcPlan) => {
  const text = composerText(plan);
  const toSign = signedByUser(plan);
  const answer = walletSigns(text, toSign);

  it('is the same transaction to the wallet, and comes back signed', () => {
    const theirs = TxComposer.deserialize(text).getTx();
    const ours = nameMvcTransaction(bodyOfPlan(plan));
    expect(theirs.id).toBe(ours.txid);
    expect(bytesToHex(Uint8Array.from(theirs.toBuffer()))).toBe(bytesToHex(writeMvcTransaction(ours)));
    expect(partsOf(answerIn(text))).toEqual(partsOf(ours));
    const half = userHalf(plan, answerIn(answer), USER.key);
    expect(half.map(({ index }) => index)).toEqual(toSign);
    for (const { publicKey } of half) expect(bytesToHex(publicKey)).toBe(bytesToHex(USER.key));
  });

  it('is refused when the wallet answers otherwise', () => {
    const signed = answerIn(answer);
    const [first = -1] = toSign;
    const tx = bodyOfPlan(plan);
    const coin = plan.inputs[first]?.coin;
    const own = signed.inputs[first]?.scriptSig;
    if (coin === undefined || own === undefined) throw new Error('a signed input');
    const pair = readP2pkhScriptSig(own);
    if (pair === undefined) throw new Error('two pushes');
    const put = (scriptSig: Uint8Array): string =>
      codeOf(() => userHalf(plan, withScriptSig(signed, first, scriptSig), USER.key));
    const other = person(9);
    const by = (signature: Uint8Array, publicKey = USER.key): string =>
      put(p2pkhScriptSig({ signature, publicKey }));
    const byte = (last: number): Uint8Array =>
      concatBytes(pair.signature.subarray(0, -1), Uint8Array.of(last));
    expect(put(own)).toBe('accepted');
    expect(put(new Uint8Array(0))).toBe('signature-missing');
    expect(by(signatureOf(other, tx, first, coin), other.key)).toBe('signature-invalid');
    expect(by(signatureOf(other, tx, first, coin))).toBe('signature-invalid');
    expect(by(signatureOf(USER, { ...tx, locktime: 1 }, first, coin))).toBe('signature-invalid');
    expect(by(signatureOf(USER, tx, first, { ...coin, value: (coin.value + 1n) as typeof coin.value }))).toBe(
      'signature-invalid',
    );
    for (const weak of [0x01, 0x42, 0x43, 0xc1, 0xc2, 0xc3, 0x00])
      expect(by(byte(weak))).toBe('sighash-not-allowed');
    expect(put(concatBytes(own, Uint8Array.of(0)))).toBe('signature-invalid');
    expect(put(concatBytes(own, own))).toBe('signature-invalid');
    expect(put(own.subarray(0, -1))).toBe('signature-invalid');
    expect(codeOf(() => userHalf(plan, { ...signed, locktime: 1 }, USER.key))).toBe('effects-differ');
    expect(codeOf(() => userHalf(plan, { ...signed, inputs: signed.inputs.slice(1) }, USER.key))).toBe(
      'effects-differ',
    );
    expect(codeOf(() => userHalf(plan, { ...signed, outputs: signed.outputs.slice(1) }, USER.key))).toBe(
      'effects-differ',
    );
    // The wallet that answers with what it was given: an old one, before a token.
    expect(codeOf(() => userHalf(plan, tx, USER.key))).toBe('signature-missing');
    // What stands in the other inputs is the server's to fill.
    const filled = withScriptSig(signed, plan.inputs.length - 1, Uint8Array.of(0x51));
    expect(codeOf(() => userHalf(plan, filled, USER.key))).toBe('accepted');
  });
});

describe('a signature', () => {
  const tx = bodyOfPlan(aBuy().plan);
  const coin = { value: 700n as never, script: p2pkhScript(USER.hash) };
  const at = { tx, index: 2, coin };
  const digest = digestOf(tx, 2, coin);
  const made = (options: object): Uint8Array =>
    concatBytes(
      secp256k1.sign(digest, USER.secret, { prehash: false, format: 'der', ...options }),
      Uint8Array.of(ALL_FORKID),
    );
  const good = made({ lowS: true });

  it('holds for the interpreter as for us', () => {
    const script = p2pkhScriptSig({ signature: good, publicKey: USER.key });
    expect(judged(withScriptSig(tx, 2, script), [{ ...coin }, coin, coin])[2]).toBe('');
    expect(codeOf(() => verifyMvcSignature(at, { signature: good, publicKey: USER.key }))).toBe('accepted');
  });

  const highS = (() => {
    const { r, s } = secp256k1.Signature.fromBytes(good.subarray(0, -1), 'der');
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s);
    return concatBytes(high.toBytes('der'), Uint8Array.of(ALL_FORKID));
  })();
  const padded = concatBytes(
    hexToBytes('30'),
    Uint8Array.of((good[1] ?? 0) + 1),
    hexToBytes('02'),
    Uint8Array.of((good[3] ?? 0) + 1, 0),
    good.subarray(4),
  );

  it.each([
    ['with a high S', highS],
    ['with a needless zero', padded],
    ['with a byte behind it', concatBytes(good.subarray(0, -1), Uint8Array.of(0, ALL_FORKID))],
    ['of the byte alone', Uint8Array.of(ALL_FORKID)],
    [
      'that is compact',
      concatBytes(
        secp256k1.Signature.fromBytes(good.subarray(0, -1), 'der').toBytes('compact'),
        Uint8Array.of(ALL_FORKID),
      ),
    ],
  ])('%s does not hold', (_, signature) => {
    expect(codeOf(() => verifyMvcSignature(at, { signature, publicKey: USER.key }))).toBe(
      'signature-invalid',
    );
  });

  it.each([
    ['uncompressed', secp256k1.getPublicKey(USER.secret, false)],
    ['no point', concatBytes(Uint8Array.of(2), new Uint8Array(32).fill(0xff))],
    ['of another', POOL.key],
    ['empty', new Uint8Array(0)],
  ])('by a key that is %s does not hold', (_, publicKey) => {
    expect(codeOf(() => verifyMvcSignature(at, { signature: good, publicKey }))).toBe('signature-invalid');
  });

  it('is asked of the verifier that is given, with its 64 bytes', () => {
    const asked: number[][] = [];
    const verify = (...given: Uint8Array[]): boolean => {
      asked.push(given.map(({ length }) => length));
      return true;
    };
    verifyMvcSignature(at, { signature: good, publicKey: USER.key }, verify);
    expect(asked).toEqual([[64, 32, 33]]);
    expect(codeOf(() => verifyMvcSignature(at, { signature: good, publicKey: USER.key }, () => false))).toBe(
      'signature-invalid',
    );
    // Whatever a verifier says: the other spelling of a signature is none.
    expect(codeOf(() => verifyMvcSignature(at, { signature: highS, publicKey: USER.key }, () => true))).toBe(
      'signature-invalid',
    );
    const compact = secp256k1.Signature.fromBytes(good.subarray(0, -1), 'der').toBytes('compact');
    expect(pureEcdsa(compact, digest, USER.key)).toBe(true);
    expect(
      pureEcdsa(
        secp256k1.Signature.fromBytes(highS.subarray(0, -1), 'der').toBytes('compact'),
        digest,
        USER.key,
      ),
    ).toBe(false);
  });

  it('is read from two direct pushes and nothing else', () => {
    const whole = p2pkhScriptSig({ signature: good, publicKey: USER.key });
    expect(readP2pkhScriptSig(whole)).toEqual({ signature: good, publicKey: USER.key });
    const cases = [
      new Uint8Array(0),
      Uint8Array.of(0),
      whole.subarray(1),
      concatBytes(Uint8Array.of(0), whole.subarray(1 + good.length)),
      concatBytes(hexToBytes('4c'), Uint8Array.of(good.length), whole.subarray(1)),
      p2pkhScriptSig({ signature: new Uint8Array(76), publicKey: USER.key }),
      p2pkhScriptSig({ signature: good, publicKey: USER.key.subarray(1) }),
      p2pkhScriptSig({ signature: good, publicKey: new Uint8Array(65) }),
    ];
    for (const one of cases) expect(readP2pkhScriptSig(one)).toBeUndefined();
    expect(
      readP2pkhScriptSig(p2pkhScriptSig({ signature: new Uint8Array(75), publicKey: USER.key })),
    ).toBeDefined();
  });
});

describe('what a wallet sends as a composer', () => {
  const text = composerText(aBuy().plan);
  type Json = {
    tx: Record<string, unknown> & { inputs: Record<string, unknown>[]; outputs: Record<string, unknown>[] };
  };
  const changed = (change: (json: Json) => unknown): string => {
    const json = JSON.parse(text) as Json;
    change(json);
    const body = readComposer(JSON.stringify(json));
    return isFlaw(body) ? body.flaw : 'read';
  };
  const first = <T>(all: readonly T[]): T => {
    const [one] = all;
    if (one === undefined) throw new Error('one');
    return one;
  };

  it.each<readonly [string, (json: Json) => unknown]>([
    ['no version', ({ tx }) => delete tx['version']],
    ['a version as text', ({ tx }) => (tx['version'] = '10')],
    ['half a version', ({ tx }) => (tx['version'] = 1.5)],
    ['a version below zero', ({ tx }) => (tx['version'] = -1)],
    ['a version of 32 bits', ({ tx }) => (tx['version'] = 0x80000000)],
    ['no locktime', ({ tx }) => delete tx['nLockTime']],
    ['a locktime too large', ({ tx }) => (tx['nLockTime'] = 0x100000000)],
    ['inputs that are none', ({ tx }) => ((tx as Record<string, unknown>)['inputs'] = {})],
    ['an input that is none', ({ tx }) => tx.inputs.push(null as never)],
    ['an id that is none', ({ tx }) => (first(tx.inputs)['prevTxId'] = '00')],
    ['an id in capitals', ({ tx }) => (first(tx.inputs)['prevTxId'] = 'AA'.repeat(32))],
    ['an output number below zero', ({ tx }) => (first(tx.inputs)['outputIndex'] = -1)],
    ['a sequence too large', ({ tx }) => (first(tx.inputs)['sequenceNumber'] = 0x100000000)],
    ['a script that is no hex', ({ tx }) => (first(tx.inputs)['script'] = 'OP_1')],
    ['half a byte', ({ tx }) => (first(tx.outputs)['script'] = '0')],
    ['satoshis as text', ({ tx }) => (first(tx.outputs)['satoshis'] = '1')],
    ['satoshis below zero', ({ tx }) => (first(tx.outputs)['satoshis'] = -1)],
    ['more satoshis than there are', ({ tx }) => (first(tx.outputs)['satoshis'] = 2_100_000_000_000_001)],
    ['no outputs', ({ tx }) => delete (tx as Partial<Json['tx']>).outputs],
  ])('with %s is none', (_, change) => {
    expect(changed(change)).toBe('not-a-composer');
  });

  it('may say more, and nothing else is read', () => {
    expect(changed(({ tx }) => (tx['hash'] = 'other'))).toBe('read');
    expect(changed(({ tx }) => (first(tx.outputs)['satoshis'] = 2_100_000_000_000_000))).toBe('read');
  });

  it('is read without an error, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ tx: value })),
        ),
        (any) => {
          expect(isFlaw(readComposer(any))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    for (const odd of ['null', '[]', '{"tx":null}', '{"__proto__":{"tx":{}}}', ''])
      expect(isFlaw(readComposer(odd))).toBe(true);
  });
});

describe('addresses', () => {
  it('are those of the library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (hash) => {
        const names = [
          ['livenet', 'livenet'],
          ['testnet', 'testnet'],
          ['regtest', 'testnet'],
        ] as const;
        for (const [ours, theirs] of names) {
          const address = mvcAddress(hash, ours);
          expect(address).toBe(mvc.Address.fromPublicKeyHash(Buffer.from(hash), theirs).toString());
          expect(readMvcAddress(address, ours)).toEqual(hash);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['of another network', mvcAddress(USER.hash, 'testnet'), 'wrong-network'],
    ['of a script, which MVC has not', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'wrong-address-type'],
    ['with a wrong letter', `${mvcAddress(USER.hash, 'livenet').slice(0, -1)}0`, 'wrong-address-type'],
    ['of segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wrong-address-type'],
    ['of no letters', '', 'wrong-address-type'],
    ['of very many', '1'.repeat(100_000), 'wrong-address-type'],
    ['that is a secret key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'wrong-address-type'],
  ])('%s are refused', (_, text, code) => {
    expect(codeOf(() => readMvcAddress(text, 'livenet'))).toBe(code);
  });

  it('are of hashes, and scripts are read back', () => {
    expect(() => mvcAddress(USER.key, 'livenet')).toThrow('invariant');
    expect(() => p2pkhScript(USER.key)).toThrow('invariant');
    const script = p2pkhScript(USER.hash);
    expect(keyHashOf(script)).toEqual(USER.hash);
    expect(scriptHolder(USER.hash)).toEqual(USER.holder);
    for (const at of [0, 1, 2, 23, 24]) expect(keyHashOf(script.with(at, 0x51))).toBeUndefined();
    expect(keyHashOf(concatBytes(script, Uint8Array.of(0)))).toBeUndefined();
    expect(keyHashOf(script.subarray(1))).toBeUndefined();
  });
});
