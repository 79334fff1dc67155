/** Notifications of an address, grouped by type; reading them up is the address's own act (rules §10). */
import type { Notification } from '@rialto/contract';
import { formatDecimal, marketOfType } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import type { Queries } from '../../store/database.ts';
import {
  finishedOrders,
  invalidOrders,
  markRead,
  stuckTransactions,
  voidTrades,
} from '../../store/notification-store.ts';
import type { News } from '../../store/notification-store.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { visitorOf } from '../visitor.ts';

type Read = (db: Queries, address: string, type: number, plans: FeePlans) => Promise<News[]>;

/** Types 1, 5 and 6 come with pools, swaps and rewards. */
const TYPES: readonly { type: number; title: string; read: Read }[] = [
  {
    type: 2,
    title: 'Bid invalid',
    read: (db, address, type) => invalidOrders(db, address, { type, side: 'bid' }),
  },
  { type: 3, title: 'Order finished', read: finishedOrders },
  {
    type: 4,
    title: 'Order invalid',
    read: async (db, address, type) => [
      ...(await invalidOrders(db, address, { type, side: 'ask' })),
      ...(await voidTrades(db, address, type)),
    ],
  },
  {
    type: 7,
    title: 'Transaction is waiting',
    read: (db, address, type, { slow }) => stuckTransactions(db, address, { type, slow }),
  },
];
const ALL_TYPES = [1, 2, 3, 4, 5, 6, 7];

interface Reading {
  readonly address: string;
  readonly plans: FeePlans;
  /** False for a stranger, who learns how many there are and not what they are about. */
  readonly owner: boolean;
}

async function listOf(db: Queries, { address, plans, owner }: Reading): Promise<Notification[]> {
  const lists = await Promise.all(
    TYPES.map(async ({ type, title, read }) => ({ type, title, news: await read(db, address, type, plans) })),
  );
  return lists.flatMap(({ type, title, news }) => {
    const [latest] = [...news].sort((a, b) => b.at.getTime() - a.at.getTime());
    if (latest === undefined) return [];
    return [
      {
        notificationType: type,
        notificationTitle: title,
        notificationCount: news.length,
        notificationDesc: owner ? wordsOf(latest) : '',
        ...(owner ? bookOf(latest) : {}),
      },
    ];
  });
}

/** The amount, or the beginning of the transaction's id. */
function wordsOf({ tick, coinAmount, decimals, txid = '' }: News): string {
  return tick === '' ? `${txid.slice(0, 12)}…` : `${formatDecimal(coinAmount, decimals)} ${tick}`;
}

function bookOf({ orderType }: News): Pick<Notification, 'book'> {
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
  route(context, 'notifications', async ({ query: { address }, request }) => {
    const at = Date.now();
    const owner = (await visitorOf(service.accounts, request)) === address;
    return { results: await listOf(db, { address, owner, plans: await service.orders.plans() }), at };
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
