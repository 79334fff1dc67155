/** An act on a pool from its PSBT to its transaction: build, hand in the signed PSBT, ask how it goes. */
import { z } from 'zod';
import { WireCoin } from '../wire/effects.ts';
import { ToSign } from '../orders/orders.ts';
import {
  Address,
  FeeRateNumber,
  Hex,
  Net,
  OutpointText,
  PublicKeyHex,
  Timestamp,
  TxidText,
  Whole,
} from '../wire/wire.ts';
import { MOST_LOTS, PoolAmount, PoolToken, PoolTokens, SwapType, TaskType } from './words.ts';

/** A coin with runes: the transaction's id, an i and the output; `amount` is what the caller thinks it holds and is read anew. */
export const RuneUtxo = z.object({
  runePosition: z.string().regex(/^[0-9a-f]{64}i(0|[1-9][0-9]{0,9})$/),
  satoshis: z.coerce.number().int().optional(),
  amount: z.string().optional(),
});

const Built = PoolTokens.extend({
  net: Net.optional(),
  address: Address,
  pubkey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** Coins with the token that may be spent; all of the address that are clean where there are none. */
  runeUtxos: z.array(RuneUtxo).max(5).optional(),
  /** Transfer lots of the address that are sold or given, whole, in any order: of BRC-20 pools. */
  lots: z.array(OutpointText).max(MOST_LOTS).optional(),
});

export const BuildSwap = Built.extend({ sourceAmount: PoolAmount });
/** Whoever is first sets the price. */
export const BuildInit = Built.extend({ token1Amount: PoolAmount, token2Amount: PoolAmount });
export const BuildAdd = Built.extend({ source: z.enum(['token1', 'token2']), sourceAmount: PoolAmount });
export const BuildRemove = Built.extend({ removeEquity: Whole });

/** A build that waits for its turn has no PSBT yet: `ongoing-task` brings it. */
export const BuiltTask = z.object({
  buildId: z.uuid(),
  type: TaskType,
  rawPsbt: Hex.nullable(),
  toSignInputs: z.array(ToSign),
  /** Every input's coin with all on it; a lane that waits in the mempool has no height. */
  coins: z.array(WireCoin),
  /** Milliseconds since 1970: what is signed later is refused. */
  expiresAt: Timestamp.nullable(),
  /** What the user pays and gets: sat and smallest units. */
  amount1: PoolAmount,
  amount2: PoolAmount,
  /** Shares it makes or ends. */
  equity: Whole,
  serviceFee: Whole,
  /** Sat for the operator who inscribes new lots in the place of those that are bought; 0 for all else. */
  restockFee: Whole,
  minerFee: Whole,
  /** What each lot holds that changes hands; none of runes. */
  lots: z.array(Whole),
});

export const SubmitTask = z.object({ buildId: z.uuid(), rawPsbt: Hex, address: Address });
export const SubmittedTask = z.object({ buildId: z.uuid(), txid: TxidText });

export const OngoingTaskQuery = z.object({ net: Net, address: Address, build_id: z.uuid() });
/**
 * `waiting`: for its turn. `built`: to be signed. `signed`: on its way. `completed`: a block has it. `failed`: refused, given up, or its
 * payer took a coin back.
 */
export const TaskStatus = z.enum(['waiting', 'built', 'signed', 'completed', 'failed']);
export const OngoingTask = BuiltTask.extend({
  status: TaskStatus,
  txid: TxidText.nullable(),
  failedReason: z.string(),
  token1: z.literal('btc'),
  token2: PoolToken,
  feeRate: FeeRateNumber,
  inflatedFeeRate: FeeRateNumber,
  inscriptionFee: Whole,
  /** Acts on this pool that come first, while it waits for its turn. */
  place: z.int().nullable(),
});
export { SwapType };
