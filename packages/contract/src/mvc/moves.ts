/** Liquidity on MVC, in two signatures: tokens are parked with their owner, then all of it moves at once. Everything is built and checked before anything is sent. */
import { z } from 'zod';
import { Hex, OutpointText, PublicKeyHex, Timestamp, Whole } from '../wire/wire.ts';
import { BareText, MvcAmount, MvcPair } from './words.ts';

/** What is exact: of who adds SPACE or the token, of who removes his shares. */
const Asked = z.object({
  pair: MvcPair,
  kind: z.enum(['add', 'remove']),
  of: z.enum(['space', 'token', 'shares']),
  amount: MvcAmount,
});
export const MvcPreviewMove = Asked;
export const MvcMoveQuote = z.object({
  /** Into the pool or out of it. */
  sats: Whole,
  units: Whole,
  /** Made or ended. */
  shares: Whole,
  /** The network's part in sat: checks, parking and move together. Beside `sats` for who adds; for who removes it is paid of his own SPACE. */
  networkFee: Whole,
  /** Sat that stay under his own token coins. */
  tokenSats: Whole,
  /** SPACE that he needs to have, those that come back included. */
  needs: Whole,
});

export const MvcBuildMove = Asked.extend({
  publicKey: PublicKeyHex,
  /** The least shares for who adds, the least sat of SPACE for who removes. */
  limit: MvcAmount,
});
/** What is to be signed: nothing signed in it, with the transactions of its coins, and that of the checks, which is sent with all of it alone. */
const ToSign = z.object({ raw: Hex, previous: z.array(Hex).max(50), check: BareText });
export const MvcBuiltMove = z.object({
  buildId: z.uuid(),
  quote: MvcMoveQuote,
  park: ToSign,
  /** His tokens or shares, and his SPACE, in the order of the inputs. */
  userTokens: z.array(OutpointText).max(20),
  userCoins: z.array(OutpointText).max(20),
  tokenSats: Whole,
  expiresAt: Timestamp,
});
/** The parking, whole and unsent, and the move over it. */
export const MvcParkedMove = z.object({
  buildId: z.uuid(),
  parked: Hex,
  move: ToSign,
  expiresAt: Timestamp,
});

export type MvcMoveQuote = z.infer<typeof MvcMoveQuote>;
export type MvcBuiltMove = z.infer<typeof MvcBuiltMove>;
export type MvcParkedMove = z.infer<typeof MvcParkedMove>;
