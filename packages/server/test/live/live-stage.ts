/** What the tests of live bids share: bidders, sellers and their calls, in a world of the real programs. */
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { AnswerOf, LiveAnswer, PreparedLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { marketNamed } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import pg from 'pg';
import { expect } from 'vitest';
import { testWorld } from '../world.ts';

export const PRICE = 60_000n;
export const net = 'regtest';
export const TICKS = { brc20: 'pepe', mrc20: 'IVY', idcoin: 'OWL', runes: 'GREEN•HILL•SPARROW' } as const;
export const BOOKS = ['brc20', 'mrc20', 'idcoin', 'runes'] as const;
export type Book = (typeof BOOKS)[number];

interface Wanted {
  readonly settings: Readonly<Record<string, string>>;
  /** Lots of 1,000 of each book: how many the seller has. */
  readonly lots: Partial<Record<Book, number>>;
  readonly money?: number;
}

export interface LiveStage extends ReturnType<typeof callsOf> {
  readonly world: World;
  readonly seller: Trader;
  readonly rival: Trader;
  readonly bidder: Trader;
}

/** A seller, a rival with two lots of each book, and a bidder with money. */
export async function openLive({ settings, lots, money = 12 }: Wanted): Promise<LiveStage> {
  const world = await testWorld({ serverSettings: settings });
  const [seller, rival] = [world.trader('seller', 'p2tr'), world.trader('rival', 'p2wpkh')];
  const bidder = world.trader('bidder', 'p2tr');
  for (const book of BOOKS) {
    const count = lots[book] ?? 0;
    if (count === 0) continue;
    const who = [...Array.from({ length: count }, () => seller), rival, rival];
    await world.tokenIn(
      book,
      TICKS[book],
      who.map((one) => ({ who: one, amount: '1000' })),
    );
  }
  await world.stockPads();
  await world.fund(
    bidder,
    Array.from({ length: money }, () => 200_000n),
  );
  for (const trader of [seller, rival, bidder]) await trader.login();
  return { world, seller, rival, bidder, ...callsOf(world, { seller, bidder }) };
}

function callsOf(world: World, { seller, bidder }: { seller: Trader; bidder: Trader }) {
  const lotOf = async (who: Trader, book: Book): Promise<OwnLot> => {
    const lot = (await who.at(book).lots(TICKS[book])).find(({ amount }) => amount === '1000');
    if (lot === undefined) throw new Error('no lot left');
    return lot;
  };
  const push = (who: Trader, book: Book, more: { amount?: string; coinAmount?: string } = {}) =>
    who.at(book).post('pushLiveBid', {
      net,
      address: who.address,
      publicKey: bytesToHex(who.publicKey),
      tick: TICKS[book],
      coinAmount: '1000',
      amount: PRICE.toString(),
      ...more,
    });
  const beat = (who: Trader, orderIds?: string[]) =>
    who.post('beatLiveBids', { net, address: who.address, ...(orderIds === undefined ? {} : { orderIds }) });
  const remove = (who: Trader, book: Book, orderId: string) =>
    who.at(book).post('removeLiveBid', { net, address: who.address, orderId });
  const prepare = (who: Trader, book: Book, of: { orderId: string; outpoint: string; least?: string }) =>
    who.at(book).post('prepareLiveAnswer', {
      net,
      address: who.address,
      publicKey: bytesToHex(who.publicKey),
      feeRate: 2,
      ...of,
    });
  const submit = (who: Trader, book: Book, sale: PreparedLiveAnswer): Promise<LiveAnswer> =>
    who.at(book).post('submitLiveAnswer', {
      net,
      address: who.address,
      answerId: sale.answerId,
      psbtRaw: who.sign(sale.psbtRaw, sale.toSignInputs),
    });
  const waiting = async (who: Trader, book: Book): Promise<WaitingAnswer[]> => {
    const query = { net } as const;
    return (
      await callApi(world.origin, 'waitingAnswers', { params: { book }, query, headers: who.headers() })
    ).results;
  };
  const sign = (who: Trader, book: Book, answer: WaitingAnswer): Promise<LiveAnswer> =>
    who.at(book).post('signLiveAnswer', {
      net,
      address: who.address,
      answerId: answer.answerId,
      psbtRaw: who.sign(answer.psbtRaw, answer.toSignInputs),
    });
  const stateOf = (who: Trader, book: Book, answerId: string): Promise<LiveAnswer> =>
    callApi(world.origin, 'liveAnswer', {
      params: { book },
      query: { net, answerId },
      headers: who.headers(),
    });
  const orderOf = (book: Book, orderId: string) =>
    callApi(world.origin, 'order', { params: { book, orderId }, query: { net } });
  const listed = async (book: Book): Promise<AnswerOf<'orders'>['results']> => {
    const orderType = `${marketNamed(book).types.bid}`;
    const query = { net, tick: TICKS[book], orderType, orderState: '1' } as const;
    return (await callApi(world.origin, 'orders', { params: { book }, query })).results;
  };
  /** A bid, a seller's signed answer to it, and what the bidder is asked. */
  const answered = async (
    book: Book,
    who = seller,
  ): Promise<{ orderId: string; sale: PreparedLiveAnswer; asked: WaitingAnswer }> => {
    const { orderId } = await push(bidder, book);
    const { coin } = await lotOf(who, book);
    const sale = await prepare(who, book, { orderId, outpoint: coin.outpoint });
    expect(await submit(who, book, sale)).toMatchObject({ state: 'waiting' });
    const asked = (await waiting(bidder, book)).find(({ answerId }) => answerId === sale.answerId);
    if (asked === undefined) throw new Error('nothing waits');
    return { orderId, sale, asked };
  };
  const sql = async <Row extends pg.QueryResultRow>(
    query: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    try {
      return (await client.query<Row>(query, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    ...{ lotOf, push, beat, remove, prepare, submit, waiting, sign, stateOf, orderOf, listed, answered, sql },
    halfOf: async (answerId: string): Promise<unknown> =>
      (await sql<{ witness: unknown }>('select witness from live_answers where id = $1', [answerId]))[0]
        ?.witness,
    keptCoins: async (): Promise<number> => (await sql('select outpoint from live_coins')).length,
    absencesOf: async (who: Trader): Promise<number | undefined> =>
      (
        await sql<{ absences: number }>('select absences from live_bidders where address = $1', [who.address])
      )[0]?.absences,
    /** As if every answer had been signed. */
    forgive: (): Promise<unknown> => sql('update live_bidders set absences = 0, paused_until = 0'),
  };
}
