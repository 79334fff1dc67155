/** Who holds what, as the running exchange's ledgers say, and what takes should have changed in it. */
import { loadCoinPage } from '@rialto/ground';
import type { Ledger, PageSource } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';

/** Amounts by `script name`: sats, runes, MRC-20, every inscription and PIN as 1, BRC-20 balances. */
type Holdings = Map<string, bigint>;

export interface Books {
  readonly holdings: Holdings;
  /** By script. */
  readonly coins: ReadonlyMap<string, readonly Coin[]>;
}

function change(holdings: Holdings, script: Uint8Array, name: string, by: bigint): void {
  const key = `${bytesToHex(script)} ${name}`;
  const value = (holdings.get(key) ?? 0n) + by;
  if (value === 0n) holdings.delete(key);
  else holdings.set(key, value);
}

const unitsOf = (asset: CoinAsset): [name: string, units: bigint] =>
  'id' in asset ? [asset.id, 1n] : [asset.asset, asset.amount];

const ALL = { from: 0, size: 10_000, unconfirmed: true, immature: false };

/** Everything of these people, read from node and index once they stand still. */
export async function readBooks(
  source: PageSource & { ledger: Ledger },
  people: readonly { script: Uint8Array }[],
): Promise<Books> {
  const holdings: Holdings = new Map();
  const coins = new Map<string, readonly Coin[]>();
  for (const { script } of people) {
    const { coins: own } = await loadCoinPage(source, script, ALL);
    coins.set(bytesToHex(script), own);
    for (const { value, assets } of own) {
      change(holdings, script, 'sats', value);
      for (const asset of assets) change(holdings, script, ...unitsOf(asset));
    }
    for (const { asset, available, transferable } of await source.ledger.balancesOf(script)) {
      change(holdings, script, `${asset} available`, available);
      change(holdings, script, `${asset} transferable`, transferable);
    }
  }
  return { holdings, coins };
}

export interface Sold {
  readonly buyer: Uint8Array;
  readonly lots: readonly { readonly coin: Coin; readonly price: bigint }[];
  readonly service: { readonly script: Uint8Array; readonly value: bigint } | undefined;
  readonly fee: bigint;
}

/** The holdings after these takes: the lots and the money, and nothing else of anybody. */
export function afterTakes(before: Holdings, takes: readonly Sold[]): Holdings {
  const after: Holdings = new Map(before);
  for (const { buyer, lots, service, fee } of takes) {
    change(after, buyer, 'sats', -fee);
    if (service !== undefined) {
      change(after, buyer, 'sats', -service.value);
      change(after, service.script, 'sats', service.value);
    }
    for (const { coin, price } of lots) {
      change(after, coin.script, 'sats', price - coin.value);
      change(after, buyer, 'sats', coin.value - price);
      for (const asset of coin.assets) moved(after, asset, [coin.script, buyer]);
    }
  }
  return after;
}

function moved(after: Holdings, asset: CoinAsset, [from, to]: [Uint8Array, Uint8Array]): void {
  const [name, units] = unitsOf(asset);
  change(after, from, name, -units);
  change(after, to, name, units);
  if (asset.kind !== 'inscription' || asset.transfer === undefined) return;
  change(after, from, `${asset.transfer.asset} transferable`, -asset.transfer.amount);
  change(after, to, `${asset.transfer.asset} available`, asset.transfer.amount);
}

/** Coins that carry something, were not sold, and are not where they were or not what they were. */
export function disturbed(before: Books, after: Books, sold: ReadonlySet<string>): string[] {
  const now = new Map([...after.coins.values()].flat().map((coin) => [coin.outpoint, coin]));
  const textOf = (coin: Coin | undefined): string =>
    JSON.stringify(coin, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  return [...before.coins.values()]
    .flat()
    .filter((coin) => coin.assets.length > 0 && !sold.has(coin.outpoint))
    .filter((coin) => textOf(now.get(coin.outpoint)) !== textOf(coin))
    .map((coin) => coin.outpoint);
}
