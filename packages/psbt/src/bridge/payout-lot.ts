/** BRC-20 as it comes in and goes out: one coin with one lot of exactly the amount, which moves whole, with all its sats (bridge §5). */
import { sats } from '@rialto/protocols';
import type { AssetId, Coin, InscribedAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { moveOf } from '../effects/moves.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeMessage } from './bridge-id.ts';
import type { Parted } from './parted.ts';
import type { BridgePayoutRequest } from './payout-request.ts';

/** Where the receiver of a lot is among the outputs: only there every sat of the first coin stays where it was. */
const RECEIVER_AT = 0;

/**
 * What a lot of the locked script becomes: the same, on the receiver's script. Nothing of it is left, and the fee coins lend nothing.
 * @throws Refusal bad-request (not a unit), and as `soleLot`
 */
export function partedLot({ lockedCoins, receiver, amount, id }: BridgePayoutRequest, pays: AssetId): Parted {
  if (amount < 1n) throw new Refusal('bad-request', 'not a unit');
  const { coin, lot } = soleLot(lockedCoins, { pays, amount });
  return {
    outputs: [{ value: coin.value, script: receiver }],
    gets: [{ ...moveOf(lot, { index: RECEIVER_AT, offset: lot.offset }), index: RECEIVER_AT }],
    ...{ lent: sats(0n), messageOf: () => bridgeMessage(id) },
  };
}

/**
 * The one coin that brings all of it, and the transfer that lies there alone.
 * @throws Refusal bridge-lots-differ (more coins than one, or another amount), not-a-lot (no unused transfer), lot-mixed (anything beside it),
 *   lots-differ (another token), too-small (fewer than 546 sat carry it)
 */
export function soleLot(
  coins: readonly Coin[],
  { pays, amount }: { readonly pays: AssetId; readonly amount: bigint },
): { readonly coin: Coin; readonly lot: InscribedAsset } {
  const [coin, another] = coins;
  if (coin === undefined || another !== undefined)
    throw new Refusal('bridge-lots-differ', `${coins.length} coins`);
  const { assets, outpoint, value } = coin;
  const [lot, more] = assets;
  if (more !== undefined) throw new Refusal('lot-mixed', outpoint);
  if (lot?.kind !== 'inscription' || lot.transfer === undefined) throw new Refusal('not-a-lot', outpoint);
  if (lot.transfer.asset !== pays) throw new Refusal('lots-differ', pays);
  if (lot.transfer.amount !== amount)
    throw new Refusal('bridge-lots-differ', `the lot holds ${lot.transfer.amount}`);
  if (value < DUST_FLOOR) throw new Refusal('too-small', `${value} sat carry the lot`);
  return { coin, lot };
}
