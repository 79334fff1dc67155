/** Messages about which readers of JSON cannot differ. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  PLAIN_DEPLOY,
  amount,
  encodeMint,
  encodeMrc20Deploy,
  encodeMrc20Mint,
  encodeMrc20Transfer,
  encodeTransfer,
  hasPlainMessage,
  isFlaw,
} from '../../src/index.ts';
import type { CoinAsset, Transaction } from '../../src/index.ts';
import { readGo } from '../../src/json/go.ts';
import { isPlainJson } from '../../src/json/plain.ts';
import { readJson } from '../../src/json/read.ts';
import type { Json } from '../../src/json/read.ts';
import { readSerdeObject } from '../../src/json/serde.ts';
import { Dice } from '../dice.ts';
import { NO_COIN, transactionOf, utf8 } from '../mrc20/mrc20-build.ts';
import { oddBody } from './json-bodies.ts';

const TRANSFER = '"p":"brc-20","op":"transfer","tick":"ordi","amt":"5"';
const ID = `${'ab'.repeat(32)}i0`;

describe('plain', () => {
  test.each([
    encodeTransfer('ordi', amount(5n)),
    encodeTransfer('"\\🦊', amount(123n)),
    encodeMint('ordi', amount(5n)),
    encodeMrc20Deploy({ ...PLAIN_DEPLOY, display: 'Fern', amountPerMint: 1n, mintCount: 2n }),
    encodeMrc20Mint(ID, 1),
    encodeMrc20Transfer([{ id: ID, amount: amount(15n), decimals: 1, vout: 1 }]),
    `{ ${TRANSFER.replaceAll(',', ' ,\r\n\t')} }`,
    `{${TRANSFER},"to":["a",{"b":{}}],"n":-12,"yes":true}`,
  ])('%s', (body) => {
    expect(isPlainJson(utf8(body))).toBe(true);
  });
});

describe('odd', () => {
  test.each([
    ['a number beyond a double', `{${TRANSFER},"x":1e999}`],
    ['a number some hold in a double', `{${TRANSFER},"x":9007199254740993}`],
    ['a fraction', `{${TRANSFER},"x":0.1}`],
    ['minus nothing', `{${TRANSFER},"x":-0}`],
    ['a key twice', `{${TRANSFER},"amt":"6"}`],
    ['a key twice, in capitals', `{${TRANSFER},"AMT":"6"}`],
    ['a key twice, deep inside', `{${TRANSFER},"x":[{"a":"1","a":"2"}]}`],
    ['a letter that Go folds', `{${TRANSFER},"tic\u212a":"sats"}`],
    ['a key that is an order to serde', `{${TRANSFER},"x":{"$serde_json::private::RawValue":"1"}}`],
    ['half a surrogate pair', `{${TRANSFER},"x":"\\ud800"}`],
    ['a zero character', `{${TRANSFER},"x":"\\u0000"}`],
    ['null', `{${TRANSFER},"x":null}`],
    ['null among others', `{${TRANSFER},"x":["a",null]}`],
    ['too deep', `{${TRANSFER},"x":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['a byte order mark', `\ufeff{${TRANSFER}}`],
    ['a comma at the end', `{${TRANSFER},}`],
    ['something behind it', `{${TRANSFER}}{}`],
    ['no JSON', 'brc-20'],
    ['nothing', ''],
  ])('%s', (_, body) => {
    expect(isPlainJson(utf8(body))).toBe(false);
  });
  it('bytes that are not UTF-8', () => {
    const [start, end] = [utf8(`{${TRANSFER},"x":"`), utf8('"}')];
    expect(isPlainJson(Uint8Array.of(...start, 0xff, ...end))).toBe(false);
    expect(isPlainJson(Uint8Array.of(...start, 0x61, ...end))).toBe(true);
  });
});

/** A value of ours as `JSON.parse` has it. */
function plainly(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value.kind === 'number') return Number(value.text);
  if (value.kind === 'list') return value.items.map(plainly);
  return Object.fromEntries(value.members.map(([key, field]) => [key, plainly(field)]));
}

it('is never a body that two readers take differently', () => {
  const dice = new Dice(24);
  let plain = 0;
  for (let at = 0; at < 8_000; at += 1) {
    const body = oddBody(dice);
    if (!isPlainJson(body)) continue;
    plain += 1;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const parsed: unknown = JSON.parse(text);
    const go = readGo(text);
    if (isFlaw(go)) throw new Error('Go reads it');
    expect(plainly(go.value)).toEqual(parsed);
    const serde = readSerdeObject(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) continue;
    expect(Object.fromEntries([...(serde ?? [])].map(([key, value]) => [key, plainly(value)]))).toEqual(
      parsed,
    );
  }
  expect(plain).toBeGreaterThan(100);
});

it('never throws, and keeps its word about any text', () => {
  const any = { depth: 200, broken: (text: string) => text, number: () => true };
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const bytes = new TextEncoder().encode(text);
      if (isPlainJson(bytes)) expect(readJson(text, any)).toBeDefined();
    }),
  );
});

describe('the message that made a lot', () => {
  const lot: CoinAsset = {
    kind: 'mrc20',
    asset: `mrc20:${ID}`,
    tick: 'FERN',
    decimals: 0,
    amount: 1n,
  } as never;
  const made = (path: string, body: string): Transaction =>
    transactionOf({ spends: [{ point: NO_COIN, pin: { operation: 'hide', path, body } }], outputs: [] });
  const sent = (more: string): string => `[{"id":"${ID}","amount":"1","vout":0${more}}]`;

  it('is asked for where tokens are made or moved, and nowhere else', () => {
    expect(hasPlainMessage(made('/ft/mrc20/transfer', sent('')), lot)).toBe(true);
    expect(hasPlainMessage(made('/ft/mrc20/transfer', sent(',"x":null')), lot)).toBe(false);
    expect(hasPlainMessage(made('/ft/mrc20/mint', `{"id":"${ID}","ID":"${ID}"}`), lot)).toBe(false);
    expect(hasPlainMessage(made('/file/picture', 'null'), lot)).toBe(true);
    // Tokens that move with their coin have no message.
    expect(hasPlainMessage(transactionOf({ spends: [{ point: NO_COIN }], outputs: [] }), lot)).toBe(true);
  });
  it('of an inscription is its own, by its number', () => {
    const none = made('/file/picture', 'null');
    const inscribed = (index: number): CoinAsset =>
      ({ kind: 'inscription', id: `${none.txid}i${index}`, offset: 0n }) as never;
    expect(hasPlainMessage(none, inscribed(0))).toBe(false);
  });
});
