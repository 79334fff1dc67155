/** Who plays in a run of the model: a seller with lots in each book, two buyers and a sniper, with coins of known value. */
import { callApi } from '@rialto/devnet';
import type { FundedCoin, OwnLot, Trader, World } from '@rialto/devnet';
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import type { Model } from './rules/state.ts';

export interface Seat {
  readonly seller: Trader;
  readonly buyers: readonly [Trader, Trader];
  readonly sniper: Trader;
  readonly lots: Readonly<Record<MarketName, OwnLot[]>>;
  /** Money of the seller and the sniper for transactions of their own. */
  readonly change: { readonly seller: FundedCoin[]; readonly sniper: FundedCoin[] };
  /** Until when the seller opens no held bid, as the model has it. */
  paused?: Model['paused'];
  /** Lots each ends with, by the model: what the ledger is asked for when all is mined. */
  readonly owned: Map<string, number>;
}

export const BOOKS: readonly MarketName[] = ['brc20', 'mrc20', 'idcoin', 'runes'];
/** Books whose lots can be moved and stay lots. */
export const LOCKABLE: readonly MarketName[] = BOOKS.filter((book) => marketNamed(book).lotsOutliveMoves);
/** Sequences a seat plays. */
export const PER_SEAT = 25;
export const MONEY = 120_000n;
const PAD = 600n;
const COINS = 44;
const LOTS: Readonly<Record<MarketName, number>> = { brc20: 18, mrc20: 16, idcoin: 16, runes: 12 };

export const tickOf = (book: MarketName): string =>
  ({ brc20: 'modl', mrc20: 'MODEL', idcoin: 'COIN', runes: 'MODEL•OF•A•RUNE•BOOK' })[book];

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Lots for all seats at once: one deploy in each book. */
export async function seedLots(world: World, seats: number): Promise<void> {
  const sellers = Array.from({ length: seats }, (_, at) => sellerOf(world, at));
  for (const book of BOOKS)
    await world.tokenIn(
      book,
      tickOf(book),
      sellers.flatMap((who) => many(LOTS[book], () => ({ who, amount: '1' }))),
    );
  await world.stockPads();
}

const sellerOf = (world: World, at: number): Trader =>
  world.trader(`seller ${at}`, at % 2 === 0 ? 'p2tr' : 'p2wpkh');

/** The first buyer has pads of their own, the second takes the platform's. */
export async function openSeat(world: World, at: number): Promise<Seat> {
  const seller = sellerOf(world, at);
  const buyers = [world.trader(`ann ${at}`, 'p2tr'), world.trader(`ben ${at}`, 'p2wpkh')] as const;
  const sniper = world.trader(`sniper ${at}`, 'p2wpkh');
  const pay = (who: Trader, count: number, sats: bigint) =>
    world.chain.fundMany(many(count, () => ({ address: who.address, sats })));
  await pay(buyers[0], COINS, PAD);
  for (const buyer of buyers) await pay(buyer, COINS, MONEY);
  // What the seller pays cancels with, and what this test spends for them.
  await pay(seller, COINS, MONEY / 4n);
  const change = { seller: await pay(seller, COINS, MONEY), sniper: await pay(sniper, COINS, MONEY) };
  await world.mine();
  for (const trader of [seller, ...buyers]) await trader.login();
  const [brc20, mrc20, idcoin, runes] = await Promise.all(
    BOOKS.map(async (book) => {
      const lots = await seller.at(book).lots(tickOf(book));
      return lots.filter(({ amount }) => amount === '1');
    }),
  );
  return {
    seller,
    buyers,
    sniper,
    change,
    owned: new Map(),
    lots: { brc20: brc20 ?? [], mrc20: mrc20 ?? [], idcoin: idcoin ?? [], runes: runes ?? [] },
  };
}

/** What the ledger says a trader has of a token, lots and all. */
export async function tokensOf(world: World, who: Trader, book: MarketName): Promise<number> {
  const balance = await callApi(world.origin, 'tokenBalance', {
    params: { book, address: who.address, tick: tickOf(book) },
    query: { net: 'regtest' },
  });
  return Number(balance.availableBalance) + Number(balance.transferBalance);
}
