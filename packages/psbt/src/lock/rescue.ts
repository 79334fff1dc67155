/** The rescue file: every lock of a user with its signed exit, so that the money comes home when nobody answers any more (trading §10). */
import { bytesToHex, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '../tx/signature.ts';
import { TextFile } from '../tx/text-file.ts';
import type { Fields } from '../tx/text-file.ts';
import { verifyExits } from './exit.ts';
import type { LockedCoin } from './half.ts';
import { coinOfTicket, lockOf } from './lock.ts';
import { readTicket, ticketText } from './ticket.ts';

export interface RescueFile {
  readonly version: 1;
  readonly network: Network;
  readonly bids: readonly RescueBid[];
}

export interface RescueBid {
  /** The signed funding, which anybody may send; absent when the chain has it. */
  readonly funding: Uint8Array | undefined;
  readonly locks: readonly RescueLock[];
}

/** A lock, where it is or will be, and the final transaction of its exit. */
export interface RescueLock extends LockedCoin {
  readonly exit: Uint8Array;
  /** Of a lot: the exit that pays all but the smallest coin to the miners, for when the usual one is too cheap. */
  readonly dearExit?: Uint8Array;
}

const FILE: TextFile = new TextFile('rescue file');

/** The file as text: JSON, two spaces. Nothing in it can spend anything but the locks, and those to their user alone. */
export function writeRescueFile({ network, bids }: RescueFile): string {
  const written = bids.map(({ funding, locks }) => ({
    funding: funding === undefined ? null : bytesToHex(funding),
    locks: locks.map(({ lock, coin, exit, dearExit }) => ({
      ticket: ticketText(lock.ticket),
      outpoint: coin.outpoint,
      value: coin.value.toString(),
      exit: bytesToHex(exit),
      ...(dearExit === undefined ? {} : { dearExit: bytesToHex(dearExit) }),
    })),
  }));
  return `${JSON.stringify({ version: 1, network, bids: written }, null, 2)}\n`;
}

/**
 * Reads a rescue file, and believes nothing in it: each lock is made anew from its ticket, each exit is verified.
 * @throws Refusal bad-request with the place of what is wrong, and as `lockOf` and `checkLockCoin`
 */
export function readRescueFile(text: string, verifier?: Verifier): RescueFile {
  const file = FILE.parsed(text);
  if (file['version'] !== 1) FILE.refuse('version');
  const network = FILE.network(file['network']);
  const bids = FILE.list(file['bids'], 'bids').map((bid, at) =>
    readBid(FILE.fields(bid, `bid ${at}`), verifier),
  );
  return { version: 1, network, bids };
}

function readBid(bid: Fields, verifier: Verifier | undefined): RescueBid {
  const funding = bid['funding'] === null ? undefined : FILE.bytes(bid['funding'], 'funding');
  const locks = FILE.list(bid['locks'], 'locks').map((lock) => readLock(FILE.fields(lock, 'lock'), verifier));
  if (funding !== undefined) {
    const tx = readTransaction(funding);
    if (isFlaw(tx)) FILE.refuse('funding');
    for (const { coin, lock } of locks) {
      const { index } = lock.ticket;
      const made = tx.outputs[index];
      const isIt = coin.outpoint === outpoint(tx.txid, index) && made?.value === coin.value;
      if (!isIt || bytesToHex(made.script) !== bytesToHex(lock.script)) FILE.refuse('the funding is another');
    }
  }
  return { funding, locks };
}

function readLock(fields: Fields, verifier: Verifier | undefined): RescueLock {
  const lock = lockOf(readTicket(FILE.text(fields['ticket'], 'ticket')));
  const coin = coinOfTicket(lock, FILE.point(fields['outpoint']));
  const value = FILE.text(fields['value'], 'value');
  if (value !== coin.value.toString()) FILE.refuse('value');
  const exit = FILE.bytes(fields['exit'], 'exit');
  const dearExit = 'dearExit' in fields ? FILE.bytes(fields['dearExit'], 'exit') : undefined;
  const exits = dearExit === undefined ? [exit] : [exit, dearExit];
  if (!verifyExits(lock, coin, exits, verifier)) FILE.refuse('exit');
  return dearExit === undefined ? { lock, coin, exit } : { lock, coin, exit, dearExit };
}
