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
  // Of two PINs on one output the later one takes the id.
  const pins = new Map(newPins(tx, spent).map(({ move }) => [move.id, move]));
  return [...newInscriptions(tx, spent), ...pins.values()];
}

/** On the first sat of their input, or where their pointer says (inscriptions §2, §3). */
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

/** Where an output says; else output 0 for the first input and where there is no other output, else by the first sat (metaid §2). */
export function newPins(tx: Transaction, spent: readonly Coin[]): { input: number; move: PinMove }[] {
  const first = { index: 0, offset: sats(0n) };
  return pinsOf(tx).map(({ input, vout, pin }) => {
    if (vout !== undefined) {
      const id = pinId(tx.txid, vout);
      return { input, move: { kind: 'pin', id, path: pin.path, ...first, index: vout } };
    }
    const alone = tx.outputs.length === 1;
    const place = alone ? first : pinPlace({ input, start: startOf(spent, input) }, tx.outputs);
    const script = place && tx.outputs[place.index]?.script;
    const at = script !== undefined && place !== undefined && isStandardOutput(script) ? place : first;
    return { input, move: { kind: 'pin', id: pinId(tx.txid, at.index), path: pin.path, ...at } };
  });
}

function startOf(spent: readonly Coin[], input: number): Sats {
  return sats(spent.slice(0, input).reduce((sum, coin) => sum + coin.value, 0n));
}
