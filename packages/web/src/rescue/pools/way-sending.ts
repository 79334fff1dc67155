/** A way home sent: its transactions one after the other, each stands on the one before. */
import { sendRaw } from '../esplora.ts';
import { failureWords } from '../failure-words.ts';
import type { State } from '../state.ts';
import { numberWords, t } from '../words.ts';
import { keyOf } from './way.ts';
import type { Way } from './way.ts';

/** Sends what the esplora did not know of. */
export async function sendWay({ chain, wayCards }: State, way: Way): Promise<void> {
  const card = wayCards.get(keyOf(way));
  if (chain === undefined || card === undefined) return;
  card.says([t('Sending…')], 'busy');
  const sent = chain.ways.get(keyOf(way))?.sent ?? [];
  const left = way.transactions.filter((_, at) => (sent[at] ?? 'unknown') === 'unknown');
  try {
    for (const { hex } of left) {
      const { isTaken, said } = await sendRaw(chain.base, hex);
      if (!isTaken && !/already/i.test(said)) {
        card.says([meaningOf(way, said), t('The node said: {said}', { said })], 'bad');
        return;
      }
    }
    card.says([t('Sent. Waiting for a block.'), ...left.map(({ txid }) => txid)], 'good');
  } catch (error) {
    const perhaps = t('It may have been sent all the same: check again before you send it once more.');
    card.says([failureWords(error), perhaps], 'bad');
  }
}

/** What a node means by its refusal (Bitcoin Core, `validation.cpp`). */
function meaningOf({ from }: Way, said: string): string {
  if (/non-final/i.test(said)) return t('Not yet: good from block {height}.', { height: numberWords(from) });
  if (/missing-?or-?spent|missing inputs/i.test(said))
    return t('The lane isn’t there: the act that makes it was never published, or it is already spent.');
  if (/min relay fee|mempool min fee|insufficient fee|fee not met/i.test(said))
    return t(
      'Its fixed fee is too low right now. Try again later; every provider can pay more with a transaction that spends his output.',
    );
  return t('The node rejected it.');
}
