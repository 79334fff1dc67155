/**
 * What page, server and signer ask of a provider's two transactions before anybody signs: that they are the ones that were agreed, made again
 * from the raw transactions of their coins, and do nothing else. Any coin of the user's in a transaction releases all that is parked with
 * him, so nothing of his may be among the inputs but what he agreed to.
 */
import { bytesToHex, equalBytes, invariant, outpoint } from '@rialto/protocols';
import type { Outpoint, Sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { hash160 } from '../hashes.ts';
import { p2pkhScript } from '../address.ts';
import { bodyOfPlan, signedByUser } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan } from '../swap/plan.ts';
import { coinsOf, readSwap, requireForeign, requireVersions } from '../swap/verify.ts';
import type { Previous } from '../swap/verify.ts';
import type { TokenKey } from '../token/tail.ts';
import { readFtScript } from '../token/tail.ts';
import { coreOf } from '../transaction.ts';
import type { MvcTransaction } from '../transaction.ts';
import { planMove } from './move.ts';
import { PARKED_AT, planPark } from './park.ts';

export interface AgreedPark {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** The user's, in their order. */
  readonly userTokens: readonly Outpoint[];
  readonly userCoins: readonly Outpoint[];
  readonly units: bigint;
  readonly tokenSats: Sats;
  /** The most that the miners may get. */
  readonly mostFee: bigint;
  /** What his one coin of SPACE has to hold afterwards at least. */
  readonly left: bigint;
}

export interface Verified {
  readonly plan: MvcPlan;
  readonly core: string;
  readonly toSign: readonly number[];
}

/**
 * Verifies a parking: his tokens to his own script, the rest of them and of his SPACE back to him.
 * @throws Refusal as `verifySwap` and `planPark`
 */
export function verifyPark(raw: Uint8Array, previous: readonly Previous[], agreed: AgreedPark): Verified {
  const tx = readSwap(raw);
  const { coins, versions } = coinsOf(tx, previous);
  const own = [...agreed.userTokens, ...agreed.userCoins];
  requireForeign(coins, { userKey: agreed.userKey, userCoins: own, checks: 1 });
  const users = coins.slice(0, -1);
  requireSame(users, own);
  const fee = feeOf(coins, tx);
  if (fee > agreed.mostFee) throw new Refusal('fee-too-high', `${fee} sat`);
  const check = coins.at(-1);
  invariant(check !== undefined, 'a transaction has an input');
  const plan = planPark(
    {
      ...agreed,
      userTokens: users.slice(0, agreed.userTokens.length),
      userCoins: users.slice(agreed.userTokens.length),
    },
    check,
    { fee, left: agreed.left },
  );
  return verified(tx, plan, versions);
}

export interface AgreedMove {
  readonly userKey: Uint8Array;
  readonly poolHash: Uint8Array;
  /** Core of the parking that was verified and signed before. */
  readonly parkCore: string;
  /** What goes in, and what is given. */
  readonly parked: TokenKey;
  readonly given: TokenKey;
  /** Of what was parked, and of what the user gets. */
  readonly parkedUnits: bigint;
  readonly units: bigint;
  /** What he pays into the pool; below zero what he gets out of it. */
  readonly sats: bigint;
  readonly tokenSats: Sats;
  /** The most that it may cost him beside, in sat: fees and what lies under his new token coin. */
  readonly mostCosts: bigint;
}

/**
 * Verifies a move over a parking: what was parked goes in, what was agreed comes out, and his SPACE changes by what was agreed and its costs.
 * @param parked the parking, whole: what it makes is spent here
 * @throws Refusal as `verifySwap` and `planMove`; effects-differ (it is not over the parking that was signed)
 */
export function verifyMove(
  raw: Uint8Array,
  previous: readonly Previous[],
  agreed: AgreedMove,
): Verified & { readonly costs: bigint } {
  const tx = readSwap(raw);
  const { coins, versions, known } = coinsOf(tx, previous);
  const parking = [...known.values()].find(({ core }) => core === agreed.parkCore);
  if (parking === undefined) throw new Refusal('effects-differ', 'not over what was parked');
  const last = parking.outputs.length - 1;
  const own = [outpoint(parking.txid, PARKED_AT), outpoint(parking.txid, last)];
  requireForeign(coins, { userKey: agreed.userKey, userCoins: own, checks: 2 });
  const { parked, given, userCoin, poolSpace, checks } = layoutOf(coins);
  requireSame([parked, userCoin], own);
  if (readFtScript(parked.script)?.amount !== agreed.parkedUnits)
    throw new Refusal('effects-differ', 'another amount is parked');
  const pool = p2pkhScript(agreed.poolHash);
  const poolSats = tx.outputs.find(({ script }) => equalBytes(script, pool))?.value;
  if (poolSats === undefined) throw new Refusal('effects-differ', 'nothing for the pool');
  const plan = planMove(
    {
      ...{
        userKey: agreed.userKey,
        poolHash: agreed.poolHash,
        units: agreed.units,
        tokenSats: agreed.tokenSats,
      },
      parked: { token: agreed.parked, coin: parked },
      given: { token: agreed.given, coin: given },
      ...{ userCoins: [userCoin], poolSpace, poolSats },
    },
    checks,
    feeOf(coins, tx),
  );
  const user = bytesToHex(p2pkhScript(hash160(agreed.userKey)));
  const back = tx.outputs.reduce(
    (sum, { script, value }) => (bytesToHex(script) === user ? sum + value : sum),
    0n,
  );
  const costs = userCoin.value - back - agreed.sats;
  if (costs > agreed.mostCosts) throw new Refusal('fee-too-high', `${costs} sat`);
  return { ...verified(tx, plan, versions), costs };
}

/** @throws Refusal effects-differ for another number of inputs */
function layoutOf(coins: readonly MvcCoin[]) {
  const [parked, given, userCoin, poolSpace, inCheck, outCheck, ...more] = coins;
  if (parked === undefined || given === undefined || userCoin === undefined)
    throw new Refusal('effects-differ', 'too few inputs');
  if (poolSpace === undefined || inCheck === undefined || outCheck === undefined || more.length > 0)
    throw new Refusal('effects-differ', 'other inputs than agreed');
  return { parked, given, userCoin, poolSpace, checks: [inCheck, outCheck] as const };
}

export function verified(tx: MvcTransaction, plan: MvcPlan, versions: ReadonlyMap<string, number>): Verified {
  const core = coreOf(bodyOfPlan(plan));
  if (tx.core !== core) throw new Refusal('effects-differ', 'not the agreed transaction');
  requireVersions(plan, versions);
  return { plan, core, toSign: signedByUser(plan) };
}

export function requireSame(coins: readonly MvcCoin[], agreed: readonly Outpoint[]): void {
  if (coins.length !== agreed.length || coins.some((coin, index) => coin.outpoint !== agreed[index]))
    throw new Refusal('effects-differ', 'other coins than agreed');
}

export function feeOf(coins: readonly MvcCoin[], { outputs }: MvcTransaction): bigint {
  const sum = (all: readonly { readonly value: bigint }[]): bigint =>
    all.reduce((total, { value }) => total + value, 0n);
  return sum(coins) - sum(outputs);
}
