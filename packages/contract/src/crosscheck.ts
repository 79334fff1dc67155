/** What other indexers say of the tokens, and which tokens are halted by it. */
import { z } from 'zod';
import { At } from './wire/wire.ts';

export const SourceName = z.enum(['ord', 'opi', 'man']);

export const TokenCrossCheck = z.object({
  assetId: z.string(),
  tick: z.string(),
  source: SourceName,
  /** While a source differs nobody lists or takes the token; cancelling is always possible. */
  state: z.enum(['agrees', 'differs', 'silent']),
  /** The last block at which it agreed about something of the token. */
  agreedHeight: z.int().optional(),
  /** The block at which the present difference began. */
  differsSince: z.int().optional(),
  /** Things it sees otherwise: those of one origin are refused by themselves, those of two halt the token. */
  differing: z.int(),
  /** The other indexer's value, or why it did not answer. */
  why: z.string(),
  lookedHeight: z.int(),
});

/** `sources`: the ones the operator has set; empty when our own index is all there is. */
export const CrossChecks = z.object({
  sources: z.array(SourceName),
  tokens: z.array(TokenCrossCheck),
  at: At,
});

export type TokenCrossCheck = z.infer<typeof TokenCrossCheck>;
export type CrossChecks = z.infer<typeof CrossChecks>;
