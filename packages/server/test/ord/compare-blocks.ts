/** The state after some blocks, as far as they made it: their inscriptions, what they moved, their outputs, and every rune. */
import { LOST_OUTPOINT } from '@rialto/protocols';
import type { Queries } from '../../src/store/database.ts';
import type { Adrift } from './drift.ts';
import { allDiffering, differing } from './facts.ts';
import type { MixedBlock } from './mixed-chain/mixed-chain.ts';
import { ordBorn, ordInscriptions, ordOutputs, ordRunes } from './ord-facts.ts';
import type { OrdServer } from './ord-server.ts';
import { ourBorn, ourInscriptions, ourOutputs, ourRunes, ourSitting } from './our-facts.ts';

interface Compared {
  readonly db: Queries;
  readonly ord: OrdServer;
  readonly adrift: Adrift;
}

/** What differs in what these blocks made. */
export async function compareBlocks(
  { db, ord, adrift }: Compared,
  blocks: readonly MixedBlock[],
): Promise<string[]> {
  const points = blocks.flatMap(({ outputs }) => outputs);
  const found: string[] = [];
  const born: string[] = [];
  for (const { height } of blocks) {
    const [ours, theirs] = [await ourBorn(db, height), await ordBorn(ord, height)];
    found.push(...differing(`block ${height}`, { born: ours.join(' ') }, { born: theirs.join(' ') }));
    born.push(...theirs);
  }
  const ids = [...new Set([...born, ...(await ourSitting(db, [...points, LOST_OUTPOINT]))])];
  found.push(
    ...allDiffering(
      'inscription',
      await ourInscriptions(db, ids, adrift),
      await ordInscriptions(ord, ids, adrift),
    ),
    ...allDiffering('output', await ourOutputs(db, points, adrift), await ordOutputs(ord, points)),
    ...allDiffering('rune', await ourRunes(db), await ordRunes(ord)),
  );
  return found;
}
