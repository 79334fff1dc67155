/**
 * A claim of BRC-20 or MRC-20: whole lots of the pot come out as they are, ahead of everything else, on one output of the claimant's (rewards §5).
 * His clean coins pay the network; of BRC-20 also for new lots, in one output to the pot.
 */
import { equalBytes, hexToBytes, lotOf, splitAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, Sats } from '@rialto/protocols';
import { checkDistinct, totalOf } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { MOST_LOTS } from '../pool/brc20/lot-step.ts';
import type { LotStep } from '../pool/brc20/lot-step.ts';
import { checkedAct, moneyOutput } from '../pool/pool-draft.ts';
import type { PoolAct } from '../pool/pool-draft.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { checkPoolUser, paidAct } from '../pool/pool-user.ts';
import { DUST_FLOOR, transactionVsize } from '../tx/size.ts';
import { keySpend, wholeSpend } from '../tx/spend-kinds.ts';

export interface LotClaimRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  readonly pot: PoolScript;
  /** Of the pot, in blocks, one to four: each with one lot of the token. */
  readonly lots: readonly Coin[];
  readonly pays: AssetId;
  /** Sat for the pot, of which new lots are made; 0, or 546 at least. */
  readonly restock: Sats;
  readonly feeRateSatVb: number;
}

/**
 * Plans it. In: lots, the claimant's coins. Out: the lots' sats with all that is on them and his change to him, what new lots cost to the pot.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no lot), too-many-coins, duplicate-input, script-not-allowed (a lot of another
 *   script), coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, too-small (a restock that is no coin, lots on too few sats),
 *   insufficient-funds, fee-too-high
 * Source: rewards §5.
 */
export function planLotClaim({ payer, pot, lots, pays, restock, feeRateSatVb }: LotClaimRequest): PoolAct {
  checkPoolUser(payer, pot);
  if (lots.length === 0) throw new Refusal('bad-request', 'no lot of the pot');
  if (lots.length > MOST_LOTS) throw new Refusal('too-many-coins', `more than ${MOST_LOTS} lots`);
  checkDistinct(lots);
  for (const coin of lots) checkPotLot(coin, { pot, pays });
  const held = totalOf(lots);
  if (held < DUST_FLOOR) throw new Refusal('too-small', `lots on ${held} sat`);
  if (restock > 0n && restock < DUST_FLOOR) throw new Refusal('too-small', `${restock} sat for the pot`);
  const act: PoolAct = {
    pool: pot,
    userKey: payer.key,
    userCoins: [],
    poolCoins: [],
    userOutputs: [],
    poolOutputs: restock === 0n ? [] : [moneyOutput(pot.script, restock)],
    firstLane: 0,
    burned: [],
    serviceFee: undefined,
    lots: lotsOfPot(pot, lots, payer.script),
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}

/** Paid in whole lots: of BRC-20 nothing else can be moved, of MRC-20 nothing else without a second transaction. */
export function isInLots(pays: 'sats' | AssetId): boolean {
  const protocol = splitAsset(pays)?.protocol;
  return protocol === 'brc20' || protocol === 'mrc20';
}

/** Virtual size of a claim of so many lots, at most, that spends one coin of the claimant's. */
export function lotClaimVsize(script: Uint8Array, lots: number, isRestocked: boolean): number {
  const inputs = [...Array.from({ length: lots }, () => keySpend(TAPROOT, [0])), wholeSpend(script)];
  const outputs = [{ script }, { script }, ...(isRestocked ? [{ script: TAPROOT }] : [])];
  return transactionVsize(inputs, outputs);
}

const TAPROOT = hexToBytes(`5120${'00'.repeat(32)}`);

/** Lots that lie on the pot's own script, as an act moves them. */
export function lotsOfPot(pot: PoolScript, coins: readonly Coin[], to: Uint8Array): LotStep {
  return { coins, from: coins.map(() => ({ pool: pot, place: undefined })), to };
}

function checkPotLot(coin: Coin, { pot, pays }: Pick<LotClaimRequest, 'pot' | 'pays'>): void {
  if (!equalBytes(coin.script, pot.script)) throw new Refusal('script-not-allowed', coin.outpoint);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  const lot = lotOf(coin);
  if (lot === undefined || lot.kind === 'rune')
    throw new Refusal(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot', coin.outpoint);
  if (lot.asset !== pays) throw new Refusal('lots-differ', lot.asset);
}
