/** What inscriptions the inputs of one transaction bring or make, each with its sat position in the transaction (inscriptions §3). */
import { inscriptionId } from '../ids.ts';
import type { InscriptionId, Outpoint, Txid } from '../ids.ts';
import { keptScript } from '../kept-script.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction, TxOutput } from '../transaction.ts';
import { curseOf } from './curse.ts';
import type { Curse, Sitting } from './curse.ts';
import { envelopesOf } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { pointerValue, readInscriptionId } from './fields.ts';
import type { LocatedInscription, LocationRow } from './rows.ts';

/** A new inscription before it has a number. */
interface Born {
  readonly txid: Txid;
  readonly envelope: Envelope;
  readonly curse: Curse | undefined;
  readonly unbound: boolean;
  readonly parents: readonly InscriptionId[];
}

/** An inscription on its way through a transaction: an old one has `from` and `located`, a new one `born`. */
export interface Floating {
  readonly id: InscriptionId;
  readonly offset: bigint;
  readonly from?: LocationRow;
  readonly located?: LocatedInscription;
  readonly born?: Born;
}

interface GatherInput {
  readonly tx: Transaction;
  readonly spent: readonly TxOutput[];
  readonly at: (point: Outpoint) => readonly LocatedInscription[];
}

/** Old and new inscriptions in the order of ord: input by input, in each the old ones by sequence, then the new ones. */
export function gather(input: GatherInput): { floating: Floating[]; inputValue: bigint } {
  const { tx, spent } = input;
  const envelopes = envelopesOf(tx);
  const outputValue = envelopes.length === 0 ? 0n : tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  const floating: Floating[] = [];
  const sitting = new Map<bigint, Sitting>();
  let position = 0n;
  tx.inputs.forEach((txInput, index) => {
    const output = spent[index];
    const old = oldOnes(spentPoint(txInput), output, { at: input.at, position });
    for (const one of old) {
      sit(sitting, one);
      floating.push(one);
    }
    for (const [number, envelope] of envelopes.entries()) {
      if (envelope.input !== index) continue;
      const id = inscriptionId(tx.txid, number);
      const born = bornFrom(tx, envelope, { sitting: sitting.get(position), empty: output?.value === 0n });
      const one = { id, offset: startOf(envelope, { position, outputValue }), born };
      floating.push(one);
      sit(sitting, one);
    }
    position += output?.value ?? 0n;
  });
  return { floating: envelopes.length === 0 ? floating : withParents(floating), inputValue: position };
}

function oldOnes(
  point: Outpoint,
  output: TxOutput | undefined,
  context: { at: GatherInput['at']; position: bigint },
): Floating[] {
  const located = context.at(point);
  if (located.length === 0 || output === undefined) return [];
  const script = keptScript(output.script);
  return located
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((one) => ({
      id: one.id,
      offset: context.position + one.offset,
      from: { outpoint: point, offset: one.offset, value: output.value, script },
      located: one,
    }));
}

function sit(sitting: Map<bigint, Sitting>, one: Floating): void {
  const before = sitting.get(one.offset);
  const firstCursedOrVindicated = before?.firstCursedOrVindicated ?? one.located?.cursedOrVindicated ?? false;
  sitting.set(one.offset, { count: (before?.count ?? 0) + 1, firstCursedOrVindicated });
}

function bornFrom(
  tx: Transaction,
  envelope: Envelope,
  input: { sitting: Sitting | undefined; empty: boolean },
): Born {
  return {
    txid: tx.txid,
    envelope,
    curse: curseOf(envelope, input.sitting),
    unbound: input.empty || envelope.unrecognizedEvenField,
    parents: [],
  };
}

/** The first sat of its input, or the pointer when that is inside the outputs. */
function startOf(envelope: Envelope, input: { position: bigint; outputValue: bigint }): bigint {
  const pointer = envelope.pointer && pointerValue(envelope.pointer);
  return pointer !== undefined && pointer < input.outputValue ? pointer : input.position;
}

/** A parent counts only when it passes through this transaction itself. */
function withParents(floating: readonly Floating[]): Floating[] {
  const present = new Set(floating.map(({ id }) => id));
  return floating.map((one) => {
    if (one.born === undefined) return one;
    const named = one.born.envelope.parents.map(readInscriptionId);
    const parents = [...new Set(named)].filter((id) => id !== undefined && present.has(id));
    return { ...one, born: { ...one.born, parents: parents.flatMap((id) => id ?? []) } };
  });
}
