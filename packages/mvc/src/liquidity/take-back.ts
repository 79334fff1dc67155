/** Taking parked tokens back: they go to the user's key again, released by a coin of his. Nobody else is needed for it. */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript, scriptHolder } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { checkedPlan, requireSpace, spentOf, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput } from '../swap/plan.ts';
import { LEAST_CHANGE } from '../swap/terms.ts';
import { checkNumber } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';

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
