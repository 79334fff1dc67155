/** The scripts of a lock: user and exchange together with the ticket's hash, or the user alone after some blocks (trading §10). */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@rialto/protocols';
import { OP, push } from '../inscribe/envelope-script.ts';
import type { SpendPath } from '../tx/spend.ts';
import { UNSPENDABLE, branchHashOf, leafHashOf, taprootOutput } from '../tx/taproot.ts';

interface LockKeys {
  /** 32 bytes for P2TR, 33 for P2WSH. */
  readonly user: Uint8Array;
  readonly exchange: Uint8Array;
  readonly ticketHash: Uint8Array;
  readonly exitAfter: number;
}

export interface LockScripts {
  /** The scriptPubKey. */
  readonly script: Uint8Array;
  readonly trade: SpendPath;
  readonly exit: SpendPath;
}

const MORE = { ELSE: 0x67, CHECKSIGVERIFY: 0xad, CHECKSEQUENCEVERIFY: 0xb2 } as const;
const op = (...codes: number[]): Uint8Array => Uint8Array.from(codes);

/** Two leaves: `<ticket> DROP <user> CHECKSIGVERIFY <exchange> CHECKSIG` and `<blocks> CSV DROP <user> CHECKSIG`. */
export function taprootLock({ user, exchange, ticketHash, exitAfter }: LockKeys): LockScripts {
  const together = concatBytes(
    ...[push(ticketHash), op(OP.DROP), push(user), op(MORE.CHECKSIGVERIFY)],
    ...[push(exchange), op(OP.CHECKSIG)],
  );
  const alone = concatBytes(waits(exitAfter), push(user), op(OP.CHECKSIG));
  const [first, second] = [leafHashOf(together), leafHashOf(alone)];
  const { script, controlByte } = taprootOutput(UNSPENDABLE, branchHashOf(first, second));
  const beside = (sibling: Uint8Array): Uint8Array => concatBytes(op(controlByte), UNSPENDABLE, sibling);
  return {
    script,
    trade: { path: 'leaf', leaf: together, controlBlock: beside(second) },
    exit: { path: 'leaf', leaf: alone, controlBlock: beside(first) },
  };
}

/** `IF <ticket> DROP <exchange> CHECKSIGVERIFY ELSE <blocks> CSV DROP ENDIF <user> CHECKSIG`, as P2WSH. */
export function witnessScriptLock({ user, exchange, ticketHash, exitAfter }: LockKeys): LockScripts {
  const witnessScript = concatBytes(
    ...[op(OP.IF), push(ticketHash), op(OP.DROP), push(exchange), op(MORE.CHECKSIGVERIFY)],
    ...[op(MORE.ELSE), waits(exitAfter), op(OP.ENDIF), push(user), op(OP.CHECKSIG)],
  );
  const path: SpendPath = { path: 'witness-script', witnessScript };
  return { script: concatBytes(op(0, 32), sha256(witnessScript)), trade: path, exit: path };
}

function waits(blocks: number): Uint8Array {
  return concatBytes(pushNumber(blocks), op(MORE.CHECKSEQUENCEVERIFY, OP.DROP));
}

/** The shortest push of a positive number: an opcode up to 16, then little-endian with a clear top bit. */
function pushNumber(value: number): Uint8Array {
  if (value <= 16) return op(0x50 + value);
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest >>>= 8) digits.push(rest & 0xff);
  if ((digits.at(-1) ?? 0) >= 0x80) digits.push(0);
  return push(Uint8Array.from(digits));
}
