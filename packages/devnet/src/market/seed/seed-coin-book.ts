/** The books of MRC-20, ID-Coins and Runes: holders split what they have into lots and offer them, some are bought; what is missing of it is made. */
import type { TokenBalance } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { callApi } from '../api.ts';
import { carries, coinToken, coinsOf, unitsOf } from '../facts.ts';
import { cycle, priceOf } from './seed-lots.ts';
import type { SeedToken } from './seed-lots.ts';
import { transferJob } from '../sending.ts';
import type { TokenSeed } from './seed-tokens.ts';
import type { OwnLot, Trader } from '../trader.ts';
import { mineJobs } from '../workshop.ts';
import type { Job } from '../workshop.ts';

export interface SeedBook extends SeedToken {
  readonly book: MarketName;
}

/** What each holder splits off; the rest stays together. */
export const SEED_BOOKS: readonly SeedBook[] = [
  {
    book: 'mrc20',
    tick: 'FERN',
    milliSats: 310_000n,
    lots: ['40', '60', '80', '100', '120', '150', '180', '200'],
  },
  {
    book: 'mrc20',
    tick: 'MOSS',
    milliSats: 2_400n,
    lots: ['6000', '9000', '12000', '15000', '20000', '25000', '30000'],
  },
  {
    book: 'idcoin',
    tick: 'WREN',
    milliSats: 240_000n,
    lots: ['50', '80', '100', '120', '150', '175', '200'],
  },
  {
    book: 'idcoin',
    tick: 'LARK',
    milliSats: 900_000n,
    lots: ['12', '20', '25', '30', '40', '50'],
  },
  {
    book: 'runes',
    tick: 'OPEN•MEADOW•DAISY',
    milliSats: 450_000n,
    lots: ['30', '40', '60', '80', '100', '120'],
  },
  {
    book: 'runes',
    tick: 'QUIET•HARBOR•LIGHT',
    milliSats: 2_600n,
    lots: ['6000', '9000', '12000', '15000', '20000', '25000', '30000'],
  },
];

const net = 'regtest' as const;

/** @param sales of each token, in all starts together */
export async function seedCoinBooks(seed: TokenSeed, sales: number): Promise<void> {
  for (const trader of [...seed.sellers, ...seed.buyers]) await trader.login();
  await splitMissing(seed);
  await seed.ready();
  for (const book of SEED_BOOKS) await listMissing(seed, book);
  await sellMissing(seed, sales);
}

const balanceOf = ({ origin }: TokenSeed, { book, tick }: SeedBook, { address }: Trader) =>
  callApi(origin, 'tokenBalance', { params: { book, address, tick }, query: { net } });

/** Traders who still hold their grant on one coin split it. All in one block, so that an interruption leaves nothing half done. */
async function splitMissing(seed: TokenSeed): Promise<void> {
  const jobs: Job<unknown>[] = [];
  for (const requested of SEED_BOOKS) {
    const token = await coinToken(seed.origin, requested.book, requested.tick);
    if (token === undefined) throw new Error(`invariant: ${requested.tick} is deployed`);
    for (const who of seed.sellers) {
      const balance = await balanceOf(seed, requested, who);
      if (isWhole(balance, requested)) jobs.push(await splitJob(seed, who, { ...requested, ...token }));
    }
  }
  if (jobs.length > 0) seed.progress(`splitting ${jobs.length} holdings into lots`);
  await mineJobs(seed.chain, jobs);
}

function isWhole({ transferBalanceList }: TokenBalance, { lots }: SeedBook): boolean {
  const [only, ...others] = transferBalanceList;
  if (only === undefined || others.length > 0) return false;
  return Number(only.amount) >= lots.reduce((sum, lot) => sum + Number(lot), 0);
}

interface Splitting {
  readonly asset: AssetId;
  readonly decimals: number;
  readonly lots: readonly string[];
}

async function splitJob(
  { origin }: TokenSeed,
  who: Trader,
  { asset, decimals, lots }: Splitting,
): Promise<Job<unknown>> {
  const coins = (await coinsOf(origin, who)).filter((coin) => carries(coin, asset));
  const sends = lots.map((lot) => ({ asset, amount: unitsOf(lot, decimals), script: who.script }));
  return transferJob(who, coins, sends);
}

/** Offers every lot of the seed's sizes that is in no order, seller by seller. */
async function listMissing(seed: TokenSeed, token: SeedBook): Promise<void> {
  const sellers = seed.sellers.map((one) => one.at(token.book));
  const free = await Promise.all(sellers.map((seller) => seller.lots(token.tick)));
  const sized = free.map((lots, who) => mixed(lots, who).filter((lot) => token.lots.includes(lot.amount)));
  const before = await countOf(seed, token, '1');
  let at = before;
  for (const nth of token.lots.keys())
    for (const [who, seller] of sellers.entries()) {
      const lot = sized[who]?.[nth];
      if (lot === undefined) continue;
      await seller.ask(lot, token.tick, priceOf(token, lot.amount, at));
      at += 1;
    }
  if (at > before) seed.progress(`${token.tick}: ${at - before} asks`);
}

/** Large and small ones among each other: people do not list by size. */
function mixed(lots: readonly OwnLot[], who: number): readonly OwnLot[] {
  const place = ({ coin }: OwnLot): number => (splitOutpoint(coin.outpoint).vout * 7 + who * 3) % 11;
  return lots.toSorted((a, b) => place(a) - place(b));
}

const ordersOf = ({ origin }: TokenSeed, { book, tick }: SeedBook, orderState: '1' | '2') =>
  callApi(origin, 'orders', { params: { book }, query: { net, tick, orderState, limit: '200' } });

async function countOf(seed: TokenSeed, token: SeedBook, state: '1' | '2'): Promise<number> {
  return (await ordersOf(seed, token, state)).results.length;
}

/** One of each token a block, so that there is a history. */
async function sellMissing(seed: TokenSeed, sales: number): Promise<void> {
  const done = await Promise.all(SEED_BOOKS.map((token) => countOf(seed, token, '2')));
  for (let round = Math.min(...done); round < sales; round += 1) {
    for (const [at, token] of SEED_BOOKS.entries()) {
      if ((done[at] ?? 0) > round) continue;
      const open = (await ordersOf(seed, token, '1')).results.filter((order) => !order.pending);
      if (open.length > 0)
        await cycle(seed.buyers, at)
          .at(token.book)
          .take([cycle(open.slice(0, 3), round * 2).orderId]);
    }
    await seed.chain.mine(1);
    await seed.ready();
  }
}
