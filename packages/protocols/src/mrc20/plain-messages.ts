/** Whether everybody reads the MRC-20 messages of a transaction alike (decision 0021). */
import { isPlainJson } from '../json/plain.ts';
import { pinsOf, revealedPins } from '../metaid/pins-of.ts';
import type { FoundPin } from '../metaid/pins-of.ts';
import { equalBytes } from '../bytes.ts';
import type { Transaction } from '../transaction.ts';
import { decodeMrc20 } from './decode.ts';

/**
 * False when a message is JSON that readers may take otherwise, and when MAN finds other messages than a reader does that knows
 * envelopes in tapscripts alone: one in an output, in an annex, before bytes that are no script, or hidden by such a one.
 */
export function hasPlainMrc20(tx: Pick<Transaction, 'inputs' | 'outputs'>): boolean {
  const [read, revealed] = [pinsOf(tx).filter(isMessage), revealedPins(tx).filter(isMessage)];
  return (
    read.length === revealed.length &&
    read.every((found, at) => isSame(found, revealed[at])) &&
    read.every(({ pin }) => isPlainJson(pin.body))
  );
}

function isMessage({ pin }: FoundPin): boolean {
  return decodeMrc20(pin) !== undefined;
}

function isSame(one: FoundPin, other: FoundPin | undefined): boolean {
  return (
    other !== undefined &&
    one.vout === undefined &&
    one.input === other.input &&
    one.pin.path === other.pin.path &&
    equalBytes(one.pin.body, other.pin.body)
  );
}
