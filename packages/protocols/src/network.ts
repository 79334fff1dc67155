/** The networks a server can serve (rules §2). The name decides the address prefix, and nothing else in the pure core. */

export type Network = 'livenet' | 'testnet' | 'regtest';

/** Human-readable part of a segwit address (BIP-173) per network. */
export const ADDRESS_PREFIX: Readonly<Record<Network, string>> = {
  livenet: 'bc',
  testnet: 'tb',
  regtest: 'bcrt',
};

/** Which chain's protocol start heights and schedules apply (inscriptions §3, §4). */
export type ChainName = 'main' | 'testnet3' | 'testnet4' | 'signet' | 'regtest';
