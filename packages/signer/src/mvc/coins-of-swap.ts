/** Whose the coins of a swap are, by our own node and journal: the pool's that it made itself, the wallet's, and real ones of the user's. */
import type { MvcTransaction } from '@rialto/mvc';
import { equalBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireSpendable } from './coins.ts';
import { requireGenuine } from './genuine.ts';
import type { BuiltSwap } from './built-swap.ts';
import type { MvcParts } from './parts.ts';

/**
 * @param stage before its check is signed, whose payer's coin it spends; or before the swap, when that may be spent already
 * @param unsent a sale of the same user's that is signed with this purchase, or not at all
 * @throws Refusal not-yours (the check is not paid by our wallet), lane-unknown (a coin that the pool did not make), not-a-lot (a token that
 *   is not real), coin-spent, coin-unconfirmed
 */
export async function requireCoins(
  { source, journal, payer }: Pick<MvcParts, 'source' | 'journal' | 'payer'>,
  { act, pool, read }: BuiltSwap,
  stage: 'check' | 'swap',
  unsent?: MvcTransaction,
): Promise<void> {
  const { recall } = journal;
  const ofPool = act.side === 'buy' ? read.poolCoins : [read.checkCoin];
  for (const { name } of ofPool)
    if (!recall.isOf(pool.number, name)) throw new Refusal('lane-unknown', `${name} is not the pool’s`);
  if (act.side === 'buy' && !equalBytes(read.checkCoin.coin.script, payer.script))
    throw new Refusal('not-yours', 'the check is paid by the wallet for it');
  const spending = { chain: source.chain, isOurs: (core: string) => recall.act(core) !== undefined };
  const spent = [...read.poolCoins, ...read.userCoins, ...(stage === 'check' ? [read.checkCoin] : [])];
  const sent = spent.filter(({ tx }) => tx !== unsent);
  await Promise.all(sent.map((found) => requireSpendable(spending, found)));
  if (act.side === 'sell')
    for (const found of read.userCoins) await requireGenuine(source.coins, found, pool.token);
}
