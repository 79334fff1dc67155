/** One transaction by its id: what it did for whom, what the exchange knows of it, and how deep it is. */
import { z } from 'zod';
import { WireEffects } from './wire/effects.ts';
import {
  At,
  Book,
  Decimal,
  Net,
  OrderId,
  OutpointText,
  Tick,
  Timestamp,
  TxidText,
  Whole,
} from './wire/wire.ts';

export const TransactionQuery = z.object({ net: Net, txId: TxidText });

/** An order that it sold; the addresses are those of the transaction. */
export const TransactionSale = z.object({
  orderId: OrderId,
  book: Book,
  tick: Tick,
  assetId: z.string(),
  coinAmount: Decimal,
  /** To the seller, in sat. */
  amount: Whole,
  sellerAddress: z.string(),
  /** Empty where a stranger bought outside the exchange. */
  buyerAddress: z.string(),
});

/** An input's coin or an output. `address` is empty where its script has none; of a spent coin that nobody kept only the outpoint is known. */
const TransactionPlace = z.object({
  outpoint: OutpointText,
  value: Whole.optional(),
  address: z.string(),
});

export const TransactionView = z.object({
  txId: TxidText,
  /**
   * purchase: of one or several orders here; outside: somebody bought with a published signature; cancel: of an order on the chain;
   * other: any other transaction, and every one that is replaced or void.
   */
  kind: z.enum(['purchase', 'outside', 'cancel', 'other']),
  /** replaced: its payer sent another in its place; void: another transaction spent one of its coins. Of both nothing more is told. */
  state: z.enum(['waiting', 'confirmed', 'replaced', 'void']),
  /** What took its place, or spent its coin, once that was sent. */
  replacedBy: TxidText.optional(),
  height: z.int().optional(),
  /** The block's own time. */
  time: Timestamp.optional(),
  confirmations: z.int(),
  vsize: z.int(),
  networkFee: Whole.optional(),
  serviceFee: Whole.optional(),
  /** Absent where what it spent is not known any more. */
  effects: WireEffects.optional(),
  sales: z.array(TransactionSale).max(50),
  /** Of a cancel: what is not for sale any more. */
  cancelled: TransactionSale.optional(),
  /** The first fifty of each, and how many there are. */
  inputs: z.array(TransactionPlace).max(50),
  inputsTotal: z.int(),
  outputs: z.array(TransactionPlace).max(50),
  outputsTotal: z.int(),
  at: At,
});

export type TransactionView = z.infer<typeof TransactionView>;
export type TransactionSale = z.infer<typeof TransactionSale>;
