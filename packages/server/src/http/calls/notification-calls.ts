/** Notifications of an address: what is unread by type, for its owner act by act; reading them up is the address's own act (rules §10). */
import type { Notification, NotificationItem } from '@rialto/contract';
import { formatDecimal, marketOfType } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Network, ScriptHex } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Books } from '../../orders/books.ts';
import type { Session } from '../../session.ts';
import type { Queries } from '../../store/database.ts';
import {
  finishedOrders,
  invalidOrders,
  markRead,
  readMarks,
  stuckTransactions,
  voidTrades,
} from '../../store/notification-store.ts';
import type { News } from '../../store/notification-store.ts';
import { liquidityNews, swapNews } from '../../store/pools/pool-news.ts';
import { rewardNews } from '../rewards/reward-news.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { visitorOf } from '../visitor.ts';

type Read = (db: Queries, of: Reading) => Promise<News[]>;

const TYPES: readonly { type: number; title: string; read: Read }[] = [
  { type: 1, title: 'Liquidity', read: (db, of) => ofPools(db, of, liquidityNews) },
  { type: 2, title: 'Bid invalid', read: (db, { address }) => invalidOrders(db, address, 'bid') },
  { type: 3, title: 'Order finished', read: (db, { address }) => finishedOrders(db, address) },
  {
    type: 4,
    title: 'Order invalid',
    read: async (db, { address }) => [
      ...(await invalidOrders(db, address, 'ask')),
      ...(await voidTrades(db, address)),
    ],
  },
  { type: 5, title: 'Swap finished or failed', read: (db, of) => ofPools(db, of, swapNews) },
  { type: 6, title: 'Reward earned', read: (db, { address, books }) => rewardNews(db, books, address) },
  {
    type: 7,
    title: 'Transaction is waiting',
    read: (db, { address, plans }) => stuckTransactions(db, address, plans),
  },
];
const ALL_TYPES = [1, 2, 3, 4, 5, 6, 7];
/** Of the newest. */
const MAX_ITEMS = 100;

interface Reading {
  readonly address: string;
  readonly network: Network;
  readonly plans: FeePlans;
  readonly books: Books;
}

/** Nothing for an address of another network: no pool of ours knows it. */
async function ofPools(db: Queries, { address, network }: Reading, read: typeof swapNews): Promise<News[]> {
  try {
    const script = bytesToHex(addressToScript(address, network)) as ScriptHex;
    return await read(db, { address, script });
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** What one transaction did for an address at once: a sweep of six lots is one. */
interface Act extends News {
  readonly type: number;
  readonly title: string;
  readonly orders: number;
  readonly unread: boolean;
}

async function actsOf(db: Queries, of: Reading): Promise<readonly Act[]> {
  const marks = await readMarks(db, of.address);
  const lists = await Promise.all(
    TYPES.map(async ({ type, title, read }) =>
      together(await read(db, of)).map((act): Act => {
        const unread = act.at.getTime() > (marks.get(type)?.getTime() ?? 0);
        return { ...act, type, title, unread };
      }),
    ),
  );
  return lists.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function together(news: readonly News[]): (News & { orders: number })[] {
  const acts = new Map<string, News & { orders: number }>();
  for (const [at, one] of news.entries()) {
    const key = one.txid === '' ? `${at}` : `${one.event} ${one.txid} ${one.tick}`;
    const before = acts.get(key) ?? { ...one, coinAmount: 0n, sats: 0n, orders: 0 };
    const { coinAmount, sats, orders } = before;
    acts.set(key, {
      ...before,
      coinAmount: coinAmount + one.coinAmount,
      sats: sats + one.sats,
      orders: orders + 1,
    });
  }
  return [...acts.values()];
}

function listOf(acts: readonly Act[], owner: boolean): Notification[] {
  return TYPES.flatMap(({ type, title }) => {
    const unread = acts.filter((act) => act.type === type && act.unread);
    const [latest] = unread;
    if (latest === undefined) return [];
    return [
      {
        notificationType: type,
        notificationTitle: title,
        notificationCount: unread.length,
        notificationDesc: owner ? wordsOf(latest) : '',
        ...(owner ? bookOf(latest) : {}),
      },
    ];
  });
}

function itemOf(act: Act, network: Network): NotificationItem {
  const { type, event, tick, coinAmount, decimals, sats, orders, txid, reason, to, at, unread, campaign } =
    act;
  return {
    notificationType: type,
    event,
    ...bookOf(act),
    ...(campaign === undefined ? {} : { campaign }),
    tick,
    coinAmount: formatDecimal(coinAmount, decimals),
    amount: sats.toString(),
    orders,
    txId: txid,
    reason,
    ...(to === undefined ? {} : { to: scriptToAddress(hexToBytes(to), network) ?? '' }),
    timestamp: at.getTime(),
    unread,
  };
}

const newest = (acts: readonly Act[], network: Network): NotificationItem[] =>
  acts.slice(0, MAX_ITEMS).map((act) => itemOf(act, network));

/** The amount, of a reward behind what pays it; or the beginning of the transaction's id. */
function wordsOf({ tick, coinAmount, decimals, txid, campaign }: News): string {
  if (tick === '') return `${txid.slice(0, 12)}…`;
  return `${campaign === undefined ? '' : `${campaign}: `}${formatDecimal(coinAmount, decimals)} ${tick}`;
}

function bookOf({ orderType, book }: News): Pick<Notification, 'book'> {
  if (book !== undefined) return { book };
  return orderType === undefined ? {} : { book: marketOfType(orderType).market.name };
}

interface Clearing {
  readonly address: string;
  readonly type: number | undefined;
  readonly at: number | undefined;
}

async function clear(db: Queries, session: Session | undefined, { address, type, at }: Clearing) {
  if (requireSession(session).address !== address) throw new Refusal('not-yours');
  const until = new Date(Math.min(at ?? Date.now(), Date.now()));
  await markRead(db, address, type === undefined ? ALL_TYPES : [type], until);
  return { success: true as const };
}

export function registerNotifications(context: RouteContext, service: Service): void {
  const { db } = service.orders.store;
  const { NETWORK: network } = service.config;
  const { books } = service.orders;
  route(context, 'notifications', async ({ query: { address }, request }) => {
    const at = Date.now();
    const owner = (await visitorOf(service.accounts, request)) === address;
    const acts = await actsOf(db, { address, network, books, plans: await service.orders.plans() });
    return { results: listOf(acts, owner), items: owner ? newest(acts, network) : [], at };
  });
  route(context, 'clearNotifications', ({ body, session }) =>
    clear(db, session, { address: body.address, type: body.notificationType, at: body.at }),
  );
  route(context, 'clearNotificationsByLink', ({ query, session }) => {
    const type =
      query.notificationType === undefined ? undefined : Number.parseInt(query.notificationType, 10);
    return clear(db, session, { address: query.address, type, at: undefined });
  });
}
