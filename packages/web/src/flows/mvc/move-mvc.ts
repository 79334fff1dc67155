/**
 * Liquidity on MVC from what is asked for to what is sent: built, the parking checked and signed, the move over it checked and signed. The
 * exchange sends nothing before it has both; what could be sent without the second is kept by this browser meanwhile.
 */
import type { MvcBuiltMove, MvcTask } from '@rialto/contract';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { call } from '../../data/calls/client.ts';
import { tokenText } from '../../data/mvc/token-names.ts';
import { dropParking, keepParking } from '../../parked-store.ts';
import { WalletError } from '../../wallets/wallet.ts';
import { t } from '../../words.ts';
import { handIn } from './hand-in-mvc.ts';
import { moveLimitOf } from './move-intent.ts';
import type { MvcMoveIntent } from './move-intent.ts';
import { reviewMove, reviewPark } from './review-move.ts';
import type { MoveDeal, MoveReview, ParkReview } from './review-move.ts';
import { signedHalf, signedUntil } from './sign-mvc.ts';

function buildMove(intent: MvcMoveIntent): Promise<MvcBuiltMove> {
  const { place, pool, account, kind, of, amount } = intent;
  const body = { pair: pool.pair, kind, of, amount, publicKey: account.publicKey };
  return call('mvcBuildMove', {
    params: { venue: place.venue },
    body: { ...body, limit: moveLimitOf(intent) },
  });
}

export interface ParkToSign {
  readonly built: MvcBuiltMove;
  readonly review: ParkReview;
  readonly intent: MvcMoveIntent;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface MoveToSign extends Omit<ParkToSign, 'review'> {
  readonly review: MoveReview;
}

/** Built, and its parking checked. @throws Error with a sentence for people: it must not be signed */
export async function beginMove(intent: MvcMoveIntent): Promise<ParkToSign> {
  const askedAt = Date.now();
  const built = await buildMove(intent);
  return { built, intent, review: reviewPark(built, intent), until: signedUntil(askedAt) };
}

/**
 * The first signature: the parking, which stays unsent.
 * @returns what the second one is given for, checked
 * @throws WalletError what the wallet said; Error with a sentence for people
 */
export async function signPark({ built, review, intent, until }: ParkToSign): Promise<MoveToSign> {
  const { buildId } = built;
  const signed = await signedHalf(review, intent, until);
  const askedAt = Date.now();
  const answer = await call('mvcParkMove', {
    params: { venue: intent.place.venue },
    body: { buildId, signed: [...signed] },
  });
  const move = reviewMove(answer, review, built, intent);
  const { previous, check } = answer.move;
  const isKept = keepParking({
    ...{ address: intent.account.address, buildId, venue: intent.place.venue },
    ...{ title: moveTitle(intent, move.deal), at: Date.now() },
    ...{ parked: answer.parked, check },
    previous: [...new Set([...built.park.previous, ...previous])].filter((one) => one !== answer.parked),
  });
  if (!isKept)
    throw new Error(
      t(
        'This browser’s storage is full or closed to this page, so your parked tokens could not be kept track of. Nothing was sent.',
      ),
    );
  return { built, intent, review: move, until: signedUntil(askedAt) };
}

/**
 * The second signature; then all of it is sent.
 * @returns what became of it; undefined where nobody answered: it may have been sent
 * @throws WalletError, Error with a sentence for people: nothing was sent then
 */
export async function signMove(move: MoveToSign): Promise<MvcTask | undefined> {
  const { built, review, intent, until } = move;
  const { buildId } = built;
  try {
    const signed = await signedHalf(review, intent, until).catch(unsent);
    const request = { params: { venue: intent.place.venue }, body: { buildId, signed: [...signed] } };
    return await handIn({
      ...{ buildId, intent, title: moveTitle(intent, review.deal) },
      send: () => call('mvcSubmitMove', { ...request, idempotencyKey: buildId }),
    });
  } catch (error) {
    dropParking(buildId);
    throw error;
  }
}

/** Nobody has it any more who would send it. */
export const forgetMove = ({ built }: Pick<MoveToSign, 'built'>): void => dropParking(built.buildId);

function unsent(error: unknown): never {
  if (!(error instanceof WalletError)) throw error;
  throw new WalletError(
    error.kind,
    t('{reason} Nothing was sent, and nothing is parked.', { reason: error.message }),
    error.status,
  );
}

function moveTitle({ kind, pool }: MvcMoveIntent, { sats, units }: MoveDeal): string {
  const values = {
    space: formatBtc(sats),
    amount: grouped(formatDecimal(units, pool.decimals)),
    token: tokenText(pool),
  };
  return kind === 'add'
    ? t('Add {space} SPACE and {amount} {token}', values)
    : t('Remove {space} SPACE and {amount} {token}', values);
}
