/** The last look before a line of the journal: what nobody may or wants to have signed any more is not written down. */
import { Refusal } from '@rialto/refusals';

/** @throws Refusal trading-stopped; signer-refused when the caller has hung up */
export function requireWanted(parts: { stopped(): boolean }, gone: () => boolean): void {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  if (gone()) throw new Refusal('signer-refused', 'nobody waits for it any more');
}
