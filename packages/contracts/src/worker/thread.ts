/** A worker thread that answers one question after the other. It dies alone: the question it died over is refused, and the next one starts another. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '@rialto/refusals';
import type { Answer, Answered, Asked, Question } from './messages.ts';

interface ThreadOptions {
  readonly file: URL;
  readonly timeoutMs: number;
  /** Questions that may wait, the one at work among them. */
  readonly most: number;
}

interface Waiting {
  readonly question: Question;
  readonly done: (answer: Answer) => void;
  readonly refused: (error: Error) => void;
}

/** Far above what the libraries need. */
const MOST_MEMORY_MB = 1_024;

const down = (why: string): Refusal => new Refusal('mvc-closed', `the worker of contracts ${why}`);

export class Thread {
  readonly #options: ThreadOptions;
  readonly #queue: Waiting[] = [];
  #asked = 0;
  #isClosed = false;
  #worker: Worker | undefined;
  #atWork: { readonly id: number; readonly waiting: Waiting; readonly timer: NodeJS.Timeout } | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  /** @throws Refusal mvc-closed when the worker dies over it, does not answer in time or is closed; too-many-requests */
  ask(question: Question): Promise<Answer> {
    return new Promise((done, refused) => {
      if (this.#isClosed) refused(down('is closed'));
      else if (this.#queue.length + (this.#atWork === undefined ? 0 : 1) >= this.#options.most)
        refused(new Refusal('too-many-requests'));
      else {
        this.#queue.push({ question, done, refused });
        this.#next();
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refused } of this.#queue.splice(0)) refused(down('is closed'));
    await this.#giveUp('is closed');
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MOST_MEMORY_MB };
    const worker = new Worker(this.#options.file, { resourceLimits });
    // What it dies of comes as an error first, and would end the program if nobody heard it.
    worker.on('error', () => undefined);
    worker.on('message', ({ id, answer }: Answered) => {
      if (this.#worker === worker && this.#atWork?.id === id) this.#end(({ done }) => done(answer));
    });
    worker.on('exit', () => {
      if (this.#worker === worker) void this.#giveUp('died');
    });
    return worker;
  }

  #next(): void {
    if (this.#atWork !== undefined) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    const { question } = waiting;
    this.#asked += 1;
    const id = this.#asked;
    const timer = setTimeout(() => void this.#giveUp('does not answer'), this.#options.timeoutMs);
    this.#atWork = { id, waiting, timer };
    const message: Asked = { id, question };
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #end(tell: (waiting: Waiting) => void): void {
    const ended = this.#atWork;
    this.#atWork = undefined;
    if (ended !== undefined) {
      clearTimeout(ended.timer);
      tell(ended.waiting);
    }
    this.#next();
  }

  async #giveUp(why: string): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#end(({ refused }) => refused(down(why)));
    await worker?.terminate();
  }
}
