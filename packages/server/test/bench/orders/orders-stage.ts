/** The stage of bench orders: sellers and buyers with real lots of the three books, and very many orders beside theirs. */
import { callApi, coinsOf, mintMrc20, mrc20Ticked, seedTokens, termsOf } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { formatDecimal, marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { lotOf } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { openStore } from '../../../src/store/database.ts';
import { writeCopies } from './orders-copies.ts';
import type { Pair } from './orders-copies.ts';

export interface OrdersSize {
  readonly orders: number;
  readonly pairs: number;
  readonly clients: number;
  /** How long all clients ask for books. */
  readonly seconds: number;
  readonly watchers: number;
  readonly asks: number;
  readonly asksPerSecond: number;
  readonly leaves: number;
  readonly takes: number;
}

export const FULL: OrdersSize = {
  orders: 300_000,
  pairs: 3_000,
  clients: 50,
  seconds: 15,
  watchers: 1_000,
  asks: 420,
  asksPerSecond: 20,
  leaves: 100,
  takes: 100,
};

/** Of the orders, as many more are dead. */
const DEAD_SHARE = 1_000;
const WHILE_DOWN = 3;

export interface Offer {
  readonly book: MarketName;
  readonly tick: string;
  readonly coin: Coin;
  /** In whole tokens. */
  readonly amount: string;
}

export interface Stage {
  readonly world: World;
  readonly size: OrdersSize;
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly pairs: readonly Pair[];
  /** Lots that are offered and taken as they are needed: BRC-20, and MRC-20 for takes. */
  readonly lots: { readonly brc20: Offer[]; readonly mrc20: Offer[] };
  /** Orders whose coins are spent while the server is down. */
  readonly spentWhileDown: readonly { id: string; coin: Coin }[];
}

export const TICK = 'bnch';
const FERN = 'FERN';
const WREN = 'WREN';
const AMOUNT = '100';
const PRICE = 20_000n;

/** Offers a lot. @returns the order's id */
export async function offer(seller: Trader, origin: string, lot: Offer, price: bigint): Promise<string> {
  const answer = await callApi(origin, 'pushAsk', {
    params: { book: lot.book },
    body: askOf(seller, lot, price),
    headers: seller.headers(),
  });
  return answer.orderId;
}

export function askOf(seller: Trader, { book, tick, coin, amount }: Offer, price: bigint) {
  return {
    net: 'regtest' as const,
    address: seller.address,
    tick,
    coinAmount: amount,
    orderState: 1 as const,
    orderType: marketNamed(book).types.ask,
    psbtRaw: seller.signAsk(coin, price),
  };
}

/** Makes the lots, offers one of each book, and multiplies it in the database while the server is down. */
export async function setStage(world: World, size: OrdersSize): Promise<Stage> {
  const [seller, buyer] = [world.trader('maker', 'p2wpkh'), world.trader('taker', 'p2wpkh')];
  await seller.login();
  await buyer.login();
  const brc20 = await makeBrc20(world, seller, size.asks + size.leaves + size.takes + WHILE_DOWN + 1);
  const { mrc20, idcoin } = await makeMrc20(world, seller, size.takes + 1);
  const put = (lot: Offer | undefined, price = PRICE): Promise<string> => {
    if (lot === undefined) throw new Error('the stage has a lot of each book');
    return offer(seller, world.origin, lot, price);
  };
  const from = { brc20: await put(brc20.pop()), mrc20: await put(mrc20.pop()), idcoin: await put(idcoin) };
  const spentWhileDown = [];
  for (const lot of brc20.splice(0, WHILE_DOWN)) spentWhileDown.push({ id: await put(lot), coin: lot.coin });
  await world.stockPads();
  await world.fund(
    buyer,
    Array.from({ length: 2 * size.takes }, () => 200_000n),
  );
  await world.exchange.server.stop();
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    const dead = Math.ceil(size.orders / DEAD_SHARE);
    const pairs = await writeCopies(store, { ...size, dead }, from);
    return { world, size, seller, buyer, pairs, lots: { brc20, mrc20 }, spentWhileDown };
  } finally {
    await store.close();
  }
}

async function makeBrc20(world: World, seller: Trader, count: number): Promise<Offer[]> {
  const requests = Array.from({ length: count }, () => ({ who: seller, amount: AMOUNT }));
  await world.token(TICK, requests);
  const lots = await seller.lots(TICK);
  return lots.map((lot) => ({ book: 'brc20', tick: TICK, ...lot }));
}

/** The seed's token that everybody mints, each mint a lot, and one lot of its ID-Coin. */
async function makeMrc20(
  world: World,
  seller: Trader,
  count: number,
): Promise<{ mrc20: Offer[]; idcoin: Offer | undefined }> {
  const { chain, origin, exchange } = world;
  const ready = (): Promise<void> => exchange.ready();
  const seed = { chain, origin, ready, secret: 'bench', progress: () => undefined };
  await seedTokens({ ...seed, sellers: [seller], buyers: [] });
  const listed = await mrc20Ticked(origin, FERN);
  if (listed === undefined) throw new Error(`the seed deploys ${FERN}`);
  const token = await termsOf(chain, listed);
  const requests = Array.from({ length: count }, () => ({ who: seller, token, destination: seller.script }));
  await mintMrc20({ chain, origin, ready }, requests);
  await ready();
  const coins = await coinsOf(origin, seller);
  const offers = (book: Offer['book'], tick: string): Offer[] =>
    coins.flatMap((coin) => {
      const lot = lotOf(coin);
      if (lot?.kind !== 'mrc20' || lot.tick !== tick) return [];
      return [{ book, tick, coin, amount: formatDecimal(lot.amount, lot.decimals) }];
    });
  return { mrc20: offers('mrc20', FERN), idcoin: offers('idcoin', WREN)[0] };
}
