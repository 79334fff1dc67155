/** The formats whose cases the protocols answer, each known by what is in a file. */
import { hasListUnder, isRecord, listsUnder } from './case.ts';
import type { Check, Format, VectorFile } from './case.ts';
import { amountChecks, messageChecks } from './brc20-messages.ts';
import type { AmountFile, MessageFile } from './brc20-messages.ts';
import { isEventLine, replayChecks, replayLines } from './brc20-replay.ts';
import type { ReplayState } from './brc20-replay.ts';
import type { Scenario } from './chain.ts';
import { envelopeChecks } from './envelopes.ts';
import type { EnvelopeFile } from './envelopes.ts';
import { inscriptionScenarioChecks } from './inscription-chain.ts';
import type { InscriptionScenario } from './inscription-chain.ts';
import { mrc20Checks } from './mrc20.ts';
import type { Mrc20File } from './mrc20.ts';
import { runeScenarioChecks } from './rune-chain.ts';
import type { RuneScenario } from './rune-chain.ts';
import { runestoneChecks } from './rune-codec.ts';
import type { RunestoneFile } from './rune-codec.ts';
import { RUNE_NAME_LISTS, runeNameChecks } from './rune-names.ts';
import type { RuneNamesFile } from './rune-names.ts';

function isEvents({ json, text }: VectorFile): boolean {
  const lines = replayLines(text);
  return json === undefined && lines.length > 0 && lines.every(isEventLine);
}

function isState({ json }: VectorFile): boolean {
  return isRecord(json) && isRecord(json['tickers']) && isRecord(json['balances']);
}

/** A folder holds one of each; a file alone cannot be run. */
function theOther(file: VectorFile, is: (other: VectorFile) => boolean): VectorFile {
  const [other, more] = file.beside.filter(is);
  if (other === undefined || more !== undefined)
    throw new Error('one file of events and one state to a folder');
  return other;
}

function isAboutRunes({ steps, args }: Scenario<{ op: string }>): boolean {
  const inscriptions = steps.some(({ op }) => op === 'check' || op === 'check_charm');
  return !inscriptions && (args.includes('--index-runes') || steps.some(({ op }) => op === 'check_runes'));
}

/** A scenario that cannot be read fails alone. */
function scenarioChecks(scenario: unknown): Check[] {
  try {
    return isAboutRunes(scenario as Scenario<{ op: string }>)
      ? runeScenarioChecks(scenario as RuneScenario)
      : inscriptionScenarioChecks(scenario as InscriptionScenario);
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return [{ name: (scenario as { test: string }).test, run: fail }];
  }
}

export const formats: readonly Format[] = [
  {
    name: 'runestones',
    fits: ({ json }) => hasListUnder(json, 'decipher', 'encipher'),
    checks: ({ json }) => runestoneChecks(json as RunestoneFile),
  },
  {
    name: 'rune names',
    fits: ({ json }) =>
      hasListUnder(json, ...RUNE_NAME_LISTS) || (isRecord(json) && 'spaced_rune_errors' in json),
    checks: ({ json }) => runeNameChecks(json as RuneNamesFile),
  },
  {
    name: 'chains of ord',
    fits: ({ json }) => listsUnder(json, 'scenarios', 'steps'),
    checks: ({ json }) => (json as { scenarios: unknown[] }).scenarios.flatMap(scenarioChecks),
  },
  {
    name: 'envelopes',
    fits: ({ json }) => listsUnder(json, 'vectors', 'witnesses'),
    checks: ({ json }) => envelopeChecks(json as EnvelopeFile),
  },
  {
    name: 'BRC-20 messages',
    fits: ({ json }) => listsUnder(json, 'vectors', 'content_type'),
    checks: ({ json }) => messageChecks(json as MessageFile),
  },
  {
    name: 'amounts',
    fits: ({ json }) => listsUnder(json, 'cases', 'input', 'want', 'err'),
    checks: ({ json }) => amountChecks(json as AmountFile),
  },
  {
    name: 'BRC-20 events',
    fits: isEvents,
    checks: (file) => [
      {
        name: 'has its state beside it',
        run: () => ({ ours: isState(theOther(file, isState)), expected: true }),
      },
    ],
  },
  {
    name: 'BRC-20 state',
    fits: isState,
    checks: (file) => replayChecks(replayLines(theOther(file, isEvents).text), file.json as ReplayState),
  },
  {
    name: 'MRC-20 and ID-Coins',
    fits: ({ json }) => listsUnder(json, 'cases', 'kind', 'class', 'expect'),
    checks: ({ json }) => mrc20Checks(json as Mrc20File),
  },
];
