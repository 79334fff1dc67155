/** The live feed: server-sent events, never compressed. Every message carries the whole order or trade, and its number: who missed one looks again. */
import type { LiveAnswer, Trade } from '@rialto/contract';
import type { Tip } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { OrderContext } from '../../orders/context.ts';
import { answerView } from '../../orders/live/answer-view.ts';
import { orderView, tradeView } from '../../orders/view.ts';
import type { Notice } from '../../store/notices.ts';
import type { PoolContext } from '../../pools/context.ts';
import { findShown } from '../../store/orders/shown-orders.ts';
import type { ToldOrder } from '../../store/orders/shown-orders.ts';
import { shownAnswer } from '../../store/live/answer-store.ts';
import { findTrade, takerOf } from '../../store/orders/trade-store.ts';
import type { BookCache } from '../book/book-cache.ts';
import { EVERYTHING, isPublic, ofAddress, ofAsset, ofTick } from './channels.ts';
import { openReaders } from './feed-readers.ts';
import type { Message, Readers, Stand } from './feed-readers.ts';
import { registerStreams } from './streams.ts';
import type { StreamParts } from './streams.ts';
import { openPoolTeller } from './tell-pools.ts';

type RowNotice = Exclude<Notice, { t: 'tip' | 'coins' | 'pool' | 'exit' | 'act' }>;

export interface FeedHub {
  /** A notice from the database: tells every reader it concerns. */
  notice(notice: Notice): Promise<void>;
  /** Notices may have been lost: readers are told to look again. */
  gap(): Promise<void>;
  /** Where a token's feed stands. Asked before the database is read, it says what a snapshot holds at least. */
  stand(assetId: string): Stand;
  /** The last block whose orders have been told. */
  at(): Promise<Tip>;
  readers(): number;
  close(): void;
}

interface FeedParts extends StreamParts {
  readonly orders: OrderContext;
  readonly pools: PoolContext;
  readonly cache: BookCache;
}

function publicMessage(row: ToldOrder, network: Network): Message {
  const order = orderView(row, network);
  const { tick, assetId } = row;
  if (row.status === 'open') return { kind: 'order', tick, assetId, order };
  if (row.isSale) return { kind: 'sale', tick, assetId, order };
  return { kind: 'removed', tick, assetId, orderId: row.id, reason: row.reason };
}

function tellOrder(parts: FeedParts, readers: Readers, row: ToldOrder): void {
  parts.cache.changed(row.assetId);
  readers.tell(
    [ofAsset(row.assetId), ofTick(row.tick), EVERYTHING],
    publicMessage(row, parts.config.NETWORK),
  );
  for (const address of new Set([row.ownerAddress, row.takerAddress]))
    if (readers.has(ofAddress(address)))
      readers.tell([ofAddress(address)], {
        kind: 'my-order',
        order: orderView(row, parts.config.NETWORK, address),
      });
}

/** To both who sign it. */
function tellAnswer(readers: Readers, answer: LiveAnswer): void {
  readers.tell([ofAddress(answer.bidderAddress), ofAddress(answer.sellerAddress)], {
    kind: 'answer',
    answer,
  });
}

/** To whoever the script belongs to: what waits for a block changed. */
function tellCoins(parts: FeedParts, readers: Readers, script: string): void {
  const address = scriptToAddress(hexToBytes(script), parts.config.NETWORK);
  if (address !== undefined) readers.tell([ofAddress(address)], { kind: 'coins' });
}

/**
 * Two notices of one row may be answered by the database in either order. Only what was read for the later one is told: it is
 * the newer, and says all the earlier would.
 */
function onlyTheLatest(): <Row>(id: string, read: () => Promise<Row>) => Promise<Row | undefined> {
  const last = new Map<string, symbol>();
  return async (id, read) => {
    const mine = Symbol(id);
    last.set(id, mine);
    try {
      const row = await read();
      return last.get(id) === mine ? row : undefined;
    } finally {
      if (last.get(id) === mine) last.delete(id);
    }
  };
}

/** A block is told after what it did to orders: whoever reads of the block finds it done. */
function openOrder() {
  const reading = new Set<Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  return {
    row: (told: Promise<void>): Promise<void> => {
      reading.add(told);
      return told.finally(() => reading.delete(told));
    },
    tip: (tell: () => void): Promise<void> => {
      last = Promise.allSettled([last, ...reading]).then(tell);
      return last;
    },
  };
}

async function readTrade(parts: FeedParts, readers: Readers, id: string): Promise<Trade | undefined> {
  const row = await findTrade(parts.orders.store.db, id);
  if (row === undefined || !readers.has(ofAddress(takerOf(row)))) return undefined;
  return tradeView(parts.orders, row);
}

async function tellRow(
  parts: FeedParts,
  readers: Readers,
  { notice, ifLatest }: { notice: RowNotice; ifLatest: ReturnType<typeof onlyTheLatest> },
): Promise<void> {
  if (notice.t === 'order') {
    const row = await ifLatest(notice.id, () => findShown(parts.orders.store.db, notice.id));
    if (row !== undefined) tellOrder(parts, readers, row);
    return;
  }
  if (notice.t === 'answer') {
    const shown = await ifLatest(notice.id, () => shownAnswer(parts.orders.store.db, notice.id));
    if (shown !== undefined) tellAnswer(readers, answerView(shown));
    return;
  }
  const trade = await ifLatest(notice.id, () => readTrade(parts, readers, notice.id));
  if (trade !== undefined)
    readers.tell([ofAddress(trade.sellerAddress ?? trade.buyerAddress)], { kind: 'trade', trade });
}

interface Telling {
  readonly readers: Readers;
  readonly ifLatest: ReturnType<typeof onlyTheLatest>;
  readonly pools: ReturnType<typeof openPoolTeller>;
  readonly inOrder: ReturnType<typeof openOrder>;
  tellTip(tip: Tip): void;
}

function tellerOf(
  parts: FeedParts,
  { readers, ifLatest, pools, inOrder, tellTip }: Telling,
): (notice: Notice) => Promise<void> {
  return async (notice) => {
    switch (notice.t) {
      case 'coins':
        tellCoins(parts, readers, notice.script);
        return;
      case 'tip':
        return inOrder.tip(() => {
          tellTip(notice);
        });
      case 'pool':
        return inOrder.row(pools.pool(notice.number));
      case 'exit':
        return pools.exit(notice.lane);
      case 'act':
        return inOrder.row(pools.act(notice.id));
      default:
        return inOrder.row(tellRow(parts, readers, { notice, ifLatest }));
    }
  };
}

export function openFeed(parts: FeedParts): FeedHub {
  const readers = openReaders();
  const ifLatest = onlyTheLatest();
  let at: Tip | undefined;
  const known = async (): Promise<Tip> => {
    if (at !== undefined) return at;
    const read = await parts.orders.ledger.tip();
    return (at ??= read);
  };
  const hello = async (): Promise<Message> => ({ kind: 'hello', at: await known() });
  registerStreams(parts, readers, hello);
  const inOrder = openOrder();
  const tellTip = ({ height, hash }: Tip): void => {
    // Blocks were undone, perhaps even the one that deployed a token.
    if (at === undefined || height <= at.height) {
      parts.orders.books.forget();
      parts.cache.clear();
    }
    at = { height, hash };
    readers.tell(readers.channels().filter(isPublic), { kind: 'tip', at });
  };
  const gap = async (): Promise<void> => {
    at = undefined;
    parts.orders.books.forget();
    parts.cache.clear();
    try {
      readers.startAnew(await hello());
    } catch (error) {
      // They come back by themselves, and find the truth or a clear refusal.
      readers.endAll();
      throw error;
    }
  };
  const pools = openPoolTeller(parts.pools, readers, ifLatest);
  const tell = tellerOf(parts, { readers, ifLatest, pools, inOrder, tellTip });
  return {
    notice: async (notice) => {
      try {
        await tell(notice);
      } catch (error) {
        await gap();
        throw error;
      }
    },
    gap,
    stand: (assetId) => readers.stand(ofAsset(assetId)),
    at: known,
    readers: () => readers.count(),
    close: () => {
      pools.close();
      readers.close();
    },
  };
}
