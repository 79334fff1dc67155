/** Protected asks, the same for the books whose lots may lie in a lock. */
import { leaveLock, ownLocks } from '../../orders/protected/own-locks.ts';
import { prepareLock } from '../../orders/protected/prepare-lock.ts';
import { pushLock } from '../../orders/protected/push-lock.ts';
import { lockTerms } from '../../orders/protected/terms.ts';
import { callerOf } from '../caller-of.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { requireTrading } from './order-calls.ts';
import { requireNetwork } from './public-calls.ts';

export function registerLocks(context: RouteContext, service: Service): void {
  const { orders, config } = service;
  route(context, 'lockTerms', ({ query }) => {
    requireNetwork(service, query.net);
    return lockTerms(orders);
  });
  route(context, 'prepareLock', async ({ params, body, session, request }) => {
    await requireTrading(service);
    const caller = callerOf(request.ip, config.secret);
    return prepareLock(orders, requireSession(session), body, { book: params.book, caller });
  });
  route(context, 'pushLock', async ({ params, body, session }) => {
    await requireTrading(service);
    return pushLock(orders, requireSession(session), body, params.book);
  });
  route(context, 'ownLocks', ({ query, session }) => ownLocks(orders, requireSession(session), query));
  route(context, 'leaveLock', ({ body, session }) => leaveLock(orders, requireSession(session), body));
}
