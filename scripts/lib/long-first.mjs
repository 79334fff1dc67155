/** The order of the test files: the long ones begin first, so that none is left running alone at the end. */
import { BaseSequencer } from 'vitest/node';

/** Those that take longest on two idle cores, longest first. */
const LONG = [
  'model',
  'own',
  'ledgers-kill',
  'ledgers-reorg',
  'random-takes',
  'mined-takes',
  'mrc20-take',
  'kills',
];

const rankOf = ({ moduleId }) => {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at === -1 ? LONG.length : at;
};

export class LongFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
