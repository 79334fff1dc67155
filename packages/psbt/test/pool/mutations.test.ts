/** 2,000 mutants: of signed PSBTs none is accepted but with the very same witnesses, of transactions none is signed and none is finished. */
import { describe } from 'vitest';
import { JOINT, SOLO, TEMPLATES, traderOf } from './acts.ts';
import { refusesMutants } from './mutants-of.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '2000', 10);
const SHARE = Math.ceil(MUTATIONS / (2 * TEMPLATES.length));

describe.each(TEMPLATES)('mutants of %s', (name, plan) => {
  const owned = name === 'buy' || name === 'add' ? JOINT : SOLO;
  const who = traderOf(name === 'sell' || name === 'remove' ? 'p2wpkh' : 'p2tr');
  const act = plan({ owned, who, change: true, lanes: 2 });
  refusesMutants({ act, who, owned, count: SHARE });
});
