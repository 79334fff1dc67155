/** What an amount brings over the bridge, how deep it has to be, and which files are no asset's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bridgeQuote,
  depthFor,
  refundOf,
  requireBridgeAmount,
  requireBridgeable,
  tierOf,
  unitOf,
} from '../../src/index.ts';
import type { BridgeAsset } from '../../src/index.ts';
import { BTC_ASSET, RUNE_ASSET } from './assets.ts';

const anAmount = fc.bigInt({ min: 0n, max: 10n ** 26n });
const direction = fc.constantFrom('mint', 'redeem');
const asset = fc.constantFrom(BTC_ASSET, RUNE_ASSET);

describe('a quote', () => {
  it('takes the fees off what comes in', () => {
    expect(bridgeQuote(BTC_ASSET, 'mint', 100_000n)).toEqual({
      ...{ amount: 100_000n, service: 700n, network: 2_000n, out: 97_300n },
    });
    expect(bridgeQuote(BTC_ASSET, 'redeem', 100_001n)).toEqual({
      // 200.002 sat are 201.
      ...{ amount: 100_001n, service: 701n, network: 6_000n, out: 93_300n },
    });
  });

  it('rounds a mint down to whole wrapped units', () => {
    const { out } = bridgeQuote(RUNE_ASSET, 'mint', 10n ** 19n + 10n ** 12n);
    expect(out).toBe(9_890_000_999_000_000_000n - (9_890_000_999_000_000_000n % 10n ** 12n));
  });

  it('never gives more than comes in, nor anything that is less than nothing', () => {
    fc.assert(
      fc.property(asset, direction, anAmount, (of, way, amount) => {
        const quote = bridgeQuote(of, way, amount);
        expect(quote.out).toBeGreaterThanOrEqual(0n);
        expect(quote.out === 0n || quote.out + quote.service + quote.network <= amount).toBe(true);
        if (way === 'mint') expect(quote.out % unitOf(of)).toBe(0n);
        // What rounding keeps is less than a unit.
        const left = amount - quote.service - quote.network - quote.out;
        if (quote.out > 0n) expect(left).toBeLessThan(way === 'mint' ? unitOf(of) : 1n);
      }),
    );
  });

  it('of a refund is nothing for less than a tenth of the minimum, whatever the network takes', () => {
    const free = { ...RUNE_ASSET.fees.mint, network: 0n };
    const of = { ...RUNE_ASSET, minimum: 1_000n, fees: { mint: free, redeem: free } };
    expect(refundOf(of, 'mint', 99n)).toBe(0n);
    expect(refundOf(of, 'mint', 100n)).toBe(100n);
  });

  it('gives no less for more', () => {
    fc.assert(
      fc.property(
        asset,
        direction,
        anAmount,
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        (of, way, amount, more) => {
          const [one, other] = [amount, amount + more].map((sum) => bridgeQuote(of, way, sum).out);
          expect(other).toBeGreaterThanOrEqual(one ?? 0n);
        },
      ),
    );
  });
});

describe('a refund', () => {
  it('is what came in less the network’s part, and of a redeem whole wrapped units', () => {
    expect(refundOf(BTC_ASSET, 'mint', 100_000n)).toBe(98_000n);
    expect(refundOf(BTC_ASSET, 'mint', 2_000n)).toBe(0n);
    expect(refundOf(BTC_ASSET, 'mint', 1_999n)).toBe(0n);
    // What is no coin goes nowhere.
    const isTenth = { ...BTC_ASSET, minimum: 1n };
    expect(refundOf(isTenth, 'mint', 2_545n)).toBe(0n);
    expect(refundOf(isTenth, 'mint', 2_546n)).toBe(546n);
    expect(refundOf(isTenth, 'redeem', BTC_ASSET.fees.redeem.network + 1n)).toBe(1n);
    expect(refundOf(RUNE_ASSET, 'redeem', 3n * 10n ** 18n + 1n)).toBe(2n * 10n ** 18n);
    expect(refundOf(RUNE_ASSET, 'mint', 3n * 10n ** 18n + 1n)).toBe(3n * 10n ** 18n + 1n - 10n ** 17n);
  });
});

describe('an amount', () => {
  it.each([
    [BTC_ASSET, 19_999n, 'bridge-under-minimum'],
    [BTC_ASSET, 100_000_001n, 'bridge-over-maximum'],
    [RUNE_ASSET, 5n * 10n ** 18n + 1n, 'bridge-digits-lost'],
    [RUNE_ASSET, 10n ** 24n + 10n ** 12n, 'bridge-over-maximum'],
  ])('of %o may not be %s', (of, amount, code) => {
    expect(() => {
      requireBridgeAmount(of, amount);
    }).toThrow(code);
  });

  it.each([
    [BTC_ASSET, 20_000n],
    [BTC_ASSET, 100_000_000n],
    [RUNE_ASSET, 5n * 10n ** 18n + 10n ** 12n],
  ])('of %o may be %s', (of, amount) => {
    expect(() => {
      requireBridgeAmount(of, amount);
    }).not.toThrow();
  });
});

describe('the tier of an amount', () => {
  it.each([
    [1n, 3, 10],
    [1_000_000n, 3, 10],
    [1_000_001n, 6, 30],
    [10_000_000n, 6, 30],
    [10_000_001n, 12, 100],
    [10n ** 16n, 12, 100],
  ])('%s is %i blocks deep on Bitcoin and %i on MVC', (amount, btc, mvc) => {
    expect(tierOf(BTC_ASSET, amount)).toMatchObject({ btc, mvc });
    expect(depthFor(BTC_ASSET, 'mint', amount)).toBe(btc);
    expect(depthFor(BTC_ASSET, 'redeem', amount)).toBe(mvc);
  });
});

describe('an asset’s file', () => {
  it.each([BTC_ASSET, RUNE_ASSET])('of $id is possible', (of) => {
    expect(() => {
      requireBridgeable(of);
    }).not.toThrow();
  });

  const fee = { ppm: 0n, constant: 0n, network: 0n };
  const wrong: readonly [string, Partial<BridgeAsset>][] = [
    ['decimals: 0 to 38', { decimals: 39 }],
    ['decimals: 8 for BTC', { decimals: 6 }],
    ['trim: at most', { trim: 9 }],
    ['trim: at most', { trim: -1 }],
    ['token.supply', { token: { ...BTC_ASSET.token, supply: 2n ** 53n } }],
    ['token.supply', { token: { ...BTC_ASSET.token, supply: 0n } }],
    ['token.name', { token: { ...BTC_ASSET.token, name: 'é'.repeat(21) } }],
    ['token.name', { token: { ...BTC_ASSET.token, name: '' } }],
    ['token.symbol', { token: { ...BTC_ASSET.token, symbol: 'wBITCOINSxx' } }],
    ['token.symbol', { token: { ...BTC_ASSET.token, symbol: '' } }],
    ['minimum: 1', { minimum: 0n }],
    ['minimum: 1', { minimum: 100_000_001n }],
    ['hourCap', { hourCap: 99_999_999n }],
    ['dayCap', { dayCap: 499_999_999n }],
    ['exposure', { exposure: -1n }],
    ['mostPayoutFee', { mostPayoutFee: 0n }],
    ['tiers', { tiers: [] }],
    ['tiers', { tiers: [{ upTo: 5n, btc: 3, mvc: 3 }] }],
    ['tiers', { tiers: [{ upTo: undefined, btc: 0, mvc: 3 }] }],
    ['tiers', { tiers: [{ upTo: undefined, btc: 3, mvc: 1_001 }] }],
    [
      'tiers',
      {
        tiers: [
          { upTo: 5n, btc: 3, mvc: 3 },
          { upTo: undefined, btc: 2, mvc: 3 },
        ],
      },
    ],
    [
      'tiers',
      {
        tiers: [
          { upTo: 5n, btc: 3, mvc: 3 },
          { upTo: 5n, btc: 3, mvc: 3 },
          { upTo: undefined, btc: 3, mvc: 3 },
        ],
      },
    ],
    [
      'tiers',
      {
        tiers: [
          { upTo: undefined, btc: 3, mvc: 3 },
          { upTo: undefined, btc: 3, mvc: 3 },
        ],
      },
    ],
    ['fees.mint: ppm', { fees: { mint: { ...fee, ppm: 1_000_000n }, redeem: fee } }],
    ['fees.mint.network: 0, or 546', { fees: { mint: { ...fee, network: 545n }, redeem: fee } }],
    ['fees.redeem: ppm', { fees: { mint: fee, redeem: { ...fee, constant: -1n } } }],
    ['fees.mint: the minimum leaves 0', { fees: { mint: { ...fee, network: 20_000n }, redeem: fee } }],
    ['fees.redeem: the minimum leaves 545', { fees: { mint: fee, redeem: { ...fee, network: 19_455n } } }],
  ];
  it.each(wrong)('says what is wrong: %s %o', (words, change) => {
    const told = (): void => {
      requireBridgeable({ ...BTC_ASSET, ...change });
    };
    expect(told).toThrow('bridge-asset-impossible');
    expect(told).toThrow(words);
  });

  it('says everything that is wrong at once', () => {
    expect(() => {
      requireBridgeable({ ...BTC_ASSET, minimum: 0n, mostPayoutFee: 0n });
    }).toThrow(/minimum.*mostPayoutFee/);
  });

  it('may leave 546 sat, and of a rune one unit', () => {
    const redeem = { ...fee, network: 19_454n };
    expect(() => {
      requireBridgeable({ ...BTC_ASSET, fees: { mint: fee, redeem } });
    }).not.toThrow();
    const rune = { ...fee, network: RUNE_ASSET.minimum - 1n };
    expect(() => {
      requireBridgeable({ ...RUNE_ASSET, fees: { mint: fee, redeem: rune } });
    }).not.toThrow();
  });
});
