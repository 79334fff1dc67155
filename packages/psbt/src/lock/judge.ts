/** The judge of a lock's spend: does it keep the ticket? From transaction, coins and ticket alone; signer and audit share it (trading §10). */
import { invariant, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, Transaction } from '@rialto/protocols';
import { asMade } from '../effects/as-made.ts';
import { effects, partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';
import { SIGHASH } from '../tx/digest.ts';
import { sighashOf } from '../tx/signature.ts';
import { hasShape } from '../tx/spend.ts';
import type { SpendKind } from '../tx/spend.ts';
import { placeOf } from './half.ts';
import type { LockedCoin } from './half.ts';
import { exitSpend, tradeSpend } from './lock.ts';
import type { Lock } from './lock.ts';
import { FILL_SIGHASHES } from './promise.ts';
import type { Ticket } from './ticket.ts';

/** What a spend of a lock is, and whether it is as the ticket says. */
export type Verdict =
  /** The user alone, after the blocks; or a signature of the user's that is no promise: nothing to judge. */
  | { readonly spend: 'exit' | 'cancel'; readonly kept: true }
  | { readonly spend: 'fill'; readonly kept: true }
  | { readonly spend: 'fill'; readonly kept: false; readonly why: Forgery; readonly detail: string };

/** Something else is spent than one lock and one lot; or the bidder does not get what the ticket says; or nobody can say what happens. */
type Forgery = 'other-inputs' | 'other-tokens' | 'unclear';

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
  const { witness, sequence } = input;
  // Of P2WSH the signature of an exit holds in the other branch too; its sequence waits there as well.
  const isExit = sequence < NO_DELAY || hasShape(exitSpend(lock, []), witness);
  if (witness.length > 0 && isExit) return { spend: 'exit', kept: true };
  const kind = tradeSpend(lock, FILL_SIGHASHES);
  if (witness.length > 0 && !isPromised(lock, kind, witness)) return { spend: 'cancel', kept: true };
  if (tx.inputs.length !== 2) return forged('other-inputs', `${tx.inputs.length} inputs`);
  return judgeTokens({ ticket: lock.ticket, index, kind }, tx, coins);
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
