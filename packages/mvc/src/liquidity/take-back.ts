/**
 * Taking parked tokens back: they go to the user's key again, released by a coin of his. Nobody else is needed for it: he pays for the check
 * himself, and what is left of that is the coin that releases the tokens. Two transactions of his, sent together.
 */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript, scriptHolder } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { checkedPlan, coinOf, requireSpace, spentOf, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput } from '../swap/plan.ts';
import { checkBytes, feeOfBytes, swapBytes } from '../swap/size.ts';
import { CHECK_SATS, LEAST_CHANGE, TOKEN_OUTPUT_SATS } from '../swap/terms.ts';
import { checkNumber, isCheckOf } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';
import type { MvcTransaction } from '../transaction.ts';

export interface TakeBackRequest {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** Of this one token, held by his script. They become one coin. */
  readonly parked: readonly MvcCoin[];
  readonly userCoins: readonly MvcCoin[];
  readonly tokenSats: Sats;
}

/** @throws Refusal not-a-lot, not-yours, bad-request (no coins), too-many-coins */
export function checkOfTakeBack({ token, userKey, parked, userCoins }: TakeBackRequest): TokenCheck {
  const user = hash160(userKey);
  if (parked.length === 0 || userCoins.length === 0) throw new Refusal('bad-request', 'no coins');
  const units = parked.reduce((sum, coin) => sum + tokenOn(coin, token, scriptHolder(user)).amount, 0n);
  const inputs = parked.map((_, index) => index);
  const check: TokenCheck = {
    kind: 'unlock',
    token,
    inputs,
    receivers: [{ holder: user, units }],
    outputs: 2,
  };
  if (checkNumber(check) === undefined) throw new Refusal('too-many-coins', `${inputs.length} of the token`);
  return check;
}

/**
 * In: the parked tokens, the user's coins, the check. Out: the token, his change.
 * @throws Refusal as `checkOfTakeBack` and `checkedPlan`; insufficient-funds
 */
export function planTakeBack(request: TakeBackRequest, check: MvcCoin, fee: bigint): MvcPlan {
  const needed = checkOfTakeBack(request);
  const user = hash160(request.userKey);
  for (const coin of request.userCoins) requireSpace(coin, user);
  const [first] = request.parked;
  if (first === undefined) throw new Refusal('bad-request', 'no coins');
  const inputs: PlannedInput[] = [
    ...request.parked.map((coin): PlannedInput => ({ role: 'parked-token', coin })),
    ...request.userCoins.map((coin): PlannedInput => ({ role: 'user-space', coin })),
    { role: 'check', coin: check },
  ];
  const tokens = needed.receivers.map(({ holder, units }): TxOutput => ({
    value: request.tokenSats,
    script: withHolder(first.script, holder, units),
  }));
  const rest = tokens.reduce((left, { value }) => left - value, spentOf(inputs) - fee);
  if (rest < LEAST_CHANGE)
    throw new Refusal('insufficient-funds', `${LEAST_CHANGE - rest} sat of SPACE more`);
  const outputs = [...tokens, { value: rest as Sats, script: p2pkhScript(user) }];
  return checkedPlan({ inputs, outputs, checks: [needed] });
}

/** Where they are in the transaction that makes the check: its coin, and what is left to the user. */
const AT = { check: 0, left: 1 } as const;

interface OwnCheck {
  /** Of the check's coin, as the published contract has it. */
  readonly script: Uint8Array;
  /** What that coin holds: it comes back with the tokens. */
  readonly sats: Sats;
  /** What the miners get. */
  readonly fee: bigint;
}

/**
 * The transaction that makes the check. In: the user's coins. Out: the check's coin, and the rest to him.
 * @param request its coins of SPACE pay here
 * @throws Refusal as `checkOfTakeBack`; duplicate-input, script-not-allowed, too-small, fee-too-low, insufficient-funds
 */
export function planTakeBackCheck(request: TakeBackRequest, { script, sats, fee }: OwnCheck): MvcPlan {
  const { userCoins } = request;
  const user = hash160(request.userKey);
  for (const coin of userCoins) requireSpace(coin, user);
  if (new Set(userCoins.map(({ outpoint }) => outpoint)).size < userCoins.length)
    throw new Refusal('duplicate-input');
  if (!isCheckOf(script, checkOfTakeBack(request))) throw new Refusal('script-not-allowed', 'the check');
  if (sats < 1n) throw new Refusal('too-small', 'the check’s coin');
  if (fee < 1n) throw new Refusal('fee-too-low');
  const inputs = userCoins.map((coin): PlannedInput => ({ role: 'user-space', coin }));
  const rest = spentOf(inputs) - sats - fee;
  if (rest < LEAST_CHANGE)
    throw new Refusal('insufficient-funds', `${LEAST_CHANGE - rest} sat of SPACE more`);
  const outputs = [
    { value: sats, script },
    { value: rest as Sats, script: p2pkhScript(user) },
  ];
  return { inputs, outputs, checks: [], fee: fee as Sats };
}

/**
 * The taking back over its check, whole: what is left there releases the tokens and pays.
 * @throws Refusal as `planTakeBack`; coin-unknown (it is no such check)
 */
export function planTakeBackOver(
  request: Omit<TakeBackRequest, 'userCoins'>,
  check: Pick<MvcTransaction, 'txid' | 'outputs'>,
  fee: bigint,
): MvcPlan {
  const userCoins = [coinOf(check, AT.left)];
  return planTakeBack({ ...request, userCoins }, coinOf(check, AT.check), fee);
}

/** What the miners get for both at most, in sat. @param paying coins of SPACE @param feeRate sat for a thousand bytes */
export function takeBackFees(check: TokenCheck, paying: number, feeRate: bigint): TakeBackFees {
  const [first, second] = [checkBytes([check], 1, paying), swapBytes([check], 1)];
  return { check: feeOfBytes(first, feeRate), back: feeOfBytes(second, feeRate) };
}

interface TakeBackFees {
  readonly check: bigint;
  readonly back: bigint;
}

/**
 * What the coins that pay have to hold, in sat. What they leave in the first transaction pays for the second, with what the check's coin and
 * the parked one bring; in both of them change stays.
 * @param parkedSats under the parked token
 */
export function takeBackNeeds(fees: TakeBackFees, parkedSats: bigint): bigint {
  const left = fees.back + TOKEN_OUTPUT_SATS - parkedSats - CHECK_SATS + LEAST_CHANGE;
  return fees.check + CHECK_SATS + (left > LEAST_CHANGE ? left : LEAST_CHANGE);
}
