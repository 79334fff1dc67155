/** What a seller is told before he locks a lot. */
import type { LockTerms } from '@rialto/contract';
import { BLOCKS_BEFORE_EXIT } from '@rialto/market';
import { LOCKED_LOT_VALUE } from '@rialto/psbt';
import type { OrderContext } from '../context.ts';

/** @throws Refusal signer-down */
export async function lockTerms({ custody, settings }: OrderContext): Promise<LockTerms> {
  const { lockKey } = await custody.status();
  return {
    platformPublicKey: lockKey,
    exitAfter: settings.lotExitAfter,
    value: LOCKED_LOT_VALUE.toString(),
    endsBefore: BLOCKS_BEFORE_EXIT,
  };
}
