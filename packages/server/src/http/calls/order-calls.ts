/** The acts of the order book, the same for all books: list, edit, take, cancel. */
import { Refusal } from '@rialto/refusals';
import { cancelOrders } from '../../orders/cancel-many.ts';
import { prepareCancel, submitCancel } from '../../orders/cancel.ts';
import { editPrice } from '../../orders/edit-price.ts';
import { placeAsk } from '../../orders/place-ask.ts';
import { prepareTake } from '../../orders/take/prepare-take.ts';
import { submitTake } from '../../orders/take/submit-take.ts';
import { registerBookReads } from '../book/book-reads.ts';
import { callerOf } from '../caller-of.ts';
import { registerKlines } from './kline-calls.ts';
import { requireSession, route } from '../route.ts';
import type { CallRequest, RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

/** No trade while the index is stopped or behind: what it says may be old. */
export async function requireTrading(service: Service): Promise<void> {
  const { status } = await service.followerState();
  if (status === 'stopped') throw new Refusal('trading-stopped');
  if (status === 'syncing') throw new Refusal('syncing');
}

async function update(service: Service, { params, body, session, request }: CallRequest<'updateOrderV2'>) {
  const { orders, config } = service;
  const who = requireSession(session);
  switch (body.orderState) {
    case 1:
      return editPrice(orders, who, body, params.book);
    case 2:
      await requireTrading(service);
      return submitTake(orders, who, body, callerOf(request.ip, config.secret));
    case 3:
      return cancelOrders(orders, who, body, params.book);
  }
}

export function registerOrders(context: RouteContext, service: Service): void {
  const { orders, config } = service;
  registerBookReads(context, service);
  registerKlines(context, service);
  route(context, 'pushAsk', ({ params, body, session, request }) => {
    const caller = callerOf(request.ip, config.secret);
    return placeAsk(orders, requireSession(session), body, { book: params.book, caller });
  });
  route(context, 'updateOrder', ({ params, body, session }) =>
    cancelOrders(orders, requireSession(session), body, params.book),
  );
  route(context, 'prepareTake', async ({ params, body, session, request }) => {
    await requireTrading(service);
    const caller = callerOf(request.ip, config.secret);
    return prepareTake(orders, requireSession(session), body, { book: params.book, caller });
  });
  route(context, 'updateOrderV2', (asked) => update(service, asked));
  route(context, 'prepareCancel', ({ params, body, session }) =>
    prepareCancel(orders, requireSession(session), body, params.book),
  );
  route(context, 'submitCancel', ({ params, body, session }) =>
    submitCancel(orders, requireSession(session), body, params.book),
  );
}
