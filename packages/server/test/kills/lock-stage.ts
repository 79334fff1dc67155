/** A world for kills around locks: ladders that are published, locks that are ripe, asks that are offered, each made when it is asked for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { BidRecoverInfo, Order, OwnLock, Trade } from '@rialto/contract';
import { orderOf, placeBid, sellInto } from '../bids/bidder.ts';
import type { Rung } from '../bids/bidder.ts';
import { placeProtected } from '../protected/locker.ts';
import { testWorld, until } from '../world.ts';
import { openGate, openKiller } from './kill-parts.ts';
import type { Killer, SignerGate } from './kill-parts.ts';

const TICK = 'gold';
const AMOUNT = '1000';
/** Blocks until a lock is its owner's alone. */
const EXIT_BLOCKS = 60;
export const RUNG: Rung = { coinAmount: AMOUNT, amount: '60000' };
/** Half of the ladder is the rung that publishes it. */
const LADDER: readonly Rung[] = [
  RUNG,
  ...Array.from({ length: 5 }, () => ({ coinAmount: AMOUNT, amount: '12000' })),
];

export interface LockStage {
  readonly world: World;
  readonly killer: Killer;
  readonly gate: SignerGate;
  /** Names the step at which the server stands still. */
  readonly holdFile: string;
  readonly bidder: Trader;
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly tick: string;
  lot(): Promise<OwnLot>;
  order(orderId: string): Promise<Order>;
  mempool(): Promise<readonly string[]>;
  /** True while the coin is there and nothing in the mempool spends it. */
  unspent(point: string): Promise<boolean>;
  held(): Promise<string>;
  /** A rung whose lock a block has. */
  published(): Promise<string>;
  /** The same when its bidder may leave alone. */
  ripeRung(): Promise<string>;
  /** A protected ask that is offered. */
  offered(): Promise<string>;
  /** A locked lot that its seller may take out alone. */
  ripeLock(): Promise<string>;
  locks(): Promise<readonly OwnLock[]>;
  /** The open orders of one bid. */
  bidOrders(bidId: string): Promise<readonly Order[]>;
  recoverInfo(orderId: string): Promise<BidRecoverInfo>;
  /** Of the buyer. */
  trade(tradeId: string): Promise<Trade>;
  stop(): Promise<void>;
}

const some = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the stage has run out');
  return value;
};

/** @param acts how many acts will be played in it: so many lots and coins there are */
export async function openLockStage(acts: number): Promise<LockStage> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-lock-kills-'));
  const holdFile = join(folder, 'hold');
  writeFileSync(holdFile, '');
  const gate = await openGate(join(folder, 'gate.sock'));
  const world = await testWorld({
    serverSettings: {
      SIGNER_SOCKET: gate.path,
      FAULT_HOLD_FILE: holdFile,
      STALE_SUBMIT_SECONDS: '3',
      BID_EXIT_BLOCKS: String(EXIT_BLOCKS),
      ASK_EXIT_BLOCKS: String(EXIT_BLOCKS),
    },
  });
  gate.to(world.exchange.signerSocket);
  const killer = openKiller(world);
  const [bidder, seller, buyer] = (['p2wpkh', 'p2tr', 'p2tr'] as const).map((kind, at) =>
    world.trader(['bidder', 'seller', 'buyer'][at] ?? '', kind),
  ) as [Trader, Trader, Trader];
  await world.tokenIn(
    'mrc20',
    TICK,
    Array.from({ length: acts + 12 }, () => ({ who: seller, amount: AMOUNT })),
  );
  for (const who of [bidder, seller, buyer])
    await world.fund(
      who,
      Array.from({ length: acts + 6 }, () => 300_000n),
    );
  for (const who of [bidder, seller, buyer]) await who.login();
  await world.mine(2);
  const stage = { world, killer, gate, holdFile, tick: TICK };
  const people = {
    bidder: bidder.at('mrc20'),
    seller: seller.at('mrc20'),
    buyer: buyer.at('mrc20'),
  };
  return {
    ...stage,
    ...people,
    ...openShelves(world, people),
    stop: async () => {
      await gate.stop();
      await killer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Shelves = Omit<
  LockStage,
  'world' | 'killer' | 'gate' | 'holdFile' | 'tick' | 'bidder' | 'seller' | 'buyer' | 'stop'
>;

/** What was made and is not used yet. */
function openShelves(
  world: World,
  { bidder, seller, buyer }: Pick<LockStage, 'bidder' | 'seller' | 'buyer'>,
): Shelves {
  const rungs: string[] = [];
  const ripe: string[] = [];
  const ripeLots: string[] = [];
  const order = (orderId: string): Promise<Order> => orderOf(world, bidder, orderId);
  const locks = async (): Promise<readonly OwnLock[]> => {
    const { results } = await callApi(world.origin, 'ownLocks', {
      params: { book: 'mrc20' },
      query: { net: 'regtest', address: seller.address },
      headers: seller.headers(),
    });
    return results;
  };
  const lot = async (): Promise<OwnLot> =>
    some((await seller.lots(TICK)).find(({ amount }) => amount === AMOUNT));
  const ladder = async (): Promise<readonly string[]> => {
    const { orderIds } = await placeBid(bidder, TICK, LADDER);
    const [first, ...others] = orderIds;
    await sellInto(seller, [{ orderId: some(first), lot: await lot() }]);
    await world.mine();
    return others;
  };
  const locked = async (): Promise<string> => (await placeProtected(seller, await lot())).orderId;
  /** Both kinds at once: the blocks that make them ripe are the same. */
  const ripen = async (): Promise<void> => {
    ripe.push(...(await ladder()));
    ripeLots.push(await locked(), await locked(), await locked());
    await world.mine(EXIT_BLOCKS);
  };
  return {
    lot,
    order,
    locks,
    bidOrders: async (bidId) => {
      const { results } = await callApi(world.origin, 'myOrders', {
        params: { book: 'mrc20', address: bidder.address },
        query: { net: 'regtest', orderState: '1', limit: '500' },
        headers: bidder.headers(),
      });
      return results.filter((one) => one.bidId === bidId);
    },
    trade: (tradeId) =>
      callApi(world.origin, 'trade', {
        params: { book: 'mrc20', tradeId },
        query: { net: 'regtest' },
        headers: buyer.headers(),
      }),
    recoverInfo: (orderId) =>
      callApi(world.origin, 'bidRecoverInfo', {
        params: { book: 'mrc20' },
        query: { net: 'regtest', orderId },
        headers: bidder.headers(),
      }),
    mempool: async () => textList(await world.chain.node.rpc('getrawmempool')),
    unspent: async (point) => {
      const [txid = '', vout = '0'] = point.split(':');
      return (await world.chain.node.rpc('gettxout', [txid, Number(vout), true])) !== null;
    },
    held: async () => some((await placeBid(bidder, TICK, [RUNG])).orderIds[0]),
    published: async () => {
      if (rungs.length === 0) rungs.push(...(await ladder()));
      return some(rungs.shift());
    },
    ripeRung: async () => {
      if (ripe.length === 0) await ripen();
      return some(ripe.shift());
    },
    ripeLock: async () => {
      if (ripeLots.length === 0) await ripen();
      return some(ripeLots.shift());
    },
    offered: async () => {
      const orderId = await locked();
      await world.mine(3);
      await until(async () => (await order(orderId)).state === 'open', 'the ask is offered');
      return orderId;
    },
  };
}
