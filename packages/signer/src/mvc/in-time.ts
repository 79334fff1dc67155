/** What is asked last before our half of an act is given: that its user signed it just now, and that none of its coins was given to an act of another pool. */
import { Refusal } from '@rialto/refusals';
import type { MvcParts } from './parts.ts';

/** A minute for each of two signatures, and what the way takes. */
const CHECK_LASTS_MS = 180_000;

/** A check is given again for so long: whoever gets it has time left for both signatures. */
const GIVEN_AGAIN_MS = 60_000;

/**
 * Whether this check was made before, and is given again.
 * @param check its core
 * @throws Refusal take-expired when it is too old for that: the act has to be told apart from the one that lapsed
 */
export function wasMade(
  { journal, now }: Pick<MvcParts, 'journal' | 'now'>,
  check: string,
  pool: number,
): boolean {
  const made = journal.recall.act(check);
  if (made?.pool !== pool) return false;
  if (now() - made.at > GIVEN_AGAIN_MS) throw new Refusal('take-expired');
  return true;
}

/**
 * A user's signature never runs out by itself. Whoever keeps it back must not have it taken when the price has moved against him.
 * @param check the core of a check of ours
 * @throws Refusal take-expired
 */
export function requireFresh({ journal, now }: Pick<MvcParts, 'journal' | 'now'>, check: string): void {
  const made = journal.recall.act(check);
  if (made === undefined || now() - made.at > CHECK_LASTS_MS) throw new Refusal('take-expired');
}

interface Own {
  readonly pool: number;
  /** Cores of the act itself. */
  readonly own: readonly string[];
}

/**
 * Every pool looks at its own acts alone: of two that share a user's coin, or one that pays for checks, only one would ever be in a block.
 * @throws Refusal price-changed
 */
export async function requireUnpromised(
  { journal, view }: Pick<MvcParts, 'journal' | 'view'>,
  names: readonly string[],
  { pool, own }: Own,
): Promise<void> {
  const others = names
    .flatMap((name) => journal.recall.promised(name))
    .filter((act) => act.pool !== pool && !own.includes(act.id));
  for (const act of others) {
    const { pending } = await view(act.pool);
    if (pending.some(({ id }) => id === act.id))
      throw new Refusal('price-changed', 'one of its coins is in another swap');
  }
}
