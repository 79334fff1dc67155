/** Standing bids and sales into them, the same for the three books. */
import { bidFee, bidKey } from '../../orders/bids/terms.ts';
import { prepareBid } from '../../orders/bids/place/prepare-bid.ts';
import { prepareBidCancel } from '../../orders/bids/prepare-cancel.ts';
import { ownBidLocks } from '../../orders/bids/own-bid-locks.ts';
import { bidRecoverInfo, recoverBid } from '../../orders/bids/recover.ts';
import { submitBidCancel } from '../../orders/bids/submit-cancel.ts';
import { prepareFills } from '../../orders/bids/sale/prepare-sale.ts';
import { submitFills } from '../../orders/bids/sale/submit-sale.ts';
import { pushBid } from '../../orders/bids/place/push-bid.ts';
import { callerOf } from '../caller-of.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { requireTrading } from './order-calls.ts';
import { requireNetwork } from './public-calls.ts';

export function registerBids(context: RouteContext, service: Service): void {
  const { orders, config } = service;
  route(context, 'bidKey', ({ query, session }) => {
    requireNetwork(service, query.net);
    return bidKey(orders, requireSession(session), query);
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
  route(context, 'prepareFills', async ({ params, body, session }) => {
    await requireTrading(service);
    return prepareFills(orders, requireSession(session), body, params.book);
  });
  route(context, 'submitFills', async ({ params, body, session, request }) => {
    await requireTrading(service);
    const caller = callerOf(request.ip, config.secret);
    return submitFills(orders, requireSession(session), body, { book: params.book, caller });
  });
  route(context, 'prepareBidCancel', ({ params, body, session }) =>
    prepareBidCancel(orders, requireSession(session), body, params.book),
  );
  route(context, 'submitBidCancel', ({ params, body, session }) =>
    submitBidCancel(orders, requireSession(session), body, params.book),
  );
  route(context, 'ownBidLocks', ({ query, session }) => ownBidLocks(orders, requireSession(session), query));
  route(context, 'bidRecoverInfo', ({ params, query, session }) => {
    requireNetwork(service, query.net);
    return bidRecoverInfo(orders, requireSession(session), query.orderId, params.book);
  });
  route(context, 'recoverBid', ({ params, body, session }) =>
    recoverBid(orders, requireSession(session), body, params.book),
  );
  route(context, 'bidFee', ({ params, query }) => {
    requireNetwork(service, query.net);
    return bidFee(orders, query.orderId, params.book);
  });
}
