/** What the private chain holds besides the order book's tokens: three runes, three MRC-20 tokens, two ID-Coins. */
import { PLAIN_DEPLOY } from '@rialto/protocols';
import type { Mrc20DeployWords } from '@rialto/psbt';

export interface SeedRune {
  /** With its bullets. */
  readonly name: string;
  readonly symbol: string;
  readonly divisibility: number;
  /** Smallest units. */
  readonly premine: bigint;
  /** What the faucet's stock and each further holder get of the premine. */
  readonly share: bigint;
  readonly mint?: { readonly amount: bigint; readonly cap: bigint };
  /** How many of the seed's people mint once each. */
  readonly minters: number;
}

/** The largest supply there can be, a plain one, one that everybody mints. */
export const SEED_RUNES: readonly SeedRune[] = [
  {
    name: 'BEYOND•COUNTING•STARS',
    symbol: '★',
    divisibility: 38,
    premine: 2n ** 128n - 1n,
    share: 2n ** 125n,
    minters: 0,
  },
  {
    name: 'QUIET•HARBOR•LIGHT',
    symbol: '⚓',
    divisibility: 0,
    premine: 21_000_000n,
    share: 3_000_000n,
    minters: 0,
  },
  {
    name: 'OPEN•MEADOW•DAISY',
    symbol: '❀',
    divisibility: 2,
    premine: 0n,
    share: 0n,
    minters: 6,
    mint: { amount: 100_000n, cap: 1_000_000n },
  },
];

interface SeedMrc20 {
  readonly deploy: Mrc20DeployWords;
  /** As of a rune. */
  readonly share: bigint;
  readonly minters: number;
}

/** One that everybody mints, one all of which is premined, one whose mint uses up two PINs. */
export const SEED_MRC20: readonly SeedMrc20[] = [
  {
    deploy: {
      ...PLAIN_DEPLOY,
      display: 'FERN',
      tokenName: 'Fern',
      decimals: 8,
      amountPerMint: 1_000n,
      mintCount: 21_000n,
    },
    share: 0n,
    minters: 8,
  },
  {
    deploy: {
      ...PLAIN_DEPLOY,
      display: 'MOSS',
      tokenName: 'Moss',
      decimals: 2,
      amountPerMint: 100n,
      mintCount: 10_000n,
      premineCount: 10_000n,
    },
    share: 15_000_000n,
    minters: 0,
  },
  {
    deploy: {
      ...PLAIN_DEPLOY,
      display: 'REED',
      tokenName: 'Reed',
      decimals: 0,
      amountPerMint: 50n,
      mintCount: 5_000n,
      pinCheck: { creator: '', lvl: '', path: '/protocols/shovel', count: '2' },
    },
    share: 0n,
    minters: 3,
  },
];

export interface SeedIdCoin {
  readonly tick: string;
  readonly tokenName: string;
  readonly message: string;
  readonly followersLimit: bigint;
  readonly amountPerMint: bigint;
  readonly liquidityPerMint: bigint;
  readonly minters: number;
}

/** Coins of two people, minted by those who follow them. */
export const SEED_ID_COINS: readonly SeedIdCoin[] = [
  {
    tick: 'WREN',
    tokenName: 'Wren',
    message: 'Songs from the hedge.',
    followersLimit: 1_000n,
    amountPerMint: 1_000n,
    liquidityPerMint: 2_000n,
    minters: 8,
  },
  {
    tick: 'LARK',
    tokenName: 'Lark',
    message: 'Up before you.',
    followersLimit: 300n,
    amountPerMint: 210n,
    liquidityPerMint: 5_000n,
    minters: 8,
  },
];
