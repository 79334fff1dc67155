/** The words that the calls of the bridge share. Amounts are texts in base units: of the origin, unless a field says wrapped. */
import { z } from 'zod';
import { Whole } from '../wire/wire.ts';

export const BridgeAssetId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
export const BridgeDirection = z.enum(['mint', 'redeem']);
/** 16 bytes in hex: of an order, or a nonce. */
export const BridgeIdText = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits');
/** The script of somebody who is paid: native SegWit or Taproot on Bitcoin, P2PKH on MVC. */
export const BridgeScript = z
  .string()
  .regex(/^(0014[0-9a-f]{40}|5120[0-9a-f]{64}|76a914[0-9a-f]{40}88ac)$/, 'must be a script that can be paid');
/** `btc:txid:vout`, or `mvc:core:vout`: the core is what a transaction is on MVC, whatever its id. */
export const DepositName = z.string().regex(/^(btc|mvc):[0-9a-f]{64}:(0|[1-9][0-9]{0,5})$/);

/** As `BridgeTerms` in `market`. */
export const WireBridgeTerms = z.strictObject({
  net: z.enum(['livenet', 'testnet', 'regtest']),
  direction: BridgeDirection,
  asset: BridgeAssetId,
  amount: z.union([Whole, z.literal('any')]),
  /** What goes out at least, as `amount` in base units of the origin. */
  least: Whole,
  receiver: BridgeScript,
  refund: BridgeScript,
  nonce: BridgeIdText,
  expires: z.int().min(0).max(0x7fffffff),
});
export type WireBridgeTerms = z.infer<typeof WireBridgeTerms>;

/** `awaiting-payment`, `expired`: of an order without a deposit. The rest is the state of its deposit (docs/lifecycle.md#deposit). */
export const BridgeState = z.enum([
  ...['awaiting-payment', 'expired', 'paid', 'confirming', 'refused', 'paying', 'paid-out'],
  ...['done', 'refunding', 'refunded', 'gone'],
] as const);
export type BridgeState = z.infer<typeof BridgeState>;

/** Why something waits; null where it only takes its blocks. `lot`: the transfer inscription that it leaves with is being made, or not deep enough yet. */
export const BridgeWait = z
  .enum(['paused', 'short', 'exposure', 'hour', 'fees', 'standing-still', 'signer', 'break', 'lot'])
  .nullable();
export type BridgeWait = z.infer<typeof BridgeWait>;
