/** Tickets on the wire and back, exactly. Free of schemas: the page uses it too. */
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Amount, AssetId, Sats } from '@rialto/protocols';
import type { WireTicket } from './ticket.ts';

/** What `psbt` calls a Ticket. This package may not import it: the compiler compares the two where they meet. */
export interface PlainTicket {
  readonly kind: 'bid' | 'ask';
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly price: Sats;
  readonly script: Uint8Array;
  readonly key: Uint8Array;
  readonly exchange: readonly Uint8Array[];
  readonly expiry: number;
  readonly exitAfter: number;
  readonly index: number;
}

/** A ticket as it goes over the wire. */
export function ticketToWire(ticket: PlainTicket): WireTicket {
  const { kind, asset, expiry, exitAfter, index } = ticket;
  return {
    kind,
    asset,
    amount: ticket.amount.toString(),
    price: ticket.price.toString(),
    script: bytesToHex(ticket.script),
    key: bytesToHex(ticket.key),
    exchange: ticket.exchange.map(bytesToHex),
    expiry,
    exitAfter,
    index,
  };
}

/** The ticket that a wire ticket describes; the schema has checked its fields. */
export function ticketFromWire(ticket: WireTicket): PlainTicket {
  const { kind, asset, expiry, exitAfter, index } = ticket;
  return {
    kind,
    asset: asset as AssetId,
    amount: amount(BigInt(ticket.amount)),
    price: sats(BigInt(ticket.price)),
    script: hexToBytes(ticket.script),
    key: hexToBytes(ticket.key),
    exchange: ticket.exchange.map(hexToBytes),
    expiry,
    exitAfter,
    index,
  };
}
