/** The spend of a lock with all that is needed to judge it: whoever has it needs no server, no node and no index. */
import { z } from 'zod';
import { WireCoin } from './effects.ts';
import { Hex, OutpointText } from './wire.ts';

export const LockProof = z.object({
  proof: z.literal('lock'),
  network: z.enum(['livenet', 'testnet', 'regtest']),
  /** As it is on the chain, or as it was signed. */
  transaction: Hex,
  /** What it spends, with what was on it before. */
  coins: z.array(WireCoin),
  lock: OutpointText,
  /** The text whose hash stands in the lock's script. */
  ticket: z.string(),
});

export type LockProof = z.infer<typeof LockProof>;
