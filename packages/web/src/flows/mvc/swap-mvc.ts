/** A swap on MVC from what is asked for to the signed half: built, checked, signed in time, handed in. Nothing that is late is sent. */
import type { MvcBuilt, MvcTask } from '@rialto/contract';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { call } from '../../data/calls/client.ts';
import { tokenText } from '../../data/mvc/token-names.ts';
import { t } from '../../words.ts';
import { handIn } from './hand-in-mvc.ts';
import { limitOf } from './mvc-intent.ts';
import type { MvcIntent } from './mvc-intent.ts';
import type { MvcReview } from './review-mvc.ts';
import { signedHalf } from './sign-mvc.ts';

/** Nothing is signed yet. */
export function buildMvc(intent: MvcIntent): Promise<MvcBuilt> {
  const { place, pool, account, side, exact, amount } = intent;
  const body = { pair: pool.pair, side, exact, amount, publicKey: account.publicKey };
  return call('mvcBuild', { params: { venue: place.venue }, body: { ...body, limit: limitOf(intent) } });
}

interface ToHandIn {
  readonly built: MvcBuilt;
  readonly review: MvcReview;
  readonly intent: MvcIntent;
  readonly until: number;
}

/**
 * Asks the wallet and hands the half in.
 * @returns what became of it; undefined where nobody answered: it may have been sent
 * @throws WalletError what the wallet said; Error with a sentence for people. Nothing was handed in then
 */
export async function signAndHandIn(act: ToHandIn): Promise<MvcTask | undefined> {
  const { built, review, intent, until } = act;
  const signed = await signedHalf(review, intent, until);
  const { buildId } = built;
  const request = { params: { venue: intent.place.venue }, body: { buildId, signed: [...signed] } };
  return handIn({
    ...{ buildId, intent, title: swapTitle(act) },
    send: () => call('mvcSubmit', { ...request, idempotencyKey: buildId }),
  });
}

export function swapTitle({ review, intent }: Pick<ToHandIn, 'review' | 'intent'>): string {
  const { decimals } = intent.pool;
  const values = {
    space: formatBtc(review.sats),
    amount: grouped(formatDecimal(review.units, decimals)),
    token: tokenText(intent.pool),
  };
  return intent.side === 'buy'
    ? t('Swap {space} SPACE for {amount} {token}', values)
    : t('Swap {amount} {token} for {space} SPACE', values);
}
