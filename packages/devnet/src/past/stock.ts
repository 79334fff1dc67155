/** What the makers of the past sell: minted or bought out of the premine, and made into lots; what is missing of it is made. */
import type { AssetId, Coin } from '@rialto/protocols';
import {
  carries,
  coinToken,
  coinsOf,
  fullest,
  mrc20Ticked,
  runeNamed,
  termsOf,
  unitsOf,
} from '../market/facts.ts';
import { inscribeAll } from '../market/inscriber.ts';
import type { LotRequest } from '../market/inscriber.ts';
import { mintMrc20 } from '../market/mrc20-mints.ts';
import type { MintRequest } from '../market/mrc20-mints.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import { cycle } from '../market/seed/seed-lots.ts';
import { transferJob } from '../market/sending.ts';
import { mineJobs } from '../market/workshop.ts';
import type { Job } from '../market/workshop.ts';
import type { Trader } from '../market/trader.ts';
import type { PastSeed } from './people.ts';
import type { PastToken } from './tokens.ts';

interface Stock extends PastSeed {
  readonly makers: readonly Trader[];
  /** Who holds what was premined. */
  readonly deployer: Trader;
}

/** Minted by each maker of a BRC-20 token; more than all their lots. */
const BRC20_MINT = '1000000';
/** Of a premined token, to each maker. */
const SHARE = '100000';

const lotsOf = ({ sizes, lots }: PastToken, maker: number): string[] =>
  Array.from({ length: lots }, (_, at) => cycle(sizes, at * 2 + maker));

/** Whole blocks, so that an interruption leaves nothing half made. */
export async function fillStock(stock: Stock): Promise<void> {
  stock.progress('making what was sold in the past');
  await inscribeLots(stock);
  await stock.ready();
  const coins = await Promise.all(
    stock.tokens
      .filter(({ book }) => book !== 'brc20')
      .map(async (each): Promise<Known> => {
        const found = await coinToken(stock.origin, each.book, each.tick);
        if (found === undefined) throw new Error(`invariant: ${each.tick} is deployed`);
        return { ...each, ...found };
      }),
  );
  const held = await coinsOfMakers(stock);
  await mintMissing(stock, coins, held);
  await shareMissing(stock, coins, held);
  await stock.ready();
  await splitMissing(stock, coins);
  await stock.ready();
}

interface Known extends PastToken {
  readonly asset: AssetId;
  readonly decimals: number;
}

const coinsOfMakers = ({ origin, makers }: Stock): Promise<Coin[][]> =>
  Promise.all(makers.map((who) => coinsOf(origin, who)));

async function inscribeLots(stock: Stock): Promise<void> {
  const tokens = stock.tokens.filter(({ book }) => book === 'brc20');
  const mints: LotRequest[] = [];
  const transfers: LotRequest[] = [];
  for (const each of tokens)
    for (const [at, who] of stock.makers.slice(0, each.makers).entries()) {
      const there = await who.at(each.book).lots(each.tick);
      if (there.length > 0) continue;
      mints.push({ op: 'mint', who, tick: each.tick, amount: BRC20_MINT });
      const sized = lotsOf(each, at);
      transfers.push(
        ...sized.map((size): LotRequest => ({ op: 'transfer', who, tick: each.tick, amount: size })),
      );
    }
  if (mints.length === 0) return;
  await inscribeAll(stock.chain, mints);
  await inscribeAll(stock.chain, transfers);
}

async function mintMissing(stock: Stock, tokens: readonly Known[], held: readonly Coin[][]): Promise<void> {
  const requests: MintRequest[] = [];
  const runeMints: Job<undefined>[] = [];
  for (const each of tokens) {
    const { asset, mints, makers } = each;
    if (mints === 0) continue;
    const mint = await mintOf(stock, each);
    for (const [at, who] of stock.makers.slice(0, makers).entries()) {
      if (held[at]?.some((coin) => carries(coin, asset)) === true) continue;
      const made = Array.from({ length: mints }, () => mint(who));
      for (const one of made)
        if ('plan' in one) runeMints.push(one);
        else requests.push(one);
    }
  }
  await mineJobs(stock.chain, runeMints);
  // One request is one object: each mint has shovels of its own.
  await mintMrc20(
    stock,
    requests.map((request) => ({ ...request })),
  );
}

/** One mint of a token, or of a rune. */
async function mintOf(
  { chain, origin }: Stock,
  { book, tick }: Known,
): Promise<(who: Trader) => MintRequest | Job<undefined>> {
  const rune = book === 'runes' ? await runeNamed(origin, tick) : undefined;
  if (rune !== undefined) return (who) => runeMintJob(who, rune, who.script);
  const found = await mrc20Ticked(origin, tick);
  if (found === undefined) throw new Error(`invariant: ${tick} is deployed`);
  const token = await termsOf(chain, found);
  return (who) => ({ who, token, destination: who.script });
}

async function shareMissing(stock: Stock, tokens: readonly Known[], held: readonly Coin[][]): Promise<void> {
  const jobs: Job<unknown>[] = [];
  for (const { asset, mints, makers, decimals } of tokens) {
    if (mints > 0) continue;
    const poor = stock.makers
      .slice(0, makers)
      .filter((_, at) => held[at]?.some((coin) => carries(coin, asset)) !== true);
    if (poor.length === 0) continue;
    const whole = fullest(await coinsOf(stock.origin, stock.deployer), asset);
    const sends = poor.map(({ script }) => ({ asset, amount: unitsOf(SHARE, decimals), script }));
    jobs.push(transferJob(stock.deployer, [whole], sends));
  }
  await mineJobs(stock.chain, jobs);
}

/** Whoever holds no more coins than mints gave has not split them yet. */
async function splitMissing(stock: Stock, tokens: readonly Known[]): Promise<void> {
  const held = await coinsOfMakers(stock);
  const jobs: Job<unknown>[] = [];
  for (const each of tokens)
    for (const [at, who] of stock.makers.slice(0, each.makers).entries()) {
      const { asset } = each;
      const coins = (held[at] ?? []).filter((coin) => carries(coin, asset));
      if (coins.length > Math.max(1, each.mints)) continue;
      const sends = lotsOf(each, at).map((size) => ({
        asset,
        amount: unitsOf(size, each.decimals),
        script: who.script,
      }));
      jobs.push(transferJob(who, coins, sends));
    }
  await mineJobs(stock.chain, jobs);
}
