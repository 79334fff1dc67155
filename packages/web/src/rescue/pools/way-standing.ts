/** Where the way home of a lane stands on the chain. */
import type { Standing, Told } from '../standing.ts';
import { numberWords, t } from '../words.ts';
import type { Way } from './way.ts';

/** What an esplora told of the lane, and of each transaction of its way home once the first one was sent. */
export interface WayTold {
  readonly lane: Told;
  readonly sent: readonly Told['funding'][];
}

/** The first transaction may be in block `from`, and nodes take it one block before; the others wait for nothing but the one before. */
export function wayStandingOf(
  { from, transactions }: Pick<Way, 'from' | 'transactions'>,
  tip: number,
  told: WayTold | undefined,
): Standing {
  if (told === undefined) return { is: 'unasked' };
  const { lane, sent } = told;
  const [root] = transactions;
  const spender = lane.funding === 'unknown' ? undefined : lane.spent;
  if (spender !== undefined) {
    if (root === undefined || spender.txid !== root.txid)
      return spender.txid === undefined ? { is: 'gone' } : { is: 'gone', txid: spender.txid };
    if (sent.some((one) => one === 'unknown')) return { is: 'free', from };
    return sent.every((one) => one === 'block') ? { is: 'home' } : { is: 'leaving', txid: root.txid };
  }
  if (lane.funding === 'unknown') return { is: 'unfound' };
  return tip + 1 >= from ? { is: 'free', from } : { is: 'locked', from, left: from - tip - 1 };
}

const BLOCKS_PER_DAY = 144;

export function wayStandingWords(standing: Standing, way: Way): string {
  switch (standing.is) {
    case 'locked':
      return t(
        'Not yet: good from block {height} if nobody spends the lane before. Blocks to go: {left}, about {days} days.',
        {
          height: numberWords(standing.from),
          left: numberWords(standing.left),
          days: numberWords(Math.ceil(standing.left / BLOCKS_PER_DAY)),
        },
      );
    case 'free':
      return t('Good since block {height}, and nobody spent the lane: it can be sent now.', {
        height: numberWords(standing.from),
      });
    case 'leaving':
      return t('It was sent and is waiting for a block.');
    case 'home':
      return t('It is confirmed: all listed providers are paid.');
    case 'gone':
      return t(
        'Void: the lane was spent. The pool goes on from a newer lane, which has a way home of its own.',
      );
    case 'unfound':
      return t(
        'This server doesn’t know the lane: the act that makes it was never published, or was taken back.',
      );
    default:
      return t(
        'Good from block {height} if nobody spends the lane before. Check it (step 2) to see where it stands.',
        {
          height: numberWords(way.from),
        },
      );
  }
}
