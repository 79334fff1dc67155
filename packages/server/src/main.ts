/** The server process: reads the settings, opens the adapters, hands them to the rooms, stops cleanly. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assertNode, nodeAddress, openBitcoind, openLedger, openVerifier } from '@rialto/ground';
import type { Chain, Ledger } from '@rialto/ground';
import type { Verifier } from '@rialto/psbt';
import type { FastifyInstance } from 'fastify';
import { openAccounts } from './accounts/login.ts';
import { openBridge } from './bridge/open-bridge.ts';
import type { BridgeContext } from './bridge/context.ts';
import { BRIDGE } from './bridge/purpose.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { readCountryTable } from './country-table.ts';
import { countryFinder } from './country.ts';
import type { CountryOf } from './country.ts';
import { openCustody } from './custody/signer-client.ts';
import { faultsAt } from './faults.ts';
import { openFeePlans } from './fee-plans.ts';
import type { Follower } from './follower/follower.ts';
import { openBookCache } from './http/book/book-cache.ts';
import { registerDocs } from './docs/register-docs.ts';
import { openFeed } from './http/feed/feed.ts';
import { followPolicy } from './http/balances/follow-policy.ts';
import { isServed, registerGate } from './http/gate.ts';
import { openHttp } from './http/http-server.ts';
import { openTurns } from './http/limits/turns.ts';
import { registerCalls } from './http/register-calls.ts';
import { registerConstant, registerPages } from './http/pages.ts';
import { keepBooksReady } from './http/book/ready-books.ts';
import type { RouteContext } from './http/route.ts';
import type { FollowerState, Service } from './http/service.ts';
import { configOf } from './http/calls/shell-calls.ts';
import { openTagger } from './http/book/tick-sign.ts';
import { openInvariants } from './invariants/watch.ts';
import type { Invariants } from './invariants/watch.ts';
import { lead } from './lead.ts';
import { openCrossCheck } from './crosscheck/crosscheck.ts';
import type { CrossCheck } from './crosscheck/crosscheck.ts';
import { openBooks } from './orders/books.ts';
import { orderSettings } from './orders/order-settings.ts';
import type { OrderContext } from './orders/context.ts';
import { BID_CANCEL, BID_EXIT, FILL, FUNDING } from './orders/bids/purposes.ts';
import { LEAVE_LOCK, LOCK_LOT } from './orders/protected/purposes.ts';
import { CANCEL, TRADE } from './orders/purposes.ts';
import type { OutboxContext } from './outbox/context.ts';
import { purposesOf } from './outbox/purpose.ts';
import { OWN } from './own/purpose.ts';
import type { PoolContext } from './pools/context.ts';
import { openPools } from './pools/open-pools.ts';
import { POOL } from './pools/purpose.ts';
import type { ClaimContext } from './rewards/claims/context.ts';
import { REWARD } from './rewards/claims/purpose.ts';
import { openRewards } from './rewards/open-rewards.ts';
import { closeMvc, leadMvc, openMvc } from './mvc/open-mvc.ts';
import type { MvcContext } from './mvc/context.ts';
import { openPrices } from './prices/prices.ts';
import type { Prices } from './prices/prices.ts';
import { messageOf } from './repeat.ts';
import type { Warn } from './repeat.ts';
import { openStore } from './store/database.ts';
import type { Store } from './store/database.ts';
import { indexAge } from './store/ledger/index-version.ts';
import { migrate } from './store/migrate.ts';
import { listen } from './store/notices.ts';

/** From the project's package.json, written in when the program is bundled. */
declare const RIALTO_VERSION: string;

interface Ground {
  readonly config: Config;
  readonly app: FastifyInstance;
  readonly warn: Warn;
  readonly chain: Chain;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  readonly invariants: Invariants;
}

type Stop = () => Promise<unknown>;

/** One outbox for a chain, with every purpose its transactions are for. */
function openOutbox({ config, chain, store, ledger, warn }: Ground): OutboxContext {
  const ofBids = [FILL, FUNDING, BID_CANCEL, BID_EXIT];
  const purposes = purposesOf([TRADE, CANCEL, OWN, ...ofBids, LOCK_LOT, LEAVE_LOCK, POOL, REWARD, BRIDGE]);
  return { store, chain, ledger, warn, purposes, at: faultsAt(config) };
}

function openOrders(ground: Ground, crossCheck: CrossCheck): OrderContext {
  const { config, chain, store, ledger, verifier, warn } = ground;
  return {
    outbox: openOutbox(ground),
    store,
    chain,
    ledger,
    warn,
    crossCheck,
    verifier,
    books: openBooks(ledger, openTagger(config.TRUSTED_TICK_KEYS, config.NETWORK, verifier).tagOf),
    custody: openCustody(config.SIGNER_SOCKET, config.POOL_SIGNER_SOCKETS?.split(',')),
    plans: openFeePlans(chain, config.NETWORK),
    settings: orderSettings(config),
    now: () => Date.now(),
    newId: () => randomUUID(),
    at: faultsAt(config),
  };
}

async function openGround(config: Config): Promise<Ground> {
  const verifier = await openVerifier();
  const app = await openHttp(config);
  const warn: Warn = (message, detail) => {
    app.log.warn(detail, message);
  };
  const chain = openBitcoind(nodeAddress(config));
  await assertNode(chain, config.NETWORK, { pretend: config.PRETEND === '1' });
  const store = openStore(config.DATABASE_URL, (error) => {
    warn('database connection lost', { error: error.message });
  });
  if (config.ROLE !== 'api') await migrate(store.pool);
  const invariants = openInvariants({ pool: store.pool, chain, log: app.log });
  return { config, app, warn, chain, store, ledger: openLedger(store.pool), verifier, invariants };
}

function crossCheckOf({ config, store, warn }: Ground): CrossCheck {
  const { ORD_URL: ord, OPI_URL: opi, MAN_URL: man, OPINION_MS: maxMs } = config;
  const skip = config.OPINION_SKIP.split(',').filter((asset) => asset !== '');
  return openCrossCheck({ ord, opi, man, maxMs, skip }, { store, warn });
}

function countriesOf(config: Config): CountryOf {
  const { GEO_HEADER, GEO_TABLE, PROXY_HOPS } = config;
  return countryFinder({
    header: GEO_HEADER?.toLowerCase(),
    proxied: PROXY_HOPS > 0,
    table: GEO_TABLE === undefined ? undefined : readCountryTable(readFileSync(GEO_TABLE, 'utf8')),
  });
}

function pricesOf(config: Config, warn: Warn): Prices {
  return openPrices({
    demoRate: config.NETWORK === 'regtest' ? config.DEMO_BTC_RATE : undefined,
    btcUrl: config.BTC_PRICE_URL,
    btcShape: config.BTC_PRICE_SHAPE,
    tokensUrl: config.TOKEN_PRICE_URL,
    warn,
  });
}

/** Every call, page and gate. */
async function serve(ground: Ground, context: RouteContext, service: Service): Promise<void> {
  const { config, app, warn } = ground;
  const countryOf = countriesOf(config);
  const choices = configOf(config, Date.now());
  const gate = {
    countryOf,
    refused: new Set(config.GEO_REFUSED.split(',')),
    serveUnknown: config.GEO_UNKNOWN === 'serve',
    maintenance: config.MAINTENANCE === '1',
  };
  registerGate(app, gate);
  registerCalls(context, service, { countryOf, prices: pricesOf(config, warn), choices });
  const { PUBLIC_ORIGIN: origin, CALLS_PER_MINUTE: callsPerMinute } = config;
  registerDocs(app, { version: RIALTO_VERSION, origin, callsPerMinute });
  if (config.BENCH === '1') registerConstant(app);
  await registerPages(app, {
    webDirectory: config.WEB_DIR,
    devnetUrl: config.DEVNET_URL,
    origin,
    facts: { network: config.NETWORK, version: RIALTO_VERSION, config: choices },
    isServed: (request) => isServed(gate, request),
  });
}

interface Rooms {
  readonly orders: OrderContext;
  readonly pools: PoolContext;
  readonly rewards: ClaimContext;
  readonly mvc: MvcContext | undefined;
  readonly bridge: BridgeContext | undefined;
}

/** Opens what answers calls; returns what must be closed. */
async function openService(
  ground: Ground,
  { orders, pools, rewards, mvc, bridge }: Rooms,
  followed: Pick<Service, 'followerState' | 'mvcStopped'>,
): Promise<Stop> {
  const { config, app, store, chain, ledger, verifier, warn } = ground;
  const { NETWORK: network, secret } = config;
  const domain = new URL(config.PUBLIC_ORIGIN).host;
  const accounts = openAccounts(store, { network, domain, secret, verifier });
  const cache = openBookCache();
  const feed = openFeed({ app, accounts, orders, pools, cache, config });
  const service: Service = {
    config,
    version: RIALTO_VERSION,
    chain,
    ledger,
    accounts,
    orders,
    pools,
    rewards,
    mvc,
    bridge,
    cache,
    feed,
    ...followed,
    follow: followPolicy({ store, chain, config }),
    invariants: ground.invariants.state,
  };
  const context = { app, accounts, store, checkAnswers: config.NETWORK === 'regtest', turns: openTurns() };
  await serve(ground, context, service);
  const missed = (error: unknown): void => {
    warn('the feed missed a notice', { error: messageOf(error) });
  };
  const listener = listen(config.DATABASE_URL, {
    notice: (notice) => void feed.notice(notice).catch(missed),
    gap: () => void feed.gap().catch(missed),
    error: missed,
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  const done = (books: number): void => {
    app.log.info({ books }, 'the books are ready');
  };
  const ready = keepBooksReady(service, { warn, done });
  return () => {
    ready.stop();
    feed.close();
    return Promise.allSettled([app.close(), listener.close()]);
  };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const ground = await openGround(config);
  const crossCheck = crossCheckOf(ground);
  const orders = openOrders(ground, crossCheck);
  const pools = openPools(config, orders);
  const rewards = openRewards(config, orders);
  const mvc = openMvc(ground);
  const bridge = openBridge(config, orders, mvc);
  let follower: Follower | undefined;
  /** A process that does not follow, or is on standby, reports what the ledger contains. */
  const followerState = async (): Promise<FollowerState> => {
    const own = follower?.status();
    if (own === 'ok' || own === 'syncing') return { status: own };
    if (own === 'stopped' || (await ground.ledger.status()).stopped !== undefined)
      return { status: 'stopped' };
    return { status: (await indexAge(ground.store.db)) === 'current' ? 'ok' : 'syncing' };
  };
  let mvcLead: ReturnType<typeof leadMvc> | undefined;
  const followed = { followerState, mvcStopped: () => mvcLead?.stopped() === true };
  const stops: Stop[] = [await openService(ground, { orders, pools, rewards, mvc, bridge }, followed)];
  if (config.ROLE !== 'api') {
    const leading = await lead(ground, { orders, pools, rewards, bridge }, crossCheck);
    ({ follower } = leading);
    stops.push(leading.stop);
    if (mvc !== undefined) {
      mvcLead = leadMvc(mvc, config);
      stops.push(mvcLead.stop);
    }
  }
  if (mvc !== undefined) stops.push(() => closeMvc(mvc));
  const stop = (): void => {
    void Promise.allSettled(stops.map((one) => one()))
      .then(() => ground.store.close())
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`the server cannot start: ${messageOf(error)}\n`);
  process.exit(1);
});
