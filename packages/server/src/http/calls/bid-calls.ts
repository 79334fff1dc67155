/** Standing bids and sales into them, the same for the three books. */
import { bidFee, bidKey } from '../../orders/bids/terms.ts';
import { prepareBid } from '../../orders/bids/prepare-bid.ts';
import { pushBid } from '../../orders/bids/push-bid.ts';
import { callerOf } from '../caller-of.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { requireTrading } from './order-calls.ts';
import { requireNetwork } from './public-calls.ts';

export function registerBids(context: RouteContext, service: Service): void {
  const { orders, config } = service;
  route(context, 'bidKey', ({ query }) => {
    requireNetwork(service, query.net);
    return bidKey(orders);
  });
  route(context, 'prepareBid', async ({ params, body, session, request }) => {
    await requireTrading(service);
    const caller = callerOf(request.ip, config.secret);
    return prepareBid(orders, requireSession(session), body, { book: params.book, caller });
  });
  route(context, 'pushBid', async ({ params, body, session }) => {
    await requireTrading(service);
    return pushBid(orders, requireSession(session), body, params.book);
  });
  route(context, 'bidFee', ({ params, query }) => {
    requireNetwork(service, query.net);
    return bidFee(orders, query.orderId, params.book);
  });
}
