/** A lock: the output of a ticket, and the two ways to spend it (trading §10). */
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { DUST_FLOOR, concatBytes, equalBytes, lotOf, splitAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, CoinAsset, Outpoint, Sats } from '@rialto/protocols';
import { movesOnce } from '../trade/lot.ts';
import { hash160, isPublicKey, scriptKind } from '../tx/address.ts';
import type { KeyKind } from '../tx/address.ts';
import { SIGHASH } from '../tx/digest.ts';
import type { SpendKind, SpendPath, WitnessItem } from '../tx/spend.ts';
import { taprootLock, witnessScriptLock } from './lock-script.ts';
import { ticketHash } from './ticket.ts';
import type { Ticket } from './ticket.ts';

export interface Lock {
  readonly ticket: Ticket;
  /** The scriptPubKey. */
  readonly script: Uint8Array;
  /** User and exchange together. */
  readonly trade: SpendPath;
  /** The user alone, after the ticket's blocks. */
  readonly exit: SpendPath;
}

/** What a lock holds that holds a lot: enough for an exit whatever the fees are by then. */
export const LOCKED_LOT_VALUE = 3000n as Sats;

/** The sats in the lock of a ticket. */
function lockValue({ kind, price }: Pick<Ticket, 'kind' | 'price'>): Sats {
  return kind === 'bid' ? price : LOCKED_LOT_VALUE;
}

/** What the exit of a lock of sats pays to the miners, whatever the fees are by then. */
export const EXIT_FEE = 1500n as Sats;

/**
 * The lock of a ticket.
 * @throws Refusal bad-request (a field of the ticket, or an exchange's half that is not one key of its own), wrong-address-type,
 *   not-yours (the key is not that of the script), too-small (nothing would be left of the exit; or a price that is dust)
 */
export function lockOf(ticket: Ticket): Lock {
  const hash = ticketHash(ticket);
  const kind = scriptKind(ticket.script);
  if (kind === 'other') throw new Refusal('wrong-address-type');
  if (!isKeyOf(ticket, kind)) throw new Refusal('not-yours', 'key of the lock');
  const [exchange, more] = ticket.exchange;
  if (exchange === undefined || more !== undefined || !isPublicKey(exchange))
    throw new Refusal('bad-request', 'ticket: exchange');
  if (equalBytes(exchange.subarray(1), xOnly(ticket.key))) throw new Refusal('bad-request', 'ticket: keys');
  const least = ticket.kind === 'bid' ? EXIT_FEE + DUST_FLOOR : DUST_FLOOR;
  if (ticket.price < least) throw new Refusal('too-small', `lock of ${ticket.price} sat`);
  const common = { user: ticket.key, ticketHash: hash, exitAfter: ticket.exitAfter };
  const scripts =
    kind === 'p2tr'
      ? taprootLock({ ...common, exchange: xOnly(exchange) })
      : witnessScriptLock({ ...common, exchange });
  return { ticket, ...scripts };
}

/** P2WPKH: the key of the hash. P2TR: the output key, or the internal key whose BIP-86 tweak it is. */
function isKeyOf({ key, script }: Ticket, kind: KeyKind): boolean {
  const program = script.subarray(2);
  if (kind === 'p2wpkh') return key.length === 33 && isPublicKey(key) && equalBytes(hash160(key), program);
  if (key.length !== 32 || !isPublicKey(compressed(key))) return false;
  return equalBytes(key, program) || equalBytes(taprootTweakPubkey(key, NO_TREE)[0], program);
}

const NO_TREE = new Uint8Array(0);

function xOnly(key: Uint8Array): Uint8Array {
  return key.length === 32 ? key : key.slice(1);
}

/** The user's key as 33 bytes; one of 32 stands for the point with an even y (BIP-340). */
export function compressed(key: Uint8Array): Uint8Array {
  return key.length === 33 ? key : concatBytes(Uint8Array.of(2), key);
}

/** Which sighash bytes each half may have; DEFAULT counts for P2TR alone. */
interface Sighashes {
  readonly user: readonly number[];
  readonly exchange: readonly number[];
}

/** By user and exchange together. Bit 31 of the sequence is set, so that the signature is good for this branch alone. */
export function tradeSpend({ ticket, script, trade }: Lock, { user, exchange }: Sighashes): SpendKind {
  const [theirs = NO_KEY] = ticket.exchange;
  const kind = { name: 'lock, traded', script, path: trade, signatures: 2, delay: 'none' as const };
  if (trade.path === 'leaf')
    return { ...kind, stack: [signedBy(xOnly(theirs), exchange), signedBy(ticket.key, user)] };
  const halves = [signedBy(ticket.key, named(user)), signedBy(theirs, named(exchange))];
  return { ...kind, stack: [...halves, { item: 'bytes', bytes: FIRST_BRANCH }] };
}

/** By the user alone, when the lock is as deep as its ticket says. */
export function exitSpend({ ticket, script, exit }: Lock, sighashes: readonly number[]): SpendKind {
  const kind = { name: 'lock, left', script, path: exit, signatures: 1, delay: ticket.exitAfter };
  if (exit.path === 'leaf') return { ...kind, stack: [signedBy(ticket.key, sighashes)] };
  const stack = [signedBy(ticket.key, named(sighashes)), { item: 'bytes', bytes: SECOND_BRANCH } as const];
  return { ...kind, stack };
}

const NO_KEY = new Uint8Array(0);
/** What IF takes; nodes relay nothing else (MINIMALIF). */
const FIRST_BRANCH = Uint8Array.of(1);
const SECOND_BRANCH = new Uint8Array(0);

function signedBy(key: Uint8Array, sighashes: readonly number[]): WitnessItem {
  return { item: 'signature', key, sighashes };
}

function named(sighashes: readonly number[]): number[] {
  return sighashes.filter((sighash) => sighash !== SIGHASH.DEFAULT);
}

/**
 * The coin is the ticket's: its script, its value, its place; and of a bid nothing is on it, of an ask exactly the lot.
 * @throws Refusal script-not-allowed, amount-differs (also of tokens), bad-request (place), lot-mixed, not-a-lot, lots-differ
 */
export function checkLockCoin({ ticket, script }: Lock, coin: Coin): void {
  if (!equalBytes(coin.script, script)) throw new Refusal('script-not-allowed', coin.outpoint);
  if (coin.value !== lockValue(ticket)) throw new Refusal('amount-differs', coin.outpoint);
  if (!coin.outpoint.endsWith(`:${ticket.index}`)) throw new Refusal('bad-request', coin.outpoint);
  if (ticket.kind === 'ask') checkLocked(ticket, coin);
  else if (coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
}

/** A lot that moves once, as BRC-20 does, would be used up in its lock. */
function checkLocked({ asset, amount }: Ticket, coin: Coin): void {
  const lot = lotOf(coin);
  if (lot === undefined || movesOnce(lot)) throw new Refusal('not-a-lot', coin.outpoint);
  if (lot.asset !== asset) throw new Refusal('lots-differ', lot.asset);
  if (lot.amount !== amount) throw new Refusal('amount-differs', `${lot.amount}`);
}

/** The coin of a lock as its ticket says it is, for one who has no index to ask; its tick and decimals are not known. */
export function coinOfTicket({ ticket, script }: Lock, point: Outpoint): Coin {
  const assets = ticket.kind === 'ask' ? [heldBy(ticket)] : [];
  return { outpoint: point, value: lockValue(ticket), script, assets };
}

function heldBy({ asset, amount }: Ticket): CoinAsset {
  return splitAsset(asset)?.protocol === 'rune'
    ? { kind: 'rune', asset, amount, name: '', divisibility: 0 }
    : { kind: 'mrc20', asset, amount, tick: '', decimals: 0 };
}
