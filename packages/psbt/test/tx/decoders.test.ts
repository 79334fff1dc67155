/** Reading a stranger's PSBT, login or address never throws anything but a refusal, whatever the bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesToHex, concatBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { addressToScript, buildTake, readPsbt, stripPsbt, verifyLogin } from '../../src/index.ts';
import { offer, planFor } from '../trade/market.ts';
import { user, walletSigns } from '../people.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '50000', 10) / 10;
const SEED = 174;

const folder = new URL('../../../../../shared/vectors/bips/', import.meta.url);

/** PSBTs of ours, and those of the BIPs when they are beside the project. */
function seeds(): Uint8Array[] {
  const buyer = user('buyer', 'p2wpkh');
  const built = buildTake(planFor([offer('a', 'p2tr'), offer('b', 'p2wpkh')], buyer));
  const own = [
    offer('a', 'p2wpkh').psbt,
    offer('b', 'p2tr').psbt,
    walletSigns(built.psbt, buyer, built.toSign),
  ];
  if (!existsSync(folder)) return own;
  const public_ = ['bip174-psbt.json', 'bip371-psbt.json'].flatMap((name) => {
    const { cases } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      cases: { 'Base64 String'?: string }[];
    };
    return cases.flatMap((one) => one['Base64 String'] ?? []);
  });
  return [...own, ...public_.map((text) => base64.decode(text))];
}

/** True when it was read; a refusal is an answer too. */
function answers(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const edit = fc.record({
  at: fc.nat(),
  cut: fc.nat(30),
  insert: fc.uint8Array({ maxLength: 6 }),
  xor: fc.nat(255),
});

it(`no reader throws on ${MUTATIONS} mutants`, () => {
  const all = seeds();
  let read = 0;
  fc.assert(
    fc.property(fc.nat(all.length - 1), fc.array(edit, { minLength: 1, maxLength: 3 }), (which, edits) => {
      const mutant = edits.reduce(
        (bytes, { at, cut, insert, xor }) => {
          const from = at % (bytes.length + 1);
          const flipped = Uint8Array.of((bytes[from] ?? 0) ^ xor);
          // A third of the edits keeps the length: past the framing, into the meaning.
          return at % 3 === 0
            ? concatBytes(bytes.subarray(0, from), flipped, bytes.subarray(from + 1))
            : concatBytes(bytes.subarray(0, from), insert, bytes.subarray(from + cut));
        },
        all[which] ?? new Uint8Array(0),
      );
      if (answers(() => readPsbt(mutant))) read += 1;
      answers(() => stripPsbt(mutant));
      const text = String.fromCharCode(...mutant.subarray(0, 90));
      answers(() => addressToScript(text, 'regtest'));
      const signature = base64.encode(mutant.subarray(0, 110));
      const publicKey = bytesToHex(mutant.subarray(0, 33));
      expect(verifyLogin({ address: text, network: 'regtest', text, signature, publicKey })).toBe(false);
    }),
    { numRuns: MUTATIONS, seed: SEED },
  );
  expect(read).toBeGreaterThan(MUTATIONS / 1_000);
}, 3_600_000);
