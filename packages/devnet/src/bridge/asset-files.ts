/** The demo's bridged assets as their operator would write them. Pure. */
import type { BridgeOrigin, BridgeSigners } from '@rialto/market';
import type { TokenKey } from '@rialto/mvc';

/** What is the operator's to decide before the token is minted. */
export interface BridgeAssetWords {
  readonly id: string;
  readonly origin: BridgeOrigin;
  readonly decimals: number;
  readonly symbol: string;
  readonly trim: number;
  readonly token: { readonly name: string; readonly symbol: string; readonly supply: string };
  readonly minimum: string;
  readonly maximum: string;
  readonly fees: Readonly<Record<'mint' | 'redeem', FeeWords>>;
  readonly tiers: readonly { readonly upTo?: string; readonly btc: number; readonly mvc: number }[];
  readonly hourCap: string;
  readonly exposure: string;
  readonly mostPayoutFee: string;
}

interface FeeWords {
  readonly ppm: string;
  readonly constant: string;
  readonly network: string;
}

/** The file itself, the same for server and signer. */
export type BridgeAssetWhole = Omit<BridgeAssetWords, 'token'> & {
  readonly token: BridgeAssetWords['token'] & TokenKey;
  /** Of several that lock it together. */
  readonly signers?: BridgeSigners;
};

/** Few blocks: on the private chain one comes every twenty seconds. */
const DEMO_DEPTHS = [
  { btc: 1, mvc: 2 },
  { btc: 2, mvc: 3 },
  { btc: 3, mvc: 6 },
] as const;

/** Depths are blocks of the smallest, the middle and the largest amounts. */
export function btcAsset(depths: readonly { btc: number; mvc: number }[] = DEMO_DEPTHS): BridgeAssetWords {
  return {
    ...{ id: 'btc', origin: { network: 'BTC' }, decimals: 8, symbol: 'BTC', trim: 0 },
    token: { name: 'Wrapped Bitcoin', symbol: 'wBTC', supply: '2100000000000000' },
    ...{ minimum: '20000', maximum: '50000000' },
    fees: {
      mint: { ppm: '2000', constant: '500', network: '2000' },
      redeem: { ppm: '2000', constant: '500', network: '3000' },
    },
    tiers: tiersOf(['1000000', '10000000'], depths),
    ...{ hourCap: '100000000', exposure: '5000000', mostPayoutFee: '20000' },
  };
}

export interface BridgedRune {
  /** Block and place of its etching. */
  readonly rune: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly trim?: number;
}

/** A rune with few decimals: in whole ones from 100 to 10,000. */
export function runeAsset(
  { rune, symbol, decimals, trim = 0 }: BridgedRune,
  depths: readonly { btc: number; mvc: number }[] = DEMO_DEPTHS,
): BridgeAssetWords {
  const origin = { network: 'RUNES', rune } as const;
  const token = { name: 'Wrapped rune', symbol: 'wRUNE' };
  return tokenAsset({ id: 'rune', origin, symbol, decimals, trim, token }, depths);
}

export interface BridgedMrc20 {
  /** The PIN of its deploy. */
  readonly mrc20: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** As a rune: in whole ones from 100 to 10,000. */
export function mrc20Asset(
  { mrc20, symbol, decimals }: BridgedMrc20,
  depths: readonly { btc: number; mvc: number }[] = DEMO_DEPTHS,
): BridgeAssetWords {
  const origin = { network: 'MRC20', mrc20 } as const;
  const token = { name: 'Wrapped MRC-20', symbol: 'wMRC' };
  return tokenAsset({ id: 'mrc20', origin, symbol, decimals, trim: 0, token }, depths);
}

export interface BridgedBrc20 {
  /** The inscription of its deploy. */
  readonly brc20: string;
  readonly tick: string;
}

/** Counted with 18 decimals, wrapped with 8: in whole ones from 100 to 10,000. */
export function brc20Asset(
  { brc20, tick }: BridgedBrc20,
  depths: readonly { btc: number; mvc: number }[] = DEMO_DEPTHS,
): BridgeAssetWords {
  const origin = { network: 'BRC20', brc20, tick } as const;
  const token = { name: 'Wrapped BRC-20', symbol: 'wBRC' };
  return tokenAsset({ id: 'brc20', origin, symbol: tick, decimals: 18, trim: 10, token }, depths);
}

type TokenWords = Pick<BridgeAssetWords, 'id' | 'origin' | 'symbol' | 'decimals' | 'trim'> & {
  readonly token: Pick<BridgeAssetWords['token'], 'name' | 'symbol'>;
};

function tokenAsset(
  { token, ...words }: TokenWords,
  depths: readonly { btc: number; mvc: number }[],
): BridgeAssetWords {
  const whole = (count: bigint): string => (count * 10n ** BigInt(words.decimals)).toString();
  const fee = { ppm: '2000', constant: '0' };
  return {
    ...words,
    token: { ...token, supply: '9000000000000000' },
    ...{ minimum: whole(100n), maximum: whole(10_000n) },
    fees: { mint: { ...fee, network: whole(2n) }, redeem: { ...fee, network: whole(5n) } },
    tiers: tiersOf([whole(1_000n), whole(5_000n)], depths),
    ...{ hourCap: whole(50_000n), exposure: whole(5_000n), mostPayoutFee: '20000' },
  };
}

function tiersOf(
  bounds: readonly string[],
  depths: readonly { btc: number; mvc: number }[],
): BridgeAssetWords['tiers'] {
  return depths.map((depth, at) => {
    const upTo = at === depths.length - 1 ? undefined : bounds[at];
    return upTo === undefined ? depth : { upTo, ...depth };
  });
}
