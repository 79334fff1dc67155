/** Which locks there are, and what the exchange says it signed for them: from the signer's journal, or from a user's rescue file. */
import { WireCoin, WireTicket, coinFromWire, ticketFromWire } from '@rialto/contract';
import { hexToBytes, isFlaw, isTxid, outpoint, readTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { lockOf, readRescueFile } from '@rialto/psbt';
import type { LockedCoin } from '@rialto/psbt';
import { z } from 'zod';

/** A fill that the journal says was signed. */
export interface SignedFill {
  readonly locked: LockedCoin;
  readonly tx: Transaction;
  /** As the signer saw them. */
  readonly coins: readonly Coin[];
}

export interface KnownLocks {
  readonly locks: readonly LockedCoin[];
  /** Absent in a rescue file, whose owner does not know what was signed. */
  readonly signed?: readonly SignedFill[];
}

const Txid = z.string().refine(isTxid);
const AdmitLine = z.object({ kind: z.literal('admit'), txid: Txid, tickets: z.array(WireTicket) });
const FillLine = z.object({
  kind: z.literal('fill'),
  unsigned: z.string(),
  lock: z.string(),
  ticket: WireTicket,
  coins: z.array(WireCoin),
});
const CancelLine = z.object({
  kind: z.literal('cancel'),
  locks: z.array(z.string()),
  tickets: z.array(WireTicket),
});
const OtherLine = z.object({ kind: z.enum(['cosign', 'stock']) });
const Line = z.union([AdmitLine, FillLine, CancelLine, OtherLine]);

/**
 * Reads either of the two. A last line that a power cut tore says nothing: its signature never left.
 * @throws Error with the number of a line that cannot be read; Refusal as `readRescueFile` and `lockOf`
 */
export function readKnownLocks(text: string): KnownLocks {
  if (isRescueFile(text)) return { locks: readRescueFile(text).bids.flatMap(({ locks }) => locks) };
  const locks = new Map<Outpoint, LockedCoin>();
  const signed: SignedFill[] = [];
  const know = (locked: LockedCoin): void => {
    locks.set(locked.coin.outpoint, locked);
  };
  const lines = text.split('\n').slice(0, -1);
  lines.forEach((one, at) => {
    const line = lineOf(one, at + 1);
    if (line.kind === 'admit')
      for (const ticket of line.tickets) know(lockedBy(ticket, outpoint(line.txid, ticket.index)));
    if (line.kind === 'cancel')
      line.tickets.forEach((ticket, place) => {
        know(lockedBy(ticket, line.locks[place] as Outpoint));
      });
    if (line.kind !== 'fill') return;
    const locked = lockedBy(line.ticket, line.lock as Outpoint);
    know(locked);
    const tx = readTransaction(hexToBytes(line.unsigned));
    if (isFlaw(tx)) throw new Error(`line ${at + 1} of the journal holds no transaction: ${tx.flaw}`);
    signed.push({ locked, tx, coins: line.coins.map(coinFromWire) });
  });
  return { locks: [...locks.values()], signed };
}

function isRescueFile(text: string): boolean {
  try {
    return z.looseObject({ bids: z.unknown() }).safeParse(JSON.parse(text)).success;
  } catch {
    return false; // several lines, each an object
  }
}

function lineOf(text: string, number: number): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    throw new Error(`line ${number} of the journal cannot be read`);
  }
}

function lockedBy(ticket: WireTicket, point: Outpoint): LockedCoin {
  const lock = lockOf(ticketFromWire(ticket));
  const { script } = lock;
  return { lock, coin: { outpoint: point, value: lock.ticket.price, script, assets: [] } };
}
