/** The calls about one's own transactions. */
import { listOwn } from '../../own/list.ts';
import { prepareOwn } from '../../own/prepare.ts';
import { submitOwn } from '../../own/submit.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

export function registerOwn(context: RouteContext, { orders }: Service): void {
  route(context, 'ownList', ({ query, session }) => listOwn(orders, requireSession(session), query));
  route(context, 'prepareOwn', ({ body, session }) => prepareOwn(orders, requireSession(session), body));
  route(context, 'submitOwn', ({ body, session }) => submitOwn(orders, requireSession(session), body));
}
