/** Whether a PSBT is the ask that was agreed: one lot against one payment, and in anybody's purchase nothing else. */
import { equalBytes, spentPoint } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import { isTakenAsOffered } from '../trade/ask.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { readPsbt } from '../tx/read-psbt.ts';

interface ExpectedAsk {
  readonly lot: Coin;
  readonly price: Sats;
  /** The seller's own. */
  readonly payScript: Uint8Array;
}

/**
 * Checked on the take template with a placeholder buyer, as the server checks it; its signature is not looked at.
 * @throws Refusal as `readPsbt`
 */
export function checkAsk(psbt: Uint8Array, { lot, price, payScript }: ExpectedAsk): readonly Mismatch[] {
  const { tx } = readPsbt(psbt);
  const [input, moreInputs] = tx.inputs;
  const [output, moreOutputs] = tx.outputs;
  const isSingle = moreInputs === undefined && moreOutputs === undefined;
  const isLot = isSingle && input !== undefined && spentPoint(input) === lot.outpoint;
  const isPaid = output !== undefined && equalBytes(output.script, payScript) && output.value === price;
  const shape = [...mismatchIf(!isLot, 'sells-other'), ...mismatchIf(!isPaid, 'earns-other')];
  if (shape.length > 0 || input === undefined) return shape;
  const { sequence } = input;
  const asked = isTakenAsOffered({ outpoint: lot.outpoint, price, payScript, sequence }, lot);
  return mismatchIf(!asked, 'taken-otherwise');
}
