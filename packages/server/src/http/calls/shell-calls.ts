/** What the frame of the page asks: where the caller is, the operator's choices, prices, and what locks an address's coins. */
import type { ExchangeConfig, TokenPrices } from '@rialto/contract';
import { formatRate, marketNamed } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { CountryOf } from '../../country.ts';
import type { Config } from '../../config.ts';
import type { Prices } from '../../prices/prices.ts';
import { marketFigures } from '../../store/orders/market-figures.ts';
import { keptCoinsOf } from '../../store/bids/bid-store.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import { requireNetwork } from './public-calls.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

interface ShellSources {
  readonly countryOf: CountryOf;
  readonly prices: Prices;
  /** The operator's choices. */
  readonly choices: ExchangeConfig;
}

/** Where each network is looked up when the operator names no other place. The private chain has its own page. */
const EXPLORERS: Readonly<Record<Config['NETWORK'], { btc: string; mvc: string; faucet: string }>> = {
  livenet: { btc: 'https://mempool.space', mvc: 'https://mvcscan.com', faucet: '' },
  testnet: {
    btc: 'https://mempool.space/testnet4',
    mvc: 'https://test.mvcscan.com',
    faucet: 'https://coinfaucet.eu/en/btc-testnet4/',
  },
  regtest: { btc: '', mvc: '', faucet: '' },
};

/** @param startedAt milliseconds since 1970 */
export function configOf(config: Config, startedAt: number): ExchangeConfig {
  const usual = EXPLORERS[config.NETWORK];
  const bare = (url: string): string => url.replace(/\/+$/, '');
  return {
    ...(config.MAINTENANCE === '1'
      ? { maintenance: true, maintenanceSince: startedAt }
      : { maintenance: false }),
    explorer: bare(config.EXPLORER_URL ?? usual.btc),
    mvcExplorer: bare(config.MVC_EXPLORER_URL ?? usual.mvc),
    bridge: config.BRIDGE_URL ?? '',
    terms: config.TERMS_URL ?? '',
    faucet: config.NETWORK === 'livenet' ? '' : (config.FAUCET_URL ?? usual.faucet),
    freeOrders: config.FREE_ORDERS_PER_ADDRESS_DAY,
    ...(config.POOLS === 'open' ? { poolFirst: config.POOL_FIRST_SATS.toString() } : {}),
  };
}

const RATE_DIGITS = 8;
const SATS = 100_000_000n;
const MAX_TOKENS = 500;

/** Dollars per token out of our own market: its price in sat, and the price of bitcoin. */
async function fromOurMarket(service: Service, prices: Prices): Promise<TokenPrices> {
  const btc = await prices.btc();
  if (btc === undefined) throw new Refusal('not-found', 'no source of prices answers');
  const tokens = await service.ledger.tokens({ limit: MAX_TOKENS });
  const figures = await marketFigures(
    service.orders.store.db,
    tokens.map((token) => token.asset),
  );
  const [whole = '0', rest = ''] = btc.value.split('.');
  const dollars = BigInt(`${whole}${rest.slice(0, RATE_DIGITS).padEnd(RATE_DIGITS, '0')}`);
  const priceInfo: Record<string, string> = {};
  for (const token of tokens) {
    const { lastRate, floorRate } = figures.get(token.asset) ?? {};
    const rate = lastRate ?? floorRate;
    if (rate !== undefined)
      priceInfo[token.tick.toLowerCase()] = formatRate((rate * dollars) / 10n ** BigInt(RATE_DIGITS) / SATS);
  }
  return { priceInfo, at: btc.at, stale: btc.stale };
}

async function tokenPrices(service: Service, prices: Prices): Promise<TokenPrices> {
  if (prices.tokens === undefined) return fromOurMarket(service, prices);
  const quote = await prices.tokens();
  if (quote === undefined) throw new Refusal('not-found', 'no source of prices answers');
  return { priceInfo: { ...quote.value }, at: quote.at, stale: quote.stale };
}

export function registerShell(context: RouteContext, service: Service, sources: ShellSources): void {
  const { countryOf, prices, choices } = sources;
  const { db } = service.orders.store;
  route(context, 'geo', ({ request }) =>
    Promise.resolve(countryOf({ headers: request.headers, ip: request.ip }) ?? ''),
  );
  route(context, 'config', async () => {
    // The page opens without a signer; only what a pad costs is not known then.
    const pad = await service.orders.custody.padTerms().catch(() => undefined);
    return pad === undefined ? choices : { ...choices, padValue: pad.value.toString() };
  });
  route(context, 'btcRate', async () => {
    const quote = await prices.btc();
    if (quote === undefined) throw new Refusal('not-found', 'no source of prices answers');
    return { usd: { btc: quote.value }, at: quote.at, stale: quote.stale };
  });
  route(context, 'tokenPrices', ({ query }) => {
    requireNetwork(service, query.net);
    return tokenPrices(service, prices);
  });
  route(context, 'lockedCoins', async ({ query, session }) => {
    if (query.net !== undefined) requireNetwork(service, query.net);
    const { address } = requireSession(session);
    if (query.address !== address) throw new Refusal('not-yours');
    const locked = await lockedOutpoints(db, address);
    const results = [...locked.keys()].map((point) => {
      const { txid, vout } = splitOutpoint(point);
      return { utxoId: `${txid}_${vout}` };
    });
    return { results };
  });
  route(context, 'bidDummies', async ({ params, query }) => {
    requireNetwork(service, query.net);
    const { bid } = marketNamed(params.book).types;
    const kept = await keptCoinsOf(db, params.address, bid);
    const results = kept.map(({ outpoint, order, createdAt }) => ({
      order,
      dummyId: outpoint,
      timestamp: createdAt.getTime(),
    }));
    return { results };
  });
}
