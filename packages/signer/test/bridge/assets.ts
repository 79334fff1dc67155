/** The assets of a test, as an operator writes them into the signer's folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenKey } from '@rialto/mvc';
import type { AssetId, CoinAsset } from '@rialto/protocols';
import { mrc20On, runeOn, transferOn } from '../memory/people.ts';

export const RUNE = runeOn(150, 1n).asset;
/** With the decimals that the rune has too. */
export const mrc20 = (units: bigint) => ({ ...mrc20On('HELD', units), decimals: 5 });
export const MRC20 = mrc20(1n).asset;

function assetOf(one: CoinAsset): AssetId {
  if (one.kind !== 'inscription' || one.transfer === undefined) throw new Error('no transfer');
  return one.transfer.asset;
}

/** The token that `transferOn` names. */
export const BRC20 = assetOf(transferOn('any'));

export type AssetJson = Readonly<Record<string, unknown>> & { readonly id: string };

/** A fee of each kind, and depths that are reached soon. */
const COMMON = {
  fees: {
    mint: { ppm: '1000', constant: '100', network: '600' },
    redeem: { ppm: '1000', constant: '100', network: '1000' },
  },
  tiers: [
    { upTo: '100000', btc: 1, mvc: 2 },
    { upTo: '500000', btc: 2, mvc: 3 },
    { btc: 3, mvc: 4 },
  ],
  minimum: '10000',
  maximum: '2000000',
  hourCap: '3000000',
  exposure: '1000000',
  mostPayoutFee: '20000',
} as const;

export const SUPPLY = {
  btc: 2_100_000_000_000_000n,
  rune: 1_000_000_000n,
  mrc20: 1_000_000_000n,
  brc20: 1_000_000_000n,
} as const;

const TOKENS = {
  rune: { origin: { network: 'RUNES', rune: RUNE.slice('rune:'.length) }, symbol: 'RUNE' },
  mrc20: { origin: { network: 'MRC20', mrc20: MRC20.slice('mrc20:'.length) }, symbol: 'HELD' },
  brc20: { origin: { network: 'BRC20', brc20: BRC20.slice('brc20:'.length), tick: 'ordi' }, symbol: 'ORDI' },
} as const;

export function assetJson(id: keyof typeof SUPPLY, token: TokenKey): AssetJson {
  const wrapped = { ...token, name: `Wrapped ${id}`, symbol: 'WRAP', supply: SUPPLY[id].toString() };
  return id === 'btc'
    ? { id, origin: { network: 'BTC' }, decimals: 8, symbol: 'BTC', trim: 0, token: wrapped, ...COMMON }
    : { id, ...TOKENS[id], decimals: id === 'brc20' ? 18 : 5, trim: 2, token: wrapped, ...COMMON };
}

export function writeAsset(directory: string, asset: AssetJson): void {
  const folder = join(directory, 'bridge');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${asset.id}.json`), JSON.stringify(asset));
}
