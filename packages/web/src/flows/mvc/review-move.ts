/**
 * The check of liquidity, before each of its two signatures: the parking first, then the move over it. Both are made again by this page from
 * its own request and the raw transactions of their coins. What they cost together is never more than was shown before the first.
 */
import type { MvcBuiltMove, MvcParkedMove } from '@rialto/contract';
import { bytesToHex, equalBytes, isFlaw, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import {
  LEAST_CHANGE,
  TOKEN_OUTPUT_SATS,
  hash160,
  readFtScript,
  readMvcTransaction,
  verifyMove,
  verifyPark,
} from '@rialto/mvc';
import type { MvcPlan } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { bytesIn, orInWords, previousIn, userKeyOf, wholeIn } from './checked-mvc.ts';
import type { CheckedPlan } from './checked-mvc.ts';
import { amountsOfMove, moveWorseBy } from './move-intent.ts';
import type { MoveAmounts, MvcMoveIntent } from './move-intent.ts';

/** What both transactions do together, in sat and smallest units. */
export interface MoveDeal extends MoveAmounts {
  /** Under the tokens that go into the pool: they go with them. */
  readonly withTokens: bigint;
  /** What happens to the sat under one's own token coins: below zero they come free. */
  readonly tokenSats: bigint;
  /** By how much the account's SPACE and the sat under its tokens change together. */
  readonly total: bigint;
  /** By how many hundredths of a percent it is worse than the form showed. */
  readonly worse: number;
}

export interface ParkReview extends CheckedPlan {
  readonly core: string;
  /** Its network fee is the most there may be. */
  readonly deal: MoveDeal;
  /** SPACE that parking takes. */
  readonly cost: bigint;
}

export interface MoveReview extends CheckedPlan {
  readonly deal: MoveDeal;
}

/** @throws Error with a sentence for people: it must not be signed */
export function reviewPark(built: MvcBuiltMove, intent: MvcMoveIntent): ParkReview {
  return orInWords(() => checkedPark(built, intent));
}

/** @throws Error with a sentence for people: it must not be signed */
export function reviewMove(
  answer: MvcParkedMove,
  park: ParkReview,
  built: MvcBuiltMove,
  intent: MvcMoveIntent,
): MoveReview {
  return orInWords(() => checkedMove(answer, park, built, intent));
}

/** Of the token for who adds, of shares for who removes. */
function kindsOf({ kind, pool }: MvcMoveIntent) {
  const { codehash } = pool;
  const token = { codehash, genesis: pool.genesis };
  const share = { codehash, genesis: pool.shareGenesis };
  return kind === 'add' ? { parked: token, given: share } : { parked: share, given: token };
}

function tokenSatsOf(built: MvcBuiltMove) {
  const tokenSats = wholeIn(built.tokenSats);
  if (tokenSats > TOKEN_OUTPUT_SATS) throw new Refusal('fee-too-high', `${tokenSats} sat under a token`);
  return sats(tokenSats);
}

function checkedPark(built: MvcBuiltMove, intent: MvcMoveIntent): ParkReview {
  const userKey = userKeyOf(intent);
  const amounts = amountsOfMove(built, intent);
  const tokenSats = tokenSatsOf(built);
  const found = verifyPark(bytesIn(built.park.raw), previousIn(built.park), {
    ...{ token: kindsOf(intent).parked, userKey, tokenSats },
    // Its own, as far as the exchange can know: that they are his is what `verifyPark` sees to.
    userTokens: built.userTokens.map((point) => point as Outpoint),
    userCoins: built.userCoins.map((point) => point as Outpoint),
    units: intent.kind === 'add' ? amounts.units : amounts.shares,
    mostFee: amounts.networkFee,
    left: LEAST_CHANGE,
  });
  const { cost, ownSats } = parkingOf(found.plan, userKey);
  return { ...found, cost, deal: dealOf(amounts, intent, { tokenSats, ownSats: ownSats + tokenSats }) };
}

/** What it does to the user's SPACE, and to what lies under the tokens that he holds himself. */
function parkingOf({ inputs, outputs }: MvcPlan, userKey: Uint8Array) {
  const spent = (wanted: 'user-space' | 'user-token'): bigint =>
    inputs.reduce((sum, { role, coin }) => (role === wanted ? sum + coin.value : sum), 0n);
  const holder = bytesToHex(hash160(userKey));
  const kept = outputs.filter(({ script }) => readFtScript(script)?.holder === holder);
  const left = outputs.at(-1)?.value ?? 0n;
  return {
    cost: spent('user-space') - left,
    ownSats: kept.reduce((sum, { value }) => sum + value, 0n) - spent('user-token'),
  };
}

function dealOf(
  amounts: MoveAmounts,
  intent: MvcMoveIntent,
  { tokenSats, ownSats }: { readonly tokenSats: bigint; readonly ownSats: bigint },
): MoveDeal {
  const paid = intent.kind === 'add' ? amounts.sats : -amounts.sats;
  return {
    ...{ ...amounts, withTokens: tokenSats, tokenSats: ownSats },
    total: -(paid + amounts.networkFee + tokenSats),
    worse: moveWorseBy(amounts, intent),
  };
}

function checkedMove(
  { parked, move }: MvcParkedMove,
  park: ParkReview,
  built: MvcBuiltMove,
  intent: MvcMoveIntent,
): MoveReview {
  const { deal } = park;
  const isAdd = intent.kind === 'add';
  const parking = readMvcTransaction(bytesIn(parked));
  if (isFlaw(parking) || parking.core !== park.core) throw new Refusal('effects-differ');
  const beside = deal.networkFee + deal.withTokens + deal.tokenSats;
  const found = verifyMove(bytesIn(move.raw), previousIn(move), {
    ...kindsOf(intent),
    ...{ userKey: userKeyOf(intent), poolHash: bytesIn(intent.pool.poolHash), parkCore: park.core },
    parkedUnits: isAdd ? deal.units : deal.shares,
    units: isAdd ? deal.shares : deal.units,
    sats: isAdd ? deal.sats : -deal.sats,
    tokenSats: tokenSatsOf(built),
    // Whatever parking took is no longer there to be taken.
    mostCosts: beside - park.cost,
  });
  if (!found.plan.inputs[0]?.coin.outpoint.startsWith(parking.txid)) throw new Refusal('effects-differ');
  requireForPool(found.plan, intent.kind === 'add' ? deal.sats : -deal.sats);
  const saved = beside - park.cost - found.costs;
  const { plan, toSign } = found;
  return {
    ...{ plan, toSign },
    deal: { ...deal, networkFee: deal.networkFee - saved, total: deal.total + saved },
  };
}

/** What goes into the pool is there afterwards: it is one's own part, too. What its checks cost it comes on top. */
function requireForPool({ inputs, outputs }: MvcPlan, paid: bigint): void {
  const before = inputs.find(({ role }) => role === 'pool-space')?.coin;
  const after = outputs.find(({ script }) => before !== undefined && equalBytes(script, before.script));
  if (before === undefined || after === undefined || after.value - before.value < paid)
    throw new Refusal('effects-differ');
}
