/** What the page knows of the chain: asked of one esplora, for all locks at once, when its reader says so. */
import type { Network } from '@rialto/protocols';
import { askFunding, askSpender, askTip, checkChain } from './esplora.ts';
import { keyOf } from './pools/way.ts';
import type { WayTold } from './pools/way-standing.ts';
import type { Way } from './pools/way.ts';
import { standingOf } from './standing.ts';
import type { FundingTold, Standing, Told } from './standing.ts';
import type { Rescued } from './rescued.ts';

export interface Chain {
  readonly base: string;
  readonly tip: number;
  /** By outpoint. */
  readonly told: ReadonlyMap<string, Told>;
  /** By lane and transaction. */
  readonly ways: ReadonlyMap<string, WayTold>;
}

interface Asked {
  readonly network: Network;
  readonly locks: readonly Rescued[];
  readonly ways: readonly Way[];
}

/** Calls at a time: public esploras refuse more. */
const AT_ONCE = 4;

/**
 * Asks where every lock and every way home stands.
 * @param progress how many of them are answered
 * @throws EsploraError
 */
export async function askChain(
  base: string,
  { network, locks, ways }: Asked,
  progress: (done: number) => void,
): Promise<Chain> {
  await checkChain(base, network);
  const tip = await askTip(base);
  const told = new Map<string, Told>();
  const wayTold = new Map<string, WayTold>();
  // A ladder has one funding for all its locks.
  const fundings = new Map<string, Promise<FundingTold>>();
  const asks = [
    ...locks.map((lock) => async () => {
      const { funding } = lock;
      const asked = fundings.get(funding.txid) ?? askFunding(base, funding);
      fundings.set(funding.txid, asked);
      const where = await asked;
      const spent = where.funding === 'block' ? await askSpender(base, funding) : undefined;
      told.set(lock.outpoint, spent === undefined ? where : { ...where, spent });
    }),
    ...ways.map((way) => async () => {
      wayTold.set(keyOf(way), await askWay(base, way));
    }),
  ];
  let done = 0;
  const line = async (): Promise<void> => {
    for (let ask = asks.shift(); ask !== undefined; ask = asks.shift()) {
      await ask();
      done += 1;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return { base, tip, told, ways: wayTold };
}

/** A lane may be spent in the mempool too; of its own way home every transaction is asked for, once the first one is seen. */
async function askWay(base: string, { lane, transactions }: Way): Promise<WayTold> {
  const where = await askFunding(base, { txid: lane.txid, coins: [] });
  if (where.funding === 'unknown') return { lane: where, sent: [] };
  const spent = await askSpender(base, lane);
  if (spent === undefined) return { lane: where, sent: [] };
  const isHome = spent.txid !== undefined && spent.txid === transactions[0]?.txid;
  const sent: Told['funding'][] = [];
  if (isHome)
    for (const { txid } of transactions) sent.push((await askFunding(base, { txid, coins: [] })).funding);
  return { lane: { ...where, spent }, sent };
}

export function standingIn(chain: Chain | undefined, lock: Rescued): Standing {
  const isHeld = lock.funding.coins.length > 0;
  const facts = { exitAfter: lock.exitAfter, exitTxids: lock.exits.map(({ txid }) => txid), isHeld };
  return standingOf(facts, chain?.tip ?? 0, chain?.told.get(lock.outpoint));
}
