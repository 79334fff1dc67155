/** One's own transactions: what waits, what can be done about it and what that costs; the acts themselves in two calls, prepare and submit. */
import { z } from 'zod';
import { WireCoin } from './wire/effects.ts';
import { ToSign } from './orders/orders.ts';
import { PoolKind, PoolToken } from './pools/words.ts';
import {
  Address,
  At,
  Decimal,
  FeeRateNumber,
  Hex,
  Net,
  OrderId,
  OutpointText,
  PublicKeyHex,
  Timestamp,
  TradeId,
  TxidText,
  Whole,
} from './wire/wire.ts';

/**
 * bump: the same transaction again with a higher fee (BIP-125); child: one's own change is spent at a rate that pays for its parent
 * too; cancel-transaction: a plain payment to oneself takes the coins back, so that the waiting transaction never happens; split: a coin is
 * split so that each asset is on a coin of its own, or a lot is split into lots of given sizes; gather: coins of one rune become one coin.
 */
export const OwnAct = z.enum(['bump', 'child', 'cancel-transaction', 'split', 'gather']);

/** An available act. With a refusal it cannot be done now, and the reason explains why. */
export const OwnOffer = z.object({
  act: OwnAct,
  /** The rate the figures are for: the Fast plan, or more where the node would take no less. */
  feeRate: z.number(),
  /** Network fee of the new transaction, in sat. */
  networkFee: Whole,
  /** What it costs beyond what is spent already: for a bump the fee it adds, for the others the whole fee. */
  cost: Whole,
  /** The refusal's name; empty while the act can be done. */
  refusal: z.string(),
  reason: z.string(),
});

/**
 * take: a purchase of one's own; sale: somebody buys one's lot; cancel: a hard cancel; split, gather, child, cancel-transaction: made by these calls;
 * wallet: sent from elsewhere; incoming: a payment that spends nothing of one's own.
 */
export const OwnKind = z.enum([
  'take',
  'sale',
  'cancel',
  'split',
  'gather',
  'child',
  'cancel-transaction',
  'wallet',
  'incoming',
]);

export const OwnTransaction = z.object({
  txId: TxidText,
  kind: OwnKind,
  /** held: not in our node's mempool, sent again by itself; waiting: in the mempool. */
  state: z.enum(['held', 'waiting']),
  since: Timestamp,
  /** Blocks that came while it waited. */
  blocks: z.int(),
  networkFee: Whole,
  feeRate: z.number(),
  vsize: z.int(),
  tradeId: TradeId.optional(),
  orderIds: z.array(OrderId),
  /** What it is about, where it is a trade or an order. */
  tick: z.string(),
  coinAmount: z.string(),
  /** The transaction of one's own that it took the place of; empty when there is none. */
  replaces: z.string(),
  /** Its rate is under the Slow plan, or it waits longer than two blocks. */
  stuck: z.enum(['no', 'rate', 'blocks']),
  acts: z.array(OwnOffer),
});

/** Two transactions that belong together, of which the second is not sent yet or waits: its coin is locked in the first. */
export const OwnUnfinished = z.object({
  commitTxId: TxidText,
  revealTxId: TxidText,
  /** commit-waiting: both wait; reveal-waiting: the commit is in a block; the reveal is sent again by itself. */
  state: z.enum(['commit-waiting', 'reveal-waiting']),
  since: Timestamp,
  /** Acts on the commit while it waits. */
  acts: z.array(OwnOffer),
});

/** A confirmed coin with things on it that cannot be used before they are parted. */
export const OwnMixed = z.object({ coin: WireCoin, confirmations: z.int(), acts: z.array(OwnOffer) });

/** Shares of a pool on coins of one's own: a wallet that knows no runes can give them away with the coin. */
export const OwnShares = z.object({
  kind: PoolKind,
  token2: PoolToken,
  /** Of the token, as people write it. */
  name: z.string(),
  shares: Whole,
  /** On how many coins. */
  coins: z.int(),
});

export const OwnListQuery = z.object({ net: Net, address: Address });
export const OwnList = z.object({
  transactions: z.array(OwnTransaction),
  unfinished: z.array(OwnUnfinished),
  mixed: z.array(OwnMixed),
  /** By the last block. */
  shares: z.array(OwnShares),
  at: At,
});

const Ask = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
});
const OnTransaction = { txId: TxidText };

export const PrepareOwn = z.discriminatedUnion('act', [
  Ask.extend({ act: z.literal('bump'), ...OnTransaction }),
  Ask.extend({ act: z.literal('child'), ...OnTransaction }),
  Ask.extend({ act: z.literal('cancel-transaction'), ...OnTransaction }),
  Ask.extend({
    act: z.literal('split'),
    outpoint: OutpointText,
    /** Sizes in whole tokens: each becomes a lot of its own and the rest stays together. Without them each asset gets a coin of its own. */
    amounts: z.array(Decimal).min(1).max(20).optional(),
    /** The MRC-20 token the sizes are of. */
    assetId: z.string().max(80).optional(),
  }),
  Ask.extend({
    act: z.literal('gather'),
    /** The rune. Taken are the coins of the address with it and nothing else, the fullest first, at most 50. */
    assetId: z.string().max(80),
    /** In whole tokens: no more coins are taken than hold it. */
    amount: Decimal.optional(),
  }),
]);

/** A transaction to sign. */
export const OwnPsbt = z.object({
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  /** Every input's coin with all on it; the page computes `effects` from these and the bytes. */
  coins: z.array(WireCoin),
  /** Inputs that are known though they are not confirmed: made by the transaction before, or by the parent. */
  held: z.array(OutpointText),
  /** True when it contains a token message. */
  message: z.boolean(),
  /** Inputs that are already signed, with their witnesses: the page reads a token message from one of them. */
  signed: z.array(z.object({ index: z.int(), witness: z.array(z.string()) })).optional(),
});

export const PreparedOwn = z.object({
  ownId: z.uuid(),
  act: OwnAct,
  /** One, or commit and reveal; sign all of them. */
  transactions: z.array(OwnPsbt).min(1).max(2),
  fees: z.object({
    /** Of all of them together. */
    networkFee: Whole,
    vsize: z.int(),
    /** What the new transaction pays; above the asked rate where the node would take no less. */
    feeRate: z.number(),
    /** As in the list: what it costs beyond what is spent already. */
    cost: Whole,
  }),
  expiresAt: Timestamp,
});

export const SubmitOwn = z.object({
  net: Net,
  address: Address,
  ownId: z.uuid(),
  /** Signed, in the order they were given. */
  psbtRaws: z.array(Hex).min(1).max(2),
});
export const OwnAnswer = z.object({
  ownId: z.uuid(),
  act: OwnAct,
  txId: TxidText,
  /** All of them, in the order they were given. */
  txIds: z.array(TxidText),
  /** The take that a bump or a cancel-transaction replaced. */
  tradeId: TradeId.optional(),
});

export type OwnAct = z.infer<typeof OwnAct>;
/** Acts on a waiting transaction; the others are on coins. */
export type WaitingAct = Exclude<OwnAct, 'split' | 'gather'>;
export type OwnKind = z.infer<typeof OwnKind>;
export type OwnOffer = z.infer<typeof OwnOffer>;
export type OwnTransaction = z.infer<typeof OwnTransaction>;
export type OwnUnfinished = z.infer<typeof OwnUnfinished>;
export type OwnMixed = z.infer<typeof OwnMixed>;
export type OwnShares = z.infer<typeof OwnShares>;
export type OwnList = z.infer<typeof OwnList>;
export type PrepareOwn = z.infer<typeof PrepareOwn>;
export type PreparedOwn = z.infer<typeof PreparedOwn>;
export type OwnPsbt = z.infer<typeof OwnPsbt>;
export type SubmitOwn = z.infer<typeof SubmitOwn>;
export type OwnAnswer = z.infer<typeof OwnAnswer>;
