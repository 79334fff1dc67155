/** A token for SPACE: the user signs his tokens, the pool pays from a coin made to fit (operation 1, TRANSFER). The check allows tokens and one P2PKH output and nothing else, so the user's costs come off what he gets. */
import { invariant, sats, sumSats } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript } from '../address.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { checkNumber } from '../token/check-data.ts';
import { MOST_UNITS, withHolder } from '../token/tail.ts';
import { checkedPlan, holdersOf, requireSpace, tokenOn } from './plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput, SwapParties } from './plan.ts';

export interface SellRequest extends SwapParties {
  /** Coins of the user with the token, held by his key; all they hold and he does not sell comes back as one coin. */
  readonly userTokens: readonly MvcCoin[];
  /** What the pool gets, in smallest units. */
  readonly units: bigint;
  /** What the user gets, network costs already taken off. */
  readonly sats: Sats;
  /** What each token output holds; outputs of one token in one transaction are equal. */
  readonly tokenSats: Sats;
}

/**
 * The check that a sale needs, before its transaction exists.
 * @throws Refusal not-a-lot, not-yours, swap-too-small, bad-request (no coins), insufficient-funds (of the token), too-many-coins (to be merged first)
 */
export function checkOfSell(request: SellRequest): TokenCheck {
  const { userTokens, units, token } = request;
  const { user, poolScript } = holdersOf(request);
  if (userTokens.length === 0) throw new Refusal('bad-request', 'no coins');
  const held = userTokens.reduce((sum, coin) => sum + tokenOn(coin, token, user).amount, 0n);
  if (units < 1n || request.sats < 1n) throw new Refusal('swap-too-small');
  // Coins that nobody has judged may say anything.
  if (held > MOST_UNITS) throw new Refusal('not-a-lot', 'more than a token can have');
  if (units > held) throw new Refusal('insufficient-funds', `${held} units`);
  const receivers = [{ holder: poolScript, units }];
  if (held > units) receivers.push({ holder: user, units: held - units });
  const inputs = userTokens.map((_, index) => index);
  const check: TokenCheck = { kind: 'transfer', token, inputs, receivers, outputs: receivers.length + 1 };
  if (checkNumber(check) === undefined) throw new Refusal('too-many-coins', `${inputs.length} of the token`);
  return check;
}

/**
 * Plans a sale. In: the user's tokens, the pool's coin, the check. Out: token to the pool, the rest of it to the user, SPACE to the user.
 * @param poolSpace P2PKH of the pool, made for this sale in the transaction of the check: what it holds and the outputs do not is the fee
 * @param check the coin of the check contract, made for `checkOfSell`
 * @throws Refusal as `checkOfSell` and `checkedPlan`
 */
export function planSell(request: SellRequest, poolSpace: MvcCoin, check: MvcCoin): MvcPlan {
  const { userTokens, tokenSats } = request;
  const needed = checkOfSell(request);
  const { user, pool } = holdersOf(request);
  requireSpace(poolSpace, pool);
  const [first] = userTokens;
  invariant(first !== undefined, 'something is sold');
  const inputs: PlannedInput[] = [
    ...userTokens.map((coin): PlannedInput => ({ role: 'user-token', coin })),
    { role: 'pool-space', coin: poolSpace },
    { role: 'check', coin: check },
  ];
  const outputs: TxOutput[] = [
    ...needed.receivers.map(({ holder, units }) => ({
      value: tokenSats,
      script: withHolder(first.script, holder, units),
    })),
    { value: request.sats, script: p2pkhScript(user) },
  ];
  return checkedPlan({ inputs, outputs, checks: [needed] });
}

/**
 * What the pool's coin has to hold so that a sale pays what was said and leaves this fee: the least.
 * @param fee of the swap itself, in sat
 * @param check what the coin of the check holds
 * @throws Refusal as `checkOfSell`
 */
export function poolSpaceOfSell(request: SellRequest, fee: bigint, check: bigint): Sats {
  const tokens = BigInt(checkOfSell(request).receivers.length) * request.tokenSats;
  const needed = request.sats + tokens + fee - check - sumSats(request.userTokens.map(({ value }) => value));
  return sats(needed > 1n ? needed : 1n);
}
