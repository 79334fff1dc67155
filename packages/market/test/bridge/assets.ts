/** Assets that tests bridge. */
import type { BridgeAsset } from '../../src/index.ts';

export const BTC_ASSET: BridgeAsset = {
  id: 'btc',
  origin: { network: 'BTC' },
  ...{ decimals: 8, symbol: 'BTC', trim: 0 },
  token: {
    codehash: 'c9cc7bbd1010b44873959a8b1a2bcedeb62302b7',
    genesis: '11'.repeat(20),
    name: 'Wrapped BTC',
    symbol: 'wBTC',
    supply: 2_100_000_000_000_000n,
  },
  ...{ minimum: 20_000n, maximum: 100_000_000n },
  fees: {
    mint: { ppm: 2_000n, constant: 500n, network: 2_000n },
    redeem: { ppm: 2_000n, constant: 500n, network: 6_000n },
  },
  tiers: [
    { upTo: 1_000_000n, btc: 3, mvc: 10 },
    { upTo: 10_000_000n, btc: 6, mvc: 30 },
    { upTo: undefined, btc: 12, mvc: 100 },
  ],
  ...{ hourCap: 500_000_000n, dayCap: 900_000_000n, exposure: 5_000_000n, mostPayoutFee: 20_000n },
};

/** A rune with 18 decimals of which the wrapped token keeps 6. */
export const RUNE_ASSET: BridgeAsset = {
  ...BTC_ASSET,
  id: 'rune-dog',
  origin: { network: 'RUNES', rune: '840000:3' },
  ...{ decimals: 18, symbol: 'DOG', trim: 12 },
  token: { ...BTC_ASSET.token, genesis: '22'.repeat(20), supply: 10n ** 15n },
  ...{
    minimum: 5n * 10n ** 18n,
    maximum: 10n ** 24n,
    hourCap: 10n ** 25n,
    dayCap: 10n ** 26n,
    exposure: 10n ** 23n,
  },
  fees: {
    mint: { ppm: 1_000n, constant: 0n, network: 10n ** 17n },
    redeem: { ppm: 1_000n, constant: 10n ** 12n, network: 10n ** 18n },
  },
  tiers: [{ upTo: undefined, btc: 3, mvc: 10 }],
};
