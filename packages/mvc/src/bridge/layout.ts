/** A transfer of one token that its holders sign: tokens, SPACE and the check in; tokens, data and one coin of SPACE out. The check allows nothing else. */
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { p2pkhScript } from '../address.ts';
import { checkOutput } from '../swap/check-tx.ts';
import { checkedPlan, spentOf } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan, PlannedInput } from '../swap/plan.ts';
import { LEAST_CHANGE } from '../swap/terms.ts';
import { checkNumber } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { MOST_UNITS, withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';

export interface TransferParts {
  readonly check: TokenCheck;
  readonly tokens: readonly PlannedInput[];
  readonly space: readonly PlannedInput[];
  /** Data, where there is any. */
  readonly message: TxOutput | undefined;
  /** Hash of the key that gets what is left of the sats. */
  readonly change: Uint8Array;
  /** What each token output holds. */
  readonly tokenSats: Sats;
}

/** Data and change. */
const OTHER_OUTPUTS = 2;

/**
 * The check of a transfer.
 * @param held units on the coins that go in
 * @throws Refusal not-a-lot (more than a token can have), too-many-coins
 */
export function transferCheck(
  token: TokenKey,
  { coins, held }: { readonly coins: number; readonly held: bigint },
  receivers: TokenCheck['receivers'],
): TokenCheck {
  // Coins that nobody has judged may say anything.
  if (held > MOST_UNITS) throw new Refusal('not-a-lot', 'more than a token can have');
  const inputs = Array.from({ length: coins }, (_, index) => index);
  const outputs = receivers.length + OTHER_OUTPUTS;
  const check: TokenCheck = { kind: 'transfer', token, inputs, receivers, outputs };
  if (checkNumber(check) === undefined) throw new Refusal('too-many-coins', `${coins} of the token`);
  return check;
}

/** @throws Refusal as `checkedPlan`; bad-request (no token), insufficient-funds */
export function laidOut(parts: TransferParts, checkCoin: MvcCoin, fee: bigint): MvcPlan {
  const { check, tokens, space, message, change, tokenSats } = parts;
  const inputs: PlannedInput[] = [...tokens, ...space, { role: 'check', coin: checkCoin }];
  const [first] = tokens;
  if (first === undefined) throw new Refusal('bad-request', 'no coins');
  const paid = check.receivers.map(({ holder, units }): TxOutput => ({
    value: tokenSats,
    script: withHolder(first.coin.script, holder, units),
  }));
  const rest = paid.reduce((left, { value }) => left - value, spentOf(inputs) - fee);
  const outputs = [...paid, ...(message === undefined ? [] : [message]), ...changeOf(rest, change)];
  return checkedPlan({ inputs, outputs, checks: [check] });
}

/** What is left of sats as the one coin of a key. @throws Refusal insufficient-funds for less than wallets list */
function changeOf(rest: bigint, keyHash: Uint8Array): readonly TxOutput[] {
  if (rest < LEAST_CHANGE)
    throw new Refusal('insufficient-funds', `${LEAST_CHANGE - rest} sat of SPACE more`);
  return [{ value: rest as Sats, script: p2pkhScript(keyHash) }];
}

export interface OwnCheck {
  /** Of the check's coin, as the published contract has it. */
  readonly script: Uint8Array;
  /** What that coin holds: it comes back with the tokens. */
  readonly sats: Sats;
  /** What the miners get. */
  readonly fee: bigint;
}

/** Where they are in the transaction that makes a check: its coin, and what is left. */
export const CHECK_LEFT_AT = { check: 0, left: 1 } as const;

/**
 * The transaction that makes the check. In: SPACE. Out: the check's coin, and the rest to the key.
 * @throws Refusal bad-request (no coins), duplicate-input, script-not-allowed (another check), too-small, fee-too-low, insufficient-funds
 */
export function checkLaidOut(
  { check, space, change }: Pick<TransferParts, 'check' | 'space' | 'change'>,
  own: OwnCheck,
): MvcPlan {
  if (space.length === 0) throw new Refusal('bad-request', 'no coins');
  if (new Set(space.map(({ coin }) => coin.outpoint)).size < space.length)
    throw new Refusal('duplicate-input');
  const made = checkOutput(check, own);
  const { fee } = own;
  if (fee < 1n) throw new Refusal('fee-too-low');
  const outputs = [made, ...changeOf(spentOf(space) - made.value - fee, change)];
  return { inputs: space, outputs, checks: [], fee: fee as Sats };
}
