/** What the exchange can try with its own key and all that it stores, the promise and the exit: transactions bent in every way. */
import fc from 'fast-check';
import { concatBytes, isFlaw, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Coin, TransactionBody, TxOutput } from '@rialto/protocols';
import { exitSpend, tradeSpend } from '../../src/index.ts';
import type { LockedCoin } from '../../src/index.ts';
import { inputVerifies } from '../../src/tx/signature.ts';
import { itemsOf } from '../../src/tx/spend.ts';
import type { SpendKind } from '../../src/tx/spend.ts';
import { SIGHASH_BYTES, body, sign } from '../tx/forge.ts';
import { user } from '../people.ts';
import type { User } from '../people.ts';
import { exchange, exitOf, promiseOf } from './bidders.ts';
import type { Bidder } from './bidders.ts';
import { leafSignature } from './leaf-signature.ts';

export const thief: User = user('thief', 'p2tr');

export interface Target {
  /** The bidder's. */
  readonly script: Uint8Array;
  /** The lock that is attacked, and another of the same bidder. */
  readonly locked: LockedCoin;
  readonly other: LockedCoin;
  /** The thief's own, with what is on it. */
  readonly bait: Coin;
  readonly signatures: ReturnType<typeof signaturesOf>;
}

/** What the exchange has of the bidder. */
export function signaturesOf(who: Bidder, locked: LockedCoin, other: LockedCoin) {
  return {
    promise: promiseOf(who, locked),
    exit: exitSignature(who, locked),
    'promise of another lock': promiseOf(who, other),
    'exit of another lock': exitSignature(who, other),
    none: new Uint8Array(0),
  };
}

/** Whose signature stands where the user's should. */
const HALVES = [
  'promise',
  'exit',
  'promise of another lock',
  'exit of another lock',
  'our own',
  'none',
  'promise, other byte',
] as const;

export interface Attack {
  readonly branch: 'trade' | 'exit';
  readonly half: (typeof HALVES)[number];
  readonly byte: number;
  /** The lock's input, and the output that pays the bidder. */
  readonly lockAt: number;
  readonly payAt: number;
  readonly pays: 'token coin' | 'exit' | 'one sat less' | 'the thief';
  readonly sequence: number;
  readonly version: number;
  readonly locktime: number;
  readonly baited: boolean;
  /** The control block of the other leaf; of a script the other branch. */
  readonly swapped: boolean;
}

const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
  );

/** Near the fill that the ticket means: most attacks differ from it in two or three things. */
export const attacks: fc.Arbitrary<Attack> = fc.record({
  branch: mostly('trade', 'exit'),
  half: mostly<Attack['half']>('promise', ...HALVES.slice(1)),
  byte: mostly(0, ...SIGHASH_BYTES),
  lockAt: mostly(0, 1),
  payAt: mostly(0, 1, 2),
  pays: mostly<Attack['pays']>('token coin', 'exit', 'one sat less', 'the thief'),
  sequence: mostly(0xfffffffd, 0xffffffff, 0xfffffffe, 0x80000000, 0x80000003, 3, 4, 2, 0, 0x400003),
  version: mostly(2, 1, 3),
  locktime: mostly(0, 1),
  baited: mostly(true, false),
  swapped: mostly(false, true),
});

export interface Mutant {
  readonly raw: Uint8Array;
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
  /** Whether each signature of the lock holds, whatever the sequences say. */
  readonly holds: boolean;
}

export function mutantOf(target: Target, attack: Attack): Mutant {
  const { locked, bait } = target;
  const coins = attack.baited ? [bait] : [];
  const lockAt = Math.min(attack.lockAt, coins.length);
  coins.splice(lockAt, 0, locked.coin);
  const plain = body(coins, outputsOf(target, attack, coins));
  const tx: TransactionBody = {
    ...plain,
    version: attack.version,
    locktime: attack.locktime,
    inputs: plain.inputs.map((input, at) =>
      at === lockAt ? { ...input, sequence: attack.sequence } : input,
    ),
  };
  const any = { user: [...SIGHASH_BYTES], exchange: [...SIGHASH_BYTES] };
  const trade = loose(tradeSpend(locked.lock, any));
  const exit = loose(exitSpend(locked.lock, any.user));
  const kind = attack.branch === 'trade' ? trade : exit;
  const witness = witnessOf(target, attack, {
    tx,
    coins,
    lockAt,
    kind,
    otherKind: kind === trade ? exit : trade,
  });
  const at = { tx, coins, index: lockAt };
  const inputs = tx.inputs.map((input, index) => ({
    ...input,
    witness: index === lockAt ? witness : [sign({ tx, coins }, index, thief, 0)],
  }));
  const signed = { ...tx, inputs };
  const holds = inputVerifies(at, trade, witness) || inputVerifies(at, exit, witness);
  return { raw: writeTransaction(signed), tx: signed, coins, holds };
}

/** The kind without its rule of sequences: signatures alone. */
function loose({ delay: _, ...kind }: SpendKind): SpendKind {
  return kind;
}

function outputsOf({ script, locked }: Target, attack: Attack, coins: readonly Coin[]): TxOutput[] {
  const exit = sats(locked.coin.value - 1500n);
  const paid: TxOutput = {
    'token coin': { value: sats(546n), script },
    exit: { value: exit, script },
    'one sat less': { value: sats(545n), script },
    'the thief': { value: sats(546n), script: thief.script },
  }[attack.pays];
  const left = coins.reduce((sum, { value }) => sum + value, 0n) - paid.value - 700n;
  const halves = [sats(left / 2n), sats(left / 2n)];
  const outputs = halves.map((value): TxOutput => ({ value, script: thief.script }));
  outputs.splice(attack.payAt, 0, paid);
  return outputs;
}

interface Made {
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
  readonly lockAt: number;
  readonly kind: SpendKind;
  readonly otherKind: SpendKind;
}

function witnessOf({ locked, signatures }: Target, attack: Attack, made: Made): Uint8Array[] {
  const { kind, otherKind } = made;
  const [isV0, byte] = [kind.path.path === 'witness-script', attack.byte];
  const ours = leafSignature(made, made.lockAt, kind, exchange, isV0 && byte === 0 ? 1 : byte);
  const { promise } = signatures;
  const users = {
    ...signatures,
    'our own': ours,
    'promise, other byte': concatBytes(promise.subarray(0, -1), Uint8Array.of(byte)),
  }[attack.half];
  const [path, otherPath] = [itemsOf(kind), itemsOf(otherKind)];
  return path.map((item, at) => {
    if (item.item === 'signature') return item.key === locked.lock.ticket.key ? users : ours;
    const swapped = attack.swapped ? otherPath.at(at - path.length) : item;
    const shown = at === path.length - (isV0 ? 2 : 1) ? swapped : item;
    return shown?.item === 'bytes' ? shown.bytes : new Uint8Array(0);
  });
}

function exitSignature(who: Bidder, locked: LockedCoin): Uint8Array {
  const tx = readTransaction(exitOf(who, locked).raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx.inputs[0]?.witness[0] ?? new Uint8Array(0);
}

/** What the user's signatures allow: the token coin at the lock's own index, or the exit; each with its sequence, version 2, locktime 0. */
export function isAllowedByUser({ locked }: Target, attack: Attack): boolean {
  const isInPlace = attack.payAt === (attack.baited ? attack.lockAt : 0);
  const isFramed = attack.version === 2 && attack.locktime === 0 && isInPlace && !attack.swapped;
  const half = attack.half === 'promise, other byte' && attack.byte === 0x83 ? 'promise' : attack.half;
  const isScript = locked.lock.trade.path === 'witness-script';
  if (half === 'promise') {
    const isBranch = attack.branch === 'trade' || isScript;
    return isFramed && isBranch && attack.pays === 'token coin' && attack.sequence === 0xfffffffd;
  }
  if (half !== 'exit') return false;
  const isBranch = attack.branch === 'exit' || isScript;
  return isFramed && isBranch && attack.pays === 'exit' && attack.sequence === locked.lock.ticket.exitAfter;
}
