/** The PINs of a transaction: the one place that says which MAN reads (metaid §2). Ledger, effects and checks all ask here. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { ANNEX, scriptParts, tapscriptOf } from '../script-parts.ts';
import { isOpReturn } from '../transaction.ts';
import type { Transaction } from '../transaction.ts';
import { isStandardOutput } from './address.ts';
import { decodeOutputPin, decodePin } from './envelope.ts';
import { mentionsProtocol } from './pin-fields.ts';
import type { PinContent } from './pin-fields.ts';

export interface FoundPin {
  /** Whose commit says who made it: the input that reveals it, the first one for a PIN in an output. */
  readonly input: number;
  /** Where a PIN in an output begins; undefined for a revealed one, which begins where the sat of its input lands. */
  readonly vout?: number;
  readonly pin: PinContent;
}

/**
 * Every valid PIN of a transaction, at most one per input. A PIN in an output hides those of all witnesses, even when it is itself refused.
 * Every host is allowed, as in MAN's own settings.
 * Source: MAN 1a63e497 `adapter/bitcoin/indexer.go` CatchPins, CatchPinsByTx.
 */
export function pinsOf(tx: Pick<Transaction, 'inputs' | 'outputs'>): FoundPin[] {
  const said = inOutputs(tx);
  if (said !== undefined) return isFlaw(said.pin) ? [] : [{ ...said, pin: said.pin }];
  const pins: FoundPin[] = [];
  tx.inputs.forEach(({ witness }, input) => {
    const script = scriptOf(witness);
    const pin = script && decodePin(script);
    if (pin !== undefined && !isFlaw(pin)) pins.push({ input, pin });
  });
  return pins;
}

/**
 * The valid PINs that a reader finds who knows envelopes in tapscripts alone: in the element before the last, or before the annex, in a
 * script that is whole. It is the text of the protocol; MAN reads more.
 */
export function revealedPins(tx: Pick<Transaction, 'inputs'>): FoundPin[] {
  return tx.inputs.flatMap(({ witness }, input): FoundPin[] => {
    const script = tapscriptOf(witness);
    if (script === undefined || !mentionsProtocol(script) || scriptParts(script) === undefined) return [];
    const pin = decodePin(script);
    return pin === undefined || isFlaw(pin) ? [] : [{ input, pin }];
  });
}

/** True for an output that may say something: data, or a PIN wherever in the script it begins. */
export function carriesMessage(script: Uint8Array): boolean {
  return isOpReturn(script) || decodeOutputPin(script) !== undefined;
}

type Said = Omit<FoundPin, 'pin'> & { readonly pin: PinContent | Flaw };

/** The first PIN in an output; it begins in the last output with an address, and is none without one or without any witness. */
function inOutputs({ inputs, outputs }: Pick<Transaction, 'inputs' | 'outputs'>): Said | undefined {
  for (const { script } of outputs) {
    const pin = decodeOutputPin(script);
    if (pin === undefined) continue;
    if (!inputs.some(({ witness }) => witness.length > 0)) return undefined;
    const vout = outputs.findLastIndex((output) => isStandardOutput(output.script));
    return vout < 0 ? undefined : { input: 0, vout, pin };
  }
  return undefined;
}

/** The element before the last, or the annex itself where there is one beside more than one element. */
function scriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const last = witness.at(-1);
  if (witness.length < 2 || last === undefined || last.length < 2) return undefined;
  const hasAnnex = last[0] === ANNEX;
  if (hasAnnex && witness.length === 2) return undefined;
  const script = hasAnnex ? last : witness.at(-2);
  return script !== undefined && mentionsProtocol(script) ? script : undefined;
}
