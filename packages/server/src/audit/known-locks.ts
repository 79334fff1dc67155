/** Which locks there are, and what the exchange says it signed for them: from the signer's journal, or from a user's rescue file. */
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { WireTicket } from '@rialto/contract';
import {
  bytesToHex,
  equalBytes,
  hexToBytes,
  isFlaw,
  outpoint,
  readTransaction,
  spentPoint,
} from '@rialto/protocols';
import type { Coin, Outpoint, Transaction, TxOutput } from '@rialto/protocols';
import { coinOfTicket, lockOf, readRescueFile } from '@rialto/psbt';
import type { LockedCoin } from '@rialto/psbt';
import { z } from 'zod';
import { journalLines } from './journal-lines.ts';
import type { LockLine } from './journal-lines.ts';

/** A spend of one lock that the journal says was signed. */
export interface SignedSpend {
  /** As the line says. */
  readonly locked: LockedCoin;
  readonly tx: Transaction;
  /** As the signer saw them. */
  readonly coins: readonly Coin[];
  /** Where the signer's tip was. */
  readonly height: number;
  /** Of a cancel or a move: the user's, for all of it. */
  readonly userSignature?: Uint8Array;
}

export interface KnownLocks {
  /** One for each ticket that is said to be some lock's: where the journal says two of one lock, at most one is true. */
  readonly locks: readonly LockedCoin[];
  /** Absent in a rescue file, whose owner does not know what was signed. */
  readonly signed?: readonly SignedSpend[];
  /** Outputs of the transactions in the journal, which their ids vouch for: what a lock is that no block has yet. */
  readonly made: ReadonlyMap<Outpoint, TxOutput>;
}

/**
 * Reads either of the two.
 * @throws Error with the number of a line that cannot be read; Refusal as `readRescueFile` and `lockOf`
 */
export function readKnownLocks(text: string): KnownLocks {
  if (isRescueFile(text)) {
    const locks = readRescueFile(text).bids.flatMap((bid) => bid.locks);
    return { locks, made: new Map() };
  }
  const locks = new Map<string, LockedCoin>();
  const signed: SignedSpend[] = [];
  const made = new Map<Outpoint, TxOutput>();
  for (const { line, number } of journalLines(text)) {
    const tx = readTransaction(hexToBytes(line.unsigned));
    if (isFlaw(tx)) throw new Error(`line ${number} of the journal holds no transaction: ${tx.flaw}`);
    tx.outputs.forEach((output, at) => made.set(outpoint(tx.txid, at), output));
    const spends = spendsOf(line, tx);
    const inputs = new Set(tx.inputs.map(spentPoint));
    if (!spends.every(({ locked }) => inputs.has(locked.coin.outpoint)))
      throw new Error(`line ${number} of the journal names a lock that its transaction does not spend`);
    signed.push(...spends);
    for (const one of [...locksMade(line, tx), ...spends.map(({ locked }) => locked)])
      locks.set(`${one.coin.outpoint} ${bytesToHex(one.lock.script)}`, one);
  }
  return { locks: [...locks.values()], signed, made };
}

/** The one whose lock this output is; the others are not what was promised to anybody. */
export function lockAt(candidates: readonly LockedCoin[], output: TxOutput): LockedCoin | undefined {
  return candidates.find(
    ({ lock, coin }) => equalBytes(lock.script, output.script) && coin.value === output.value,
  );
}

function isRescueFile(text: string): boolean {
  try {
    return z.looseObject({ bids: z.unknown() }).safeParse(JSON.parse(text)).success;
  } catch {
    return false; // several lines, each an object
  }
}

function locksMade(line: LockLine, { txid }: Transaction): LockedCoin[] {
  if (line.kind === 'admit')
    return line.tickets.map((ticket) => lockedBy(ticket, outpoint(txid, ticket.index)));
  if (line.kind === 'cancel' && line.to !== undefined)
    return [lockedBy(line.to, outpoint(txid, line.to.index))];
  return [];
}

function spendsOf(line: LockLine, tx: Transaction): SignedSpend[] {
  if (line.kind === 'admit') return [];
  const coins = line.coins.map(coinFromWire);
  const { height } = line;
  if (line.kind === 'fill') return [{ locked: lockedBy(line.ticket, line.lock), tx, coins, height }];
  return line.locks.flatMap((point, at) => {
    const ticket = line.tickets[at];
    if (ticket === undefined) return [];
    const spend = { locked: lockedBy(ticket, point), tx, coins, height };
    const signature = line.kind === 'cancel' ? line.userSignatures[at] : undefined;
    return [signature === undefined ? spend : { ...spend, userSignature: hexToBytes(signature) }];
  });
}

function lockedBy(ticket: WireTicket, point: Outpoint): LockedCoin {
  const lock = lockOf(ticketFromWire(ticket));
  return { lock, coin: coinOfTicket(lock, point) };
}
