/**
 * Parked tokens on MVC taken back, in two signatures of their owner: of the transaction that makes the check, and of the one that moves the
 * tokens. The second is made by whoever signs it, over the first: nothing of it is told, and nothing is kept between the calls.
 */
import { z } from 'zod';
import { Hex, OutpointText, PublicKeyHex, TxidText, Whole } from '../wire/wire.ts';
import { MvcSignedInput } from './acts.ts';
import { Hash160 } from './words.ts';

export const MvcBuildTakeBack = z.object({ publicKey: PublicKeyHex, coin: OutpointText });
export const MvcBuiltTakeBack = z.object({
  codehash: Hash160,
  genesis: Hash160,
  units: Whole,
  /** The transaction that makes the check, nothing signed in it, and those of its coins. */
  check: Hex,
  previous: z.array(Hex).max(20),
  /** The transaction of the parked coin. */
  parked: Hex,
  userCoins: z.array(OutpointText).min(1).max(20),
  /** What the miners get for the second. */
  fee: Whole,
});

export const MvcSubmitTakeBack = z.object({
  publicKey: PublicKeyHex,
  coin: OutpointText,
  /** The first transaction, signed. */
  check: Hex.max(200_000),
  fee: Whole,
  /** Of the coin that releases the tokens. */
  signed: z.array(MvcSignedInput).length(1),
});
/** Both raw: whoever has them can send them elsewhere. */
export const MvcTakenBack = z.object({ txid: TxidText, check: Hex, raw: Hex });

export type MvcBuiltTakeBack = z.infer<typeof MvcBuiltTakeBack>;
export type MvcSubmitTakeBack = z.infer<typeof MvcSubmitTakeBack>;
export type MvcTakenBack = z.infer<typeof MvcTakenBack>;
