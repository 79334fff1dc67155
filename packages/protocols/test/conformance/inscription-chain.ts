/** Runs the chains of `ord-inscriptions-index.json`, or of any file of that format. */
import type { Block } from '../../src/index.ts';
import { MemoryIndex } from '../ledger/memory-index.ts';
import { leftOut } from './case.ts';
import type { Check } from './case.ts';
import { chainOf, requireKnown, scenarioChecks } from './chain.ts';
import type { BlockStep, Scenario } from './chain.ts';
import { answerTo, hasCharm } from './inscription-queries.ts';
import type { World } from './inscription-queries.ts';
import { SatRanges } from './sat-ranges.ts';

interface Query {
  query: string;
  args: unknown[];
  path: string[];
}

type Question = Query & { expect: unknown } & ({ op: 'check' } | { op: 'check_charm'; charm: string });

export type InscriptionScenario = Scenario<Question>;
type Step = InscriptionScenario['steps'][number];

const SAT_INDEX = new Set(['list', 'find']);

function needsSatIndex(step: Step): step is Question {
  return step.op === 'check' && 'query' in step && SAT_INDEX.has(step.query);
}

export function inscriptionScenarioChecks(scenario: InscriptionScenario): Check[] {
  const without = scenario.steps.filter(needsSatIndex);
  const steps = scenario.steps.filter((step) => !needsSatIndex(step));
  return [
    ...scenarioChecks({ ...scenario, steps }, { ledger: () => ledgerOf(scenario), nameOf }),
    ...without.map((step) =>
      leftOut(`${scenario.name ?? scenario.test} ${nameOf(step)}`, `sat-range index: ${step.query}`, step),
    ),
  ];
}

function nameOf({ query, args, path }: Question): string {
  return `${query} ${args.map(String).join(' ')} ${path.join('.')}`;
}

function ledgerOf({ chain, args }: InscriptionScenario) {
  requireKnown(args, ['--index-sats', '--index-runes', '--no-index-inscriptions']);
  const network = chainOf(chain);
  const world: World = {
    index: new MemoryIndex(network),
    ranges: new SatRanges(network),
    blocks: [],
    knowsSats: args.includes('--index-sats'),
  };
  const indexed = !args.includes('--no-index-inscriptions');
  return {
    add: (block: Block, height: BlockStep['height']) => {
      world.blocks.push(block);
      world.ranges.add(block, height);
      if (indexed) world.index.add(block, height);
    },
    removeTip: () => {
      world.blocks.pop();
      world.ranges.removeTip();
      world.index.removeTip();
    },
    answer: (question: Question) => answerOf(world, question),
    state: () => world.index.rows.snapshot(),
  };
}

function answerOf(world: World, question: Question): { ours: unknown; expected: unknown } {
  const { expect } = question;
  switch (question.op) {
    case 'check_charm': {
      const entry = walked(answerTo(world, question), question.path.slice(0, -1));
      if (question.query !== 'get_inscription_entry' || question.path.at(-1) !== 'charms' || entry === null)
        throw new Error('charms of what?');
      return { ours: hasCharm(world, String(question.args[0]), question.charm), expected: expect };
    }
    case 'check':
      return { ours: plain(value(world, question)), expected: plain(expectation(world, expect)) };
    default:
      throw new Error('unknown step');
  }
}

function value(world: World, asked: Query): unknown {
  const found = walked(answerTo(world, asked), asked.path);
  // Without its index of sats, ord compares the satpoint alone.
  if (asked.query !== 'assert_inscription_location' || world.knowsSats) return found;
  return { ...(found as object), sat: undefined };
}

/** What is expected may be another question, or a place. */
function expectation(world: World, expect: unknown): unknown {
  if (typeof expect !== 'object' || expect === null) return expect;
  if ('query' in expect) return value(world, expect as Query);
  return 'satpoint' in expect && !world.knowsSats ? { ...expect, sat: undefined } : expect;
}

/** Follows the words of Rust from an answer to what is compared; nothing is null. */
function walked(answer: unknown, path: readonly string[]): unknown {
  return path.reduce(step, answer);
}

function step(from: unknown, word: string): unknown {
  switch (word) {
    case 'unwrap':
      return from;
    case 'unwrap_or_default':
      return from ?? [];
    case 'is_some':
      return from !== null;
    case 'is_none':
      return from === null;
    case '!':
      return !bool(from);
    case 'is_empty':
      return list(from).length === 0;
    case 'len':
      return list(from).length;
    default:
      return field(from, word);
  }
}

function bool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('not a yes or no');
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

function field(from: unknown, word: string): unknown {
  if (typeof from !== 'object' || from === null || !(word in from)) throw new Error(`no ${word} is kept`);
  return (from as Readonly<Record<string, unknown>>)[word];
}

/** Numbers as texts, however large; what is not said is not there. */
function plain(value: unknown): unknown {
  if (value === undefined) return 'nothing';
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'bigint' || typeof part === 'number' ? part.toString() : part,
    ),
  );
}
