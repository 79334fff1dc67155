/** What a user promised for one lock, as it goes over the wire. Its hash stands in the lock's script, so a careful caller checks the fields himself. */
import { z } from 'zod';
import { MAX_RUNGS } from '../limits.ts';
import { AssetIdText, PublicKeyHex, Whole } from './wire.ts';

/** Heights end where a locktime begins to be a time (BIP-65); nothing of ours is as far. */
const MAX_HEIGHT = 499_999_999;
/** The most blocks that a relative lock can name (BIP-68). */
const MAX_DELAY = 0xffff;

const ScriptText = z.string().regex(/^([0-9a-f]{2}){2,42}$/);

export const WireTicket = z.object({
  kind: z.enum(['bid', 'ask']),
  /** What is bought or sold, and how much of it in smallest units. */
  asset: AssetIdText,
  amount: Whole,
  /** Of a bid the value of the lock in sat, of an ask what its seller is paid: at most all there can ever be. */
  price: z.string().regex(/^(0|[1-9][0-9]{0,14}|1[0-9]{15}|20[0-9]{14}|2100000000000000)$/),
  /** Of the user's address: gets the token, the exit and the change. */
  script: ScriptText,
  /** The user's key as it stands in the lock: 32 bytes for a Taproot address, 33 for native SegWit. */
  key: z.string().regex(/^([0-9a-f]{64}|0[23][0-9a-f]{64})$/),
  /** Keys of the exchange's half. */
  exchange: z.array(PublicKeyHex).min(1).max(15),
  /** The height from which the exchange signs no trade. */
  expiry: z.int().min(1).max(MAX_HEIGHT),
  /** Blocks after which the user alone may take the lock back. */
  exitAfter: z.int().min(1).max(MAX_DELAY),
  /** Which output of its transaction the lock is: of an ask the first, of a bid another one, which `psbt` checks. */
  index: z.int().min(0).max(MAX_RUNGS),
});

export type WireTicket = z.infer<typeof WireTicket>;
