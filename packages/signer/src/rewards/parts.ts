/** What rewards are paid with. */
import type { Tip, Turns } from '@rialto/ground';
import type { Source, Chain, Ledger } from '@rialto/ground';
import type { Verifier } from '@rialto/psbt';
import type { FeeBounds } from '../cosign/fee-bounds.ts';
import type { LineFile } from '../journal/line-file.ts';
import type { RewardLine } from './books/lines.ts';
import type { RewardRecall } from './books/recall.ts';
import type { TableWorld } from './judge-table.ts';
import type { PotKey } from './pot-keys.ts';
import type { Trusted } from './trusted.ts';

export interface RewardRules {
  /** From the block at which a table was taken to the first claim of its rows. */
  readonly delayBlocks: number;
  /** Of a pot, in millionths, what claims may take in any hour. */
  readonly hourPpm: bigint;
  /** Most that a refund pays, in sat/vB. */
  readonly refundRate: number;
}

export interface RewardParts {
  readonly trusted: Trusted;
  readonly journal: LineFile<RewardLine> & { readonly recall: RewardRecall };
  readonly world: TableWorld;
  readonly source: Source & {
    readonly ledger: Pick<Ledger, 'oddMrc20Among'>;
    readonly chain: Pick<Chain, 'blockHash' | 'heightsOf' | 'unspent' | 'settledAt' | 'spendingOf'>;
  };
  readonly verifier: Verifier;
  readonly fees: FeeBounds;
  readonly rules: RewardRules;
  readonly turns: Turns;
  /** @throws when the key is gone, or may not be made */
  potKey(campaign: string): PotKey;
  /** Of our node and our index, which have to be at one block. @throws Refusal syncing */
  requireTip(): Promise<Tip>;
  /** Of everything: the operator said so, or a journal is in doubt. */
  stopped(): boolean;
  now(): number;
}
