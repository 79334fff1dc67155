/** The id of an order: anybody can work it out, and nothing in the terms can change without changing it. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bridgeBackingId, bridgeOrderId, bridgeRefundId, bridgeTermsText } from '../../src/index.ts';
import type { BridgeTerms } from '../../src/index.ts';

const TERMS: BridgeTerms = {
  ...{ net: 'regtest', direction: 'mint', asset: 'btc', amount: 100_000n, least: 97_300n },
  receiver: `76a914${'ab'.repeat(20)}88ac`,
  refund: `0014${'cd'.repeat(20)}`,
  ...{ nonce: '00112233445566778899aabbccddeeff', expires: 900_000 },
};

const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

describe('terms', () => {
  it('are a text of ten lines, and the id is its hash', () => {
    const text = [
      ...['rialto bridge 1', 'regtest', 'mint', 'btc', '100000', '97300'],
      ...[TERMS.receiver, TERMS.refund, TERMS.nonce, '900000', ''],
    ].join('\n');
    expect(bridgeTermsText(TERMS)).toBe(text);
    expect(bridgeOrderId(TERMS)).toBe(sha(text));
    expect(bridgeOrderId(TERMS)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('may leave the amount open', () => {
    expect(bridgeTermsText({ ...TERMS, amount: 'any' }).split('\n')[4]).toBe('any');
  });

  it('change their id with every field', () => {
    const changes: readonly Partial<BridgeTerms>[] = [
      { net: 'livenet' },
      { direction: 'redeem' },
      { asset: 'btc-2' },
      { amount: 100_001n },
      { amount: 'any' },
      { least: 97_299n },
      { receiver: `76a914${'ac'.repeat(20)}88ac` },
      { refund: `0014${'ce'.repeat(20)}` },
      { nonce: '10112233445566778899aabbccddeeff' },
      { expires: 900_001 },
    ];
    const ids = changes.map((change) => bridgeOrderId({ ...TERMS, ...change }));
    expect(new Set([...ids, bridgeOrderId(TERMS)]).size).toBe(changes.length + 1);
  });

  it.each<Partial<BridgeTerms>>([
    { net: 'main net' },
    { net: 'regtest\nmint' },
    { asset: 'btc\n1' },
    { asset: '' },
    { receiver: 'no script' },
    { refund: '' },
    { refund: 'abc' },
    { nonce: 'ab' },
    { expires: 1.5 },
    { expires: -1 },
    { least: -1n },
  ])('have no line that could be read as two: %o', (change) => {
    expect(() => bridgeTermsText({ ...TERMS, ...change })).toThrow();
  });
});

describe('ids of other payments', () => {
  it('are hashes of what they name', () => {
    expect(bridgeRefundId('btc:aa:0')).toBe(sha('rialto bridge refund btc:aa:0'));
    expect(bridgeBackingId('btc')).toBe(sha('rialto bridge backing btc'));
  });

  it('are of one thing alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        expect(bridgeRefundId(one)).not.toBe(bridgeRefundId(other));
        expect(bridgeBackingId(one)).not.toBe(bridgeRefundId(one));
      }),
    );
  });
});
