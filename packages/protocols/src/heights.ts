/** From which height each rule holds on each chain (inscriptions §3, §4), and the subsidy of a block. */
import type { ChainName } from './network.ts';

type Heights = Readonly<Record<ChainName, number>>;

/** No inscription is counted below. Source: ord `chain.rs`. */
export const FIRST_INSCRIPTION_HEIGHT: Heights = {
  main: 767430,
  testnet3: 2413343,
  testnet4: 0,
  signet: 112402,
  regtest: 0,
};

/** From here a curse leaves the number positive and only marks the inscription as vindicated. */
export const JUBILEE_HEIGHT: Heights = {
  main: 824544,
  testnet3: 2544192,
  testnet4: 0,
  signet: 175392,
  regtest: 110,
};

/** No BRC-20 event below. Source: OPI. */
export const FIRST_BRC20_HEIGHT: Heights = {
  main: 779832,
  testnet3: 2413343,
  testnet4: 0,
  signet: 112402,
  regtest: 0,
};

/** Five-byte ticks (self-mint) from here. Source: OPI. */
export const SELF_MINT_HEIGHT: Heights = {
  main: 837090,
  testnet3: 2413343,
  testnet4: 0,
  signet: 112402,
  regtest: 0,
};

const FIRST_SUBSIDY = 5_000_000_000n;

/** New sats of a block; the private chain halves every 150 blocks, all others every 210,000 (Bitcoin Core `chainparams.cpp`). */
export function subsidyAt(height: number, chain: ChainName): bigint {
  const halvings = Math.floor(height / (chain === 'regtest' ? 150 : 210_000));
  return halvings >= 64 ? 0n : FIRST_SUBSIDY >> BigInt(halvings);
}
