/** Whether a PSBT is the ask that was agreed: one lot against one payment, and in anybody's purchase nothing else. */
import { equalBytes, spentPoint } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import { isTakenAsAsked } from '../trade/ask.ts';
import { problemIf } from './problem.ts';
import type { Problem } from './problem.ts';
import { readPsbt } from '../tx/read-psbt.ts';

interface ExpectedAsk {
  readonly lot: Coin;
  readonly price: Sats;
  /** The seller's own. */
  readonly payScript: Uint8Array;
}

/**
 * Judged on the take template with a placeholder buyer, as the server judges it; its signature is not looked at.
 * @throws Refusal as `readPsbt`
 */
export function checkAsk(psbt: Uint8Array, { lot, price, payScript }: ExpectedAsk): readonly Problem[] {
  const { tx } = readPsbt(psbt);
  const [input, moreInputs] = tx.inputs;
  const [output, moreOutputs] = tx.outputs;
  const isSingle = moreInputs === undefined && moreOutputs === undefined;
  const isLot = isSingle && input !== undefined && spentPoint(input) === lot.outpoint;
  const isPaid = output !== undefined && equalBytes(output.script, payScript) && output.value === price;
  const shape = [...problemIf(!isLot, 'sells-other'), ...problemIf(!isPaid, 'earns-other')];
  if (shape.length > 0 || input === undefined) return shape;
  const { sequence } = input;
  const asked = isTakenAsAsked({ outpoint: lot.outpoint, price, payScript, sequence }, lot);
  return problemIf(!asked, 'taken-otherwise');
}
