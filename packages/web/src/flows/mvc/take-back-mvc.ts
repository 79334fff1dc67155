/**
 * A parked token on MVC taken back: the transaction that makes its check is built by the exchange, verified and signed; the one that moves the
 * token is made by this page over it and signed next. Nothing is sent before both are signed.
 */
import type { MvcAccount, MvcBuiltTakeBack, MvcTakenBack } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  planTakeBackOver,
  signedByUser,
  verifyTakeBackCheck,
  withSignatures,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TakeBackRequest } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { call } from '../../data/calls/client.ts';
import { bytesIn, orInWords, userKeyOf, wholeIn } from './checked-mvc.ts';
import type { CheckedPlan } from './checked-mvc.ts';
import { untilAnswered } from './hand-in-mvc.ts';
import type { MvcIntent } from './mvc-intent.ts';
import { signedHalf } from './sign-mvc.ts';
import type { Signed } from './sign-mvc.ts';

export interface TakeBackIntent extends Pick<MvcIntent, 'network' | 'user' | 'account'> {
  /** As the page showed it. */
  readonly coin: MvcAccount['parked'][number];
}

/** What both transactions do to one's SPACE, in sat. */
export interface TakeBackCost {
  readonly networkFee: bigint;
  /** By how much more lies under the token coin than before: below zero it comes free. */
  readonly tokenSats: bigint;
  /** All that leaves the account's SPACE. */
  readonly total: bigint;
}

export interface CheckReview extends CheckedPlan {
  readonly cost: TakeBackCost;
  readonly parked: MvcCoin;
  /** Of the second. */
  readonly fee: bigint;
}

export interface BackReview extends CheckedPlan {
  readonly cost: TakeBackCost;
  /** The first, signed. */
  readonly check: MvcTransaction;
  readonly first: CheckReview;
}

/** Of the network for both: far above what any way back weighs, at five sat a byte. */
const MOST_FEE = 2_500_000n;

/** Nothing is signed yet. */
export function buildTakeBack({ account, coin }: TakeBackIntent): Promise<MvcBuiltTakeBack> {
  const body = { publicKey: account.publicKey, coin: coin.outpoint };
  return call('mvcBuildTakeBack', { params: { venue: 'mvc' }, body });
}

/** @throws Error with a sentence for people: it must not be signed */
export function reviewTakeBack(built: MvcBuiltTakeBack, intent: TakeBackIntent): CheckReview {
  return orInWords(() => checked(built, intent));
}

function checked(built: MvcBuiltTakeBack, intent: TakeBackIntent): CheckReview {
  const { coin } = intent;
  const fee = wholeIn(built.fee);
  if (fee > MOST_FEE) throw new Refusal('fee-too-high', `${fee} sat`);
  const raw = {
    check: bytesIn(built.check),
    previous: built.previous.map(bytesIn),
    parked: bytesIn(built.parked),
  };
  const found = verifyTakeBackCheck(raw, {
    token: { codehash: coin.codehash, genesis: coin.genesis },
    userKey: userKeyOf(intent),
    parked: coin.outpoint as Outpoint,
    units: BigInt(coin.amount),
    // Plain coins of his, or it is refused: all that is not the check's comes back to him.
    userCoins: built.userCoins.map((point) => point as Outpoint),
    ...{ tokenSats: TOKEN_OUTPUT_SATS, mostCosts: MOST_FEE - fee },
  });
  const networkFee = found.fee + fee;
  const more = TOKEN_OUTPUT_SATS - found.parked.value;
  const { plan, toSign, parked } = found;
  const cost = { networkFee, tokenSats: more, total: networkFee + more };
  return { plan, toSign, parked, fee, cost };
}

/**
 * The first signature, and what the second is given for: made by this page.
 * @throws WalletError what the wallet said; Error with a sentence for people. Nothing was sent
 */
export async function signCheck(
  first: CheckReview,
  intent: TakeBackIntent,
  until: number,
): Promise<BackReview> {
  const check = signedCheck(first, await signedHalf(first, intent, until));
  const plan = orInWords(() => planTakeBackOver(requestOf(first, intent), check, first.fee));
  return { plan, toSign: signedByUser(plan), check, first, cost: first.cost };
}

function requestOf({ parked }: CheckReview, intent: TakeBackIntent): Omit<TakeBackRequest, 'userCoins'> {
  const { codehash, genesis } = intent.coin;
  const userKey = userKeyOf(intent);
  return { token: { codehash, genesis }, userKey, parked: [parked], tokenSats: TOKEN_OUTPUT_SATS };
}

function signedCheck({ plan }: CheckReview, signed: Signed): MvcTransaction {
  const halves = signed.map(({ index, signature, publicKey }) => {
    const half = { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) };
    return [index, half] as const;
  });
  return withSignatures(bodyOfPlan(plan), new Map(halves));
}

/**
 * The second signature; then both are sent.
 * @returns what was sent; undefined where nobody answered: it may have been sent
 * @throws WalletError, Error with a sentence for people
 */
export async function signBack(
  back: BackReview,
  intent: TakeBackIntent,
  until: number,
): Promise<MvcTakenBack | undefined> {
  const { check, first } = back;
  const signed = await signedHalf(back, intent, until);
  const body = {
    ...{ publicKey: intent.account.publicKey, coin: intent.coin.outpoint, signed: [...signed] },
    ...{ check: bytesToHex(writeMvcTransaction(check)), fee: first.fee.toString() },
  };
  // The same again gets the same answer.
  return untilAnswered(() => call('mvcSubmitTakeBack', { params: { venue: 'mvc' }, body }));
}
