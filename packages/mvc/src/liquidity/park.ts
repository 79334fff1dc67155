/**
 * Parking: a user's tokens go to his own script, where any coin of his releases them without a signature of their own. A token that its
 * holder signs may stand in a transaction of that token alone, so nothing can be given into a pool before it is parked. What lies
 * parked is his; wallets do not show it, and whoever gets a signature of his over any coin can take it along: it stays there for one
 * transaction and no longer.
 */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { hash160 } from '../hashes.ts';
import { p2pkhScript, scriptHolder } from '../address.ts';
import { checkedPlan, requireSpace, spentOf, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput } from '../swap/plan.ts';
import { checkNumber } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';

export interface ParkRequest {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** Held by his key; all they hold and he does not park comes back as one coin. */
  readonly userTokens: readonly MvcCoin[];
  /** P2PKH of his: pays, and what is left is the coin that releases the tokens. */
  readonly userCoins: readonly MvcCoin[];
  readonly units: bigint;
  readonly tokenSats: Sats;
}

/** Where the parked token is among the outputs. */
export const PARKED_AT = 0;

/**
 * The check that parking needs.
 * @throws Refusal not-a-lot, not-yours, bad-request (no coins), too-small (nothing is parked), insufficient-funds, too-many-coins
 */
export function checkOfPark({ token, userKey, userTokens, units }: ParkRequest): TokenCheck {
  const user = hash160(userKey);
  if (userTokens.length === 0) throw new Refusal('bad-request', 'no coins');
  if (units < 1n) throw new Refusal('too-small');
  const held = userTokens.reduce((sum, coin) => sum + tokenOn(coin, token, user).amount, 0n);
  if (units > held) throw new Refusal('insufficient-funds', `${held} units`);
  const receivers = [{ holder: scriptHolder(user), units }];
  if (held > units) receivers.push({ holder: user, units: held - units });
  const inputs = userTokens.map((_, index) => index);
  const check: TokenCheck = { kind: 'transfer', token, inputs, receivers, outputs: receivers.length + 1 };
  if (checkNumber(check) === undefined) throw new Refusal('too-many-coins', `${inputs.length} of the token`);
  return check;
}

/**
 * In: the tokens, the coins that pay, the check. Out: the parked token, the rest of it, the rest of the sats as one coin.
 * @param left what the last coin has to hold at least: everything that comes after is paid from it
 * @throws Refusal as `checkOfPark` and `checkedPlan`; insufficient-funds (of SPACE)
 */
export function planPark(
  request: ParkRequest,
  check: MvcCoin,
  { fee, left }: { readonly fee: bigint; readonly left: bigint },
): MvcPlan {
  const needed = checkOfPark(request);
  const user = hash160(request.userKey);
  for (const coin of request.userCoins) requireSpace(coin, user);
  const [first] = request.userTokens;
  if (first === undefined) throw new Refusal('bad-request', 'no coins');
  const inputs: PlannedInput[] = [
    ...request.userTokens.map((coin): PlannedInput => ({ role: 'user-token', coin })),
    ...request.userCoins.map((coin): PlannedInput => ({ role: 'user-space', coin })),
    { role: 'check', coin: check },
  ];
  const tokens = needed.receivers.map(({ holder, units }): TxOutput => ({
    value: request.tokenSats,
    script: withHolder(first.script, holder, units),
  }));
  const rest = tokens.reduce((sum, { value }) => sum - value, spentOf(inputs) - fee);
  if (rest < left) throw new Refusal('insufficient-funds', `${left - rest} sat of SPACE more`);
  const outputs = [...tokens, { value: rest as Sats, script: p2pkhScript(user) }];
  return checkedPlan({ inputs, outputs, checks: [needed] });
}
