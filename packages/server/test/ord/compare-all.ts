/** The whole state at the end: every inscription, every rune, every unspent output and every balance. */
import {
  isReservedName,
  LOST_OUTPOINT,
  readSpacedName,
  reversedHex,
  UNBOUND_OUTPOINT,
} from '@rialto/protocols';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readExact } from '@rialto/ground';
import type { Queries } from '../../src/store/database.ts';
import { allDiffering, differing } from './facts.ts';
import type { Facts } from './facts.ts';
import { ordCounts, ordInscriptions, ordOutputs, ordRunes, readBalances } from './ord-facts.ts';
import { ordArgs, ordEnv } from './ord-server.ts';
import type { OrdWorld } from './ord-world.ts';
import { ourCurses, ourInscriptionIds, ourInscriptions, ourOutputs, ourRunes } from './our-facts.ts';

/** Our ledger and the other, and what tells the unspent outputs. */
type Compared = Pick<OrdWorld, 'ord' | 'adrift' | 'chain'> & { readonly db: Queries };

interface Whole {
  readonly differences: readonly string[];
  /** How many of each were compared. */
  readonly compared: Readonly<Record<string, number>>;
}

export async function compareAll({ db, ord, chain, adrift }: Compared): Promise<Whole> {
  const ids = await ourInscriptionIds(db);
  const [ours, theirs] = [await ourInscriptions(db, ids, adrift), await ordInscriptions(ord, ids, adrift)];
  const [ourNames, ordNames] = [await ourRunes(db), await ordRunes(ord)];
  const points = chain.coins.map(({ txid, vout }) => `${reversedHex(txid)}:${vout}`);
  const found = [...ours.values()];
  const have = (test: (facts: (typeof found)[number]) => boolean): number => found.filter(test).length;
  const counts = {
    inscriptions: `${found.length}`,
    blessed_inscriptions: `${have(({ cursed }) => cursed === 'false')}`,
    cursed_inscriptions: `${have(({ cursed }) => cursed === 'true')}`,
    runes: `${ourNames.size}`,
    unrecoverably_reorged: 'false',
  };
  return {
    differences: [
      ...differing('ledger', counts, await ordCounts(ord)),
      ...allDiffering('inscription', ours, theirs),
      ...allDiffering('rune', ourNames, ordNames),
      ...allDiffering('output', await ourOutputs(db, points, adrift), await ordOutputs(ord, points)),
    ],
    compared: {
      'kinds of curses': await ourCurses(db),
      inscriptions: found.length,
      cursed: have(({ cursed }) => cursed === 'true'),
      vindicated: have(({ vindicated }) => vindicated === 'true'),
      unbound: have(({ satpoint }) => satpoint?.startsWith(UNBOUND_OUTPOINT) === true),
      lost: have(({ satpoint }) => satpoint?.startsWith(LOST_OUTPOINT) === true),
      'elsewhere for ord, by its reward': adrift.size,
      runes: ourNames.size,
      'runes with a name of their own': [...ourNames.values()].filter(({ name }) => !isReserved(name)).length,
      'runes minted': [...ourNames.values()].filter(({ mints }) => mints !== '0').length,
      'runes burned': [...ourNames.values()].filter(({ burned }) => burned !== '0').length,
      'unspent outputs': points.length,
    },
  };
}

function isReserved(spaced = ''): boolean {
  const name = readSpacedName(spaced);
  return 'flaw' in name || isReservedName(name.name);
}

/** Every rune balance of ord, which is stopped for it: its commands want its index for themselves. */
export async function balancesAfterStop({ place, ord }: OrdWorld): Promise<ReadonlyMap<string, Facts>> {
  await ord.stop();
  const { stdout } = await promisify(execFile)(place.command, [...ordArgs(place), 'balances'], {
    env: ordEnv(),
    timeout: 120_000,
    maxBuffer: 1 << 28,
  });
  return readBalances(readExact(stdout));
}
