/** 2,000 mutants of acts on BRC-20 pools. */
import { describe } from 'vitest';
import { JOINT, SOLO, traderOf } from '../acts.ts';
import { refusesMutants } from '../mutants-of.ts';
import { TEMPLATES } from './lot-acts.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '2000', 10);
const SHARE = Math.ceil(MUTATIONS / (2 * TEMPLATES.length));

describe.each(TEMPLATES)('mutants of %s', (name, plan) => {
  const owned = name === 'remove' || name === 'add' ? JOINT : SOLO;
  const who = traderOf(name === 'sell' || name === 'remove' ? 'p2wpkh' : 'p2tr');
  const act = plan({ owned, who, change: true, lots: 3 });
  refusesMutants({ act, who, owned, count: SHARE });
});
