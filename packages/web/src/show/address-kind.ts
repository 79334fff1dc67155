/** The type and network of an address by its prefix, to label it (rules §3). Trading decodes the whole address. */

type AddressType = 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh' | 'unknown';

interface AddressKind {
  readonly type: AddressType;
  readonly network: 'mainnet' | 'testnet' | 'regtest';
}

const KINDS: readonly (readonly [string, AddressType, AddressKind['network']])[] = [
  ['bc1q', 'p2wpkh', 'mainnet'],
  ['tb1q', 'p2wpkh', 'testnet'],
  ['bcrt1q', 'p2wpkh', 'regtest'],
  ['bc1p', 'p2tr', 'mainnet'],
  ['tb1p', 'p2tr', 'testnet'],
  ['bcrt1p', 'p2tr', 'regtest'],
  ['1', 'p2pkh', 'mainnet'],
  ['3', 'p2sh', 'mainnet'],
  ['2', 'p2sh', 'mainnet'],
  ['m', 'p2pkh', 'testnet'],
  ['n', 'p2pkh', 'testnet'],
];

/** Any other prefix is of an unknown type, on mainnet. */
export function addressKind(address: string): AddressKind {
  const [, type, network] = KINDS.find(([prefix]) => address.startsWith(prefix)) ?? [
    '',
    'unknown',
    'mainnet',
  ];
  return { type, network };
}
