/** The transaction that makes a check's coin, before its payer signs it: server and signer build the same one, and hand each other nothing but its terms. */
import { bytesToHex, equalBytes, invariant, sats, sumSats } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keyHashOf, p2pkhScript } from '../address.ts';
import { isCheckOf } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import type { MvcBody } from '../transaction.ts';
import { checkOfBuy } from './buy.ts';
import type { BuyRequest } from './buy.ts';
import { bodyOfInputs, requireSpace } from './plan.ts';
import type { MvcCoin } from './plan.ts';
import { checkOfSell, poolSpaceOfSell } from './sell.ts';
import type { SellRequest } from './sell.ts';
import { LEAST_CHANGE } from './terms.ts';

interface CheckTerms {
  /** P2PKH of who pays: the operator's wallet for a purchase, the pool for a sale. */
  readonly coin: MvcCoin;
  /** Of the check's coin, as the published contract has it. */
  readonly script: Uint8Array;
  /** What the check's coin holds. */
  readonly sats: Sats;
  /** What the miners get. */
  readonly fee: Sats;
}

/** Where the check's coin is among the outputs, and the pool's that pays a seller. */
export const CHECK_AT = 0;
export const POOL_SPACE_AT = 1;

/** The output of a purchase that gives the check's cost back to the wallet that paid it. */
export function refillOf({ coin, sats: held, fee }: Omit<CheckTerms, 'script'>): TxOutput {
  return { value: sats(held + fee), script: coin.script };
}

/**
 * In: the wallet's coin. Out: the check's coin, and the rest to the wallet.
 * @throws Refusal as `checkOfBuy`; script-not-allowed (not the check of this purchase), not-yours (the coin is no key's), amount-differs
 *   (the purchase gives another sum back, or to somebody else), insufficient-funds
 */
export function checkBodyOfBuy(request: Omit<BuyRequest, 'fee'>, terms: CheckTerms): MvcBody {
  const { coin } = terms;
  const check = checkOutput(checkOfBuy(request), terms);
  if (keyHashOf(coin.script) === undefined) throw new Refusal('not-yours', coin.outpoint);
  const { value, script } = refillOf(terms);
  if (request.refill?.value !== value || !equalBytes(request.refill.script, script))
    throw new Refusal('amount-differs', `${value} sat to ${bytesToHex(script)}`);
  return withRest(terms, [check], sats(1n));
}

/**
 * In: a coin of the pool. Out: the check's coin, a coin of the pool that holds exactly what the sale needs, and the rest to the pool; a
 * rest too small for a coin goes to the miners.
 * @param swapFee what the miners get for the sale itself, in sat
 * @throws Refusal as `checkOfSell`; script-not-allowed (not the check of this sale), not-yours (not the pool's coin), insufficient-funds
 */
export function checkBodyOfSell(request: SellRequest, terms: CheckTerms, swapFee: bigint): MvcBody {
  const check = checkOutput(checkOfSell(request), terms);
  requireSpace(terms.coin, request.poolHash);
  const exact = {
    value: poolSpaceOfSell(request, swapFee, terms.sats),
    script: p2pkhScript(request.poolHash),
  };
  return withRest(terms, [check, exact], LEAST_CHANGE);
}

/** The checks of liquidity, in the order of the outputs, and what is left of the pool's coin behind them. */
export const MOVE_CHECKS = { park: 0, parked: 1, given: 2, rest: 3 } as const;

/** Scripts of the three checks, in that order. */
type MoveScripts = readonly [Uint8Array, Uint8Array, Uint8Array];

/**
 * In: a coin of the pool. Out: the coins of three checks, and the rest to the pool. What they cost comes back with the move.
 * @param checks of the parking, of what goes in and of what is given
 * @throws Refusal script-not-allowed, not-yours (not the pool's coin), insufficient-funds
 */
export function checkBodyOfMove(
  poolHash: Uint8Array,
  checks: readonly [TokenCheck, TokenCheck, TokenCheck],
  { scripts, ...terms }: Omit<CheckTerms, 'script'> & { readonly scripts: MoveScripts },
): MvcBody {
  requireSpace(terms.coin, poolHash);
  const outputs = checks.map((check, at) => {
    const script = scripts[at];
    invariant(script !== undefined, 'a script for each check');
    return checkOutput(check, { ...terms, script });
  });
  const body = withRest(terms, outputs, LEAST_CHANGE);
  if (body.outputs.length <= MOVE_CHECKS.rest) throw new Refusal('pool-too-small', terms.coin.outpoint);
  return body;
}

/** @throws Refusal script-not-allowed (another check), too-small */
export function checkOutput(
  check: TokenCheck,
  { script, sats: value }: Pick<CheckTerms, 'script' | 'sats'>,
): TxOutput {
  if (!isCheckOf(script, check)) throw new Refusal('script-not-allowed', 'the check');
  if (value < 1n) throw new Refusal('too-small', 'the check’s coin');
  return { value, script };
}

function withRest(
  { coin, fee }: Pick<CheckTerms, 'coin' | 'fee'>,
  outputs: readonly TxOutput[],
  least: Sats,
): MvcBody {
  if (fee < 1n) throw new Refusal('fee-too-low');
  const rest = coin.value - fee - sumSats(outputs.map(({ value }) => value));
  if (rest < 0n) throw new Refusal('insufficient-funds', `${-rest} sat`);
  const back = rest < least ? [] : [{ value: sats(rest), script: coin.script }];
  return bodyOfInputs([coin], [...outputs, ...back]);
}
