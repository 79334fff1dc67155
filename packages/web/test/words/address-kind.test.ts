/** The prefix table of the specification, whole. */
import { expect, it } from 'vitest';
import { addressKind } from '../../src/show/address-kind.ts';

it.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh', 'mainnet'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'p2wpkh', 'testnet'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'p2wpkh', 'regtest'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr', 'mainnet'],
  ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'p2tr', 'testnet'],
  ['bcrt1p', 'p2tr', 'regtest'],
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'p2pkh', 'mainnet'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'p2sh', 'mainnet'],
  ['2N1', 'p2sh', 'mainnet'],
  ['mipcBb', 'p2pkh', 'testnet'],
  ['n3a', 'p2pkh', 'testnet'],
  ['bc1z', 'unknown', 'mainnet'],
  ['', 'unknown', 'mainnet'],
] as const)('%s', (address, type, network) => {
  expect(addressKind(address)).toEqual({ type, network });
});
