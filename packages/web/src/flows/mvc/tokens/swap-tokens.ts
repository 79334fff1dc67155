/**
 * A token for another on MVC from what is asked for to what is sent: the sale built, checked and signed; the purchase over it built, checked
 * and signed. The exchange has nothing that it could send before it has both.
 */
import type { MvcBothTasks, MvcBuilt, MvcBuiltSecond, MvcTask } from '@rialto/contract';
import { call } from '../../../data/calls/client.ts';
import { tokenText } from '../../../data/mvc/token-names.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import { t } from '../../../words.ts';
import { putInTray } from '../../tray.ts';
import { handIn } from '../hand-in-mvc.ts';
import { movesOfTask } from '../mvc-task.ts';
import { reviewMvc } from '../review-mvc.ts';
import type { MvcReview } from '../review-mvc.ts';
import { signedHalf, signedUntil } from '../sign-mvc.ts';
import { buildMvc, swapTitle } from '../swap-mvc.ts';
import { reviewSecond } from './review-second.ts';
import { leastOf, purchaseOf, saleOf } from './token-intent.ts';
import type { MvcTokenIntent } from './token-intent.ts';

export interface FirstToSign {
  readonly intent: MvcTokenIntent;
  readonly built: MvcBuilt;
  readonly review: MvcReview;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface SecondToSign {
  readonly intent: MvcTokenIntent;
  readonly sale: Pick<FirstToSign, 'built' | 'review'>;
  readonly built: MvcBuiltSecond;
  readonly review: MvcReview;
  readonly until: number;
}

/** Nothing is signed yet. @throws Error with a sentence for people */
export async function beginTokens(intent: MvcTokenIntent): Promise<FirstToSign> {
  const askedAt = Date.now();
  const built = await buildMvc(saleOf(intent));
  return {
    ...{ intent, built, review: reviewMvc(built, saleOf(intent)) },
    until: signedUntil(askedAt),
  };
}

/**
 * The first signature: the sale, which stays unsent.
 * @returns what the second one is given for, checked
 * @throws WalletError what the wallet said; Error with a sentence for people
 */
export async function signFirst({ intent, built, review, until }: FirstToSign): Promise<SecondToSign> {
  const signed = await signedHalf(review, intent, until);
  const askedAt = Date.now();
  const second = await call('mvcBuildSecond', {
    params: { venue: intent.place.venue },
    body: { buildId: built.buildId, signed: [...signed], pair: intent.to.pair, limit: leastOf(intent) },
  });
  return {
    ...{ intent, built: second, review: reviewSecond(second, review, intent) },
    sale: { built, review },
    until: signedUntil(askedAt),
  };
}

/**
 * The second signature; then both are sent.
 * @returns what became of the purchase; undefined where nobody answered: both may have been sent
 * @throws WalletError, Error with a sentence for people: nothing was sent then
 */
export async function signSecond(second: SecondToSign): Promise<MvcTask | undefined> {
  const { intent, built, review, until } = second;
  const signed = await signedHalf(review, intent, until).catch((error: unknown) => unsent(error, intent));
  const { buildId } = built;
  const body = { buildId, signed: [...signed] };
  const title = swapTitle({ review, intent: purchaseOf(intent, built.quote.sats) });
  const send = async (): Promise<MvcTask> => {
    const params = { venue: intent.place.venue };
    const both = await call('mvcSubmitBoth', { params, body, idempotencyKey: buildId });
    followSale(second, both);
    return both.buy;
  };
  return handIn({ buildId, intent, title, send });
}

/** Each is followed by itself: what ends the purchase need not end the sale. */
function followSale({ intent, sale }: SecondToSign, { sell }: MvcBothTasks): void {
  putInTray({
    ...{ id: sell.buildId, kind: 'mvc', address: intent.user.address, venue: intent.place.venue },
    ...{ title: swapTitle({ review: sale.review, intent: saleOf(intent) }), txId: '', nextBest: [] },
    ...movesOfTask(sell),
    startedAt: Date.now(),
  });
}

function unsent(error: unknown, { from }: MvcTokenIntent): never {
  if (!(error instanceof WalletError)) throw error;
  throw new WalletError(
    error.kind,
    t('{reason} Nothing was sent: you keep your {token}.', { reason: error.message, token: tokenText(from) }),
    error.status,
  );
}
