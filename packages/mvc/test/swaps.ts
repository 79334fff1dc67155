/** One purchase and one sale with a pool, as they are before anybody signs, and what both sides agreed. */
import { concatBytes } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import {
  TOKEN_OUTPUT_SATS,
  checkOfBuy,
  checkOfSell,
  p2pkhScript,
  planBuy,
  planSell,
  poolSpaceOfSell,
} from '../src/index.ts';
import type { AgreedSwap, BuyRequest, MvcCoin, MvcPlan, SellRequest } from '../src/index.ts';
import { checkScript } from '@rialto/contracts';
import { Chain, TOKEN, person, signatureOf, tokenCoins } from './contracts.ts';
import type { Halves, Person } from './contracts.ts';
import { bodyOfPlan } from '../src/index.ts';

export const USER = person(1);
export const POOL = person(2);
export const FEE_WALLET = person(3);
export const STRANGER = person(4);

export interface Swap {
  readonly chain: Chain;
  readonly plan: MvcPlan;
  readonly agreed: AgreedSwap;
}

export const sats = (value: bigint): Sats => value as Sats;
export const paid = (who: Person, value: bigint) => ({ value: sats(value), script: who.script });

export function only<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('there is one');
  return one;
}

const CHECK_SATS = 3_000n;
const PARTIES = { token: TOKEN, userKey: USER.key, poolHash: POOL.hash };

export interface BuyCase extends Swap {
  readonly request: BuyRequest;
  readonly check: MvcCoin;
}

export function aBuy(changes: Partial<BuyRequest> = {}): BuyCase {
  const chain = new Chain();
  const tokens = only(tokenCoins(chain, [{ holder: POOL.holder, units: 1_000_000n }]));
  const space = only(chain.fund([paid(POOL, 50_000_000n)]));
  const userCoins = chain.fund([paid(USER, 900_000n), paid(USER, 700_000n)]);
  const request: BuyRequest = {
    ...PARTIES,
    lane: { tokens: [tokens], space },
    userCoins,
    sats: sats(1_200_000n),
    units: 23_000n,
    tokenSats: TOKEN_OUTPUT_SATS,
    refill: paid(FEE_WALLET, 9_000n),
    fee: sats(20_000n),
    ...changes,
  };
  const check = only(chain.fund([{ value: sats(CHECK_SATS), script: checkScript(checkOfBuy(request)) }]));
  const agreed: AgreedSwap = {
    ...PARTIES,
    side: 'buy',
    userCoins: request.userCoins.map(({ outpoint }) => outpoint),
    sats: request.sats,
    units: request.units,
    tokenSats: request.tokenSats,
    // What it costs, to the sat: one token output more than before, the refill, the fee, less what the check holds; and change that is too small.
    mostCosts: sats(
      planBuy(request, check).fee + request.tokenSats + (request.refill?.value ?? 0n) - CHECK_SATS,
    ),
    refill: request.refill,
  };
  return { chain, request, check, plan: planBuy(request, check), agreed };
}

export interface SellCase extends Swap {
  readonly request: SellRequest;
  readonly check: MvcCoin;
  readonly poolSpace: MvcCoin;
}

export function aSell(units = 60_000n, changes: Partial<SellRequest> = {}): SellCase {
  const chain = new Chain();
  const userTokens = tokenCoins(chain, [
    { holder: USER.hash, units: 50_000n },
    { holder: USER.hash, units: 20_000n },
  ]);
  const request: SellRequest = {
    ...PARTIES,
    userTokens,
    units,
    sats: sats(2_000_000n),
    tokenSats: TOKEN_OUTPUT_SATS,
    ...changes,
  };
  const value = poolSpaceOfSell(request, 17_000n, CHECK_SATS);
  const [check, poolSpace] = chain.fund([
    { value: sats(CHECK_SATS), script: checkScript(checkOfSell(request)) },
    { value, script: POOL.script },
  ]);
  if (check === undefined || poolSpace === undefined) throw new Error('two coins');
  const agreed: AgreedSwap = {
    ...PARTIES,
    side: 'sell',
    userCoins: request.userTokens.map(({ outpoint }) => outpoint),
    sats: request.sats,
    units,
    tokenSats: request.tokenSats,
    mostCosts: sats(0n),
    refill: undefined,
  };
  return { chain, request, check, poolSpace, plan: planSell(request, poolSpace, check), agreed };
}

/** What user and pool sign of a plan. */
export function halvesOf(plan: MvcPlan): Halves {
  const tx = bodyOfPlan(plan);
  const of = new Map<number, { signature: Uint8Array; publicKey: Uint8Array }>();
  plan.inputs.forEach(({ role, coin }, index) => {
    const who =
      role === 'pool-space' ? POOL : role === 'user-space' || role === 'user-token' ? USER : undefined;
    if (who !== undefined)
      of.set(index, { signature: signatureOf(who, tx, index, coin), publicKey: who.key });
  });
  return { of };
}

/** A contract that nobody knows, with somebody's hash in it. */
export const oddScript = (...marks: readonly Uint8Array[]): Uint8Array =>
  concatBytes(
    Uint8Array.of(0x51, 0x6a),
    ...marks.map((mark) => concatBytes(Uint8Array.of(mark.length), mark)),
  );

export const toStranger = p2pkhScript(STRANGER.hash);
