/** Stage one of a block: the PINs revealed in it, and what of the ledger its moves touch. Pure. */
import { spentBefore } from '../block.ts';
import type { Block } from '../block.ts';
import type { Outpoint, Txid } from '../ids.ts';
import type { Transaction, TxOutput } from '../transaction.ts';
import { pinsOf } from './pins-of.ts';
import type { FoundPin } from './pins-of.ts';

/**
 * What must be loaded before the block is applied: the PINs on these outpoints, and of each of these commit
 * transactions the script its first input spent (who made the PIN).
 */
interface PinKeys {
  readonly outpoints: ReadonlySet<Outpoint>;
  readonly commits: ReadonlySet<Txid>;
}

/** A transaction with its PINs. */
export interface PinWork {
  readonly tx: Transaction;
  readonly spent: readonly TxOutput[];
  readonly pins: readonly FoundPin[];
}

export interface GatheredPins {
  /** Every transaction, the coinbase only when it has a PIN. */
  readonly work: readonly PinWork[];
  readonly block: Block;
  /** First spent script of the commit transactions that are of this block; undefined for its coinbase. */
  readonly creators: ReadonlyMap<Txid, Uint8Array | undefined>;
  readonly keys: PinKeys;
}

interface GatherPinsInput {
  readonly block: Block;
  /** What each transaction spends, input by input; the coinbase has an empty list. */
  readonly spent: readonly (readonly TxOutput[])[];
  /** What it spends of earlier blocks, when that is known already. */
  readonly outpoints?: ReadonlySet<Outpoint>;
}

/** Reads all PINs of a block. */
export function gatherPins({ block, spent, outpoints }: GatherPinsInput): GatheredPins {
  const every = block.transactions.map((tx, index) => ({ tx, spent: spent[index] ?? [], pins: pinsOf(tx) }));
  const work = every.filter(({ pins }, index) => index > 0 || pins.length > 0);
  const here = new Map(block.transactions.map((tx, index) => [tx.txid, index]));
  const creators = new Map<Txid, Uint8Array | undefined>();
  const commits = new Set<Txid>();
  for (const commit of work.flatMap(commitsOf)) {
    const index = here.get(commit);
    if (index === undefined) commits.add(commit);
    else creators.set(commit, spent[index]?.[0]?.script);
  }
  return { work, block, creators, keys: { outpoints: outpoints ?? spentBefore(block), commits } };
}

/** The transaction that made the output an input spends; undefined for the input of a coinbase. */
export function commitOf(tx: Transaction, input: number): Txid | undefined {
  const commit = tx.inputs[input]?.txid;
  return commit === NO_TXID ? undefined : commit;
}

const NO_TXID = '0'.repeat(64);

function commitsOf({ tx, pins }: PinWork): Txid[] {
  return pins.flatMap(({ input }) => commitOf(tx, input) ?? []);
}
