/** Runs the chains of `ord-runes-index.json`, or of any file of that format. */
import { writeSpacedName } from '../../src/index.ts';
import type { RuneRow } from '../../src/index.ts';
import type { Check } from './case.ts';
import { chainOf, requireKnown, scenarioChecks } from './chain.ts';
import type { Scenario } from './chain.ts';
import { termsAsVector } from './rune-codec.ts';
import { RuneIndex } from './rune-index.ts';

interface Question {
  op: string;
  runes: unknown;
  balances: unknown;
}

export type RuneScenario = Scenario<Question>;

export function runeScenarioChecks(scenario: RuneScenario): Check[] {
  return scenarioChecks(scenario, { ledger: () => ledgerOf(scenario), nameOf: ({ op }) => op });
}

function ledgerOf({ chain, args }: RuneScenario) {
  requireKnown(args, ['--index-runes', '--index-sats']);
  const indexed = args.includes('--index-runes');
  // Without the option ord keeps nothing, not even the genesis rune of the main chain.
  const index = new RuneIndex(chainOf(indexed ? chain : 'regtest'));
  return {
    add: (...block: Parameters<RuneIndex['add']>) => {
      if (indexed) index.add(...block);
    },
    removeTip: () => {
      index.removeTip();
    },
    answer: ({ op, runes, balances }: Question) => {
      if (op !== 'check_runes') throw new Error(`unknown step ${op}`);
      return {
        ours: { runes: runesAsVector(index), balances: balancesAsVector(index) },
        expected: { runes, balances },
      };
    },
    state: () => index.snapshot(),
  };
}

function runesAsVector(index: RuneIndex): unknown {
  return Object.fromEntries([...index.runes].map(([id, rune]) => [id, runeAsVector(rune)]));
}

function runeAsVector(rune: RuneRow): unknown {
  return {
    block: rune.height,
    burned: rune.burned.toString(),
    divisibility: rune.divisibility,
    etching: rune.etching,
    mints: rune.mints.toString(),
    number: rune.number,
    premine: rune.premine.toString(),
    rune: rune.name.toString(),
    spacers: rune.spacers,
    spaced_rune: writeSpacedName(rune),
    symbol: rune.symbol ?? null,
    terms: termsAsVector(rune.terms),
    timestamp: rune.time,
    turbo: rune.turbo,
  };
}

function balancesAsVector(index: RuneIndex): unknown {
  const found: Record<string, Record<string, string>> = {};
  for (const { outpoint: point, rune, amount } of index.balances.values())
    found[point] = { ...found[point], [rune]: amount.toString() };
  return found;
}
