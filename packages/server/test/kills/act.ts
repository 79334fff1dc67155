/** What an act on a lock, or on a pool, is to a test that kills programs at its steps. */
import { bytesToHex, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { World } from '@rialto/devnet';
import type { Killer, SignerGate, SignerOp } from './kill-parts.ts';
import type { LockStage } from './lock-stage.ts';

export interface ActStep {
  readonly name: string;
  /** The server stands still there. */
  readonly hold?: string;
  /** The signer has written its journal; its answer is held back. */
  readonly op?: SignerOp;
  /** Nothing stands still: it was answered, and the next block has it, which the server has not read or has. */
  readonly then?: 'answered' | 'mined' | 'read';
}

/** An act that is signed and not yet sent. */
export interface Signed {
  /** The same bytes each time. */
  send(): Promise<object>;
  /** The answer of an attempt that was given up, which moved nothing. */
  gaveUp?(answer: object): boolean;
  /** True once it happens, whoever asks. */
  happens(): Promise<boolean>;
  /** True once nothing more is to come but depth. */
  over(): Promise<boolean>;
  /** Where the money could be. Exactly the named one is there in the end. */
  places(): Promise<{ readonly all: Readonly<Record<string, readonly string[]>>; readonly is: string }>;
}

/** What every stage has. */
export interface KillStage {
  readonly world: World;
  readonly killer: Killer;
  readonly gate: SignerGate;
  /** Names the step at which the server stands still. */
  readonly holdFile: string;
  /** True while the coin is there and nothing in the mempool spends it. */
  unspent(point: string): Promise<boolean>;
}

export interface Act<Stage extends KillStage = LockStage> {
  readonly name: string;
  readonly steps: readonly ActStep[];
  /** The order it is about, made for it; empty where the act itself makes one. */
  target(stage: Stage): Promise<string>;
  /** Prepared and signed. */
  sign(stage: Stage, orderId: string): Promise<Signed>;
}

export const nothing = (): Promise<string> => Promise.resolve('');

export const SENT: readonly ActStep[] = [
  { name: 'outbox committed', hold: 'outbox-committed' },
  { name: 'sent', hold: 'sent' },
  { name: 'seen', then: 'answered' },
  { name: 'mined', then: 'mined' },
  { name: 'read', then: 'read' },
];
export const signedBy = (op: SignerOp): readonly ActStep[] => [
  { name: 'signer’s journal written', op },
  { name: 'signer’s half returned', hold: 'co-signed' },
];
export const RECEIVED: ActStep = { name: 'received', hold: 'received' };
export const ACCEPTED: ActStep = { name: 'accepted', hold: 'accepted' };

/** From here on it happens whatever dies. */
export const isPromised = ({ hold, then }: ActStep): boolean =>
  then !== undefined || ['listed', 'outbox-committed', 'sent'].includes(hold ?? '');

export const net = 'regtest';

export function txidOfRaw(raw: string): string {
  const read = readTransaction(hexToBytes(raw));
  if (isFlaw(read)) throw new Error(read.flaw);
  return read.txid;
}

/** The id of what a PSBT's wallet signs: all inputs have witnesses, so no signature changes it. */
export const unsignedTxid = (psbt: string): string => txidOfRaw(bytesToHex(unsignedIn(psbt)));

/** The unsigned transaction in a version 0 PSBT: the value of its first pair (BIP-174). */
function unsignedIn(psbt: string): Uint8Array {
  const bytes = hexToBytes(psbt);
  // Magic of 5 bytes, a key of one byte 0x00, then a compact size below 2^16.
  const [first = 0] = bytes.slice(7, 8);
  const isShort = first < 0xfd;
  const length = isShort ? first : (bytes[8] ?? 0) + (bytes[9] ?? 0) * 256;
  const start = isShort ? 8 : 10;
  return bytes.slice(start, start + length);
}
