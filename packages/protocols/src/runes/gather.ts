/** Stage one of a block: its messages read, and what of the ledger they touch. Pure. */
import { spentBefore } from '../block.ts';
import type { Block } from '../block.ts';
import type { Outpoint } from '../ids.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction, TxOutput } from '../transaction.ts';
import { decipher } from './decipher.ts';
import { pushesInTapscript } from './payload.ts';
import type { RuneId } from './rune-id.ts';
import { commitmentOf } from './rune-name.ts';
import type { RuneName } from './rune-name.ts';
import type { RuneMessage } from './runestone.ts';

/**
 * What must be loaded before the block is applied: the balances of these outpoints, the runes of those balances, the runes
 * of these ids, whichever runes have these names, and the heights in which these commitments were made.
 */
export interface RuneKeys {
  readonly outpoints: ReadonlySet<Outpoint>;
  readonly runes: ReadonlySet<RuneId>;
  readonly names: ReadonlySet<RuneName>;
  readonly commitments: ReadonlySet<Outpoint>;
}

/** A transaction with its decoded message. */
export interface RuneWork {
  readonly tx: Transaction;
  readonly message: RuneMessage | undefined;
  /** The taproot outputs it spends with a tapscript that pushes the name it etches. */
  readonly commitments: readonly Outpoint[];
}

export interface GatheredRunes {
  readonly work: readonly RuneWork[];
  /** Of the block, in seconds since 1970. */
  readonly time: number;
  readonly keys: RuneKeys;
}

interface GatherRunesInput {
  readonly block: Block;
  /** What each transaction spends, input by input; the coinbase has an empty list. */
  readonly spent: readonly (readonly TxOutput[])[];
  /** What it spends of earlier blocks, when that is known already. */
  readonly outpoints?: ReadonlySet<Outpoint>;
}

const P2TR_SIZE = 34;
const OP_1 = 0x51;

/** Reads all runestones of a block. */
export function gatherRunes({ block, spent, outpoints }: GatherRunesInput): GatheredRunes {
  const work = block.transactions.map((tx, index) => workOf(tx, spent[index] ?? []));
  return { work, time: block.time, keys: { outpoints: outpoints ?? spentBefore(block), ...keysOf(work) } };
}

/** The name a message etches, when it etches one that the chain must commit to. */
export function etchedName(message: RuneMessage | undefined): RuneName | undefined {
  return message?.kind === 'cenotaph' ? message.name : message?.etching?.name;
}

function workOf(tx: Transaction, spent: readonly TxOutput[]): RuneWork {
  const message = decipher(tx.outputs);
  const name = etchedName(message);
  return { tx, message, commitments: name === undefined ? [] : commitmentsTo(name, tx, spent) };
}

function commitmentsTo(name: RuneName, tx: Transaction, spent: readonly TxOutput[]): Outpoint[] {
  const commitment = commitmentOf(name);
  return tx.inputs.flatMap((input, index) => {
    const commits = isTaproot(spent[index]) && pushesInTapscript(input, commitment);
    return commits ? [spentPoint(input)] : [];
  });
}

function isTaproot(output: TxOutput | undefined): boolean {
  return output?.script.length === P2TR_SIZE && output.script[0] === OP_1 && output.script[1] === 32;
}

function keysOf(work: readonly RuneWork[]): Omit<RuneKeys, 'outpoints'> {
  const keys = { commitments: new Set<Outpoint>(), runes: new Set<RuneId>(), names: new Set<RuneName>() };
  for (const { message, commitments } of work) {
    const name = etchedName(message);
    if (name !== undefined) keys.names.add(name);
    if (message?.mint !== undefined) keys.runes.add(message.mint);
    for (const point of commitments) keys.commitments.add(point);
  }
  return keys;
}
