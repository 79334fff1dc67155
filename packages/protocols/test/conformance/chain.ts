/** What the chain files of ord have in common: scenarios of blocks, reorgs and questions. */
import { hexToBytes, isFlaw, readTransaction, reversedHex } from '../../src/index.ts';
import type { Block, ChainName, Transaction } from '../../src/index.ts';
import type { Check } from './case.ts';

export interface BlockStep {
  op: 'block';
  height: number;
  hash: string;
  header: string;
  txs: string[];
}

export interface Scenario<Question extends { op: string }> {
  name?: string;
  test: string;
  chain: string;
  args: string[];
  steps: (BlockStep | { op: 'invalidate_tip' } | Question)[];
}

const CHAINS: Readonly<Record<string, ChainName>> = {
  mainnet: 'main',
  testnet: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

export function chainOf(name: string): ChainName {
  const chain = CHAINS[name];
  if (chain === undefined) throw new Error(`unknown chain ${name}`);
  return chain;
}

/** The options of ord that a runner knows; another one could change every answer. */
export function requireKnown(args: readonly string[], known: readonly string[]): void {
  // Ord keeps more with these two; what is asked here stays the same.
  const harmless = ['--index-addresses', '--index-transactions'];
  const unknown = args.filter((arg) => !known.includes(arg) && !harmless.includes(arg));
  if (unknown.length > 0) throw new Error(`unknown option ${unknown.join(' ')}`);
}

function blockOf(step: BlockStep): Block {
  const transactions = step.txs.map((raw): Transaction => {
    const tx = readTransaction(hexToBytes(raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    return tx;
  });
  const header = hexToBytes(step.header);
  const time = new DataView(header.buffer, header.byteOffset).getUint32(68, true);
  return { hash: step.hash, previousHash: reversedHex(header.subarray(4, 36)), time, transactions };
}

type Answer = { ours: unknown; expected: unknown } | Error;

interface Ledger<Question> {
  readonly add: (block: Block, height: number) => void;
  readonly removeTip: () => void;
  readonly answer: (question: Question) => { ours: unknown; expected: unknown };
  /** Everything kept, to see that a chain taken back leaves nothing. */
  readonly state: () => unknown;
}

/** Runs a scenario once, when the first of its checks is asked for; the last check takes every block back. */
export function scenarioChecks<Question extends { op: string }>(
  scenario: Scenario<Question>,
  given: { ledger: () => Ledger<Question>; nameOf: (question: Question) => string },
): Check[] {
  const title = scenario.name ?? scenario.test;
  let answers: Answer[] | undefined;
  const answer = (at: number) => {
    answers ??= replay(scenario, given.ledger());
    const found = answers[at];
    if (found === undefined || found instanceof Error) throw found ?? new Error('no answer');
    return found;
  };
  const questions = scenario.steps.filter((step) => isQuestion(step));
  const names = [...questions.map(given.nameOf), 'taken back'];
  return names.map((name, at) => ({ name: `${title} ${at + 1} ${name}`, run: () => answer(at) }));
}

function isQuestion<Question extends { op: string }>(
  step: Scenario<Question>['steps'][number],
): step is Question {
  return step.op !== 'block' && step.op !== 'invalidate_tip';
}

function replay<Question extends { op: string }>(
  { steps }: Scenario<Question>,
  ledger: Ledger<Question>,
): Answer[] {
  const empty = ledger.state();
  const answers: Answer[] = [];
  let height = 0;
  for (const step of steps) {
    if (isQuestion(step)) answers.push(answered(() => ledger.answer(step)));
    else if ('txs' in step) {
      ledger.add(blockOf(step), step.height);
      height += 1;
    } else {
      ledger.removeTip();
      height -= 1;
    }
  }
  for (; height > 0; height -= 1) ledger.removeTip();
  return [...answers, { ours: ledger.state(), expected: empty }];
}

/** One question that cannot be answered leaves the others their answers. */
function answered(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
