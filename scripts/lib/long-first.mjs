/** The order of the test files: the long ones begin first, so that none is left running alone at the end. */
import { BaseSequencer } from 'vitest/node';

/** Those that take longest on two idle cores, longest first. */
const LONG = [
  'server/test/model/model',
  'bridge/kills',
  'keeper',
  'lost',
  'mvc-kills',
  'seeds-reserves',
  'node-down',
  'mvc-swaps/faults/reorgs',
  'bridge/model/model',
  'random-takes',
  'ledgers-reorg',
  'turn-story',
  'mrc20-kills',
  'exits',
  'own',
];

/** The same of the browser stories. */
const LONG_STORIES = ['11-all-screens', 'book-acts', 'wallet-rules', 'swap-runes', 'bids', 'trades', 'sales'];

const ENDINGS = [
  ...LONG.map((name) => `/${name}.test.ts`),
  ...LONG_STORIES.map((name) => `/${name}.story.ts`),
];

const rankOf = ({ moduleId }) => {
  const at = ENDINGS.findIndex((ending) => moduleId.endsWith(ending));
  return at === -1 ? ENDINGS.length : at;
};

export class LongFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
