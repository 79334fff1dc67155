/** What one user has in one market: balance, coins that pay, orders. */
import type { Order } from '@rialto/contract';
import { useBalance, useCoins, useMyOrders } from '../../../data/queries.ts';
import type { Pair } from '../../../data/queries.ts';
import type { Account } from '../../../flows/account/account.ts';
import { satsOf } from '../book/rows.ts';
import type { Market } from '../market.ts';

type OwnPart = 'balance' | 'coins' | 'spendable' | 'pendingSats' | 'myOpen' | 'myPast';

export function useOwn(pair: Pair, account: Account): Pick<Market, OwnPart> {
  const address = account.user?.address ?? '';
  const balance = useBalance(pair, address);
  const all = useCoins(pair.net, address).data;
  const myOpen = useMyOrders(pair, account.credential, '1');
  const myPast = useMyOrders(pair, account.credential, '21');
  const coins = all?.filter((coin) => coin.lockedBy === undefined).map((coin) => 0n + satsOf(coin.satoshis));
  const waiting = (all ?? []).filter((coin) => coin.lockedBy === 'unconfirmed');
  return {
    balance: balance.data,
    coins,
    spendable: coins?.reduce((sum, value) => sum + value, 0n),
    pendingSats: waiting.reduce((sum, coin) => sum + satsOf(coin.satoshis), 0n),
    ...ownOrders(myOpen.data?.results, myPast.data?.results),
  };
}

/** On the wire an unconfirmed cancel counts as cancelled; for its owner it is open until the block. */
export function ownOrders(
  open: readonly Order[] | undefined,
  past: readonly Order[] | undefined,
): Pick<Market, 'myOpen' | 'myPast'> {
  const leaving = (past ?? []).filter((order) => order.state === 'cancelling');
  return {
    myOpen: open === undefined ? undefined : [...leaving, ...open],
    myPast: past?.filter((order) => order.state !== 'cancelling'),
  };
}
