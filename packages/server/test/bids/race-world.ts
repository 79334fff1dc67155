/** A world for two who want the same coin, and what both sides of a bid ask of it. */
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { afterAll, beforeAll } from 'vitest';
import { testWorld } from '../world.ts';
import { orderOf, prepareBid, prepareCancel, pushBid, sellInto } from './bidder.ts';

const EXIT_BLOCKS = 40;
export const rung = (amount: string) => ({ coinAmount: '1000', amount });
export const LADDER = [rung('60000'), rung('20000')];
export const net = 'regtest';
const params = { book: 'mrc20' } as const;

export let world: World;
export let bidder: Trader;
export let seller: Trader;
export let buyer: Trader;
/** They void sales of their own, and open no held bid afterwards. */
export let twin: Trader;
export let turncoat: Trader;
export let shop: Trader;

/** One world for a whole file. */
export function inRaceWorld(): void {
  beforeAll(open, 240_000);
  afterAll(() => world.stop());
}

async function open(): Promise<void> {
  world = await testWorld({
    serverSettings: { BID_EXIT_BLOCKS: String(EXIT_BLOCKS), ASK_EXIT_BLOCKS: '60' },
  });
  const named = (name: string, kind: 'p2tr' | 'p2wpkh') => world.trader(name, kind).at('mrc20');
  [bidder, seller, buyer] = [named('bidder', 'p2tr'), named('seller', 'p2tr'), named('buyer', 'p2wpkh')];
  [twin, turncoat, shop] = [named('twin', 'p2tr'), named('turncoat', 'p2tr'), named('shop', 'p2tr')];
  const people = [...Array.from({ length: 36 }, () => seller), twin, turncoat, shop];
  await world.tokenIn(
    'mrc20',
    'gold',
    people.map((who) => ({ who, amount: '1000' })),
  );
  for (const who of [bidder, seller, buyer, twin, turncoat, shop]) {
    await world.fund(
      who,
      Array.from({ length: 26 }, () => 300_000n),
    );
    await who.login();
  }
  await world.mine(3);
}

export const seen = (orderId: string) => orderOf(world, seller, orderId);
export const stateOf = async (orderId: string): Promise<string> => (await seen(orderId)).state;
export const mempool = async (): Promise<readonly string[]> =>
  textList(await world.chain.node.rpc('getrawmempool'));
export const trade = (who: Trader, tradeId: string) =>
  callApi(world.origin, 'trade', { params: { ...params, tradeId }, query: { net }, headers: who.headers() });
export const info = (orderId: string) =>
  callApi(world.origin, 'bidRecoverInfo', { params, query: { net, orderId }, headers: bidder.headers() });
export const lastNotice = async (who: Trader) =>
  (await callApi(world.origin, 'notifications', { query: { address: who.address }, headers: who.headers() }))
    .items[0];

export async function lots(count: number, who = seller): Promise<[OwnLot, ...OwnLot[]]> {
  const found = (await who.lots('gold')).filter(({ amount }) => amount === '1000').slice(0, count);
  const [first, ...others] = found;
  if (first === undefined || found.length < count) throw new Error('there are lots left');
  return [first, ...others];
}

/** A ladder sold into, with its funding in no block. */
export async function published() {
  const bid = await prepareBid(bidder, 'gold', LADDER);
  const { orderIds, bidId } = await pushBid(bidder, bid);
  const [sold = '', open = ''] = orderIds;
  const [lot] = await lots(1);
  const { tradeIds, txIds } = await sellInto(seller, [{ orderId: sold, lot }]);
  const [coin] = bid.funding.coins;
  if (coin === undefined) throw new Error('a funding spends a coin');
  return { bidId, sold, open, coin, lot, tradeId: tradeIds[0] ?? '', txId: txIds[0] ?? '' };
}

/** A rung whose lock a block has. */
export async function locked(): Promise<string> {
  const { open } = await published();
  await world.mine();
  return open;
}

export function prepareKind(
  kind: 'funding' | 'locks',
  { bidId, orderId }: { bidId: string; orderId: string },
  feeRate = 3,
) {
  return prepareCancel(bidder, kind === 'locks' ? { kind, orderIds: [orderId] } : { kind, bidId }, feeRate);
}

export const lockIds = async (): Promise<readonly string[]> => {
  const query = { net, address: seller.address } as const;
  const { results } = await callApi(world.origin, 'ownLocks', { params, query, headers: seller.headers() });
  return results.map(({ orderId }) => orderId);
};
