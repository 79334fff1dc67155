/** Standing bids under the best ask of each book, so that a newcomer can sell at once. They end by height: each start places those that are missing. */
import { TOKEN_DECIMALS, marketNamed, parseDecimal } from '@rialto/market';
import type { PrivateChain } from '../../chain/private-chain.ts';
import { ApiRefusal, callApi } from '../api.ts';
import { placeLadder } from '../bidding.ts';
import type { Ladder } from '../bidding.ts';
import { SEED_BOOKS } from './seed-coin-book.ts';
import type { SeedBook } from './seed-coin-book.ts';
import { seedKey } from './seed-key.ts';
import { SEED_TOKENS, cycle } from './seed-lots.ts';
import { openTrader } from '../trader.ts';
import type { Trader } from '../trader.ts';

interface BidSeed {
  readonly chain: PrivateChain;
  readonly origin: string;
  readonly secret: string;
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

interface Rung {
  readonly coinAmount: string;
  readonly amount: string;
}

interface Missing {
  readonly bidder: Trader;
  readonly tick: string;
  readonly rungs: readonly Rung[];
}

const net = 'regtest' as const;

/** How far each bidder's rungs are under the best ask, in hundredths of a percent. */
const LADDERS = [
  [140, 390, 850],
  [230, 610, 1_200],
];
/** Of the lot that the best rung wants, in quarters: each rung alone is worth enough of its ladder to be sold into alone. */
const QUARTERS = [4n, 5n, 6n];
/** Above Eco, under which a bid is greyed, and low enough for small rungs. */
const FEE_RATE = 3;
/** Beyond the rungs, for the funding's fee. */
const SPARE = 30_000n;

const BOOKS: readonly SeedBook[] = [
  ...SEED_TOKENS.map((token) => ({ ...token, book: 'brc20' as const })),
  ...SEED_BOOKS,
];

export async function seedBids(seed: BidSeed): Promise<void> {
  const bidders = LADDERS.map((_, at) =>
    openTrader({
      origin: seed.origin,
      key: seedKey(seed.secret, `bidder-${at}`),
      kind: at % 2 === 0 ? 'p2tr' : 'p2wpkh',
    }),
  );
  const missing = (await Promise.all(BOOKS.map((book) => missingIn(seed, book, bidders)))).flat();
  if (missing.length === 0) return;
  seed.progress(`ladders of bids: ${missing.length}`);
  await seed.chain.fundMany(
    missing.map(({ bidder: { address }, rungs }) => {
      return { address, sats: rungs.reduce((sum, { amount }) => sum + BigInt(amount), SPARE) };
    }),
  );
  await seed.chain.mine(1);
  await seed.ready();
  // Ladders of one bidder follow each other: two at once would want the same coins.
  await Promise.all(
    bidders.map(async (bidder) => {
      const own = missing.filter((one) => one.bidder.address === bidder.address);
      if (own.length === 0) return;
      await bidder.login();
      const headers = bidder.headers();
      const terms = await callApi(seed.origin, 'bidKey', { query: { net }, headers });
      const expiryBlocks = terms.mostExpiryBlocks;
      for (const { bidder: one, tick, rungs } of own)
        await placed(seed, one, { tick, rungs: [...rungs], feeRate: FEE_RATE, expiryBlocks });
    }),
  );
}

/** A market without one of its bids is a market all the same. */
async function placed({ progress }: BidSeed, bidder: Trader, ladder: Ladder): Promise<void> {
  try {
    await placeLadder(bidder, ladder);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    progress(`no bids for ${ladder.tick}: ${error.message}`);
  }
}

/** A ladder for each bidder who has no open bid there. */
async function missingIn(
  { origin }: BidSeed,
  token: SeedBook,
  bidders: readonly Trader[],
): Promise<Missing[]> {
  const { book, tick } = token;
  const orders = (orderType: number) =>
    callApi(origin, 'orders', {
      params: { book },
      query: { net, tick, orderState: '1', orderType: String(orderType), limit: '200' },
    });
  const { ask, bid } = marketNamed(book).types;
  const [asks, bids] = await Promise.all([orders(ask), orders(bid)]);
  const best = asks.results.find((order) => !order.pending);
  if (best === undefined) return [];
  return bidders.flatMap((bidder, at) => {
    if (bids.results.some(({ buyerAddress }) => buyerAddress === bidder.address)) return [];
    const size = BigInt(cycle(token.lots, 1 + at));
    const rungs = cycle(LADDERS, at).map((under, rung) =>
      rungUnder(best, (size * cycle(QUARTERS, rung)) / 4n, under),
    );
    return [{ bidder: bidder.at(book), tick, rungs }];
  });
}

function rungUnder(
  { amount, coinAmount }: { readonly amount: string; readonly coinAmount: string },
  size: bigint,
  under: number,
): Rung {
  const offered = parseDecimal(coinAmount, TOKEN_DECIMALS) ?? 1n;
  const price = (BigInt(amount) * size * 10n ** BigInt(TOKEN_DECIMALS) * BigInt(10_000 - under)) / 10_000n;
  return { coinAmount: size.toString(), amount: (price / offered).toString() };
}
