/** What the page knows of the chain: asked of one esplora, for all locks at once, when its reader says so. */
import { askFunding, askSpender, askTip, checkChain } from './esplora.ts';
import { standingOf } from './standing.ts';
import type { FundingTold, Standing, Told } from './standing.ts';
import type { Rescued } from './rescued.ts';

export interface Chain {
  readonly base: string;
  readonly tip: number;
  /** By outpoint. */
  readonly told: ReadonlyMap<string, Told>;
}

/** Calls at a time: public esploras refuse more. */
const AT_ONCE = 4;

/**
 * Asks where every lock stands.
 * @param progress how many of them are answered
 * @throws EsploraError
 */
export async function askChain(
  base: string,
  locks: readonly Rescued[],
  progress: (done: number) => void,
): Promise<Chain> {
  const [first] = locks;
  if (first !== undefined) await checkChain(base, first.network);
  const tip = await askTip(base);
  const told = new Map<string, Told>();
  // A ladder has one funding for all its locks.
  const fundings = new Map<string, Promise<FundingTold>>();
  const waiting = [...locks];
  const lane = async (): Promise<void> => {
    for (let lock = waiting.shift(); lock !== undefined; lock = waiting.shift()) {
      const { funding } = lock;
      const asked = fundings.get(funding.txid) ?? askFunding(base, funding);
      fundings.set(funding.txid, asked);
      const where = await asked;
      const spent = where.funding === 'block' ? await askSpender(base, funding) : undefined;
      told.set(lock.outpoint, spent === undefined ? where : { ...where, spent });
      progress(told.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { base, tip, told };
}

export function standingIn(chain: Chain | undefined, lock: Rescued): Standing {
  const isHeld = lock.funding.coins.length > 0;
  const facts = { exitAfter: lock.exitAfter, exitTxids: lock.exits.map(({ txid }) => txid), isHeld };
  return standingOf(facts, chain?.tip ?? 0, chain?.told.get(lock.outpoint));
}
