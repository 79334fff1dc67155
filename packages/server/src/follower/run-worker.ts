/** Works runs of blocks out, the next one while the database still writes the one before. */
import type { Tip } from '@rialto/ground';
import type { Store } from '../store/database.ts';
import { LedgerBatch } from '../store/ledger/ledger-batch.ts';
import { KEPT } from '../store/ledger/ledger-coins.ts';
import { workOut } from '../store/ledger/ledger-run.ts';
import type { WorkedRun } from '../store/ledger/ledger-run.ts';
import { isFarBehind, RunReader } from './run-reader.ts';
import type { ReaderParts } from './run-reader.ts';

interface WorkerParts extends ReaderParts {
  readonly store: Pick<Store, 'transact'>;
}

/** Rows and transactions that are kept from run to run; bounds the memory. */
const MOST_KEPT = 250_000;

export class RunWorker {
  private readonly parts: WorkerParts;
  private readonly reader: RunReader;
  private batch = new LedgerBatch();
  private ahead: Promise<WorkedRun | undefined> = Promise.resolve(undefined);

  constructor(parts: WorkerParts) {
    this.parts = parts;
    this.reader = new RunReader(parts);
  }

  /** The next blocks upon ours, worked out; undefined when the node's chain changed while we asked. */
  async next(from: Tip, node: Tip): Promise<WorkedRun | undefined> {
    const ready = await this.ahead;
    this.ahead = Promise.resolve(undefined);
    if (ready?.upon === from.hash && (await this.reader.stands(ready.to))) return ready;
    // In memory is what the database has, or nothing.
    if (this.batch.reached?.hash !== from.hash || this.isFull()) this.batch = new LedgerBatch();
    return this.work(from, node);
  }

  /** Begins to work out what comes upon a run that is being written, unless that is near the tip, where the node may change its mind. */
  workAhead(from: Tip, node: Tip): void {
    if (!isFarBehind(from, node) || this.isFull()) return;
    // Whatever goes wrong goes wrong again when it is asked for in earnest.
    this.ahead = this.work(from, node).catch(() => undefined);
  }

  /** Waits for what was begun ahead: it uses the database. */
  async end(): Promise<void> {
    await this.ahead;
  }

  private isFull(): boolean {
    return this.batch.size > MOST_KEPT;
  }

  private async work(from: Tip, node: Tip): Promise<WorkedRun | undefined> {
    const { batch } = this;
    try {
      const run = await this.reader.read(from, node);
      if (run === undefined) return undefined;
      const { store, chainName } = this.parts;
      const { blocks, facts } = run;
      const undoFrom = node.height - KEPT;
      return await store.transact((tx) => workOut(tx, batch, { chain: chainName, blocks, facts, undoFrom }));
    } catch (error) {
      // Half of a run may be in it.
      this.batch = new LedgerBatch();
      throw error;
    }
  }
}
