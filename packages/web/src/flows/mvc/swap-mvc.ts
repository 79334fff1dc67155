/** A swap on MVC from what is asked for to the signed half: built, checked, signed in time, handed in. Nothing that is late is sent. */
import type { MvcBuilt, MvcTask } from '@rialto/contract';
import { bytesToHex, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import { readMvcTransaction, userHalf } from '@rialto/mvc';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { isUnanswered } from '../../data/calls/api-error.ts';
import { call } from '../../data/calls/client.ts';
import { tokenText } from '../../data/mvc/token-names.ts';
import { walletById } from '../../wallets/wallets.ts';
import { WalletError } from '../../wallets/wallet.ts';
import { moveInTray, putInTray, takeFromTray } from '../tray.ts';
import { t } from '../../words.ts';
import { limitOf } from './mvc-intent.ts';
import type { MvcIntent } from './mvc-intent.ts';
import { movesOfTask } from './mvc-task.ts';
import { inWords, toSignOf } from './review-mvc.ts';
import type { MvcReview } from './review-mvc.ts';

/** Nothing is signed yet. */
export function buildMvc(intent: MvcIntent): Promise<MvcBuilt> {
  const { place, pool, account, side, exact, amount } = intent;
  const body = { pair: pool.pair, side, exact, amount, publicKey: account.publicKey };
  return call('mvcBuild', { params: { venue: place.venue }, body: { ...body, limit: limitOf(intent) } });
}

/** A signature on MVC never runs out by itself: whoever has it can send it, so it is given for a minute and no longer. */
const SIGN_WITHIN_MS = 60_000;

/** @param builtAt milliseconds since 1970 @returns until when it is signed */
export const signedUntil = ({ expiresAt }: MvcBuilt, builtAt: number): number =>
  Math.min(expiresAt, builtAt + SIGN_WITHIN_MS);

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
  const signed = await half(act);
  const { built, intent } = act;
  putInTray({
    ...{ id: built.buildId, kind: 'mvc', address: intent.user.address, title: titleOf(act) },
    ...{ venue: intent.place.venue, state: 'submitted', txId: '', note: '', nextBest: [] },
    startedAt: Date.now(),
  });
  return handIn(built.buildId, intent, signed);
}

type Signed = readonly { readonly index: number; readonly signature: string; readonly publicKey: string }[];

async function half({ review, intent, until }: ToHandIn): Promise<Signed> {
  if (Date.now() >= until) throw late();
  const wallet = await walletById(intent.user.wallet);
  if (wallet.signMvc === undefined) throw new WalletError('unsupported', t('The wallet cannot do this.'));
  try {
    const answer = await wallet.signMvc(toSignOf(review, until));
    if (Date.now() >= until) throw late();
    const body = isHex(answer) ? readMvcTransaction(hexToBytes(answer)) : { flaw: 'not-hex' };
    if (isFlaw(body)) throw new Error(t('The wallet sent an unexpected response.'));
    return userHalf(review.plan, body, hexToBytes(intent.account.publicKey)).map((one) => ({
      index: one.index,
      signature: bytesToHex(one.signature),
      publicKey: bytesToHex(one.publicKey),
    }));
  } catch (error) {
    throw inWords(error);
  }
}

const late = (): Error => new Error(t('It was not signed in time. Nothing was sent.'));

const TRIES = 4;
const PAUSE_MS = 1_500;

/** Once more where nobody answered: the same swap gets the same answer. */
async function handIn(buildId: string, { place }: MvcIntent, signed: Signed): Promise<MvcTask | undefined> {
  const body = { buildId, signed: [...signed] };
  for (let tries = 1; ; tries += 1) {
    try {
      const request = { params: { venue: place.venue }, body, idempotencyKey: buildId };
      const task = await call('mvcSubmit', request);
      moveInTray(buildId, movesOfTask(task));
      return task;
    } catch (error) {
      if (!isUnanswered(error)) {
        takeFromTray(buildId);
        throw error;
      }
      if (tries >= TRIES) return undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function titleOf({ review, intent }: ToHandIn): string {
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
