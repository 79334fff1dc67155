/** What is on the coins of one party goes where their first output is: receipts with their sats, MRC-20 and runes natively (metaid §5, runes §4). */
import { bytesToHex, invariant } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import { coinsOf } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { moveOf, summed } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { flowOf } from '../effects/sat-flow.ts';

/**
 * What a draft means that moves at most one lot, its first coin, into its first output, whoever that belongs to.
 * @throws invariant when anything would land elsewhere
 */
export function intentOfMove(draft: Draft): Meaning {
  const intent = intentOf();
  const coins = coinsOf(draft);
  const [first] = draft.outputs;
  invariant(first !== undefined, 'a move has an output');
  const owner = bytesToHex(first.script) as ScriptHex;
  coins.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  for (const { asset, to } of flowOf(coins, draft.outputs)) {
    invariant(to?.index === 0, 'what is on the lot stays with it');
    intent.gets(owner, moveOf(asset, to));
  }
  for (const move of summed(holdingsGiven(coins))) intent.gets(owner, { ...move, index: 0 });
  return intent.meaning();
}
