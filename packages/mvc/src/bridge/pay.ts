/** A payment of tokens as wallets make it: the user signs his tokens and his SPACE, and data may stand beside them (bridge §2). */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { hash160 } from '../hashes.ts';
import { requireSpace, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan } from '../swap/plan.ts';
import type { TokenCheck } from '../token/check-data.ts';
import type { TokenKey } from '../token/tail.ts';
import { checkLaidOut, laidOut, transferCheck } from './layout.ts';
import type { OwnCheck, TransferParts } from './layout.ts';

export interface TokenPayment {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** Held by his key; what they hold and he does not pay comes back as one coin. */
  readonly userTokens: readonly MvcCoin[];
  readonly userCoins: readonly MvcCoin[];
  /** Hash of the receiver's key. */
  readonly receiver: Uint8Array;
  readonly units: bigint;
  readonly message: TxOutput | undefined;
  readonly tokenSats: Sats;
}

/** @throws Refusal bad-request (no coins), too-small, not-a-lot, not-yours, insufficient-funds (of the token), too-many-coins */
export function checkOfTokenPayment(
  request: Omit<TokenPayment, 'userCoins' | 'message' | 'tokenSats'>,
): TokenCheck {
  const { token, userKey, userTokens, receiver, units } = request;
  const user = hash160(userKey);
  if (userTokens.length === 0) throw new Refusal('bad-request', 'no coins');
  if (units < 1n) throw new Refusal('too-small');
  const held = userTokens.reduce((sum, coin) => sum + tokenOn(coin, token, user).amount, 0n);
  if (units > held) throw new Refusal('insufficient-funds', `${held} units`);
  const rest = held > units ? [{ holder: user, units: held - units }] : [];
  return transferCheck(token, { coins: userTokens.length, held }, [{ holder: receiver, units }, ...rest]);
}

function partsOf(request: TokenPayment): TransferParts {
  const { userKey, userTokens, userCoins, message, tokenSats } = request;
  const user = hash160(userKey);
  const check = checkOfTokenPayment(request);
  for (const coin of userCoins) requireSpace(coin, user);
  return {
    check,
    tokens: userTokens.map((coin) => ({ role: 'user-token', coin })),
    space: userCoins.map((coin) => ({ role: 'user-space', coin })),
    ...{ message, change: user, tokenSats },
  };
}

/**
 * In: his tokens, his SPACE, the check. Out: the receiver's token, the rest of it to him, the data, his change.
 * @throws Refusal as `checkOfTokenPayment` and `checkedPlan`; insufficient-funds
 */
export const planTokenPayment = (request: TokenPayment, check: MvcCoin, fee: bigint): MvcPlan =>
  laidOut(partsOf(request), check, fee);

/** The transaction that makes the check, paid by him. @throws Refusal as `checkOfTokenPayment` and `checkLaidOut`; not-yours */
export const planPaymentCheck = (request: TokenPayment, own: OwnCheck): MvcPlan =>
  checkLaidOut(partsOf(request), own);
