/** Whether a transaction is the sale into a live bid that was agreed: for the page of either side, and for a bot. */
import { equalBytes, sumSats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { LARGEST_PAD } from '../trade/take-plan.ts';
import { flowsBySats } from '../trade/take-layout.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { checkPaid } from './check-parts.ts';
import { checkTake } from './check-take.ts';
import type { TakeExpectation } from './check-take.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';

/** `buyerScript` is the bidder's, the one lot's `price` what its seller gets. */
export interface LiveExpectation extends TakeExpectation {
  /** Of the bid, in sat: all that leaves the bidder's clean money. */
  readonly price: Sats;
  readonly feeRateSatVb: number;
}

/**
 * The lot goes to the bidder and nothing else does; the bidder pays the price, or what is too small for change more; the service and the
 * network get no more than agreed, and the token coin holds no more sats than it has to: so the seller gets the rest. Its signatures are not
 * checked here.
 * @returns nothing when all is as agreed
 */
export function checkLive(read: Reading, expected: LiveExpectation): readonly Mismatch[] {
  const { price, buyerScript, feeRateSatVb } = expected;
  const isBidders = ({ script }: { readonly script: Uint8Array }): boolean => equalBytes(script, buyerScript);
  const given = sumSats(read.coins.filter(isBidders).map(({ value }) => value));
  const [tokenCoin, ...outputs] = read.tx.outputs;
  const back = sumSats(outputs.filter(isBidders).map(({ value }) => value));
  const paid = (given - back) as Sats;
  const isToken = tokenCoin !== undefined && isBidders(tokenCoin);
  return [
    ...checkTake(read, expected),
    ...mismatchIf(!isToken, 'lot-astray'),
    ...(paid >= price + DUST_FLOOR ? [{ code: 'over-budget' as const, value: paid }] : []),
    ...(paid < price || (tokenCoin?.value ?? 0n) > mostInToken(read, expected)
      ? [{ code: 'seller-unpaid' as const, value: price }]
      : []),
    ...checkPaid(read.does, { feeRateSatVb }),
  ];
}

/** Bare MRC-20 lands on the smallest coin; else the lot's sats come behind those of a pad. */
function mostInToken({ coins }: Reading, { lots }: LiveExpectation): bigint {
  const lot = coins.find(({ outpoint }) => outpoint === lots[0]?.outpoint);
  if (lot === undefined) return 0n;
  return flowsBySats([{ coin: lot }]) ? lot.value + LARGEST_PAD : DUST_FLOOR;
}
