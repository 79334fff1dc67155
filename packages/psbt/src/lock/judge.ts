/** The judge of a lock's spend: does it keep the ticket? From transaction, coins and ticket alone; signer and audit share it (trading §10). */
import { bytesToHex, equalBytes, invariant, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, Transaction } from '@rialto/protocols';
import { asMade } from '../effects/as-made.ts';
import { effects, partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';
import { SIGHASH } from '../tx/digest.ts';
import { sighashOf, verifySignature } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { WHOLE } from '../tx/spend-kinds.ts';
import { hasShape } from '../tx/spend.ts';
import type { SpendKind } from '../tx/spend.ts';
import { placeOf } from './half.ts';
import type { LockedCoin } from './half.ts';
import { exitSpend, tradeSpend } from './lock.ts';
import type { Lock } from './lock.ts';
import { FILL_SIGHASHES } from './promise.ts';
import { paysTicket } from './sold-lock.ts';
import type { Ticket } from './ticket.ts';

/** What a spend of a lock is, and whether it is as the ticket says. */
export type Verdict =
  /** The user alone, after the blocks; or a signature of the user's that is no promise: nothing to judge. */
  | { readonly spend: 'exit' | 'cancel'; readonly kept: true }
  | { readonly spend: 'fill'; readonly kept: true }
  | { readonly spend: 'fill'; readonly kept: false; readonly why: Forgery; readonly detail: string };

/**
 * Of a bid: something else is spent than one lock and one lot; or the bidder does not get what the ticket says; or nobody can say what
 * happens. Of an ask: its user is not paid. Of both: the ticket is not that of the coin, or was over when the exchange signed.
 */
type Forgery = 'other-inputs' | 'other-tokens' | 'unclear' | 'not-paid' | 'other-ticket' | 'after-expiry';

/** Bit 31 of a sequence turns a delay off (BIP-68); every promise has it. */
const NO_DELAY = 0x80000000;

/**
 * Judges a spend of a lock. Signatures are not verified: a block or the caller did that.
 * @param tx signed, or not yet: without a witness it is judged as the fill it would be
 * @param coins what it spends, with the assets that were on them before it, in any order
 * @throws invariant when the transaction does not spend the lock
 */
export function judgeFill({ lock, coin }: LockedCoin, tx: Transaction, coins: readonly Coin[]): Verdict {
  const index = tx.inputs.findIndex((one) => spentPoint(one) === coin.outpoint);
  const input = tx.inputs[index];
  invariant(input !== undefined, 'the transaction spends the lock');
  const spent = coins.find(({ outpoint }) => outpoint === coin.outpoint);
  if (spent !== undefined && !equalBytes(spent.script, lock.script))
    return forged('other-ticket', bytesToHex(spent.script));
  const { witness, sequence } = input;
  // Of P2WSH the signature of an exit holds in the other branch too; its sequence waits there as well.
  const isExit = sequence < NO_DELAY || hasShape(exitSpend(lock, []), witness);
  if (witness.length > 0 && isExit) return { spend: 'exit', kept: true };
  const kind = tradeSpend(lock, FILL_SIGHASHES);
  if (witness.length > 0 && !isPromised(lock, kind, witness)) return { spend: 'cancel', kept: true };
  if (lock.ticket.kind === 'ask') return judgePayment({ lock, coin }, tx);
  if (tx.inputs.length !== 2) return forged('other-inputs', `${tx.inputs.length} inputs`);
  return judgeTokens({ ticket: lock.ticket, index, kind }, tx, coins);
}

/**
 * The same verdict of a spend whose time is known: from the ticket's expiry on the exchange signs no trade (trading §10).
 * @param height where the exchange's tip was when it signed
 */
export function judgeTime(verdict: Verdict, { ticket }: Lock, height: number): Verdict {
  if (verdict.spend !== 'fill' || !verdict.kept || height < ticket.expiry) return verdict;
  return forged('after-expiry', `signed at height ${height}, expiry ${ticket.expiry}`);
}

/**
 * True when the user of a lock signed all of a transaction: then it is his own act, whatever it does.
 * @param coins what it spends, all of them, in any order
 */
export function isOwnAct(
  { lock, coin }: LockedCoin,
  tx: Transaction,
  { coins, signature }: { readonly coins: readonly Coin[]; readonly signature: Uint8Array },
  verifier?: Verifier,
): boolean {
  const spent = tx.inputs.map((one) => coins.find(({ outpoint }) => outpoint === spentPoint(one)));
  const index = spent.findIndex((one) => one?.outpoint === coin.outpoint);
  const known = spent.filter((one) => one !== undefined);
  if (index < 0 || known.length < spent.length) return false;
  const kind = tradeSpend(lock, { user: WHOLE, exchange: WHOLE });
  const item = placeOf(kind, lock.ticket.key);
  try {
    verifySignature({ tx, coins: known, index }, kind, { item, signature }, verifier);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Of an ask: its user is paid the price at the lock's own index, as he signed. */
function judgePayment({ lock, coin }: LockedCoin, tx: Transaction): Verdict {
  if (paysTicket(lock, coin.outpoint, tx)) return { spend: 'fill', kept: true };
  return forged('not-paid', `${lock.ticket.price} sat`);
}

/** The user's signature binds one output alone: what else happens is the exchange's doing. */
function isPromised(lock: Lock, kind: SpendKind, witness: readonly Uint8Array[]): boolean {
  const { key } = placeOf(kind, lock.ticket.key);
  const place = kind.stack.findIndex((item) => item.item === 'signature' && item.key === key);
  const signature = witness[place];
  return signature !== undefined && sighashOf(signature) === SIGHASH.SINGLE_ANYONECANPAY;
}

function judgeTokens(
  { ticket, index, kind }: { ticket: Ticket; index: number; kind: SpendKind },
  tx: Transaction,
  coins: readonly Coin[],
): Verdict {
  try {
    const { kinds, messages } = asMade(tx, coins);
    // Not signed yet, a lock does not show what it is.
    const shown = kinds.map((one, at) => (at === index ? (one ?? kind) : one));
    const held = coins.map(({ outpoint }) => outpoint);
    const bidder = partyOf(effects(tx, coins, { kinds: shown, messages, held }), ticket.script);
    const gained = unitsOf(bidder.gets, ticket.asset) - unitsOf(bidder.gives, ticket.asset);
    if (gained === ticket.amount) return { spend: 'fill', kept: true };
    return forged('other-tokens', `${gained} of ${ticket.amount}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return forged('unclear', error.code);
  }
}

function forged(why: Forgery, detail: string): Verdict {
  return { spend: 'fill', kept: false, why, detail };
}

/** How much of an asset moves: a BRC-20 transfer by its amount. */
function unitsOf(moves: readonly AssetMove[], asset: AssetId): bigint {
  return moves.reduce((sum, move) => {
    if (move.kind === 'pin') return sum;
    if (move.kind === 'inscription') return move.transfer?.asset === asset ? sum + move.transfer.amount : sum;
    return move.asset === asset ? sum + move.amount : sum;
  }, 0n);
}
