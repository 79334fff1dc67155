/** The tokens of an address in one shape, and what they are worth at the last price of their market. Pure. */
import type { Balances, Market, Mrc20Balances, Order } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';

export interface Held {
  readonly book: MarketName;
  readonly assetId: string;
  readonly ticker: string;
  readonly deployId: string;
  /** 18 digits. */
  readonly units: bigint;
}

export interface Listed {
  readonly orders: number;
  readonly units: bigint;
  /** What they bring when all of them sell. */
  readonly sats: bigint;
}

const unitsOf = (text: string): bigint => parseDecimal(text, TOKEN_DECIMALS) ?? 0n;

export const deployOf = (assetId: string): string => assetId.slice(assetId.indexOf(':') + 1);

export function holdingsOf(
  brc20: Pick<Balances, 'balanceList'> | undefined,
  mrc20: Pick<Mrc20Balances, 'list'> | undefined,
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
  ];
}

const E18 = 10n ** 18n;

/** Sats; undefined before the first sale. */
export function worthOf(units: bigint, market: Pick<Market, 'lastPrice'> | undefined): bigint | undefined {
  const price = unitsOf(market?.lastPrice ?? '0');
  return price === 0n ? undefined : (units * price) / (E18 * E18);
}

export function listedOf(open: readonly Order[]): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  for (const { assetId, coinAmount, amount } of open) {
    const { orders, units, sats } = listed.get(assetId) ?? { orders: 0, units: 0n, sats: 0n };
    listed.set(assetId, {
      orders: orders + 1,
      units: units + unitsOf(coinAmount),
      sats: sats + BigInt(amount),
    });
  }
  return listed;
}
