/** What the bridge signs of its reserves: every figure and every coin is in it, and it can be read as nothing else. */
import { bytesToHex } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { bridgeStatement, bridgeStatementHash } from '../../src/index.ts';
import type { BridgeStated } from '../../src/index.ts';

const BLOCKS = { btc: { height: 5, hash: 'aa' }, mvc: { height: 7, hash: 'bb' } };
const STATED: BridgeStated = {
  ...{ asset: 'btc', locked: '10', wrapped: '8', owed: '1', available: null, supply: '100' },
  coins: [{ outpoint: 'cc:0', value: '10', units: '0', height: 3, settled: true }],
  tokens: [{ outpoint: 'dd:1', value: '2019', units: '92', height: null, settled: false }],
};

it('says every thing on a line of its own, coins by number and hash', () => {
  const text = bridgeStatement('regtest', BLOCKS, STATED);
  expect(text.split('\n')).toEqual([
    'rialto reserves 1',
    ...['net regtest', 'asset btc', 'btc 5 aa', 'mvc 7 bb'],
    ...['locked 10', 'wrapped 8', 'owed 1', 'supply 100'],
    // printf 'cc:0 10 0 3 settled\n' | sha256sum, and the same of 'dd:1 2019 92 - deposit\n'.
    'coins 1 4770d4e2a37a34876e707c5451285fcaccec5928a39ef1c6b1e95da6d99a618c',
    'tokens 1 adcad0e5f128deaecc745a8b14d126681b2797aabae2d5ef218ba4283f0c733c',
  ]);
});

const CHANGES: Readonly<Record<string, (stated: BridgeStated) => BridgeStated>> = {
  asset: (one) => ({ ...one, asset: 'dog' }),
  locked: (one) => ({ ...one, locked: '11' }),
  wrapped: (one) => ({ ...one, wrapped: '7' }),
  owed: (one) => ({ ...one, owed: '0' }),
  supply: (one) => ({ ...one, supply: '101' }),
  'a coin more': (one) => ({ ...one, coins: [...one.coins, ...one.coins] }),
  'no coin': (one) => ({ ...one, coins: [] }),
  'coins for tokens': (one) => ({ ...one, coins: one.tokens, tokens: one.coins }),
  ...Object.fromEntries(
    (['outpoint', 'value', 'units', 'height', 'settled'] as const).map((name) => [
      `${name} of a coin`,
      (one: BridgeStated) => ({
        ...one,
        coins: one.coins.map((coin) => ({
          ...coin,
          [name]: name === 'settled' ? false : name === 'height' ? 4 : '99',
        })),
      }),
    ]),
  ),
};

it.each(Object.keys(CHANGES))('another %s is another statement', (name) => {
  const change = CHANGES[name];
  if (change === undefined) throw new Error('a change');
  const changed = bridgeStatement('regtest', BLOCKS, change(STATED));
  expect(changed).not.toBe(bridgeStatement('regtest', BLOCKS, STATED));
});

it('the order in which coins are told says nothing', () => {
  const more = { ...STATED.coins[0], outpoint: 'bb:7' } as (typeof STATED.coins)[number];
  const [one, other] = [
    [...STATED.coins, more],
    [more, ...STATED.coins],
  ].map((coins) => bridgeStatement('regtest', BLOCKS, { ...STATED, coins }));
  expect(one).toBe(other);
});

it('another net or block is another one too', () => {
  const texts = [
    bridgeStatement('regtest', BLOCKS, STATED),
    bridgeStatement('livenet', BLOCKS, STATED),
    bridgeStatement('regtest', { ...BLOCKS, btc: { height: 6, hash: 'aa' } }, STATED),
    bridgeStatement('regtest', { ...BLOCKS, btc: { height: 5, hash: 'ab' } }, STATED),
    bridgeStatement('regtest', { ...BLOCKS, mvc: { height: 8, hash: 'bb' } }, STATED),
    bridgeStatement('regtest', { ...BLOCKS, mvc: { height: 7, hash: 'ba' } }, STATED),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

it('is signed under a line of its own, so that it is no other message of that key', () => {
  // printf 'rialto bridge reserves\nx\n' | sha256sum
  expect(bytesToHex(bridgeStatementHash('x'))).toBe(
    'a8a1832e36a894f8fd016adbeb617447a82c62c6fe5b50ada2015a5769bb96a0',
  );
});
