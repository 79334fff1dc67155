/** SPACE for a token: the pool's token is released by the pool's SPACE beside it, the user signs his own coins (operation 2, UNLOCK). */
import { invariant } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript } from '../address.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { checkedPlan, holdersOf, requireSpace, spentOf, tokenOn } from './plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput, SwapParties } from './plan.ts';
import { LEAST_CHANGE, MOST_POOL_TOKENS } from './terms.ts';

/** Coins of a pool that go together; a lane serves one signing user at a time. */
interface MvcLane {
  /** P2PKH of the pool, from a transaction of version 10: the contract reads its transaction. */
  readonly space: MvcCoin;
  /** One, or as many as hold what is bought: they come back as one. */
  readonly tokens: readonly MvcCoin[];
}

export interface BuyRequest extends SwapParties {
  readonly lane: MvcLane;
  /** P2PKH coins of the user. */
  readonly userCoins: readonly MvcCoin[];
  /** Paid into the pool. */
  readonly sats: Sats;
  /** What the user gets, in smallest units. */
  readonly units: bigint;
  /** What each of the two token outputs holds; outputs of one token in one transaction are equal. */
  readonly tokenSats: Sats;
  /** Gives the check's cost back to the wallet that paid for it. */
  readonly refill: TxOutput | undefined;
  /** What the miners get, in sat; change too small for a wallet is added. */
  readonly fee: Sats;
}

/**
 * The check that a purchase needs, before its transaction exists.
 * @throws Refusal not-a-lot, not-yours, swap-too-small, pool-too-small (the lane has not more than that), bad-request (no coins),
 *   too-many-coins (no published contract counts so many)
 */
export function checkOfBuy(request: Omit<BuyRequest, 'fee'>): TokenCheck {
  const { lane, userCoins, units, token, refill } = request;
  const { user, poolScript } = holdersOf(request);
  const held = lane.tokens.reduce((sum, coin) => sum + tokenOn(coin, token, poolScript).amount, 0n);
  if (units < 1n || request.sats < 1n) throw new Refusal('swap-too-small');
  if (units >= held) throw new Refusal('pool-too-small', `${held - 1n} at most`);
  if (userCoins.length === 0) throw new Refusal('bad-request', 'no coins');
  if (lane.tokens.length > MOST_POOL_TOKENS) throw new Refusal('too-many-coins');
  const receivers = [
    { holder: user, units },
    { holder: poolScript, units: held - units },
  ];
  // Counted with change, so that it does not depend on what is left over.
  const outputs = receivers.length + 2 + (refill === undefined ? 0 : 1);
  return { kind: 'unlock', token, inputs: lane.tokens.map((_, place) => place), receivers, outputs };
}

/**
 * Plans a purchase. In: the lane's tokens, its SPACE, the user's coins, the check. Out: token to the user, token to the pool, the lane's
 * SPACE with what is paid, the check's cost, change. The user pays for everything that leaves and is not his or the pool's.
 * @param check the coin of the check contract, made for `checkOfBuy`
 * @throws Refusal as `checkOfBuy` and `checkedPlan`; insufficient-funds
 */
export function planBuy(request: BuyRequest, check: MvcCoin): MvcPlan {
  const { lane, userCoins, tokenSats, refill } = request;
  const needed = checkOfBuy(request);
  const { user, pool } = holdersOf(request);
  const [first] = lane.tokens;
  invariant(first !== undefined, 'what is bought is on a coin');
  requireSpace(lane.space, pool);
  for (const coin of userCoins) requireSpace(coin, user);
  const inputs: PlannedInput[] = [
    ...lane.tokens.map((coin): PlannedInput => ({ role: 'pool-token', coin })),
    { role: 'pool-space', coin: lane.space },
    ...userCoins.map((coin): PlannedInput => ({ role: 'user-space', coin })),
    { role: 'check', coin: check },
  ];
  const outputs: TxOutput[] = [
    ...needed.receivers.map(({ holder, units }) => ({
      value: tokenSats,
      script: withHolder(first.script, holder, units),
    })),
    { value: (lane.space.value + request.sats) as Sats, script: lane.space.script },
    ...(refill === undefined ? [] : [refill]),
  ];
  const change = outputs.reduce((left, { value }) => left - value, spentOf(inputs) - request.fee);
  if (change < 0n) throw new Refusal('insufficient-funds', `${-change} sat`);
  if (change >= LEAST_CHANGE) outputs.push({ value: change as Sats, script: p2pkhScript(user) });
  return checkedPlan({ inputs, outputs, checks: [needed] });
}
