/** Who the bridge pays, and that it never pays itself; terms from the wire have the id of the terms they are. */
import { describe, expect, it } from 'vitest';
import { bridgeOrderId, bridgeScripts, bridgeTermsOf, isPayable } from '../../src/index.ts';

const HASH = 'ab'.repeat(20);

describe('a script', () => {
  it.each([
    [`0014${HASH}`, 'btc', true],
    [`5120${'cd'.repeat(32)}`, 'btc', true],
    [`76a914${HASH}88ac`, 'mvc', true],
    [`76a914${HASH}88ac`, 'btc', false],
    [`0014${HASH}`, 'mvc', false],
    [`a914${HASH}87`, 'btc', false],
    [`0020${'cd'.repeat(32)}`, 'btc', false],
    [`0014${HASH}00`, 'btc', false],
    [`0014${HASH.toUpperCase()}`, 'btc', false],
    ['', 'btc', false],
  ] as const)('%s is paid on %s: %s', (script, chain, is) => {
    expect(isPayable(script, chain)).toBe(is);
  });
});

it('every script of the bridge is one that nothing goes out to', () => {
  const keys = {
    ...{ lockedScript: '5120aa', feeScript: '5120bb' },
    ...{ stockHash: '01', inletHash: '02', feeHash: '03' },
  };
  expect([...bridgeScripts([keys])]).toEqual([
    ...['5120aa', '5120bb', '76a9140188ac', '76a9140288ac', '76a9140388ac'],
  ]);
  expect(bridgeScripts([]).size).toBe(0);
});

it('terms from the wire are the terms they were written from', () => {
  const terms = {
    ...{ net: 'regtest', direction: 'redeem' as const, asset: 'btc', least: 97_300n },
    ...{ receiver: `0014${HASH}`, refund: `76a914${HASH}88ac`, nonce: '00'.repeat(16), expires: 7 },
  };
  for (const amount of [100_000n, 'any' as const]) {
    const wire = { ...terms, amount: amount.toString(), least: '97300' };
    expect(bridgeTermsOf(wire)).toEqual({ ...terms, amount });
    expect(bridgeOrderId(bridgeTermsOf(wire))).toBe(bridgeOrderId({ ...terms, amount }));
  }
});
