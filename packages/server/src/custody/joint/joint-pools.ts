/** The pools of our signers, of one key or of k of n, and how an act on one is signed: the caller need not know which it is. */
import type { KnownPool, PoolFreeRequest, PoolSignRequest } from '@rialto/contract';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { answersOf, reasonOf } from './ask.ts';
import type { AskSigner } from './ask.ts';
import { makeJointPool } from './make-pool.ts';
import { signJointly } from './sign-jointly.ts';
import type { JointHalves } from './sign-jointly.ts';

export interface PoolCustody {
  /** The pools whose keys our signers have. */
  pools(): Promise<readonly KnownPool[]>;
  /** The halves of an act on a pool, as many as it needs, and the signed way home of each lane that is made. The same act twice gets the same answer. */
  poolSign(sign: PoolSignRequest): Promise<JointHalves>;
  /**
   * The ways home of the lanes that an act made, as text: what every signer says, good or not.
   * @throws Refusal when none says any and one does not answer: it may have them
   */
  poolExits(txid: Txid): Promise<readonly string[]>;
  /** Frees what a transfer locks on a script of a BRC-20 pool: the first signer plans it, pays for it and sends it; the pool's sign it. */
  poolFree(free: PoolFreeRequest): Promise<void>;
  /** Makes pools of several signers, while too few are ready. */
  makePools(): Promise<void>;
}

/** @param all the first has the pools of one key too, and pays for shares */
export function openJointPools(all: readonly AskSigner[]): PoolCustody {
  const known = new Map<number, KnownPool>();
  const pools = async (): Promise<readonly KnownPool[]> => {
    const asked = await answersOf(
      all.map(async (ask, at) => ({ at, list: (await ask('pools', {})).pools })),
      1,
    );
    if (asked.given.length === 0) throw reasonOf(asked);
    const lists = asked.given.toSorted((a, b) => a.at - b.at);
    const found = merged(
      lists.map(({ at, list }) => (at === 0 ? list : list.filter(({ signers }) => signers !== null))),
    );
    for (const one of found) known.set(one.number, one);
    return found;
  };
  const poolSign = async (sign: PoolSignRequest): Promise<JointHalves> => {
    const pool =
      known.get(sign.poolNumber) ?? (await pools()).find(({ number }) => number === sign.poolNumber);
    if (pool === undefined) throw new Refusal('pool-unknown', `${sign.poolNumber}`);
    return pool.signers === null ? signAlone(all, pool, sign) : signJointly({ all, ...pool.signers }, sign);
  };
  return {
    pools,
    poolSign,
    poolExits: (txid) => exitsOf(all, txid),
    poolFree: async (free) => {
      const first = firstOf(all);
      const { sign } = await first('poolFree', { free });
      const { halves } = await poolSign(sign);
      const pay = {
        sign,
        halves: halves.map(({ key, signatures }) => ({ key, signatures: [...signatures] })),
      };
      await first('poolPay', { pay });
    },
    makePools: async () => {
      if (all.length === 1) return;
      try {
        await makeJointPool(all);
      } catch (error) {
        // Somebody is away: it is done again.
        if (!(error instanceof Refusal)) throw error;
      }
    },
  };
}

/** As the first that has it says; stopped when so many say so that the others are too few. */
function merged(lists: readonly (readonly KnownPool[])[]): KnownPool[] {
  const all = lists.flat();
  const numbers = [...new Set(all.map(({ number }) => number))].toSorted((a, b) => a - b);
  return numbers.flatMap((number): KnownPool[] => {
    const said = all.filter((one) => one.number === number);
    const [first] = said;
    if (first === undefined) return [];
    const { needed, keys } = first.signers ?? { needed: 1, keys: [first.pubkey] };
    const stopping = said.filter(({ stopped }) => stopped).length;
    return [
      {
        ...first,
        token: said.find(({ token }) => token !== null)?.token ?? null,
        shareCoin: said.find(({ shareCoin }) => shareCoin !== null)?.shareCoin ?? null,
        stopped: keys.length - stopping < needed,
      },
    ];
  });
}

function firstOf([first]: readonly AskSigner[]): AskSigner {
  if (first === undefined) throw new Refusal('signer-down', 'there is none');
  return first;
}

async function exitsOf(all: readonly AskSigner[], txid: Txid): Promise<readonly string[]> {
  const asked = all.map(async (ask) => (await ask('poolExits', { txid })).exits);
  const answers = await answersOf(asked, all.length);
  const said = [...new Set(answers.given.flat())];
  if (said.length === 0 && answers.refused.length > 0) throw reasonOf(answers);
  return said;
}

async function signAlone(
  all: readonly AskSigner[],
  pool: KnownPool,
  sign: PoolSignRequest,
): Promise<JointHalves> {
  const { signatures, exits } = await firstOf(all)('poolSign', { sign });
  // The output key, which stands in the script behind its two first bytes.
  return { halves: [{ key: pool.script.slice(4), signatures }], exits };
}
