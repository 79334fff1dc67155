/**
 * MRC-20 leaves by a message, and the message stands in an envelope that a coin has to be locked to beforehand (metaid §2, §5). The coin is
 * made out of the fee wallet while the deposit waits for its blocks: it holds 546 sat and nothing of anybody's, and its script says what is
 * sent and to which output, so it serves every build of the exit, and no other amount (bridge §5).
 */
import {
  DUST_FLOOR,
  TRANSFER_PATH,
  amount as units,
  encodeMrc20Transfer,
  invariant,
  splitAsset,
} from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import type { Finished } from '../draft/draft.ts';
import type { EnvelopeLock } from '../inscribe/envelope-script.ts';
import { lockPin } from '../inscribe/pin-script.ts';
import type { PinWords } from '../inscribe/pin-script.ts';
import { textBytes } from '../tokens/mrc20-transfer.ts';
import { UNSPENDABLE } from '../tx/taproot.ts';
import { fromFeesVsize, signFromFees } from './fee-coins.ts';
import type { FeePayment } from './fee-coins.ts';
import { MRC20_PAYOUT_AT } from './payout-parts.ts';

/** What an exit of MRC-20 sends. */
export interface BridgeSent {
  readonly asset: AssetId;
  readonly decimals: number;
  /** Smallest units. */
  readonly amount: bigint;
}

/**
 * The envelope of such an exit.
 * @param feeKey the internal key of the fees, x-only
 * @throws invariant for another protocol's asset
 */
export function bridgeEnvelope(feeKey: Uint8Array, { asset, decimals, amount }: BridgeSent): EnvelopeLock {
  const named = splitAsset(asset);
  invariant(named?.protocol === 'mrc20', `${asset} is an MRC-20 token`);
  const send = { id: named.id, amount: units(amount), decimals, vout: MRC20_PAYOUT_AT.receiver };
  const words: PinWords = {
    ...{ operation: 'hide', path: TRANSFER_PATH, contentType: 'application/json' },
    body: textBytes(encodeMrc20Transfer([send])),
  };
  // Without a key path: who has signed a payout has signed for what it shows, and nobody can take the message out of it.
  return lockPin(feeKey, words, UNSPENDABLE);
}

export interface BridgeEnvelopeRequest extends BridgeSent, FeePayment {
  /** The internal key of the fees, x-only. */
  readonly feeKey: Uint8Array;
}

/** Where the envelope's coin is among the outputs; the change follows. */
export const BRIDGE_ENVELOPE_AT = 0;

/**
 * Makes the coin: 546 sat to the envelope, the rest back to the fees.
 * @param secret of the fees, before it is tweaked
 * @throws Refusal bad-request (no coin), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, insufficient-funds
 * @throws invariant when the key is not that of the fees
 */
export function signBridgeEnvelope(
  request: BridgeEnvelopeRequest,
  secret: Uint8Array,
): Finished & { readonly fee: bigint } {
  const { script } = bridgeEnvelope(request.feeKey, request);
  return signFromFees(request, { value: DUST_FLOOR, script }, secret);
}

/** Virtual size of the transaction that makes one, at most. */
export const bridgeEnvelopeVsize = fromFeesVsize;
