/**
 * The protocol of the signer's unix socket: one JSON line each way, one call for each connection. Server and signer read it from here.
 * No request carries a coin's value, script or assets: the signer looks every coin up itself.
 */
import { isHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';
import { MAX_LOTS } from '../limits.ts';
import { WireTicket } from '../wire/ticket.ts';
import { BRIDGE_ANSWERS, BRIDGE_REQUESTS } from './bridge.ts';
import { AdmitRequest, CancelRequest, FillRequest, MoveRequest } from './locks.ts';
import { MVC_ANSWERS, MVC_REQUESTS } from './mvc.ts';
import { JOINT_ANSWERS, JOINT_REQUESTS } from './joint.ts';
import {
  PoolExitsAnswer,
  PoolFreeAnswer,
  PoolFreeRequest,
  PoolPayAnswer,
  PoolPayRequest,
  PoolPendingAnswer,
  PoolRestockAnswer,
  PoolRestockRequest,
  PoolSignAnswer,
  PoolSignRequest,
  PoolSignedAnswer,
  PoolsAnswer,
  TxidText,
} from './pools.ts';
import { REWARD_ANSWERS, REWARD_REQUESTS } from './rewards.ts';
import type { WireTakePlan } from './take-plan.ts';
import { HexText, Money, Point, Witness } from './words.ts';

/** Bytes of a request or an answer. The largest is a table of rewards (1.6 MB). */
export const MAX_SIGNER_LINE = 2_000_000;

/** More than the inputs of any take: one pad, its lots, and what pays. */
const MAX_TAKE_INPUTS = MAX_LOTS + 10;

const PlanByOutpoints: z.ZodType<WireTakePlan<Outpoint>> = z.object({
  lots: z
    .array(
      z.object({
        coin: Point,
        price: Money,
        payScript: HexText,
        sequence: z.int(),
        ticket: WireTicket.exactOptional(),
      }),
    )
    .min(1)
    .max(MAX_LOTS),
  buyerScript: HexText,
  buyerKey: HexText,
  pad: z.object({ coin: Point, platform: z.boolean() }),
  payments: z.array(Point).max(MAX_TAKE_INPUTS),
  serviceFee: z.object({ script: HexText, value: Money }).nullable(),
  feeRateSatVb: z.number().positive(),
  change: Money.nullable(),
  live: z.literal(true).optional(),
});

/** A trade as the signer checks it: its terms and outpoints, and everybody's half but its own. */
export const CosignRequest = z.object({
  tradeId: z.uuid(),
  unsigned: z.string().max(200_000).refine(isHex),
  plan: PlanByOutpoints,
  /** The seller's witness of each lot, in the plan's order; of one in a lock his promise alone. */
  sellerWitnesses: z.array(Witness).max(MAX_LOTS),
  /** By input; null where the input is not the buyer's. */
  buyerWitnesses: z.array(Witness.nullable()).max(MAX_TAKE_INPUTS),
});

export const SignerRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('status') }),
  z.object({ op: z.literal('lease'), address: z.string().max(100) }),
  z.object({ op: z.literal('release'), outpoint: z.string().max(80) }),
  z.object({ op: z.literal('cosign'), trade: CosignRequest }),
  z.object({ op: z.literal('admit'), bid: AdmitRequest }),
  z.object({ op: z.literal('fill'), fill: FillRequest }),
  z.object({ op: z.literal('cancel'), cancel: CancelRequest }),
  z.object({ op: z.literal('sell'), trade: CosignRequest }),
  z.object({ op: z.literal('move'), move: MoveRequest }),
  z.object({ op: z.literal('pools') }),
  z.object({ op: z.literal('poolSign'), sign: PoolSignRequest }),
  z.object({ op: z.literal('poolPending') }),
  z.object({ op: z.literal('poolSigned'), txid: TxidText }),
  z.object({ op: z.literal('poolExits'), txid: TxidText }),
  z.object({ op: z.literal('poolRestock'), restock: PoolRestockRequest }),
  z.object({ op: z.literal('poolFree'), free: PoolFreeRequest }),
  z.object({ op: z.literal('poolPay'), pay: PoolPayRequest }),
  ...JOINT_REQUESTS,
  ...MVC_REQUESTS,
  ...REWARD_REQUESTS,
  ...BRIDGE_REQUESTS,
]);

const Lease = z.object({ outpoint: z.string().nullable() });

/** What each request is answered with. */
export const SIGNER_ANSWERS = {
  status: z.object({
    padScript: HexText,
    /** Of the pads it makes, in sat. */
    padValue: Money,
    /** Pads that exist, those that a take may spend, and those of them that are kept for nobody. */
    stock: z.int(),
    usable: z.int(),
    free: z.int(),
    stopped: z.boolean(),
    /** Made within the last hour. */
    signatures: z.int(),
    /** Of the exchange's half of locks, 33 bytes. */
    lockKey: HexText,
    /** Most sats in the locks of one bid. */
    mostInBid: Money,
  }),
  /** A pad for this address for a while, one at a time; null when none is free. */
  lease: Lease,
  release: Lease,
  /** Of the pad's input. */
  cosign: z.object({ witness: z.array(z.string()) }),
  admit: z.object({ admitted: z.literal(true) }),
  /** The exchange's, for the lock's input. */
  fill: z.object({ signature: z.string() }),
  /** The exchange's, in the locks' order. */
  cancel: z.object({ signatures: z.array(z.string()) }),
  /** The exchange's, of the lots that lie in locks, in the plan's order. */
  sell: z.object({ signatures: z.array(z.string()) }),
  /** The exchange's, for the lock the lot comes out of. */
  move: z.object({ signature: z.string() }),
  pools: PoolsAnswer,
  poolSign: PoolSignAnswer,
  poolPending: PoolPendingAnswer,
  poolSigned: PoolSignedAnswer,
  poolExits: PoolExitsAnswer,
  poolRestock: PoolRestockAnswer,
  poolFree: PoolFreeAnswer,
  poolPay: PoolPayAnswer,
  ...JOINT_ANSWERS,
  ...MVC_ANSWERS,
  ...REWARD_ANSWERS,
  ...BRIDGE_ANSWERS,
} as const;

/** `data` is the answer of the request's kind; a refusal has its code, which is one of `REFUSALS` where it is meant for people. */
export const SignerReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), detail: z.string().optional() }),
]);

/** Refusals of the signer that the user sees unchanged; every other one becomes `signer-refused`. */
export const SIGNER_REFUSALS_TOLD = [
  'trading-stopped',
  'limit-reached',
  'bid-too-large',
  'bid-expired',
  'lock-ending',
  'fill-waiting',
  'not-admitted',
  'coin-spent',
  'price-changed',
  'take-expired',
  'pool-unknown',
  'pool-paused',
  'pool-too-small',
  'lanes-full',
  'lane-waits',
  'lane-ending',
  'lane-unknown',
  'syncing',
  'swap-too-small',
  'too-many-coins',
  'mvc-closed',
  'mvc-standing-still',
  'campaign-unknown',
  'campaign-paused',
  'nothing-to-claim',
  'reward-waits',
  'claim-waits',
  'claim-over',
  'pot-empty',
  'bridge-closed',
  'bridge-asset-unknown',
  'bridge-asset-impossible',
  'bridge-paused',
  'bridge-digits-lost',
  'bridge-under-minimum',
  'bridge-over-maximum',
  'bridge-terms-differ',
  'bridge-amount-differs',
  'bridge-paid-before',
  'bridge-deposit-unknown',
  'bridge-deposit-waits',
  'bridge-exit-made',
  'bridge-no-refund',
  'bridge-short',
  'bridge-exposure',
  'bridge-fees-high',
  'bridge-units-differ',
  'bridge-units-unchecked',
  'bridge-break',
] as const;

export type CosignRequest = z.infer<typeof CosignRequest>;
export type SignerRequest = z.infer<typeof SignerRequest>;
export type SignerReply = z.infer<typeof SignerReply>;
export type SignerAnswer<Op extends SignerRequest['op']> = z.infer<(typeof SIGNER_ANSWERS)[Op]>;
export type SignerStatus = SignerAnswer<'status'>;
