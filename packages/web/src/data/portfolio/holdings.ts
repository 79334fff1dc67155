/** The tokens of an address in one shape, and what they are worth at the last price of their market. Pure. */
import type { Balances, Market, Mrc20Balances, Order, RuneBalances } from '@rialto/contract';
import { TOKEN_DECIMALS, marketOfType, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { deployOf } from '../pair-href.ts';

export interface Held {
  readonly book: MarketName;
  readonly assetId: string;
  readonly ticker: string;
  readonly deployId: string;
  /** 18 digits. */
  readonly units: bigint;
  /** The part of it that is in locks, with as many digits. */
  readonly locked?: bigint;
}

export interface Listed {
  readonly orders: number;
  readonly units: bigint;
  /** What they bring when all of them sell. */
  readonly sats: bigint;
}

const unitsOf = (text: string): bigint => parseDecimal(text, TOKEN_DECIMALS) ?? 0n;

export function holdingsOf(
  brc20: Pick<Balances, 'balanceList'> | undefined,
  mrc20: Pick<Mrc20Balances, 'list'> | undefined,
  runes?: Omit<RuneBalances, 'at'>,
): readonly Held[] {
  return [
    ...(brc20?.balanceList ?? []).map(({ token, assetId, availableBalance, transferBalance }): Held => {
      const units = unitsOf(availableBalance) + unitsOf(transferBalance);
      return { book: 'brc20', assetId, ticker: token, deployId: deployOf(assetId), units };
    }),
    ...(mrc20?.list ?? []).map(({ tick, tag, assetId, mrc20Id, balance, unsafeBalance }): Held => {
      const book = tag === 'id-coins' ? 'idcoin' : 'mrc20';
      const units = unitsOf(balance) + unitsOf(unsafeBalance);
      return { book, assetId, ticker: tick, deployId: mrc20Id, units };
    }),
    ...runesOf(runes),
  ];
}

/** Those with more digits than an amount of ours has are not traded, nor are shares of pools: neither is among these. */
function runesOf({ confirmed, unconfirmed }: Omit<RuneBalances, 'at'> = { confirmed: [], unconfirmed: [] }) {
  const held = new Map<string, Held>();
  for (const { runeid, spacedRune, amount, divisibility, shareOf } of [...confirmed, ...unconfirmed]) {
    if (divisibility > TOKEN_DECIMALS || shareOf !== undefined) continue;
    const units = BigInt(amount) * 10n ** BigInt(TOKEN_DECIMALS - divisibility);
    held.set(runeid, {
      book: 'runes',
      assetId: `rune:${runeid}`,
      ticker: spacedRune,
      deployId: runeid,
      units: units + (held.get(runeid)?.units ?? 0n),
    });
  }
  return held.values();
}

const E18 = 10n ** 18n;

/** Sats; undefined before the first sale. */
export function worthOf(units: bigint, market: Pick<Market, 'lastPrice'> | undefined): bigint | undefined {
  const price = unitsOf(market?.lastPrice ?? '0');
  return price === 0n ? undefined : (units * price) / (E18 * E18);
}

/** Offered for sale: a bid buys, and lists nothing. */
export function listedOf(open: readonly Order[]): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  for (const { orderType, assetId, coinAmount, amount } of open) {
    if (marketOfType(orderType).side === 'bid') continue;
    const { orders, units, sats } = listed.get(assetId) ?? { orders: 0, units: 0n, sats: 0n };
    listed.set(assetId, {
      orders: orders + 1,
      units: units + unitsOf(coinAmount),
      sats: sats + BigInt(amount),
    });
  }
  return listed;
}
