/** The words about the calls of rewards. */
import { note } from './note-parts.ts';

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
  rankingTicks: note('rewards', 'The tokens with a ranking. Times are estimates: ten minutes a block.'),
  ranking: note(
    'rewards',
    'How a ranking stands: volume, levels, and where an address is. Of an epoch that runs, what it would be by now.',
    'campaign-unknown',
  ),
  rankingAddresses: note('rewards', 'A page of a ranking, the largest volume first.', 'campaign-unknown'),
} as const;
