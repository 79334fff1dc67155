/** What is claimed, by whom and at which fee rate, and what the exchange makes of it. */
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../../data/calls/credentials.ts';
import type { RewardAsset } from '../../../data/rewards/campaigns.ts';
import type { User } from '../../../flows/account/account.ts';

export type PreparedClaim = AnswerOf<'prepareClaim'>;

export interface ClaimIntent {
  readonly network: Network;
  readonly user: User;
  readonly session: Credential;
  readonly campaign: string;
  readonly pays: RewardAsset;
  /** All that can be claimed, as the page showed it. */
  readonly amount: string;
  readonly feeRateSatVb: number;
}
