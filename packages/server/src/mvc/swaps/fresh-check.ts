/** Checks that the signer has made once already. */
import { CHECK_SATS } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';

const TRIES = 5;
/** Sat that a check's coin may hold beyond the usual: they come back with it. */
const MORE = 999;

/**
 * The signer takes no act over a check that is minutes old, and the same act has the same check: who looks at a review twice would be
 * refused until the pool moves. Then the act is told apart by what the check's coin holds, which nobody pays.
 * @param make asks for the check; the usual one first
 * @throws Refusal as `make`; take-expired
 */
export async function withFreshCheck<T>(
  { pick }: Pick<MvcContext, 'pick'>,
  make: (checkSats: Sats) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await make(tries === 1 ? CHECK_SATS : sats(CHECK_SATS + 1n + BigInt(pick(MORE))));
    } catch (error) {
      const isOld = error instanceof Refusal && error.code === 'take-expired';
      if (!isOld || tries >= TRIES) throw error;
    }
}
