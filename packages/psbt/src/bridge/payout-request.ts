/** What an exit on Bitcoin is asked for with (bridge §5). */
import type { AssetId, Coin } from '@rialto/protocols';
import type { PoolScript } from '../pool/pool-script.ts';

export interface BridgePayoutRequest {
  readonly pays: 'sats' | AssetId;
  /** Of the asset's locked key. */
  readonly locked: PoolScript;
  /**
   * In blocks, all of them spent in this order: clean ones of sats, else each with the token and nothing else. For a refund the
   * deposit. Of BRC-20 the one lot of the amount, for a refund as well.
   */
  readonly lockedCoins: readonly Coin[];
  /** Of the key that pays for the bridge's transactions. */
  readonly fees: PoolScript;
  /** In blocks and clean, all of them spent in this order. */
  readonly feeCoins: readonly Coin[];
  /** Of a payout of MRC-20, which goes by a message: in a block, as `bridgeEnvelope` has it. */
  readonly envelope?: BridgeEnvelopeCoin | undefined;
  /** P2WPKH or P2TR. */
  readonly receiver: Uint8Array;
  /** What leaves, in sat or smallest units. */
  readonly amount: bigint;
  /** Of the order, or of the refund: 16 bytes, as 32 lower-case hex digits. */
  readonly id: string;
  readonly feeRateSatVb: number;
}

interface BridgeEnvelopeCoin {
  readonly coin: Coin;
  /** The internal key of the fees, x-only: it signs for the envelope. */
  readonly feeKey: Uint8Array;
  /** Of the token, by the word of whoever plans: the message is text with a point in it, and an index may lie. */
  readonly decimals: number;
}
