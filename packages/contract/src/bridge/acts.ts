/** An order of the bridge: made, paid, and what was paid without one taken back. */
import { z } from 'zod';
import { ToSign } from '../orders/orders.ts';
import { WireCoin } from '../wire/effects.ts';
import { FeeRateNumber, Hex, PublicKeyHex, TxidText, Whole } from '../wire/wire.ts';
import { BridgeIdText, DepositName, WireBridgeTerms } from './words.ts';

/** The original's fields are taken and not looked at: the terms say everything. */
const OfOriginal = {
  ...{ originTokenId: z.string().max(90).optional(), addressType: z.string().max(20).optional() },
  ...{ publicKeySign: z.string().max(200).optional(), publicKeyReceiveSign: z.string().max(200).optional() },
};

/** `publicKey` pays: on Bitcoin for a mint, on MVC for a redeem. The page has made the terms, and their id, itself. */
export const CreateMint = z.object({
  ...OfOriginal,
  terms: WireBridgeTerms,
  publicKey: PublicKeyHex,
  /** Who pays: an address of this key. */
  address: z
    .string()
    .min(14)
    .max(90)
    .regex(/^[0-9A-Za-z]+$/),
  feeRate: FeeRateNumber,
});
export const CreatedMint = z.object({
  orderId: BridgeIdText,
  bridgeAddress: z.string(),
  /** What goes out by the fees of now, origin units. */
  out: Whole,
  /** The payment, to sign. */
  rawPsbt: Hex,
  toSignInputs: z.array(ToSign),
  coins: z.array(WireCoin),
  minerFee: Whole,
});

export const CreateRedeem = z.object({ ...OfOriginal, terms: WireBridgeTerms, publicKey: PublicKeyHex });
export const CreatedRedeem = z.object({
  orderId: BridgeIdText,
  /** Where the wallet sends the tokens, with the id as its note. */
  bridgeAddress: z.string(),
  out: Whole,
  /** Coins of his: of SPACE, and of the token. The wallet takes three of SPACE and twenty of a token at most. */
  ...{ spaceCoins: z.int(), tokenCoins: z.int() },
  /** SPACE, in sat, that he needs for it. */
  needs: Whole,
  /** The transactions of those coins, raw, each once: of what the wallet makes of them the page counts the network fee. */
  previous: z.array(Hex),
});

/** For a mint `rawPsbt`, signed; for a redeem the check's transaction and the transfer, unsent, as the wallet has made them. */
export const SubmitMint = z.object({ orderId: BridgeIdText, rawPsbt: Hex });
export const SubmitRedeem = z.object({
  orderId: BridgeIdText,
  txHexList: z.array(Hex).length(2),
  txid: TxidText.optional(),
});
export const SubmittedBridge = z.object({ orderId: BridgeIdText, txid: TxidText });

/** Terms that are shown again bring an order back that the database lost: its payment names it on the chain. */
export const RestoreBridgeOrder = z.object({ terms: WireBridgeTerms });
export const RestoredBridgeOrder = z.object({ orderId: BridgeIdText });

/** Anybody may ask: it goes to nobody but the script that the chain or the terms name. */
export const RefundDeposit = z.object({ deposit: DepositName });
export const RefundedDeposit = z.object({
  /** Null where its transfer inscription is made first (BRC-20): it goes back by itself once that is deep enough. */
  txid: TxidText.nullable(),
  /** Origin units. */
  out: Whole,
});
