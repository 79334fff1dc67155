/** A node and an index of a test, as far as rewards ask them: who holds shares, who paid the operator, which blocks there are. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { service, user } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import type { TestChain } from '../pools/chain.ts';

/** Of the pool whose shares earn. */
export const poolUser = (): User => user('the pool', 'p2tr');
export const addressOf = ({ script }: Pick<User, 'script'>): string =>
  scriptToAddress(script, 'regtest') ?? '';

/** A transaction that pays the operator, of these people. */
interface Paying {
  readonly paid: bigint;
  readonly of: readonly User[];
}

/** What node and index say beside coins. */
export class Facts {
  /** Shares times blocks of an epoch. */
  readonly shares = new Map<string, bigint>();
  readonly paying = new Map<number, readonly Paying[]>();
  /** Blocks that are others than they were. */
  readonly undone = new Set<number>();
  readonly heights = new Map<Txid, number>();
  /** Coins with MRC-20 about which readers may disagree. */
  readonly odd = new Set<Outpoint>();
  /** Of how many transactions the node was asked where they are. */
  asked = 0;
}

export function nodeOf(chain: TestChain, facts: Facts) {
  const hashOf = (height: number): string =>
    facts.undone.has(height) ? `f${chain.tip(height).hash.slice(1)}` : chain.tip(height).hash;
  return {
    ...chain.chain,
    tip: () => Promise.resolve(chain.tip()),
    blockHash: (height: number) => Promise.resolve(height > chain.height ? undefined : hashOf(height)),
    block: (hash: string) => {
      const paying = facts.paying.get(Number.parseInt(hash.slice(1), 16)) ?? [];
      const transactions = paying.map(({ paid }, at) => ({
        txid: `${at}`,
        outputs: [{ value: paid, script: service().script }],
      }));
      const spent = paying.map(({ of }) => of.map(({ script }) => ({ script, value: 1n })));
      return Promise.resolve({ block: { transactions }, spent });
    },
    heightsOf: (txids: readonly Txid[]) => {
      facts.asked += txids.length;
      return Promise.resolve(
        new Map(
          txids.flatMap((txid): [Txid, number][] => {
            const height = facts.heights.get(txid);
            return height === undefined ? [] : [[txid, height]];
          }),
        ),
      );
    },
  };
}
