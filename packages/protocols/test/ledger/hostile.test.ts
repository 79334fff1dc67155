import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { envelopesOf } from '../../src/inscriptions/envelope.ts';
import { gather } from '../../src/inscriptions/gather.ts';
import { inscribeBlock } from '../../src/inscriptions/inscribe-block.ts';
import { inscriptionId } from '../../src/ids.ts';
import { decodePin } from '../../src/metaid/envelope.ts';
import {
  NO_COUNTS,
  NO_HASHES,
  bytesToHex,
  concatBytes,
  encodeUtf8,
  knownRuneId,
  nextHashes,
  sats,
} from '../../src/index.ts';
import type { Amount, Edict, RuneId, Transaction, Txid } from '../../src/index.ts';
import { allocate } from '../../src/runes/allocate.ts';
import type { RuneBalances } from '../../src/runes/allocate.ts';

const ENVELOPE = Uint8Array.of(0x00, 0x63, 0x03, 0x6f, 0x72, 0x64);
const TXID = 'a'.repeat(64) as Txid;
const END = Uint8Array.of(0x68);

function revealing(script: Uint8Array): Transaction {
  const witness = [new Uint8Array(64), script, new Uint8Array(33)];
  const input = { txid: TXID, vout: 0, scriptSig: new Uint8Array(0), sequence: 0, witness };
  const outputs = [{ value: sats(546n), script: new Uint8Array(22) }];
  return { txid: TXID, version: 2, locktime: 0, inputs: [input], outputs, weight: 0 };
}

describe('what anybody may write into a block', () => {
  it('a body of more pushes than a call takes arguments is read', () => {
    const script = concatBytes(ENVELOPE, new Uint8Array(1_000_000), END);
    expect(envelopesOf(revealing(script))[0]?.body).toHaveLength(0);
  });

  it('a field of as many parts is read', () => {
    const part = Uint8Array.of(0x01, 0x05, 0x01, 0x2a);
    const script = concatBytes(ENVELOPE, repeated(part, 300_000), END);
    expect(envelopesOf(revealing(script))[0]?.metadata).toHaveLength(300_000);
  });

  it('fifty thousand envelopes in one input are numbered in their order', () => {
    const tx = revealing(repeated(concatBytes(ENVELOPE, END), 50_000));
    const spent = [{ value: sats(1_000n), script: new Uint8Array(22) }];
    const { floating } = gather({ tx, spent, at: () => [] });
    expect(floating.at(-1)?.id).toBe(`${TXID}i49999`);
  });

  it('a coin with two hundred thousand inscriptions on it moves', () => {
    const located = Array.from({ length: 200_000 }, (_, sequence) => ({
      id: inscriptionId(TXID, sequence),
      sequence,
      offset: sats(0n),
      cursedOrVindicated: true,
    }));
    const spent = [{ value: sats(1_000n), script: new Uint8Array(22) }];
    const tx = revealing(new Uint8Array(0));
    expect(gather({ tx, spent, at: () => located }).floating).toHaveLength(200_000);
  });

  it('two hundred thousand envelopes of PINs in one script are read in a breath', () => {
    const pin = Uint8Array.of(0x00, 0x63, 0x06, 0x6d, 0x65, 0x74, 0x61, 0x69, 0x64, 0x68);
    const started = performance.now();
    // None of them has the fields of a PIN.
    expect(decodePin(repeated(pin, 200_000))).toEqual({ flaw: 'too-few-fields' });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('ten thousand edicts to ten thousand outputs are read in a breath, and give everybody their part', () => {
    const id = knownRuneId('5:1');
    const outputs = Array.from({ length: 10_000 }, () => ({ script: new Uint8Array(22) }));
    const edict: Edict = { id, amount: 3n as Amount, output: outputs.length };
    const edicts = Array.from({ length: 10_000 }, () => edict);
    const message = {
      kind: 'runestone' as const,
      edicts,
      etching: undefined,
      mint: undefined,
      pointer: 7,
    };
    const started = performance.now();
    const all = allocate({ outputs, message, unallocated: new Map([[id, 300_000_011n]]), own: undefined });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(all.outputs[6]?.get(id)).toBe(30_000n);
    expect(all.outputs[7]?.get(id)).toBe(30_011n);
    expect(all.burned.size).toBe(0);
  });

  it('edicts to all outputs give what giving to one after the other gives', () => {
    const dice = (sides: number, seed: number): number => ((seed * 7_919 + 104_729) % 1_009) % sides;
    for (let seed = 0; seed < 2_000; seed += 1) {
      const scripts = [0, 1, 2, 3].map((at) => Uint8Array.of(dice(3, seed + at) === 0 ? 0x6a : 0x51));
      const outputs = scripts.map((script) => ({ script }));
      const edicts = [0, 1, 2, 3, 4].map((at): Edict => ({
        id: knownRuneId(`5:${dice(2, seed * 5 + at)}`),
        amount: BigInt(dice(40, seed * 3 + at * 11)) as Amount,
        output: dice(2, seed + at) === 0 ? 4 : dice(4, seed * 2 + at),
      }));
      const held = (): RuneBalances =>
        new Map([
          [knownRuneId('5:0'), 100n],
          [knownRuneId('5:1'), 33n],
        ]);
      const message = {
        kind: 'runestone' as const,
        edicts,
        etching: undefined,
        mint: undefined,
        pointer: 0,
      };
      const fast = allocate({ outputs, message, unallocated: held(), own: undefined });
      expect(amountsOf(fast.outputs)).toEqual(oneByOne(scripts, edicts, held()));
    }
  });

  it('the lines of a block are hashed as one text, however many', () => {
    const none = { inscriptions: [], brc20: [], runes: [], pins: [], mrc20: [] };
    const hash = (text: string): string => bytesToHex(sha256(encodeUtf8(text) ?? new Uint8Array(0)));
    for (const count of [0, 1, 2, 999, 1_000, 1_001, 2_500]) {
      const lines = Array.from({ length: count }, (_, at) => `new;${at};é`);
      expect(nextHashes(NO_HASHES, { ...none, runes: lines }).runes).toBe(hash(hash(lines.join('|'))));
    }
  });

  it('a content type with a zero in it is kept without', () => {
    const kind = encodeUtf8('text/plain;\0') ?? new Uint8Array(0);
    const script = concatBytes(ENVELOPE, Uint8Array.of(1, 1, kind.length), kind, Uint8Array.of(0), END);
    const coinbase: Transaction = { ...revealing(new Uint8Array(0)), outputs: [] };
    const block = { hash: '', previousHash: '', time: 0, transactions: [coinbase, revealing(script)] };
    const spent = [[], [{ value: sats(1_000n), script: new Uint8Array(22) }]];
    const input = { height: 1, chain: 'regtest' as const, block, spent, at: () => [], counts: NO_COUNTS };
    const { changes, events } = inscribeBlock(input);
    expect(events[0]).toMatchObject({ contentType: 'text/plain;\0' });
    expect(
      JSON.stringify(changes, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(String.raw`\u0000`);
  });
});

function amountsOf(outputBalances: readonly RuneBalances[]): string[] {
  return outputBalances.map((balances) =>
    [...balances]
      .map(([id, amount]) => `${id}=${amount}`)
      .sort()
      .join(),
  );
}

/** The words of the reference, one output after the other. */
function oneByOne(scripts: readonly Uint8Array[], edicts: readonly Edict[], left: RuneBalances): string[] {
  const outputBalances = scripts.map((): RuneBalances => new Map());
  const receivers = scripts.flatMap((script, at) => (script[0] === 0x6a ? [] : [at]));
  const give = (id: RuneId, expected: bigint, to: number): void => {
    const here = left.get(id) ?? 0n;
    const amount = expected < here ? expected : here;
    left.set(id, here - amount);
    if (amount > 0n && receivers.includes(to))
      outputBalances[to]?.set(id, (outputBalances[to].get(id) ?? 0n) + amount);
  };
  for (const { id, amount, output } of edicts) {
    const here = left.get(id) ?? 0n;
    const parts = BigInt(receivers.length);
    if (output < scripts.length) give(id, amount === 0n ? here : amount, output);
    else if (amount > 0n) for (const to of receivers) give(id, amount, to);
    else
      for (const [at, to] of receivers.entries())
        give(id, here / parts + (BigInt(at) < here % parts ? 1n : 0n), to);
  }
  for (const [id, amount] of [...left]) give(id, amount, 0);
  return amountsOf(outputBalances);
}

function repeated(part: Uint8Array, times: number): Uint8Array {
  const whole = new Uint8Array(part.length * times);
  for (let at = 0; at < times; at += 1) whole.set(part, at * part.length);
  return whole;
}
