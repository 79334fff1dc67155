/** The contracts behind a thread of their own: a program that asks them loads no library and waits for nobody. */
import { existsSync } from 'node:fs';
import type { MvcBody, MvcPlan, MvcSignature, MvcTransaction, TokenCheck } from '@rialto/mvc';
import { invariant } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import type { Answer, Question } from './messages.ts';
import { Thread } from './thread.ts';

/** Every call is refused as `mvc-closed` when the worker dies over it or takes too long, and as `too-many-requests` behind too many others. */
export interface Contracts {
  /**
   * A signed plan with everything that its contracts ask for (`completePlan`).
   * @param transactions every one whose coin is spent, and of tokens the one before
   */
  complete(
    plan: MvcPlan,
    signatures: ReadonlyMap<number, MvcSignature>,
    transactions: readonly MvcTransaction[],
  ): Promise<MvcBody>;
  /** Each input's verdict by the rules of a mempool: empty where it holds (`judged`). */
  judged(tx: MvcBody, coins: readonly TxOutput[]): Promise<readonly string[]>;
  /** The script of a check's coin. */
  checkScript(check: TokenCheck): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface ContractsOptions {
  /** Of one question, and of loading with the first. */
  readonly timeoutMs?: number;
  readonly most?: number;
  /** Tests have one that dies. */
  readonly file?: URL;
}

/** What loading takes on a busy machine, many times over; a swap takes a fifth of a second. */
const TIMEOUT_MS = 20_000;
const MOST_WAITING = 200;
/** Beside a bundle, and from the source tree. */
const PLACES = ['./contracts-worker.mjs', '../../../../dist/contracts-worker.mjs'];

function workerFile(): URL {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error('the worker of contracts is missing from this installation');
  return found;
}

export function openContracts({
  timeoutMs = TIMEOUT_MS,
  most = MOST_WAITING,
  file = workerFile(),
}: ContractsOptions = {}): Contracts {
  const thread = new Thread({ file, timeoutMs, most });
  const ask = async <K extends Question['kind']>(
    question: Question & { readonly kind: K },
  ): Promise<Answer & { readonly kind: K }> => {
    const answer = await thread.ask(question);
    invariant(answer.kind !== 'failed', `contracts: ${answer.kind === 'failed' ? answer.message : ''}`);
    invariant(isOf(answer, question.kind), 'the answer to the question');
    return answer;
  };
  return {
    complete: async (plan, signatures, transactions) =>
      (await ask({ kind: 'complete', plan, signatures, transactions })).body,
    judged: async (tx, coins) => (await ask({ kind: 'judge', tx, coins })).verdicts,
    checkScript: async (check) => (await ask({ kind: 'check', check })).script,
    close: () => thread.close(),
  };
}

function isOf<K extends Question['kind']>(answer: Answer, kind: K): answer is Answer & { readonly kind: K } {
  return answer.kind === kind;
}
