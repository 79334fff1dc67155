/** The coins of an address, read on page by page. */
import type { BtcCoin } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { inner } from '../unknown.ts';
import { call } from './calls/client.ts';
import { asOwner } from './calls/credentials.ts';

/** The largest first: somebody may have sent the address smaller ones by the thousand. */
const MOST_COINS = 2_000;

export async function readCoins(net: Network, address: string, signal: AbortSignal): Promise<BtcCoin[]> {
  const coins = new Map<string, BtcCoin>();
  for (let cursor: unknown = '0'; typeof cursor === 'string' && coins.size < MOST_COINS;) {
    const query = { net, address, unconfirmed: '1', cursor } as const;
    const whole = (body: unknown): void => {
      cursor = inner(body, 'nextCursor');
    };
    // A coin that came meanwhile moves the others on: one may be on two pages.
    for (const coin of await call('btcCoins', { query, signal, whole, ...asOwner(address) }))
      coins.set(`${coin.txId}:${coin.vout}`, coin);
  }
  return [...coins.values()];
}
