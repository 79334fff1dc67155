/** The transaction of a claim: rows by coins of the pot that hold enough, or lots that come near to what is due. */
import { restockFee } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { bytesToHex, sats, splitAsset } from '@rialto/protocols';
import type { AssetId, Sats } from '@rialto/protocols';
import { isInLots, planClaim, planLotClaim } from '@rialto/psbt';
import type { Payer, PoolAct, PoolScript } from '@rialto/psbt';
import { coinsBeingSigned, standingClaims } from '../../store/rewards/claim-store.ts';
import type { ClaimContext } from './context.ts';
import type { Due } from './due.ts';
import { chooseCoins, coinsOfPot } from './pot-coins.ts';
import type { PotCoin } from './pot-coins.ts';
import { chooseLots } from './pot-lots.ts';

interface Wanted {
  readonly campaign: Campaign;
  readonly address: string;
  readonly script: Uint8Array;
  readonly pot: PoolScript;
  readonly due: Due;
  /** Of the index. */
  readonly height: number;
}

export interface PlannedClaim {
  readonly plan: PoolAct;
  /** Sat or units that it pays. */
  readonly amount: bigint;
  /** Whose rows it takes; none of a claim in lots. */
  readonly epochs: readonly number[];
  /** Sat that go to the pot for new lots. */
  readonly restock: Sats;
}

/** What new lots cost whoever takes some: of BRC-20 they are inscribed, tokens of MRC-20 are parted by a message. */
export const restockOf = (pays: 'sats' | AssetId, lots: number, feeRateSatVb: number): Sats =>
  sats(splitAsset(pays)?.protocol === 'brc20' ? restockFee(lots, feeRateSatVb) : 0n);

/** @throws Refusal pot-empty, no-fitting-lot, claim-waits, and as the templates and the signer */
export async function plannedClaim(
  context: ClaimContext,
  wanted: Wanted,
  { payer, feeRateSatVb }: { readonly payer: Payer; readonly feeRateSatVb: number },
): Promise<PlannedClaim> {
  const { pot, due, campaign } = wanted;
  const { pays } = campaign;
  if (isInLots(pays)) {
    const lots = await lotsFor(context, wanted);
    const restock = restockOf(pays, lots.length, feeRateSatVb);
    const coins = lots.map(({ coin }) => coin);
    const plan = planLotClaim({ payer, pot, lots: coins, pays: pays as AssetId, restock, feeRateSatVb });
    return { plan, amount: lots.reduce((sum, { holds }) => sum + holds, 0n), epochs: [], restock };
  }
  const { amount, epochs } = due;
  const coins = await coinsFor(context, wanted);
  const plan = planClaim({ payer, pot, coins, pays, amount, feeRateSatVb });
  return { plan, amount, epochs, restock: sats(0n) };
}

async function coinsFor(context: ClaimContext, { campaign, address, script, pot, due }: Wanted) {
  const signed = await context.custody.rewardSigned(campaign.id, bytesToHex(script));
  const before = signed.filter(({ epochs }) => epochs.some((number) => due.epochs.includes(number)));
  return chooseCoins(await coinsOfPot(context, campaign, pot.script), {
    amount: due.amount,
    pays: campaign.pays,
    before: before.map(({ of }) => of),
    kept: await coinsBeingSigned(context.store.db, campaign.id, address),
  });
}

async function lotsFor(
  context: ClaimContext,
  { campaign, address, script, pot, due, height }: Wanted,
): Promise<readonly PotCoin[]> {
  const { db } = context.store;
  const signed = await context.custody.rewardSigned(campaign.id, bytesToHex(script));
  const standing = new Set((await standingClaims(db, campaign.id, address)).map(({ txid }) => txid));
  const lost = signed
    .filter(({ txid }) => !standing.has(txid))
    .map(({ amount, ...one }) => ({ ...one, amount: BigInt(amount) }));
  const lots = { atMost: due.amount, also: lost.flatMap(({ of }) => of) };
  return chooseLots(await coinsOfPot(context, campaign, pot.script, lots), {
    due: due.amount,
    lost,
    kept: await coinsBeingSigned(db, campaign.id, address),
    height,
  });
}
