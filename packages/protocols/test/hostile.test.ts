import { describe, expect, it } from 'vitest';
import { envelopesOf } from '../src/inscriptions/envelope.ts';
import { gather } from '../src/inscriptions/gather.ts';
import { inscribeBlock } from '../src/inscriptions/inscribe-block.ts';
import { inscriptionId } from '../src/ids.ts';
import { decodePin } from '../src/metaid/envelope.ts';
import { NO_COUNTS, concatBytes, encodeUtf8, sats } from '../src/index.ts';
import type { Transaction, Txid } from '../src/index.ts';

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
      ...{ id: inscriptionId(TXID, sequence), sequence, offset: sats(0n), cursedOrVindicated: true },
    }));
    const spent = [{ value: sats(1_000n), script: new Uint8Array(22) }];
    const tx = revealing(new Uint8Array(0));
    expect(gather({ tx, spent, at: () => located }).floating).toHaveLength(200_000);
  });

  it('two hundred thousand envelopes of PINs in one script are read in a breath', () => {
    const pin = Uint8Array.of(0x00, 0x63, 0x06, 0x6d, 0x65, 0x74, 0x61, 0x69, 0x64, 0x68);
    const started = performance.now();
    // None of them says what it does.
    expect(decodePin(repeated(pin, 200_000))).toEqual({ flaw: 'unknown-operation' });
    expect(performance.now() - started).toBeLessThan(5_000);
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

function repeated(part: Uint8Array, times: number): Uint8Array {
  const whole = new Uint8Array(part.length * times);
  for (let at = 0; at < times; at += 1) whole.set(part, at * part.length);
  return whole;
}
