/** What the envelopes of a reveal make: new inscriptions and new PINs, and where they land. */
import {
  envelopesOf,
  inscriptionId,
  isStandardOutput,
  pinId,
  pinsOf,
  pointerValue,
  sats,
} from '@rialto/protocols';
import type { Coin, Sats, Transaction } from '@rialto/protocols';
import type { InscriptionMove, PinMove } from './moves.ts';
import { outputAt, pinPlace } from './sat-flow.ts';

/** New inscriptions and PINs with their outputs; an inscription that would end in the fee is none of anybody's. */
export function madeOf(tx: Transaction, spent: readonly Coin[]): (InscriptionMove | PinMove)[] {
  return [...newInscriptions(tx, spent), ...newPins(tx, spent)];
}

/** On the first sat of their input, or where their pointer says (inscriptions reference, sections 2 and 3). */
function newInscriptions(tx: Transaction, spent: readonly Coin[]): InscriptionMove[] {
  const total = tx.outputs.reduce((sum, output) => sum + output.value, 0n);
  return envelopesOf(tx).flatMap((envelope, index) => {
    const unbound = envelope.unrecognizedEvenField || spent[envelope.input]?.value === 0n;
    const pointer = envelope.pointer && pointerValue(envelope.pointer);
    const position = pointer !== undefined && pointer < total ? pointer : startOf(spent, envelope.input);
    const place = unbound ? undefined : outputAt(tx.outputs, position);
    return place === undefined ? [] : [{ kind: 'inscription', id: inscriptionId(tx.txid, index), ...place }];
  });
}

/** Output 0 for the first input and where there is no other output, else by the first sat (MetaID reference, section 2). */
function newPins(tx: Transaction, spent: readonly Coin[]): PinMove[] {
  const first = { index: 0, offset: sats(0n) };
  const found = new Map<string, PinMove>();
  for (const { input, pin } of pinsOf(tx)) {
    const alone = tx.outputs.length === 1;
    const place = alone ? first : pinPlace({ input, start: startOf(spent, input) }, tx.outputs);
    const script = place && tx.outputs[place.index]?.script;
    const at = script !== undefined && place !== undefined && isStandardOutput(script) ? place : first;
    const id = pinId(tx.txid, at.index);
    found.set(id, { kind: 'pin', id, path: pin.path, ...at });
  }
  return [...found.values()];
}

function startOf(spent: readonly Coin[], input: number): Sats {
  return sats(spent.slice(0, input).reduce((sum, coin) => sum + coin.value, 0n));
}
