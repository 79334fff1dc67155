/** Who gives and who gets: every flow of a transaction, entered under the scripts of its inputs and outputs. */
import { bytesToHex, invariant, isOpReturn, sats } from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, Transaction } from '@rialto/protocols';
import { madeOf } from './made.ts';
import { moveOf, sorted } from './moves.ts';
import type { AssetMove } from './moves.ts';
import { mrc20Flow } from './mrc20-flow.ts';
import type { Mrc20Facts } from './mrc20-flow.ts';
import { holdingsGiven, runeFlow } from './rune-flow.ts';
import type { RuneFacts } from './rune-flow.ts';
import { disputedPins, flowOf } from './sat-flow.ts';
import type { DisputedPin } from './sat-flow.ts';

/** What a message is worth depends on the ledger; these are its words, for the next block. */
export type LedgerFacts = RuneFacts & Mrc20Facts;

export interface Party {
  readonly script: ScriptHex;
  readonly satsIn: Sats;
  readonly satsOut: Sats;
  readonly gives: readonly AssetMove[];
  readonly gets: readonly AssetMove[];
}

export interface Moved {
  /** Sorted by script. */
  readonly parties: readonly Party[];
  /** Inscriptions and PINs that end in the fee, at the index of their input; a BRC-20 amount then returns to the one who spent it. */
  readonly toFee: readonly AssetMove[];
  /** What lands in an OP_RETURN, and amounts that no output holds any more. */
  readonly burned: readonly AssetMove[];
  /** PINs whose next owner depends on whom one asks; no template makes any. */
  readonly disputed: readonly DisputedPin[];
}

/** Everything that moves. Throws as `runeFlow` and `mrc20Flow`. */
export function movesOf(tx: Transaction, spent: readonly Coin[], facts: LedgerFacts = {}): Moved {
  const book = new PartyBook(tx, spent);
  for (const { asset, from, to } of flowOf(spent, tx.outputs)) {
    book.given(moveOf(asset, from), from.index);
    if (to === undefined) book.toFee.push(moveOf(asset, from));
    else book.gotten(moveOf(asset, to), to.index);
  }
  for (const made of madeOf(tx, spent)) book.gotten(made, made.index);
  for (const move of holdingsGiven(spent)) book.given(move, move.index);
  for (const flow of [runeFlow(tx, spent, facts), mrc20Flow(tx, spent, facts)]) {
    for (const move of flow.gets) book.gotten(move, move.index);
    book.burned.push(...flow.burned);
  }
  return { ...book.result(), disputed: disputedPins(spent, tx.outputs) };
}

interface PartyDraft {
  satsIn: bigint;
  satsOut: bigint;
  gives: AssetMove[];
  gets: AssetMove[];
}

class PartyBook {
  readonly toFee: AssetMove[] = [];
  readonly burned: AssetMove[] = [];
  private readonly drafts = new Map<string, PartyDraft>();
  private readonly tx: Transaction;
  private readonly spent: readonly Coin[];

  constructor(tx: Transaction, spent: readonly Coin[]) {
    this.tx = tx;
    this.spent = spent;
    for (const coin of spent) this.party(coin.script).satsIn += coin.value;
    for (const output of tx.outputs) this.party(output.script).satsOut += output.value;
  }

  given(move: AssetMove, index: number | undefined): void {
    const coin = this.spent[index ?? -1];
    invariant(coin !== undefined, 'an asset comes from a coin');
    this.party(coin.script).gives.push(move);
  }

  gotten(move: AssetMove, index: number | undefined): void {
    const output = this.tx.outputs[index ?? -1];
    invariant(output !== undefined, 'an asset lands in an output');
    if (isOpReturn(output.script)) this.burned.push(move);
    else this.party(output.script).gets.push(move);
  }

  result(): Omit<Moved, 'disputed'> {
    return { parties: this.parties(), toFee: sorted(this.toFee), burned: sorted(this.burned) };
  }

  /** Sorted by script. */
  private parties(): Party[] {
    return [...this.drafts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([script, draft]) => ({
        script: script as ScriptHex,
        satsIn: sats(draft.satsIn),
        satsOut: sats(draft.satsOut),
        gives: sorted(draft.gives),
        gets: sorted(draft.gets),
      }));
  }

  private party(script: Uint8Array): PartyDraft {
    const key = bytesToHex(script);
    const known = this.drafts.get(key) ?? { satsIn: 0n, satsOut: 0n, gives: [], gets: [] };
    this.drafts.set(key, known);
    return known;
  }
}
