import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  bytesToHex,
  decodeMrc20,
  decodePin,
  encodeMrc20Deploy,
  encodeMrc20Mint,
  encodeMrc20Transfer,
  encodeUtf8,
  formatMrc20Amount,
  hexToBytes,
  isFlaw,
  leadingZeros,
  metaIdOf,
  mrc20Tag,
  parseMrc20Amount,
  popLevel,
  popOf,
} from '../src/index.ts';
import type { PinId } from '../src/index.ts';

interface Pop {
  pin: PinId;
  merkleRoot: string;
  blockHash: string;
}

type Case = { name: string; class: string; source: string; expect: unknown } & (
  | { kind: 'pin' | 'metaid'; input: string }
  | { kind: 'message'; input: { path: string; body: string } }
  | { kind: 'amount'; input: { text: string; decimals: number } }
  | { kind: 'pop'; input: Pop }
  | { kind: 'level'; input: number }
  | { kind: 'id-coin'; input: { body: string; trusted: boolean } }
);

const FILE = new URL('cases/mrc20.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { cases: Case[] };

const utf8 = (text: string): Uint8Array => encodeUtf8(text) ?? new Uint8Array(0);

/** Big integers as texts, bytes as the text they hold, any flaw as one. */
function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (isFlaw(value)) return { flaw: true };
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) => {
      if (typeof field === 'bigint') return field.toString();
      return field instanceof Uint8Array ? String.fromCharCode(...field) : field;
    }),
  );
}

function answer(one: Case): unknown {
  switch (one.kind) {
    case 'pin':
      return plain(decodePin(hexToBytes(one.input)));
    case 'message':
      return plain(decodeMrc20({ path: one.input.path, body: utf8(one.input.body) }));
    case 'amount': {
      const value = parseMrc20Amount(one.input.text, one.input.decimals);
      return isFlaw(value) ? null : value.toString();
    }
    case 'metaid':
      return metaIdOf(one.input);
    case 'pop': {
      const pop = popOf(one.input);
      return { pop, zeros: leadingZeros(pop) };
    }
    case 'level':
      return popLevel('0'.repeat(one.input).padEnd(170, '7'));
    case 'id-coin': {
      const deploy = decodeMrc20({ path: '/ft/mrc20/deploy', body: utf8(one.input.body) });
      const { trusted } = one.input;
      return deploy !== undefined && 'pinCheck' in deploy ? mrc20Tag(deploy, () => trusted) : undefined;
    }
  }
}

describe.each(['valid', 'invalid', 'quirk'])('cases of the reference: %s', (kind) => {
  const these = cases.filter((one) => one.class === kind);
  test.each(these.map((one) => [`${one.kind}: ${one.name}`, one] as const))('%s', (_, one) => {
    expect(one.source).toMatch(/^metaid-mrc20-idcoins\.md:[0-9]+$/);
    const given = answer(one);
    if (typeof one.expect === 'object' && one.expect !== null) expect(given).toMatchObject(one.expect);
    else expect(given).toBe(one.expect);
  });
});

test('there are enough cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(120);
});

test('mutated envelopes and messages never throw', () => {
  const scripts = cases.flatMap((one) => (one.kind === 'pin' ? [hexToBytes(one.input)] : []));
  const messages = cases.flatMap((one) => (one.kind === 'message' ? [one.input] : []));
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), (n, edits) => {
      const script = (scripts[n % scripts.length] ?? new Uint8Array(0)).slice();
      const { path, body } = messages[n % messages.length] ?? { path: '', body: '' };
      const bytes = utf8(body);
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
    ...{
      display: 'Coin',
      tokenName: 'A coin',
      decimals: 0,
      amountPerMint: 5n,
      mintCount: 7n,
      premineCount: 1n,
    },
    ...{ beginHeight: '', endHeight: '900000', metadata: 'm', type: '' },
    pinCheck: { creator: '', lvl: '', path: '/info/*', count: '1' },
    payCheck: { payTo: 'bc1q', payAmount: '546' },
  };
  expect(read('/ft/mrc20/deploy', encodeMrc20Deploy(deploy))).toEqual({
    op: 'deploy',
    tick: 'COIN',
    ...deploy,
  });
  expect(bytesToHex(utf8(id)).length).toBe(132);
});
