/** The output that carries a runestone, checked by reading it back as every indexer will. */
import { decipher, encipher, equalBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Runestone, TxOutput } from '@rialto/protocols';

/** What every node relays as data. Source: Bitcoin Core `MAX_OP_RETURN_RELAY` before version 30. */
export const MAX_MESSAGE_BYTES = 83;

/**
 * The output of a runestone for a transaction of `outputs` outputs, this one counted.
 * @throws Refusal bad-request when what is written would be read as a cenotaph, too-large for what nodes do not relay
 */
export function runestoneOutput(stone: Partial<Omit<Runestone, 'kind'>>, outputs: number): TxOutput {
  const { edicts = [], etching, mint, pointer, nop } = stone;
  const script = encipher({ edicts, etching, mint, pointer, ...(nop === undefined ? {} : { nop }) });
  const blank = { script: Uint8Array.of(0x51) };
  const read = decipher([{ script }, ...Array.from({ length: outputs - 1 }, () => blank)]);
  if (read?.kind !== 'runestone') throw new Refusal('bad-request', 'a rune message that would burn');
  // What indexers pass over, as a divisibility above 38, would be missing without a word.
  if (!equalBytes(encipher(read), script)) throw new Refusal('bad-request', 'a rune message read otherwise');
  if (script.length > MAX_MESSAGE_BYTES)
    throw new Refusal('too-large', `a message of ${script.length} bytes`);
  return { value: sats(0n), script };
}
