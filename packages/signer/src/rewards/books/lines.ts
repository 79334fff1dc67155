/** The lines of the journal of rewards: tables that were taken, and claims of their rows. */
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';
import { CHECKED } from '../../journal/checked.ts';
import { tableHash } from './table-text.ts';

const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);
const Units = z.string().regex(/^[0-9]{1,39}$/);
const EpochNumber = z.int().min(0);

const EpochLine = z
  .object({
    at: z.iso.datetime(),
    kind: z.literal('epoch'),
    campaign: z.string(),
    number: EpochNumber,
    /** The text that is published, and its SHA-256. */
    rows: z.string(),
    hash: z.string(),
    /** Of its last block. */
    lastHash: z.string(),
    /** Of our node when it was taken, and the height from which claims of its rows are signed. */
    height: z.int(),
    readyHeight: z.int(),
  })
  .refine(({ rows, hash }) => tableHash(rows) === hash);

/** Our half of a claim. With the claimant's, so that what was signed can always be completed. */
const ClaimLine = z.object({
  ...CHECKED,
  kind: z.literal('claim'),
  campaign: z.string(),
  claimId: z.string(),
  /** Of the claimant. */
  script: z.string(),
  /** None of a claim in lots, which pays parts of rows. */
  epochs: z.array(EpochNumber),
  amount: Units,
  /** Coins of the pot that it spends. */
  of: z.array(Point),
  /** By input; null where the pot signs. */
  witnesses: z.array(z.array(z.string()).nullable()),
  signatures: z.array(z.string()),
});

/** What a pot had left, back to its operator. */
const RefundLine = z.object({
  ...CHECKED,
  kind: z.literal('refund'),
  campaign: z.string(),
  of: z.array(Point),
});

export const RewardLine = z.discriminatedUnion('kind', [EpochLine, ClaimLine, RefundLine]);
export type RewardLine = z.infer<typeof RewardLine>;
export type EpochLine = z.infer<typeof EpochLine>;
export type ClaimLine = z.infer<typeof ClaimLine>;
