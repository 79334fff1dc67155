/** Live bids and the answers to them, the same for the three books. */
import { declineLiveAnswer } from '../../orders/live/absence.ts';
import { answerView, ownAnswer } from '../../orders/live/answer-view.ts';
import { beatLiveBids, liveTerms, pushLiveBid, removeLiveBid } from '../../orders/live/live-bids.ts';
import { prepareLiveAnswer } from '../../orders/live/prepare-answer.ts';
import { waitingView } from '../../orders/live/sale-view.ts';
import { signLiveAnswer } from '../../orders/live/sign-answer.ts';
import { submitLiveAnswer } from '../../orders/live/submit-answer.ts';
import { waitingFor } from '../../store/live/answer-store.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { requireTrading } from './order-calls.ts';
import { requireNetwork } from './public-calls.ts';

export function registerLive(context: RouteContext, service: Service): void {
  const { orders } = service;
  route(context, 'liveTerms', ({ query }) => {
    requireNetwork(service, query.net);
    return Promise.resolve(liveTerms(orders));
  });
  route(context, 'pushLiveBid', async ({ params, body, session }) => {
    await requireTrading(service);
    return pushLiveBid(orders, requireSession(session), body, params.book);
  });
  route(context, 'beatLiveBids', ({ body, session }) => beatLiveBids(orders, requireSession(session), body));
  route(context, 'removeLiveBid', ({ params, body, session }) =>
    removeLiveBid(orders, requireSession(session), body, params.book),
  );
  route(context, 'prepareLiveAnswer', async ({ params, body, session }) => {
    await requireTrading(service);
    return prepareLiveAnswer(orders, requireSession(session), body, params.book);
  });
  route(context, 'submitLiveAnswer', async ({ params, body, session }) => {
    await requireTrading(service);
    return submitLiveAnswer(orders, requireSession(session), body, params.book);
  });
  route(context, 'liveAnswer', async ({ query, session }) => {
    requireNetwork(service, query.net);
    return answerView(await ownAnswer(orders, requireSession(session), query.answerId));
  });
  route(context, 'waitingAnswers', async ({ query, session }) => {
    requireNetwork(service, query.net);
    const rows = await waitingFor(orders.store.db, requireSession(session).address);
    return { results: rows.map((row) => waitingView(orders, row)) };
  });
  route(context, 'signLiveAnswer', async ({ body, session }) => {
    await requireTrading(service);
    return signLiveAnswer(orders, requireSession(session), body);
  });
  route(context, 'declineLiveAnswer', ({ body, session }) =>
    declineLiveAnswer(orders, requireSession(session), body),
  );
}
