/** A second check of takes, slow and simple: every coin is a row of sats, every output cuts its part off the front. Shares nothing with `effects`. */
import { bytesToHex } from '@rialto/protocols';
import type { Coin, CoinAsset, TxOutput } from '@rialto/protocols';

/** Sats of one spent coin, one after the other. */
interface Row {
  coin: number;
  first: bigint;
  length: bigint;
}

/** The rows each output is made of: the first sat in is the first sat out. What no output takes is the fee. */
function rowsOf(coins: readonly Coin[], outputs: readonly TxOutput[]): Row[][] {
  const left: Row[] = coins.map(({ value }, coin) => ({ coin, first: 0n, length: value }));
  return outputs.map(({ value }) => {
    const taken: Row[] = [];
    let expected = value as bigint;
    while (expected > 0n) {
      const [row] = left;
      if (row === undefined) throw new Error('more goes out than comes in');
      const length = row.length < expected ? row.length : expected;
      taken.push({ ...row, length });
      expected -= length;
      row.first += length;
      row.length -= length;
      if (row.length === 0n) left.shift();
    }
    return taken;
  });
}

/** An output, or what became of it instead. */
type Home = number | 'fee' | 'disputed';

/** One asset that was spent, and where it is now. */
interface Spent {
  readonly asset: CoinAsset;
  readonly coin: Coin;
  readonly home: Home;
}

const nameOf = (asset: CoinAsset): string => ('id' in asset ? asset.id : asset.asset);

/** Every asset of every spent coin, by the plain words of the protocols for a transaction without any message. */
export function whereAllGoes(coins: readonly Coin[], outputs: readonly TxOutput[]): Spent[] {
  const rows = rowsOf(coins, outputs);
  const homeOf = (coin: number, sat: bigint): Home => {
    const found = rows.findIndex((parts) =>
      parts.some((row) => row.coin === coin && row.first <= sat && sat < row.first + row.length),
    );
    return found < 0 ? 'fee' : found;
  };
  const home = (asset: CoinAsset, coin: number): Home => {
    if (asset.kind === 'inscription') return homeOf(coin, asset.offset);
    if (asset.kind === 'mrc20') return 0;
    // Runes without a runestone: the first output that is no OP_RETURN.
    if (asset.kind === 'rune') return outputs.findIndex(({ script }) => script[0] !== 0x6a);
    // A PIN: its own sat and the rule of MAN (first coin to output 0, others by the coin's first sat) have to agree.
    const byCoin = coin === 0 ? 0 : homeOf(coin, 0n);
    return homeOf(coin, asset.offset) === byCoin ? byCoin : 'disputed';
  };
  return coins.flatMap((coin, at) => coin.assets.map((asset) => ({ asset, coin, home: home(asset, at) })));
}

/** What was agreed: said by the parties before there was a transaction. */
export interface Sale {
  readonly buyer: Uint8Array;
  readonly lots: readonly { readonly coin: Coin; readonly price: bigint }[];
  readonly service: { readonly script: Uint8Array; readonly value: bigint } | undefined;
  readonly fee: bigint;
}

/** Everything that is wrong with a transaction as the take of a sale; nothing when exactly the lots change owner, for exactly the money. */
export function objections(sale: Sale, coins: readonly Coin[], outputs: readonly TxOutput[]): string[] {
  const found: string[] = [];
  const hex = (script: Uint8Array): string => bytesToHex(script);
  const buyer = hex(sale.buyer);
  const sold = new Set<string>(sale.lots.map(({ coin }) => coin.outpoint));
  if (outputs.some(({ script }) => script[0] === 0x6a && script[1] === 0x5d)) found.push('a runestone');
  for (const { asset, coin, home } of whereAllGoes(coins, outputs)) {
    const to = typeof home === 'number' ? outputs[home] : undefined;
    if (!sold.has(coin.outpoint)) found.push(`${nameOf(asset)} of ${hex(coin.script)} is spent`);
    else if (to === undefined) found.push(`${nameOf(asset)} is ${home}`);
    else if (hex(to.script) !== buyer) found.push(`${nameOf(asset)} does not come to the buyer`);
  }
  for (const point of sold) {
    if (!coins.some((coin) => coin.outpoint === point)) found.push(`${point} is not bought`);
  }
  return [...found, ...moneyObjections(sale, coins, outputs)];
}

function moneyObjections(sale: Sale, coins: readonly Coin[], outputs: readonly TxOutput[]): string[] {
  const gain = new Map<string, bigint>();
  const add = (script: Uint8Array, value: bigint): void => {
    const key = bytesToHex(script);
    gain.set(key, (gain.get(key) ?? 0n) + value);
  };
  for (const { script, value } of outputs) add(script, value);
  for (const { script, value } of coins) add(script, -value);
  // Now take away what everybody was to gain: nothing may be left over for anybody, nor missing.
  let paid = sale.fee + (sale.service?.value ?? 0n);
  for (const { coin, price } of sale.lots) {
    add(coin.script, coin.value - price);
    paid += price - coin.value;
  }
  if (sale.service !== undefined) add(sale.service.script, -sale.service.value);
  add(sale.buyer, paid);
  return [...gain]
    .filter(([, rest]) => rest !== 0n)
    .map(([script, rest]) => `${script} has ${rest} too much`);
}
