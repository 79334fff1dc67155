/** Seeds a demo market once: three tokens, their sellers, forty asks each at spread prices, some past trades, then tokens of the other protocols and their books; all through the real API and chain. */
import { existsSync, writeFileSync } from 'node:fs';
import type { PrivateChain } from '../../chain/private-chain.ts';
import { callApi } from '../api.ts';
import { seedCoinBooks } from './seed-coin-book.ts';
import { seedKey } from './seed-key.ts';
import { SEED_TOKENS, cycle, inscribeMarket, priceOf } from './seed-lots.ts';
import type { SeedToken } from './seed-lots.ts';
import { seedTokens } from './seed-tokens.ts';
import { openTrader } from '../trader.ts';
import type { Trader } from '../trader.ts';

export interface SeedOptions {
  readonly chain: PrivateChain;
  readonly origin: string;
  /** Where the pads of the signer are paid to. */
  readonly padAddress: string;
  /** A file that says the market is seeded. */
  readonly doneFile: string;
  /** Keys of the demo's sellers come from this secret, so that a second start knows them. */
  readonly secret: string;
  readonly asksPerToken?: number;
  readonly salesPerToken?: number;
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

const SELLERS = 5;
const BUYERS = 3;
const ASKS = 40;
const DEALS = 6;

interface Cast {
  readonly sellers: readonly Trader[];
  readonly buyers: readonly Trader[];
}

/** The people of today's market. */
export function castOf({ origin, secret }: Pick<SeedOptions, 'origin' | 'secret'>): Cast {
  const one = (name: string, at: number): Trader =>
    openTrader({ origin, key: seedKey(secret, `${name}-${at}`), kind: at % 2 === 0 ? 'p2tr' : 'p2wpkh' });
  return {
    sellers: Array.from({ length: SELLERS }, (_, at) => one('seller', at)),
    buyers: Array.from({ length: BUYERS }, (_, at) => one('buyer', at)),
  };
}

async function listToken(options: SeedOptions, cast: Cast, token: SeedToken): Promise<string[]> {
  const orders: { id: string; price: bigint }[] = [];
  let at = 0;
  for (const seller of cast.sellers)
    for (const lot of await seller.lots(token.tick)) {
      const price = priceOf(token, lot.amount, at);
      orders.push({ id: await seller.ask(lot, token.tick, price), price });
      at += 1;
    }
  options.progress(`${token.tick}: ${orders.length} asks`);
  return orders.map((order) => order.id);
}

/** Buys the cheapest of what was just listed, a few at a time, so that there is a history. */
async function sale(options: SeedOptions, cast: Cast, orders: readonly string[]): Promise<void> {
  // One block for all of them: each buyer takes one, because nobody holds two pads at once.
  for (const [at, id] of orders.entries()) await cycle(cast.buyers, at).take([id]);
  await options.chain.mine(1);
  await options.ready();
}

/** Seeds unless it was done; safe to call at every start, and after one that was interrupted. */
export async function seedMarket(options: SeedOptions): Promise<void> {
  if (existsSync(options.doneFile)) return;
  const cast = castOf(options);
  if (!(await isListed(options))) await fillMarket(options, cast);
  await seedTokens({ ...options, ...cast });
  await seedCoinBooks({ ...options, ...cast }, options.salesPerToken ?? DEALS);
  writeFileSync(options.doneFile, `${new Date().toISOString()}\n`);
}

async function fillMarket(options: SeedOptions, cast: Cast): Promise<void> {
  const { chain } = options;
  const asks = options.asksPerToken ?? ASKS;
  const sales = options.salesPerToken ?? DEALS;
  options.progress('funding sellers, buyers and the stock of pads');
  await chain.fundMany([
    ...cast.buyers.flatMap(({ address }) =>
      Array.from({ length: 12 }, () => ({ address, sats: 40_000_000n })),
    ),
    ...Array.from({ length: 4 }, () => ({ address: options.padAddress, sats: 5_000_000n })),
  ]);
  await chain.mine(1);
  await options.ready();
  await inscribeMarket({ ...options, ...cast }, asks + sales);
  for (const trader of [...cast.sellers, ...cast.buyers]) await trader.login();
  const listed = new Map<string, string[]>();
  for (const token of SEED_TOKENS) listed.set(token.tick, await listToken(options, cast, token));
  const [first] = [...listed.values()].flat();
  // Nothing was left to list: an earlier start did it all.
  if (first === undefined) return;
  await waitForPads(options, cast, first);
  const rounds = Array.from({ length: sales }, (_, at) =>
    SEED_TOKENS.flatMap(({ tick }) => listed.get(tick)?.[at] ?? []),
  );
  options.progress(`${sales * SEED_TOKENS.length} past trades`);
  for (const round of rounds) await sale(options, cast, round);
}

/** True when an earlier start was interrupted after the asks were listed: then only its past trades are missing. */
async function isListed(options: SeedOptions): Promise<boolean> {
  const { list } = await callApi(options.origin, 'tokenList', { query: { net: 'regtest' } });
  const open = new Map(list.map((token) => [token.ticker, token.openOrders]));
  return SEED_TOKENS.every(({ tick }) => (open.get(tick) ?? 0) >= (options.asksPerToken ?? ASKS));
}

const PAD_WAIT_MS = 90_000;

/** The signer makes its pads from the coins it was just given; that takes a block. */
async function waitForPads(options: SeedOptions, cast: Cast, orderId: string): Promise<void> {
  const until = Date.now() + PAD_WAIT_MS;
  options.progress('waiting for the signer’s pads');
  for (;;) {
    try {
      await cycle(cast.buyers, 0).prepare([orderId], 2);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 700));
      await options.chain.mine(1);
      await options.ready();
    }
  }
}
