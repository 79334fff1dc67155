/** The words about the calls of rewards. */
import { FEES, PSBT, SIGNER, TRADING, note } from './note-parts.ts';

const FEE =
  'What a claim costs: the network fee of one transaction, by its size, and of BRC-20 what new lots cost, which the pot gets. Nothing is paid to the exchange.';
const RATE = ['fee-too-low', 'fee-too-high', 'fee-needs-consent'] as const;
const FEE_REFUSALS = ['campaign-unknown', 'wrong-address-type', ...RATE] as const;
const CLAIM_REFUSALS = [
  ...[
    'campaign-unknown',
    'nothing-to-claim',
    'no-fitting-lot',
    'reward-differs',
    'reward-too-small',
    'reward-waits',
  ],
  ...['claim-waits', 'claim-over', 'pot-empty', 'campaign-paused'],
  ...[...TRADING, ...SIGNER],
] as const;

export const REWARD_NOTES = {
  rewardCampaigns: note(
    'rewards',
    'What is paid for what, from which block to which, and what is left of it.',
  ),
  rewardEpochs: note(
    'rewards',
    'The closed epochs of a campaign, with the hashes of their tables.',
    'campaign-unknown',
  ),
  rewardEpoch: note(
    'rewards',
    'A closed epoch whole: its rows, the trades it was made of, and both as the texts whose SHA-256 is published. Anybody can make it again from them and the chain.',
    ...(['campaign-unknown', 'not-found'] as const),
  ),
  rewardRowsFile: note(
    'rewards',
    'The rows of a closed epoch as a file. Its SHA-256 is the published one.',
    ...(['campaign-unknown', 'not-found'] as const),
  ),
  rewardTradesFile: note(
    'rewards',
    'The trades a closed epoch was made of, as a file. Its SHA-256 is the published one.',
    ...(['campaign-unknown', 'not-found'] as const),
  ),
  rankingTicks: note('rewards', 'The tokens with a ranking. Times are estimates: ten minutes a block.'),
  ranking: note(
    'rewards',
    'How a ranking stands: volume, levels, and where an address is. Of an epoch that runs, what it would be by now.',
    'campaign-unknown',
  ),
  rankingAddresses: note('rewards', 'A page of a ranking, the largest volume first.', 'campaign-unknown'),
  rewardPool: note(
    'rewards',
    'What lies in the pot of a campaign, what is promised of it, and where anybody can look it up.',
    'campaign-unknown',
  ),
  rewardRecords: note(
    'rewards',
    'Who earned what: rows of closed epochs, the youngest first.',
    'campaign-unknown',
  ),
  eventRewardFee: note('rewards', FEE, ...FEE_REFUSALS),
  rewardFee: note('rewards', `${FEE} The same as under \`event\`.`, ...FEE_REFUSALS),
  userRewards: note('rewards', 'What an address has earned, claimed and can claim, campaign by campaign.'),
  userReward: note('rewards', 'The same of one campaign.', 'campaign-unknown'),
  userRewardOrders: note('rewards', 'The claims of an address, the youngest first.', 'campaign-unknown'),
  userRewardRecords: note(
    'rewards',
    'What an address earned in each closed epoch, the youngest first, and whether it was claimed.',
    'campaign-unknown',
  ),
  sharingFee: note(
    'rewards',
    'The part of a pool’s service fees that its providers share, and that of an address by now.',
    'campaign-unknown',
  ),
  sharingFeeRecords: note('rewards', 'As the records, of shared fees alone.', 'campaign-unknown'),
  prepareClaim: note(
    'rewards',
    'Builds the claim of all unpaid rows of one campaign; in BRC-20 and MRC-20 of whole lots near to their sum. Its address pays the network fee, and signs first.',
    ...CLAIM_REFUSALS,
    ...([...FEES, 'fee-needs-consent', 'wrong-address-type', 'not-followed', 'too-large'] as const),
  ),
  claimReward: note(
    'rewards',
    'Hands in a signed claim. The signer pays rows of tables that it has checked itself; the same claim again gets the same answer.',
    ...([...CLAIM_REFUSALS, ...PSBT, 'not-found', 'claim-expired', 'coin-spent'] as const),
  ),
} as const;
