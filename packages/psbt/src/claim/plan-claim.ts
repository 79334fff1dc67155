/**
 * A claim of rewards: the claimant's own coin pays the network fee, coins of the campaign's pot pay the reward, and what is left of them goes
 * back to the pot. He signs the whole transaction first, the pot last (rewards §5). It is laid out and signed as an act on a pool is.
 */
import { DUST_FLOOR, hexToBytes, invariant, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin } from '@rialto/protocols';
import { checkDistinct, totalOf } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { checkedAct, moneyOutput, tokenOutput, unitsOf } from '../pool/pool-draft.ts';
import type { PoolAct, PoolOutput } from '../pool/pool-draft.ts';
import { poolInput } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { checkPoolUser, paidAct, runeOn } from '../pool/pool-user.ts';
import { transactionVsize } from '../tx/size.ts';
import { keySpend, wholeSpend } from '../tx/spend-kinds.ts';

/** As many coins of a pot as one transaction spends, a claim or a refund. */
export const MOST_POT_COINS = 16;

export interface ClaimRequest {
  /** Whose clean coins pay the network fee. */
  readonly payer: Payer;
  readonly pot: PoolScript;
  /** Of the pot, in blocks: plain ones where sats are paid, else each with the rune and nothing else. */
  readonly coins: readonly Coin[];
  readonly pays: 'sats' | AssetId;
  /** Sat, or smallest units. */
  readonly amount: bigint;
  readonly feeRateSatVb: number;
}

/**
 * Plans a claim. In: the claimant's coins, coins of the pot. Out: of a rune 546 sat with the units, whatever is his in sats, what is left of
 * the pot's coins, the message. The pot gives no sat but the reward.
 * @throws Refusal wrong-address-type, not-yours, script-not-allowed (a coin of another script), bad-request (no coin, nothing to claim),
 *   too-many-coins, duplicate-input, coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, pot-empty, too-large, insufficient-funds,
 *   fee-too-high
 * Source: rewards §5.
 */
export function planClaim(request: ClaimRequest): PoolAct {
  const { payer, pot, coins, pays, amount, feeRateSatVb } = request;
  checkPoolUser(payer, pot);
  checkPotCoins(request);
  if (amount < 1n) throw new Refusal('bad-request', 'nothing to claim');
  const { gets, left } = pays === 'sats' ? ofSats(request) : ofRune(request, pays);
  const act: PoolAct = {
    pool: pot,
    userKey: payer.key,
    userCoins: [],
    poolCoins: coins,
    userOutputs: gets,
    poolOutputs: left,
    firstLane: 0,
    burned: [],
    serviceFee: undefined,
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}

function checkPotCoins({ pot, coins, pays }: ClaimRequest): void {
  if (coins.length === 0) throw new Refusal('bad-request', 'no coin of the pot');
  if (coins.length > MOST_POT_COINS) throw new Refusal('too-many-coins', `more than ${MOST_POT_COINS}`);
  checkDistinct(coins);
  for (const coin of coins) {
    poolInput(coin, pot);
    if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
    if (pays === 'sats' && coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
  }
}

interface Paid {
  readonly gets: readonly PoolOutput[];
  readonly left: readonly PoolOutput[];
}

/** His sats come with his change, on one output. What is left is a coin or nothing: less than a coin he fills up. */
function ofSats({ pot: { script }, coins, amount }: ClaimRequest): Paid {
  const left = totalOf(coins) - amount;
  if (left < 0n) throw new Refusal('pot-empty', `missing ${-left} sat`);
  if (left === 0n) return { gets: [], left: [] };
  return { gets: [], left: [moneyOutput(script, left < DUST_FLOOR ? DUST_FLOOR : sats(left))] };
}

function ofRune({ payer, pot: { script }, coins, amount: units }: ClaimRequest, pays: AssetId): Paid {
  const runes = coins.map(runeOn);
  const [rune] = runes;
  invariant(rune !== undefined, 'a claim spends a coin of the pot');
  if (runes.some(({ asset }) => asset !== pays)) throw new Refusal('lots-differ', pays);
  const left = runes.reduce((sum, { amount }) => sum + amount, 0n) - units;
  if (left < 0n) throw new Refusal('pot-empty', `missing ${-left} of ${pays}`);
  const home = moneyOutput(script, totalOf(coins));
  return {
    gets: [tokenOutput(payer.script, rune, units)],
    left: [{ ...home, runes: left === 0n ? [] : [unitsOf(rune, left)] }],
  };
}

/** What a claim takes out of the pot: sats and units, each what goes in less what comes back. */
export function takenByClaim({ poolCoins, poolOutputs }: Pick<PoolAct, 'poolCoins' | 'poolOutputs'>): {
  readonly sats: bigint;
  readonly units: bigint;
} {
  const unitsIn = (runes: readonly { readonly amount: bigint }[]): bigint =>
    runes.reduce((sum, { amount }) => sum + amount, 0n);
  const held = (coins: readonly Coin[]): bigint =>
    coins.reduce((sum, { assets }) => sum + unitsIn(assets.filter((one) => one.kind === 'rune')), 0n);
  const kept = poolOutputs.reduce((sum, { runes }) => sum + unitsIn(runes), 0n);
  return { sats: totalOf(poolCoins) - totalOf(poolOutputs), units: held(poolCoins) - kept };
}

/** Of a message with one edict, at most: two numbers of an id, 128 bits of units, an output, the pointer. */
const EDICT_SCRIPT = new Uint8Array(2 + 1 + 5 + 3 + 19 + 1 + 4);
const TAPROOT = hexToBytes(`5120${'00'.repeat(32)}`);

/** Virtual size of a claim, at most, that spends one coin of each side. */
export function claimVsize(script: Uint8Array, pays: 'sats' | 'rune'): number {
  const inputs = [wholeSpend(script), keySpend(TAPROOT, [0])];
  const plain = [{ script }, { script: TAPROOT }];
  return transactionVsize(inputs, pays === 'sats' ? plain : [...plain, { script }, { script: EDICT_SCRIPT }]);
}
