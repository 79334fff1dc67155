/** The coins that pay for things on Bitcoin: in a block, nothing on them, in no lock, and large enough. */
import { SMALLEST_PAYING_COIN } from '@rialto/psbt';
import type { Network } from '@rialto/protocols';
import { useCoins } from '../queries.ts';

/** @returns sat of each; undefined while they are not known. @param address empty: nothing is asked */
export function usePayingCoins(net: Network, address: string): readonly bigint[] | undefined {
  const { data } = useCoins(net, address);
  return data?.flatMap(({ confirmed, inscriptions, lockedBy, satoshis }) => {
    const value = BigInt(satoshis);
    const pays = confirmed && inscriptions.length === 0 && lockedBy === undefined;
    return pays && value >= SMALLEST_PAYING_COIN ? [value] : [];
  });
}
