/** Claims: what they cost, the transaction to sign, and handing it in. */
import { prepareClaim } from '../../rewards/claims/prepare-claim.ts';
import { submitClaim } from '../../rewards/claims/submit-claim.ts';
import { claimFee } from '../../rewards/claims/claim-fee.ts';
import { requireTrading } from '../calls/order-calls.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

export function registerClaims(context: RouteContext, service: Service): void {
  const { rewards } = service;
  // The original asks under `reward`, its pages under `event`.
  for (const name of ['eventRewardFee', 'rewardFee'] as const)
    route(context, name, ({ query }) => {
      requireNetwork(service, query.net);
      return claimFee(rewards, query);
    });
  route(context, 'prepareClaim', async ({ body, session }) => {
    await requireTrading(service);
    return prepareClaim(rewards, requireSession(session), body);
  });
  route(context, 'claimReward', async ({ body, session }) => {
    await requireTrading(service);
    return submitClaim(rewards, requireSession(session), body);
  });
}
