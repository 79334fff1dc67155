/** The demo's campaigns as their operator would write them: one of each kind, in epochs of twelve blocks. Pure. */

/** What the files name, as far as it is there. */
export interface CampaignPlace {
  /** The last block there is. */
  readonly height: number;
  /** Hex: where what nobody claims goes back to. */
  readonly refundScript: string;
  /** Asset ids of all that is traded. */
  readonly tokens: readonly string[];
  /** The token with a ranking. */
  readonly ranked: string;
  /** A rune with a pool. */
  readonly pooled: string;
}

export interface DemoCampaign {
  readonly id: string;
  /** `sats`, or the rune that it pays. */
  readonly pays: string;
  readonly pot: string;
  readonly [field: string]: unknown;
}

const EPOCH_BLOCKS = 12;
/** At a block every twenty seconds almost three days, less what a kept past has slept through. */
const EPOCHS = 1_000;
const CLAIM_BLOCKS = 4_320;
const CAPPED = { capPpm: '500000', capPrice: { sats: '1', units: '1' } };

export function campaignFiles(place: CampaignPlace): readonly DemoCampaign[] {
  const { height, refundScript, tokens, ranked, pooled } = place;
  const lastBlock = height + EPOCHS * EPOCH_BLOCKS;
  const blocks = { firstBlock: height + 1, lastBlock, epochBlocks: EPOCH_BLOCKS };
  const all = { ...blocks, claimUntil: lastBlock + CLAIM_BLOCKS, refundScript };
  return [
    {
      ...{ ...all, id: 'newcomers', title: 'Welcome to the exchange', pairs: tokens },
      ...{ pays: 'sats', pot: '2000000' },
      rule: { kind: 'newcomer', ...CAPPED, each: '2000', trades: 3, least: '10000' },
    },
    {
      ...{ ...all, id: 'ranking', title: 'Traders of the day', pairs: [ranked] },
      ...{ pays: 'sats', pot: '12000000' },
      rule: {
        ...{ kind: 'trading', ...CAPPED },
        levels: [
          { limit: '0', pot: '2000' },
          { limit: '300000', pot: '5000' },
          { limit: '1500000', pot: '12000' },
        ],
      },
    },
    {
      ...{ ...all, id: 'harbor-liquidity', title: 'Harbor for its providers', pairs: [pooled] },
      ...{ pays: pooled, pot: '300000' },
      rule: { kind: 'liquidity', epochPot: '300', maxRate: '20000000' },
    },
    {
      ...{ ...all, id: 'harbor-fees', title: 'Fees of the Harbor pool', pairs: [pooled] },
      ...{ pays: 'sats', pot: '2000000' },
      rule: { kind: 'fee-share', partPpm: '200000' },
    },
  ];
}
