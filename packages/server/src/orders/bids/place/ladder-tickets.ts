/** The tickets of a ladder as it is asked for: what its rungs say together and each alone, and how large they may be. */
import type { PrepareBid } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { amount, MAX_MONEY, sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { smallestRung } from '@rialto/psbt';
import type { Lock, Ticket } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BookToken } from '../../books.ts';
import type { OrderContext } from '../../context.ts';
import { keyInLock } from '../../lock-key.ts';

/** What every ticket of the ladder says. */
type Common = Pick<Ticket, 'kind' | 'asset' | 'script' | 'key' | 'exchange' | 'expiry' | 'exitAfter'>;

export async function commonOf(
  { ledger, settings }: OrderContext,
  of: { body: PrepareBid; script: Uint8Array; token: BookToken; exchange: Uint8Array },
): Promise<Common> {
  const { expiryBlocks, mostExpiryBlocks, exitAfter } = settings.bids;
  const blocks = of.body.expiryBlocks ?? expiryBlocks;
  if (blocks > mostExpiryBlocks)
    throw new Refusal('bad-request', `expiryBlocks: at most ${mostExpiryBlocks}`);
  const { height } = await ledger.tip();
  return {
    kind: 'bid',
    asset: of.token.asset,
    script: of.script,
    key: keyInLock(of.body, of.script),
    exchange: [of.exchange],
    expiry: height + blocks,
    exitAfter,
  };
}

interface RungTerms {
  readonly amount: bigint;
  readonly price: Sats;
}

/** @throws Refusal bad-request */
export function rungsOf({ rungs }: PrepareBid, { decimals }: BookToken): RungTerms[] {
  return rungs.map(({ coinAmount, amount: price }) => {
    const units = parseDecimal(coinAmount, decimals);
    if (units === undefined || units <= 0n) throw new Refusal('bad-request', 'rungs: coinAmount');
    if (BigInt(price) > MAX_MONEY) throw new Refusal('insufficient-funds');
    return { amount: units, price: sats(BigInt(price)) };
  });
}

/** @throws Refusal bid-too-large */
export function requireSizes(rungs: readonly RungTerms[], most: Sats): Sats {
  const total = rungs.reduce((sum, { price }) => sum + price, 0n);
  if (total > most) throw new Refusal('bid-too-large', `${total} of ${most} sat`);
  return sats(total);
}

export function ticketsOf(common: Common, body: PrepareBid, token: BookToken): Ticket[] {
  return rungsOf(body, token).map(({ amount: units, price }, at) => ({
    ...common,
    amount: amount(units),
    price,
    index: at + 1,
  }));
}

/** @throws Refusal rung-too-small, which names what is enough */
export function requireLarge(locks: readonly Lock[], feeRate: number): void {
  for (const lock of locks) {
    const least = smallestRung(lock, feeRate);
    if (lock.ticket.price < least)
      throw new Refusal('rung-too-small', `${lock.ticket.price} of ${least} sat`);
  }
}
