/** Offer a transferable inscription at a price: build, review, sign, push. */
import { formatDecimal, TOKEN_DECIMALS } from '@rialto/market';
import { call } from '../data/client.ts';
import type { Credential } from '../data/credentials.ts';
import { walletById } from '../wallets/wallets.ts';
import type { Person } from './account.ts';
import type { AskIntent, BuiltAsk } from './review-ask.ts';
import { t } from '../words.ts';

export type { AskIntent } from './review-ask.ts';

export interface AskReview extends BuiltAsk {
  readonly intent: AskIntent;
}

export async function prepareAsk(intent: AskIntent): Promise<AskReview> {
  const { buildAndReviewAsk } = await import('./review-ask.ts');
  return { intent, ...buildAndReviewAsk(intent) };
}

/** Gives back the new order's id. */
export async function submitAsk(
  ask: AskReview,
  who: { person: Person; session: Credential },
): Promise<string> {
  const { intent, psbtHex, toSign, review } = ask;
  if (review.problems.length > 0) throw new Error(t('The transaction does not do what was asked.'));
  const inputs = toSign.map(({ index, sighash }) => ({
    index,
    address: intent.address,
    sighashTypes: [sighash],
  }));
  const signed = await (await walletById(who.person.wallet)).signPsbt(psbtHex, inputs);
  const { sealed } = await import('./read-bytes.ts');
  const answer = await call('pushAsk', {
    session: who.session,
    body: {
      net: intent.network,
      address: intent.address,
      tick: intent.tick,
      coinAmount: formatDecimal(intent.units, TOKEN_DECIMALS),
      orderState: 1,
      orderType: 1,
      psbtRaw: sealed(psbtHex, signed),
    },
  });
  return answer.orderId;
}
