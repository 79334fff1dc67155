/** The worker: it alone loads the libraries, a second's work and much memory, and answers one question after the other. */
import { parentPort } from 'node:worker_threads';
import type { MvcTransaction } from '@rialto/mvc';
import { invariant } from '@rialto/protocols';
import { completePlan } from '../complete.ts';
import { judged } from '../judge.ts';
import { checkScript } from '../published.ts';
import type { Answer, Answered, Asked, Question } from './messages.ts';

function answerTo(question: Question): Answer {
  switch (question.kind) {
    case 'complete': {
      const { plan, signatures, transactions } = question;
      const known = new Map(transactions.map((tx) => [tx.txid, tx]));
      const txOf = (txid: MvcTransaction['txid']): MvcTransaction => {
        const found = known.get(txid);
        invariant(found !== undefined, `the transaction ${txid} is given`);
        return found;
      };
      return { kind: 'complete', body: completePlan({ plan, signatures, txOf }) };
    }
    case 'judge':
      return { kind: 'judge', verdicts: judged(question.tx, question.coins) };
    case 'check':
      return { kind: 'check', script: checkScript(question.check) };
  }
}

function answered(question: Question): Answer {
  try {
    return answerTo(question);
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : 'it threw' };
  }
}

const port = parentPort;
invariant(port !== null, 'the worker of contracts is a thread of another program');
port.on('message', ({ id, question }: Asked) => {
  const told: Answered = { id, answer: answered(question) };
  port.postMessage(told);
});
