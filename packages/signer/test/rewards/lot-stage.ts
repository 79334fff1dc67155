/** Lots of BRC-20 and MRC-20 in a pot, and claims of them. */
import { bytesToHex, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { planLotClaim } from '@rialto/psbt';
import type { Campaign } from '@rialto/market';
import { mrc20On, receiptOn, transferOn } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LOTS_BRC20, LOTS_MRC20 } from './campaigns.ts';
import { fund, openStage, potOf, requestOf, sign } from './stage.ts';
import type { Claim, Stage } from './stage.ts';

export const BOTH = [
  ['BRC-20', LOTS_BRC20],
  ['MRC-20', LOTS_MRC20],
] as const;

let counter = 0;
/** A lot of what a campaign pays, or of another token; of MRC-20 with the PIN that its making leaves. */
export function assetsOf(campaign: Campaign, units: bigint, isOther = false): readonly CoinAsset[] {
  const name = `lot ${(counter += 1)}`;
  return campaign === LOTS_MRC20
    ? [mrc20On(isOther ? 'WOMAN' : 'MAN', units), receiptOn(name)]
    : [transferOn(name, { units, ...(isOther ? { tick: 'sats' } : {}) })];
}

interface OfLot {
  readonly deep?: number;
  readonly isOther?: boolean;
}

/** On the pot's own script, three deep where nothing else is said. */
export function fundLot(
  stage: Stage,
  campaign: Campaign,
  units: bigint,
  { deep = 3, isOther = false }: OfLot = {},
): Coin {
  const made = fund(stage, potOf(stage, campaign).pot.script, 546n, assetsOf(campaign, units, isOther));
  const settled = { ...made, height: stage.chain.height - deep + 1 };
  stage.chain.put(settled);
  return settled;
}

interface Claiming {
  readonly campaign?: Campaign;
  readonly by: User;
  readonly lots: readonly Coin[];
  /** Sat for new ones. */
  readonly restock?: bigint;
}

/** What a server makes of it. */
export function lotClaimOf(
  stage: Stage,
  { campaign = LOTS_BRC20, by, lots, restock = 0n }: Claiming,
): Claim & { readonly lots: NonNullable<Claim['plan']['lots']> } {
  const payer = { script: by.script, key: by.key, coins: [fund(stage, by.script, 50_000n)] };
  const { pot } = potOf(stage, campaign);
  const pays = campaign.pays === 'sats' ? LOTS_BRC20.pays : campaign.pays;
  if (pays === 'sats') throw new Error('a token');
  const plan = planLotClaim({ payer, pot, lots, pays, restock: sats(restock), feeRateSatVb: 2 });
  if (plan.lots === undefined) throw new Error('lots');
  return { campaign, by, epochs: [], plan, lots: plan.lots };
}

/** What is said of a claim over these lots. */
export const lotVerdict = (
  stage: Stage,
  by: User,
  lots: readonly Coin[],
  campaign: Campaign = LOTS_BRC20,
): Promise<string> => answer(sign(stage, requestOf(lotClaimOf(stage, { campaign, by, lots }))));

/** What of a token somebody has, on his coins or free of them. */
export function tokensOf({ chain }: Stage, { script }: Pick<User, 'script'>, { pays }: Campaign): bigint {
  const own = [...chain.settled.values()].filter((one) => bytesToHex(one.script) === bytesToHex(script));
  const held = own
    .flatMap(({ assets }) => assets)
    .map((one) => (one.kind === 'inscription' ? one.transfer : one.kind === 'pin' ? undefined : one))
    .reduce((sum, one) => sum + (one?.asset === pays ? one.amount : 0n), 0n);
  return pays === 'sats' ? 0n : held + chain.tokens.freeOn(script, pays);
}

/** The signer starts again with its folder. */
export function again(stage: Stage): Promise<Stage> {
  stage.parts.journal.close();
  return openStage(stage);
}
