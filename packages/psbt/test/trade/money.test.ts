import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import {
  addressToScript,
  feeOf,
  inputVsize,
  outputVsize,
  publicKeyOwns,
  scriptKind,
  scriptToAddress,
  selectCoins,
  transactionVsize,
  wholeSpend,
} from '../../src/index.ts';
import { bytesToHex } from '@rialto/protocols';
import { coin, lot, user, plainAsset, refusalOf } from '../people.ts';
import { cases } from '../cases.ts';

const ann = user('ann', 'p2wpkh');
const bob = user('bob', 'p2tr');

describe('addresses', () => {
  const networks = ['livenet', 'testnet', 'regtest'] as const;

  it('go there and back on every network', () => {
    for (const network of networks) {
      for (const { script } of [ann, bob]) {
        expect(addressToScript(scriptToAddress(script, network) ?? '', network)).toEqual(script);
      }
    }
    expect(scriptToAddress(Uint8Array.of(0x6a), 'livenet')).toBeUndefined();
  });

  it('of another network are refused by name', () => {
    for (const from of networks) {
      for (const to of networks) {
        const address = scriptToAddress(bob.script, from) ?? '';
        expect(refusalOf(() => addressToScript(address, to))).toBe(
          from === to ? 'accepted' : 'wrong-network',
        );
      }
    }
  });

  it.each([
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'bc1',
    '',
    'x'.repeat(200),
  ])('refuses %s', (address) => {
    expect(refusalOf(() => addressToScript(address, 'livenet'))).toBe('wrong-address-type');
  });

  it('belong to keys', () => {
    expect(publicKeyOwns(bytesToHex(ann.key), ann.script)).toBe(true);
    expect(publicKeyOwns(bytesToHex(bob.key).toUpperCase(), bob.script)).toBe(true);
    expect(publicKeyOwns(bytesToHex(bob.key), ann.script)).toBe(false);
    expect(publicKeyOwns(`02${'f'.repeat(64)}`, ann.script)).toBe(false);
    expect(publicKeyOwns('zz', ann.script)).toBe(false);
    expect(scriptKind(Uint8Array.of(0x51, 0x20))).toBe('other');
  });
});

describe('sizes and fees', () => {
  it('are the known ones', () => {
    expect(inputVsize(wholeSpend(bob.script))).toBe(57.5);
    expect(inputVsize(wholeSpend(ann.script))).toBe(68);
    expect(outputVsize(ann.script)).toBe(31);
    expect(outputVsize(bob.script)).toBe(43);
    expect(transactionVsize([wholeSpend(ann.script)], [ann, ann])).toBe(141);
    expect(transactionVsize([wholeSpend(bob.script)], [bob, bob])).toBe(154);
  });

  it('round up and never use a float', () => {
    expect(feeOf(141, 1)).toBe(141n);
    expect(feeOf(141, 1.5)).toBe(212n);
    expect(feeOf(100, 1.1)).toBe(110n);
    expect(feeOf(141, 0.1)).toBe(15n);
    expect(feeOf(141, 5000)).toBe(705_000n);
    expect(refusalOf(() => feeOf(141, 5000.01))).toBe('fee-too-high');
    for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusalOf(() => feeOf(141, rate))).toBe('bad-request');
    }
  });
});

describe('selectCoins', () => {
  const request = { target: sats(10_000n), feeRateSatVb: 2, baseVsize: 100, changeScript: ann.script };
  const coins = (...values: bigint[]): Coin[] => values.map((value, at) => coin(`coin ${at}`, ann, value));

  it('takes the smallest single coin that is enough', () => {
    const { chosen, change, fee } = selectCoins({ ...request, coins: coins(90_000n, 20_000n, 5000n) });
    expect(chosen.map((one) => one.value)).toEqual([20_000n]);
    expect(fee).toBe(2n * (100n + 68n + 31n));
    expect(change).toBe(20_000n - 10_000n - fee);
  });

  it('otherwise the largest first, at most five', () => {
    const five = selectCoins({ ...request, coins: coins(2200n, 2300n, 2400n, 2500n, 2600n) });
    expect(five.chosen).toHaveLength(5);
    expect(
      refusalOf(() => selectCoins({ ...request, coins: coins(2000n, 2000n, 2000n, 2000n, 2000n, 2000n) })),
    ).toBe('too-many-coins');
  });

  it('gives what would be dust to the fee', () => {
    const { change, fee } = selectCoins({ ...request, coins: coins(10_900n) });
    expect(change).toBeUndefined();
    expect(fee).toBe(900n);
  });

  it('says how much is missing', () => {
    const call = () => selectCoins({ ...request, coins: coins(9000n) });
    expect(call).toThrow(Refusal);
    expect(call).toThrow(`missing ${10_000 + 2 * 168 - 9000} sat`);
    expect(refusalOf(() => selectCoins({ ...request, coins: [] }))).toBe('insufficient-funds');
  });

  it('B10: one clean and three dirty: only the clean one', () => {
    const dirty = [
      coin('d1', ann, 50_000n, [plainAsset('x')]),
      lot('d2', ann, 50_000n),
      coin('d3', ann, 999n),
    ];
    const { height: _, ...waiting } = coin('d4', ann, 50_000n);
    const { chosen } = selectCoins({ ...request, coins: [...dirty, waiting, coin('clean', ann, 30_000n)] });
    expect(chosen.map((one) => one.value)).toEqual([30_000n]);
    expect(refusalOf(() => selectCoins({ ...request, coins: [...dirty, waiting] }))).toBe(
      'insufficient-funds',
    );
  });

  it('always balances, never leaves dust, and pays at least the rate', () => {
    const values = fc.array(fc.bigInt({ min: 900n, max: 60_000n }), { maxLength: 9 });
    const rate = fc.integer({ min: 1, max: 60_000 }).map((thousandths) => thousandths / 1000);
    const target = fc.bigInt({ min: 0n, max: 100_000n });
    fc.assert(
      fc.property(values, target, rate, (amounts, expected, feeRateSatVb) => {
        try {
          const found = selectCoins({
            ...request,
            coins: coins(...amounts),
            target: sats(expected),
            feeRateSatVb,
          });
          const paid = found.chosen.reduce((sum, one) => sum + one.value, 0n);
          expect(paid).toBe(expected + found.fee + (found.change ?? 0n));
          expect(found.change ?? 546n).toBeGreaterThanOrEqual(546n);
          const size = 100 + 68 * found.chosen.length + (found.change === undefined ? 0 : 31);
          expect(found.fee).toBeGreaterThanOrEqual(feeOf(size, feeRateSatVb));
          expect(found.chosen.length).toBeLessThanOrEqual(5);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(['insufficient-funds', 'too-many-coins']).toContain(error.code);
        }
      }),
      { numRuns: cases(2000) },
    );
  });
});
