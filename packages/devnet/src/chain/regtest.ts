/** Bitcoin's private chain, in the words of the Bitcoin library. */
export const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
