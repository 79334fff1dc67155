/** A ticket: what a user promised for one lock, as one canonical text whose hash stands in the script of the lock (trading §10). */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  MAX_MONEY,
  amount,
  bytesToHex,
  encodeUtf8,
  hexToBytes,
  invariant,
  isHex,
  sats,
  splitAsset,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, AssetId, Sats } from '@rialto/protocols';

type TicketKind = 'bid' | 'ask';

export interface Ticket {
  /** A bid: the lock holds sats, and buys. An ask: the lock holds a lot, and sells. */
  readonly kind: TicketKind;
  readonly asset: AssetId;
  /** What the user gets, or sells, in the asset's smallest unit. */
  readonly amount: Amount;
  /** Of a bid the value of the lock, all of it; of an ask what the user is paid. */
  readonly price: Sats;
  /** The script of the user's address: tokens, payment, exit and refund go there. */
  readonly script: Uint8Array;
  /**
   * The user's key as it stands in the lock: of P2WPKH its 33 bytes; of P2TR 32 bytes, the output key of the address, or the internal
   * key where a wallet signs leaves with that (wallets §8).
   */
  readonly key: Uint8Array;
  /** The keys of the exchange's half, 33 bytes each. */
  readonly exchange: readonly Uint8Array[];
  /** From this height on the exchange signs no trade. */
  readonly expiry: number;
  /** After so many blocks the user takes the lock back alone. */
  readonly exitAfter: number;
  /** The output that is the lock: of an ask the first, where MRC-20 and runes go by themselves. */
  readonly index: number;
}

/** The most locks one funding has; they are its outputs from 1 on. */
export const MAX_LOCKS = 12;

const FIRST_LINE = 'rialto ticket 1';
const NAMES = [
  'kind',
  'asset',
  'amount',
  'price',
  'script',
  'key',
  'exchange',
  'expiry',
  'exit after',
  'index',
] as const;

/**
 * The ticket as text: a line for its version, then one for each field, without a line end after the last.
 * @throws Refusal bad-request when a field is out of its range
 */
export function ticketText(ticket: Ticket): string {
  checkTicket(ticket);
  const values = [
    ticket.kind,
    ticket.asset,
    ticket.amount.toString(),
    ticket.price.toString(),
    bytesToHex(ticket.script),
    bytesToHex(ticket.key),
    ticket.exchange.map(bytesToHex).join(' '),
    ticket.expiry.toString(),
    ticket.exitAfter.toString(),
    ticket.index.toString(),
  ];
  return [FIRST_LINE, ...NAMES.map((name, at) => `${name}: ${values[at] ?? ''}`)].join('\n');
}

/** What stands in the script of the lock: the SHA-256 of the ticket's text. Throws as `ticketText`. */
export function ticketHash(ticket: Ticket): Uint8Array {
  const bytes = encodeUtf8(ticketText(ticket));
  invariant(bytes !== undefined, 'a ticket has no broken characters');
  return sha256(bytes);
}

/**
 * The ticket of a text. One ticket has one text: whatever is written otherwise is refused.
 * @throws Refusal bad-request
 */
export function readTicket(text: string): Ticket {
  const [first, ...lines] = text.split('\n');
  if (first !== FIRST_LINE || lines.length !== NAMES.length) throw new Refusal('bad-request', 'ticket');
  const value = (name: (typeof NAMES)[number]): string => {
    const line = lines[NAMES.indexOf(name)] ?? '';
    if (!line.startsWith(`${name}: `)) throw new Refusal('bad-request', `ticket: ${name}`);
    return line.slice(name.length + 2);
  };
  const ticket: Ticket = {
    kind: kindOf(value('kind')),
    asset: value('asset') as AssetId,
    amount: amount(integer(value('amount'))),
    price: sats(integer(value('price'), MAX_MONEY)),
    script: bytes(value('script')),
    key: bytes(value('key')),
    exchange: value('exchange').split(' ').map(bytes),
    expiry: small(value('expiry')),
    exitAfter: small(value('exit after')),
    index: small(value('index')),
  };
  if (ticketText(ticket) !== text) throw new Refusal('bad-request', 'ticket');
  return ticket;
}

function kindOf(text: string): TicketKind {
  if (text !== 'bid' && text !== 'ask') throw new Refusal('bad-request', 'ticket: kind');
  return text;
}

/** As many digits as the largest amount of any protocol (BRC-20: 2^64 with 18 decimals) has, and then some. */
const INTEGER = /^(0|[1-9][0-9]{0,77})$/;
const SMALL = /^(0|[1-9][0-9]{0,9})$/;

function small(text: string): number {
  if (!SMALL.test(text)) throw new Refusal('bad-request', 'ticket: a number');
  return Number.parseInt(text, 10);
}

function integer(text: string, max?: bigint): bigint {
  if (!INTEGER.test(text)) throw new Refusal('bad-request', 'ticket: a number');
  const value = BigInt(text);
  if (max !== undefined && value > max) throw new Refusal('bad-request', 'ticket: a number');
  return value;
}

function bytes(text: string): Uint8Array {
  if (!isHex(text) || text !== text.toLowerCase()) throw new Refusal('bad-request', 'ticket: hex');
  return hexToBytes(text);
}

const ASSET = /^[0-9a-z:]{1,100}$/;
/** Heights end here, times begin (BIP-65). */
const MAX_HEIGHT = 499_999_999;
/** A delay in blocks has 16 bits (BIP-68). */
const MAX_DELAY = 0xffff;
const MAX_UNITS = 10n ** 78n;
const MAX_EXCHANGE_KEYS = 16;

function checkTicket(ticket: Ticket): void {
  const { asset, amount: units, price, script, key, exchange } = ticket;
  const must = (holds: boolean, name: string): void => {
    if (!holds) throw new Refusal('bad-request', `ticket: ${name}`);
  };
  must(ASSET.test(asset) && splitAsset(asset) !== undefined, 'asset');
  must(units > 0n && units < MAX_UNITS, 'amount');
  must(price > 0n && price <= MAX_MONEY, 'price');
  must(script.length === 22 || script.length === 34, 'script');
  must(key.length === 32 || key.length === 33, 'key');
  must(exchange.length >= 1 && exchange.length <= MAX_EXCHANGE_KEYS, 'exchange');
  must(
    exchange.every((one) => one.length === 33),
    'exchange',
  );
  must(isBetween(ticket.expiry, 1, MAX_HEIGHT), 'expiry');
  must(isBetween(ticket.exitAfter, 1, MAX_DELAY), 'exit after');
  must(ticket.kind === 'ask' ? ticket.index === 0 : isBetween(ticket.index, 1, MAX_LOCKS), 'index');
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
