/** A protected ask between its rows and the templates. */
import { ticketFromWire } from '@rialto/contract';
import type { WireTicket } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { hexToBytes, invariant } from '@rialto/protocols';
import type { Network, Outpoint } from '@rialto/protocols';
import { coinOfTicket, lockOf, writeRescueFile } from '@rialto/psbt';
import type { LockedCoin } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { AskLock, OrderedLock } from '../../store/asks/lock-store.ts';
import type { OrderContext } from '../context.ts';

export const lockOfWire = (ticket: WireTicket) => lockOf(ticketFromWire(ticket));

/** The first block that may hold an exit; undefined while no block has the lock. */
export function exitHeightOf({ height, ticket }: Pick<AskLock, 'height' | 'ticket'>): number | undefined {
  return height === null ? undefined : height + ticket.exitAfter;
}

/**
 * The lock as it is on the chain now.
 * @throws Refusal coin-spent, coin-unconfirmed, syncing
 */
export async function lockNow(
  context: Pick<OrderContext, 'chain' | 'ledger'>,
  { outpoint, ticket }: Pick<AskLock, 'outpoint' | 'ticket'>,
): Promise<LockedCoin & { readonly tip: Tip }> {
  const point = outpoint as Outpoint;
  const { coins, tip } = await loadCoins(context, [point]);
  const coin = coins.get(point);
  if (coin === undefined) throw new Refusal('coin-spent', point);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', point);
  return { lock: lockOfWire(ticket), coin, tip };
}

/** What its seller keeps: enough to take the lot out without us. */
export function rescueOf(
  {
    outpoint,
    ticket,
    exits,
    tick,
    decimals,
  }: Pick<OrderedLock, 'outpoint' | 'ticket' | 'exits' | 'tick' | 'decimals'>,
  network: Network,
): string {
  const lock = lockOfWire(ticket);
  const [exit, dearExit] = exits.map(hexToBytes);
  invariant(exit !== undefined && dearExit !== undefined, 'a locked lot has two exits');
  const coin = coinOfTicket(lock, outpoint as Outpoint);
  return writeRescueFile({
    version: 1,
    network,
    bids: [{ funding: undefined, locks: [{ lock, coin, exit, dearExit }], token: { tick, decimals } }],
  });
}
