import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amount,
  bytesToHex,
  decodeMrc20,
  decodePin,
  encodeMrc20Deploy,
  encodeMrc20Mint,
  encodeMrc20Transfer,
  formatMrc20Amount,
  hexToBytes,
  isFlaw,
  mrc20Tag,
  parseMrc20Amount,
} from '../../src/index.ts';
import { bodyOf, mrc20Checks } from '../conformance/mrc20.ts';
import type { Mrc20File } from '../conformance/mrc20.ts';
import { utf8 } from './mrc20-build.ts';

const FILES = ['../cases/mrc20.json', '../cases/mrc20-json.json'];
const cases = FILES.flatMap((name) => {
  const file = JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Mrc20File;
  return file.cases;
});
const file: Mrc20File = { cases };

test.each(mrc20Checks(file).map((check) => [check.name, check] as const))('%s', (_, check) => {
  if (!('run' in check)) throw new Error(check.skipped);
  const { ours, expected } = check.run();
  expect(ours).toEqual(expected);
});

test('every case names its rule, and no name is used twice', () => {
  const rule = /^(metaid-mrc20-idcoins\.md|MAN 1a63e497 [\w/]+\.go|btcd v0\.24\.2 [\w/]+\.go):[0-9]+$/;
  for (const one of cases) expect(one.source).toMatch(rule);
  const names = mrc20Checks(file).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('there are enough cases', () => {
  expect(cases.filter(({ kind }) => kind !== 'ledger').length).toBeGreaterThanOrEqual(120);
  expect(cases.filter(({ kind }) => kind === 'ledger').length).toBeGreaterThanOrEqual(120);
});

test('mutated envelopes and messages never throw', () => {
  const scripts = cases.flatMap((one) => (one.kind === 'pin' ? [hexToBytes(one.input)] : []));
  const messages = cases.flatMap((one) => (one.kind === 'message' ? [one.input] : []));
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), (n, edits) => {
      const script = (scripts[n % scripts.length] ?? new Uint8Array(0)).slice();
      const message = messages[n % messages.length] ?? { path: '' };
      const { path } = message;
      const bytes = bodyOf(message).slice(0, 2_000);
      for (const [at, byte] of edits) {
        if (script.length > 0) script[at % script.length] = byte;
        if (bytes.length > 0) bytes[at % bytes.length] = byte;
      }
      decodePin(script);
      const op = decodeMrc20({ path, body: bytes });
      if (op !== undefined && 'pinCheck' in op) mrc20Tag(op, () => true);
    }),
    { numRuns: 50_000 },
  );
});

test('amounts: what is written is read back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 36n }), fc.nat(12), (value, decimals) => {
      expect(parseMrc20Amount(formatMrc20Amount(amount(value), decimals), decimals)).toBe(value);
    }),
  );
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[+-]?[0-9]{0,5}\.?[0-9]{0,5}(e[+-]?[0-9]{0,12})?$/));
  fc.assert(
    fc.property(text, fc.nat(12), (written, decimals) => {
      const value = parseMrc20Amount(written, decimals);
      expect(isFlaw(value) || value > 0n).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('messages: what is written is read back', () => {
  const id = `${'ab'.repeat(32)}i0`;
  const read = (path: string, body: string) => decodeMrc20({ path, body: utf8(body) });
  expect(read('/ft/mrc20/mint', encodeMrc20Mint(id, 1))).toEqual({ op: 'mint', id, vout: '1' });
  const send = { id, amount: amount(150n), decimals: 2, vout: 1 };
  expect(read('/ft/mrc20/transfer', encodeMrc20Transfer([send]))).toEqual({
    op: 'transfer',
    sends: [{ id, amount: '1.5', vout: 1 }],
  });
  const deploy = {
    display: 'Coin',
    tokenName: 'A coin',
    decimals: 0,
    amountPerMint: 5n,
    mintCount: 7n,
    premineCount: 1n,
    beginHeight: '',
    endHeight: '900000',
    metadata: 'm',
    type: '',
    pinCheck: { creator: '', lvl: '', path: '/info/*', count: '1' },
    payCheck: { payTo: 'bc1q', payAmount: '546' },
  };
  expect(read('/ft/mrc20/deploy', encodeMrc20Deploy(deploy))).toEqual({
    op: 'deploy',
    tick: 'COIN',
    soughtTick: 'COIN',
    ...deploy,
  });
  expect(bytesToHex(utf8(id)).length).toBe(132);
});
