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
  hexToBytes,
  invariant,
  sats,
  splitAsset,
  writeBase,
} from '@rialto/protocols';
import type { AssetId, Coin, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, finish, kindsOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { checkDistinct, totalOf } from '../draft/payer.ts';
import type { EnvelopeLock } from '../inscribe/envelope-script.ts';
import { lockPin } from '../inscribe/pin-script.ts';
import type { PinWords } from '../inscribe/pin-script.ts';
import { spending } from '../inscribe/reveal.ts';
import { poolInput, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { textBytes } from '../tokens/mrc20-transfer.ts';
import { MAX_FEE_RATE, feeOf, transactionVsize } from '../tx/size.ts';
import { keySpend } from '../tx/spend-kinds.ts';
import { UNSPENDABLE } from '../tx/taproot.ts';
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

export interface BridgeEnvelopeRequest extends BridgeSent {
  readonly feeKey: Uint8Array;
  /** Of that key. */
  readonly fees: PoolScript;
  /** In blocks and clean, all of them spent in this order. */
  readonly feeCoins: readonly Coin[];
  readonly feeRateSatVb: number;
}

/** Where the envelope's coin is among the outputs; the change follows. */
export const BRIDGE_ENVELOPE_AT = 0;

/** As many coins pay for one. */
const MOST_COINS = 20;

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
  const { fees, feeCoins } = request;
  checkFeeCoins(feeCoins);
  const { draft, fee } = draftOf(request);
  const half = signPool(draft, fees, writeBase(bodyOf(draft)), secret);
  const context = { kinds: kindsOf(draft), feeRateLimit: MAX_FEE_RATE };
  const intent = spending(draft).meaning();
  return { ...finish(draft, poolWitnesses(draft, fees, [half]), { intent, context }), fee };
}

function draftOf(request: BridgeEnvelopeRequest): { readonly draft: Draft; readonly fee: bigint } {
  const { fees, feeCoins, feeKey, feeRateSatVb } = request;
  const inputs = feeCoins.map((coin) => poolInput(coin, fees));
  const made = { value: DUST_FLOOR, script: bridgeEnvelope(feeKey, request).script };
  const outputsWith = (change: bigint): TxOutput[] => [made, { value: sats(change), script: fees.script }];
  const fee = feeOf(vsizeOf({ inputs, outputs: outputsWith(DUST_FLOOR) }), feeRateSatVb);
  const left = totalOf(feeCoins) - DUST_FLOOR - fee;
  if (left < DUST_FLOOR) throw new Refusal('insufficient-funds', `missing ${DUST_FLOOR - left} sat of fees`);
  return { draft: { inputs, outputs: outputsWith(left) }, fee };
}

/** Virtual size of the transaction that makes one, at most. */
export function bridgeEnvelopeVsize(feeCoins: number): number {
  const inputs = Array.from({ length: feeCoins }, () => keySpend(TAPROOT, [0]));
  return transactionVsize(inputs, [{ script: TAPROOT }, { script: TAPROOT }]);
}

const TAPROOT = hexToBytes(`5120${'00'.repeat(32)}`);

function checkFeeCoins(feeCoins: readonly Coin[]): void {
  if (feeCoins.length === 0) throw new Refusal('bad-request', 'no coin');
  if (feeCoins.length > MOST_COINS) throw new Refusal('too-many-coins', `more than ${MOST_COINS}`);
  checkDistinct(feeCoins);
  for (const { outpoint, assets, height } of feeCoins) {
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  }
}
