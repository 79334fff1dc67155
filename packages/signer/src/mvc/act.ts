/** A swap as the signer makes it again: its coins fetched from our own node by the outpoints of the request, its check and its plan built from them. */
import type { MvcAct, MvcSwapAct } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  CHECK_AT,
  POOL_SPACE_AT,
  checkBodyOfBuy,
  checkBodyOfSell,
  planBuy,
  planSell,
  refillOf,
} from '@rialto/mvc';
import type { BuyRequest, MvcBody, MvcPlan, MvcTransaction, SellRequest } from '@rialto/mvc';
import { MAX_MONEY, hexToBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { foundIn } from './coins.ts';
import type { FoundCoin, MvcCoins } from './coins.ts';
import type { MvcKey } from './keys.ts';

export interface ReadAct {
  /** Who pays for the check: a coin of our wallet, or of the pool when it buys. */
  readonly checkCoin: FoundCoin;
  /** Beside it: the pool's that a purchase spends. */
  readonly poolCoins: readonly FoundCoin[];
  readonly userCoins: readonly FoundCoin[];
  /** Its check's transaction, nothing signed. */
  readonly checkBody: (script: Uint8Array) => MvcBody;
  readonly plan: (check: MvcTransaction) => MvcPlan;
}

const USER_KEY = /^0[23][0-9a-f]{64}$/;

/** @throws Refusal bad-request, amount-differs, coin-unknown; its functions as those of the plans */
export function readMvcAct(coins: MvcCoins, pool: MvcKey, act: MvcSwapAct): Promise<ReadAct> {
  requireNumbers(act);
  const parties = { token: act.token, userKey: hexToBytes(act.userKey), poolHash: pool.hash };
  return act.side === 'buy' ? readBuy(coins, parties, act) : readSell(coins, parties, act);
}

/** Of sums nobody has to think: all of them together are money. */
export function requireNumbers(act: MvcAct): void {
  const moves = act.side === 'add' || act.side === 'remove' ? [act.parkFee] : [];
  const sum = [...moves, act.sats, act.tokenSats, act.tokenSats, act.fee, act.checkSats, act.checkFee];
  if (sum.reduce((all, text) => all + BigInt(text), 0n) > MAX_MONEY) throw new Refusal('bad-request', 'sums');
  // In one spelling, for checks are counted by it.
  if (!USER_KEY.test(act.userKey)) throw new Refusal('bad-request', 'the user’s key');
  // What lies in the pool's own coins of the token is no reserve, and stays what it is.
  if (BigInt(act.tokenSats) !== TOKEN_OUTPUT_SATS)
    throw new Refusal('amount-differs', 'sats of token outputs');
}

type Parties = Pick<SellRequest, 'token' | 'userKey' | 'poolHash'>;

const termsOf = (act: MvcAct) => ({
  ...{ sats: sats(BigInt(act.sats)), units: BigInt(act.units), tokenSats: TOKEN_OUTPUT_SATS },
});
const checkOf = (act: MvcAct) => ({ sats: sats(BigInt(act.checkSats)), fee: sats(BigInt(act.checkFee)) });

export const allAt = (
  coins: MvcCoins,
  points: readonly Parameters<MvcCoins['at']>[0][],
): Promise<FoundCoin[]> => Promise.all(points.map((point) => coins.at(point)));

async function readBuy(
  coins: MvcCoins,
  parties: Parties,
  act: Extract<MvcAct, { side: 'buy' }>,
): Promise<ReadAct> {
  const [tokens, space, checkCoin] = await Promise.all([
    allAt(coins, act.poolTokens),
    coins.at(act.poolSpace),
    coins.at(act.checkCoin),
  ]);
  const userCoins = await allAt(coins, act.userCoins);
  const terms = { ...checkOf(act), coin: checkCoin.coin };
  const request: BuyRequest = {
    ...{ ...parties, ...termsOf(act), refill: refillOf(terms), fee: sats(BigInt(act.fee)) },
    lane: { tokens: tokens.map(({ coin }) => coin), space: space.coin },
    userCoins: userCoins.map(({ coin }) => coin),
  };
  return {
    ...{ checkCoin, userCoins, poolCoins: [...tokens, space] },
    checkBody: (script) => checkBodyOfBuy(request, { ...terms, script }),
    plan: (check) => planBuy(request, foundIn(check, CHECK_AT).coin),
  };
}

async function readSell(
  coins: MvcCoins,
  parties: Parties,
  act: Extract<MvcAct, { side: 'sell' }>,
): Promise<ReadAct> {
  const [checkCoin, userCoins] = await Promise.all([coins.at(act.poolSpace), allAt(coins, act.userTokens)]);
  const request: SellRequest = {
    ...{ ...parties, ...termsOf(act) },
    userTokens: userCoins.map(({ coin }) => coin),
  };
  const terms = { ...checkOf(act), coin: checkCoin.coin };
  return {
    ...{ checkCoin, userCoins, poolCoins: [] },
    checkBody: (script) => checkBodyOfSell(request, { ...terms, script }, BigInt(act.fee)),
    plan: (check) => planSell(request, foundIn(check, POOL_SPACE_AT).coin, foundIn(check, CHECK_AT).coin),
  };
}
