/** A private MVC chain with its door, ready for an exchange. */
import { CONSENSUS, POLICY, judged } from '@rialto/contracts';
import { openNodeDoor } from './node-door.ts';
import { PrivateMvcChain } from './private-chain.ts';

export interface PrivateMvc {
  readonly chain: PrivateMvcChain;
  /** Of its JSON-RPC. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * @param file where it is kept; undefined for a chain that is gone with its process
 * @param now seconds since 1970
 */
export async function openPrivateMvc(
  file?: string,
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<PrivateMvc> {
  const chain = new PrivateMvcChain({
    file,
    judge: {
      mempool: (tx, coins) => judged(tx, coins, POLICY),
      block: (tx, coins) => judged(tx, coins, CONSENSUS),
    },
    now,
  });
  const { url, close } = await openNodeDoor(chain);
  return { chain, url, stop: close };
}
