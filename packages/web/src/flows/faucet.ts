/** Test coins of the private chain, and a little of a token. */
import type { Network } from '@rialto/protocols';
import { call } from '../data/calls/client.ts';

export async function requestFaucet(
  network: Network,
  address: string,
  tick: string | undefined,
): Promise<number> {
  const answer = await call('faucet', {
    body: { net: network, address, ...(tick === undefined ? {} : { tick }) },
  });
  return answer.txIds.length;
}
