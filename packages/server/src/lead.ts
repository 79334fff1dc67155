/** The writing side, of one process at a time: follows the chain, sends the outbox, sweeps, watches the invariants. */
import type { Chain } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { BridgeContext } from './bridge/context.ts';
import { bridgeListener } from './bridge/follow/listener.ts';
import { leadBridge } from './bridge/lead-bridge.ts';
import { startFollower } from './follower/follower.ts';
import type { Follower } from './follower/follower.ts';
import type { Invariants } from './invariants/watch.ts';
import type { CrossCheck } from './crosscheck/crosscheck.ts';
import type { OrderContext } from './orders/context.ts';
import { greyBids } from './orders/bids/expiry.ts';
import { bidListener } from './orders/bids/settle-bids.ts';
import { lockListener } from './orders/protected/listener.ts';
import { forgetLive, sweepLive } from './orders/live/absence.ts';
import { liveListener } from './orders/live/settle-live.ts';
import { orderListener } from './orders/settle.ts';
import { giveUpStale } from './orders/take/give-up.ts';
import { outboxListener } from './outbox/news.ts';
import { sendUnsent } from './outbox/worker.ts';
import { every, untilDone } from './repeat.ts';
import type { Warn } from './repeat.ts';
import type { Listener } from './store/chain-news.ts';
import type { Store } from './store/database.ts';
import { giveTurns } from './pools/acts/give-turns.ts';
import { openLostExits } from './pools/acts/lost-exits.ts';
import { takeUpSigned } from './pools/acts/take-up.ts';
import { keepPoolsKnown, knowPoolsFirst } from './pools/chain/know-pools.ts';
import { poolChainListener } from './pools/chain/listener.ts';
import type { PoolContext } from './pools/context.ts';
import { openKeeper } from './pools/keeper/keep-pools.ts';
import { openRestocker } from './pools/keeper/restock-pools.ts';
import { dropOldPoolActs } from './store/pools/pool-act-store.ts';
import { dropOldExits } from './store/pools/pool-exit-store.ts';
import { dropOldRestocks } from './store/pools/pool-lot-store.ts';
import { dropOldTraces } from './store/pools/pool-trace-store.ts';
import { followForGood, followScript } from './store/ledger/ledger-follow.ts';
import { dropOldBidActs } from './store/bids/bid-act-store.ts';
import { dropOldPromises } from './store/bids/rung-store.ts';
import { notifyTip } from './store/notices.ts';
import { handTables } from './rewards/claims/hand-tables.ts';
import type { ClaimContext } from './rewards/claims/context.ts';
import { closeEpochs } from './rewards/close-epochs.ts';
import { dropOldClaims } from './store/rewards/claim-store.ts';
import { dropOldOwnActs } from './store/own/own-store.ts';
import { dropUnpaidOrders } from './store/bridge/order-store.ts';
import { sweep } from './store/session-store.ts';
import { forgetCallers } from './store/orders/taken-back-store.ts';
import { dropOldTakes } from './store/orders/trade-store.ts';

const SEND_MS = 5_000;
const SWEEP_MS = 60_000;
const OWN_MS = 700;
const LIVE_MS = 1_000;
const TURN_MS = 1_000;
const KEEPER_MS = 2_000;
const KNOW_MS = 3_000;
const TAKE_UP_MS = 2_000;
const CLOSE_MS = 2_000;

interface LeadParts {
  readonly config: Config;
  readonly app: { readonly log: FastifyBaseLogger };
  readonly warn: Warn;
  readonly chain: Chain;
  readonly store: Store;
  readonly invariants: Invariants;
}

interface TradeRooms {
  readonly orders: OrderContext;
  readonly pools: PoolContext;
  readonly rewards: ClaimContext;
  readonly bridge: BridgeContext | undefined;
}

/** Begins to lead, or to stand by until whoever leads is gone. */
export async function lead(
  parts: LeadParts,
  rooms: TradeRooms,
  crossCheck: CrossCheck,
): Promise<{ follower: Follower; stop(): Promise<void> }> {
  const { config, app, warn, chain, store, invariants } = parts;
  const { orders } = rooms;
  const follow = (script: Uint8Array) => followForGood(store, chain, script);
  const bridge = rooms.bridge === undefined ? undefined : leadBridge(rooms.bridge, follow);
  // Blocks are read with the pools that are known then.
  await knowPoolsFirst(rooms.pools);
  const follower = startFollower({
    store,
    chain,
    network: config.NETWORK,
    nodeRules: { pretend: config.PRETEND === '1' },
    warn,
    rebuild: config.REBUILD_LEDGER === '1',
    listeners: [
      crossCheckListener(crossCheck),
      outboxListener(orders.outbox),
      orderListener(orders),
      liveListener(orders),
      bidListener(orders),
      lockListener(orders),
      poolChainListener(rooms.pools),
      ...(bridge === undefined ? [] : [bridgeListener(bridge.wake)]),
      feedListener,
    ],
    onStopped: (reason) => {
      app.log.fatal({ reason }, 'trading is stopped');
    },
  });
  const timers = startTimers(parts, rooms);
  await giveUpStale(orders);
  const own = untilDone(OWN_MS, () => followOwn(config, orders, follow), warn);
  invariants.watch(() => follower.status() === 'ok');
  const stop = async (): Promise<void> => {
    own.stop();
    await bridge?.stop();
    await invariants.stop();
    for (const timer of timers) clearInterval(timer);
    await follower.stop();
    await crossCheck.stop();
  };
  return { follower, stop };
}

/** What is done every few seconds, beside what blocks bring. */
function startTimers(
  { config, warn, store, chain }: LeadParts,
  { orders, pools, rewards }: TradeRooms,
): NodeJS.Timeout[] {
  const sweepAll = async (): Promise<void> => {
    await sweep(store.db);
    await dropOldTakes(store.db);
    await forgetCallers(store.db, config.VOID_BLOCKS);
    await dropOldOwnActs(store.db);
    await forgetLive(orders);
    await dropOldBidActs(store.db);
    await dropOldPromises(store.db);
    await dropOldPoolActs(store.db);
    await dropOldClaims(store.db);
    await dropUnpaidOrders(store.db);
    const { height } = await pools.ledger.tip();
    await dropOldExits(store.db, height);
    await dropOldRestocks(store.db, height);
    await dropOldTraces(store.db, height);
  };
  const carryOn = async (): Promise<void> => {
    await giveUpStale(orders);
    await sendUnsent(orders.outbox);
    await greyBids(orders);
  };
  const follow = (script: Uint8Array) => followScript(store, chain, script);
  const closeDue = async (): Promise<void> => {
    await closeEpochs(rewards);
    await handTables(rewards, follow);
  };
  const findExits = openLostExits(pools);
  const keep = openKeeper(pools);
  // Signers are asked for a way home before a new one is made.
  const keepLanes = async (): Promise<void> => {
    try {
      await findExits();
    } finally {
      await keep();
    }
  };
  return [
    every(SEND_MS, carryOn, warn),
    every(SWEEP_MS, sweepAll, warn),
    every(LIVE_MS, () => sweepLive(orders), warn),
    every(KNOW_MS, () => pools.custody.makePools(), warn),
    every(TURN_MS, () => giveTurns(pools), warn),
    every(TAKE_UP_MS, () => takeUpSigned(pools), warn),
    every(KEEPER_MS, keepLanes, warn),
    every(KEEPER_MS, openRestocker(pools), warn),
    every(CLOSE_MS, closeDue, warn),
    every(KNOW_MS, () => keepPoolsKnown(pools, follow), warn),
  ];
}

/** The live feed is told of a block last, with everything the other listeners wrote for it. */
const feedListener: Listener = {
  height: (tx, { height, hash }) => notifyTip(tx, height, hash),
};

function crossCheckListener(crossCheck: CrossCheck): Listener {
  return {
    tip: (tip) => {
      crossCheck.afterBlock(tip);
      return Promise.resolve();
    },
  };
}

/** The coins of our own pads and fees, and those the operator names, are followed like anybody's. Throws while node, index or signer are not up yet, and until all of them are known. */
async function followOwn(
  config: Config,
  { custody }: Pick<OrderContext, 'custody'>,
  follow: (script: Uint8Array) => Promise<void>,
): Promise<void> {
  await follow(addressToScript(config.FEE_ADDRESS, config.NETWORK));
  const { padScript } = await custody.status();
  await follow(hexToBytes(padScript));
  for (const address of config.FOLLOW_ADDRESSES) await follow(addressToScript(address, config.NETWORK));
}
