/** One sequence as it is played: what is done is held against the model, alone or at once with others. */
import { EMPTY } from './rules/state.ts';
import type { Model } from './rules/state.ts';
import { explained } from './rules/at-once.ts';
import { step, usedUp } from './rules/rules.ts';
import type { Act, Done } from './rules/rules.ts';
import type { Table } from './table/table.ts';

export class Play {
  model: Model = EMPTY;
  readonly said: string[] = [];
  private readonly table: Table;
  private readonly counts: Map<string, number>;

  constructor(table: Table, counts: Map<string, number>, begin: Partial<Model> = {}) {
    this.table = table;
    this.counts = counts;
    this.model = { ...EMPTY, ...begin };
  }

  /** Does the acts at once; fails when no order of them explains what was seen, or the API tells otherwise. */
  async together(acts: readonly Act[]): Promise<void> {
    const done = await Promise.all(
      acts.map(async (act) => ({ act, seen: await this.table.do(act, this.model) })),
    );
    for (const { act, seen } of done)
      for (const key of [`${act.act} ${seen.won ? 'yes' : 'no'}`, acts.length > 1 ? 'together' : 'alone'])
        this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.said.push(done.map(({ act, seen }) => `${textOf(act)} -> ${seen.won ? 'yes' : 'no'}`).join(' | '));
    const next = acts.length === 1 ? this.alone(done) : explained(this.model, done);
    if (next.length === 0) throw new Error(`not what the model says of ${textOf(this.model)}`);
    const told = await this.table.told(
      next.map((model) => done.reduce((now, one) => usedUp(now, one, acts.length === 1), model)),
    );
    if (typeof told === 'string') throw new Error(told);
    this.model = told;
  }

  private alone(done: readonly Done[]): readonly Model[] {
    const [one] = done;
    if (one === undefined) return [this.model];
    const next = step(this.model, one.act, one.seen);
    return (next !== undefined) === one.seen.won ? [next ?? this.model] : [];
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
