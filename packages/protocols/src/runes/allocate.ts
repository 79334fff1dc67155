/** Where the runes of one transaction go: edicts in their order, then the rest (runes §4). Pure. */
import type { TxOutput } from '../transaction.ts';
import { isOpReturn } from '../transaction.ts';
import { OWN_RUNE } from './rune-id.ts';
import type { RuneId } from './rune-id.ts';
import type { Edict, RuneMessage } from './runestone.ts';

/** Amounts by rune. */
export type RuneBalances = Map<RuneId, bigint>;

export interface Allocation {
  /** What each output receives; nothing on OP_RETURN outputs. */
  readonly outputs: readonly RuneBalances[];
  readonly burned: RuneBalances;
}

interface AllocateInput {
  readonly outputs: readonly Pick<TxOutput, 'script'>[];
  readonly message: RuneMessage | undefined;
  /** What the inputs brought, what was minted and what was premined. It is emptied. */
  readonly unallocated: RuneBalances;
  /** The rune that the transaction etches. */
  readonly own: RuneId | undefined;
}

/** Spreads everything unallocated over the outputs. What is spread and what is burned sum up to what there was. */
export function allocate({ outputs, message, unallocated, own }: AllocateInput): Allocation {
  if (message?.kind === 'cenotaph')
    return { outputs: outputs.map((): RuneBalances => new Map()), burned: unallocated };
  const spread = new Spread(outputs, unallocated);
  for (const edict of message?.edicts ?? []) {
    const id = edict.id === OWN_RUNE ? own : edict.id;
    if (id !== undefined) spread.edict(id, edict);
  }
  return spread.rest(message?.pointer);
}

class Spread {
  private readonly burning: readonly boolean[];
  private readonly receivers: readonly number[];
  private readonly unallocated: RuneBalances;
  private readonly outputBalances: RuneBalances[];
  private readonly burned: RuneBalances = new Map();
  /** What every receiver gets of a rune, added up: ten thousand edicts to ten thousand outputs fit into a transaction. */
  private readonly each: RuneBalances = new Map();

  constructor(outputs: AllocateInput['outputs'], unallocated: RuneBalances) {
    this.burning = outputs.map(({ script }) => isOpReturn(script));
    this.receivers = this.burning.flatMap((burns, at) => (burns ? [] : [at]));
    this.outputBalances = outputs.map((): RuneBalances => new Map());
    this.unallocated = unallocated;
  }

  edict(id: RuneId, { amount, output }: Edict): void {
    const left = this.unallocated.get(id) ?? 0n;
    if (left === 0n) return;
    if (output < this.outputBalances.length) this.move(id, amount === 0n ? left : amount, output);
    else if (amount === 0n) this.divide(id, left);
    else this.toEach(id, amount, left);
  }

  /** The receivers in their order, each the amount or what is left; when that is less, nothing is left for a later edict. */
  private toEach(id: RuneId, amount: bigint, left: bigint): void {
    const due = amount * BigInt(this.receivers.length);
    if (due > left) {
      for (const receiver of this.receivers) this.move(id, amount, receiver);
      return;
    }
    this.unallocated.set(id, left - due);
    addTo(this.each, id, amount);
  }

  rest(pointer: number | undefined): Allocation {
    for (const [id, amount] of this.each) {
      for (const receiver of this.receivers) addTo(this.outputBalances[receiver] ?? this.burned, id, amount);
    }
    const to = pointer ?? this.receivers[0];
    for (const [id, left] of this.unallocated) {
      if (to === undefined) addTo(this.burned, id, left);
      else this.move(id, left, to);
    }
    return { outputs: this.outputBalances, burned: this.burned };
  }

  /** Equal parts; the first ones take what cannot be divided, one unit each. */
  private divide(id: RuneId, left: bigint): void {
    const count = BigInt(this.receivers.length);
    if (count === 0n) return;
    const [part, more] = [left / count, left % count];
    this.receivers.forEach((receiver, at) => {
      this.move(id, BigInt(at) < more ? part + 1n : part, receiver);
    });
  }

  /** Moves at most what is left. */
  private move(id: RuneId, requested: bigint, output: number): void {
    const left = this.unallocated.get(id) ?? 0n;
    const amount = requested < left ? requested : left;
    const balances = this.burning[output] === true ? this.burned : this.outputBalances[output];
    if (amount === 0n || balances === undefined) return;
    this.unallocated.set(id, left - amount);
    addTo(balances, id, amount);
  }
}

/** Adds an amount; zero adds no row. */
export function addTo(balances: RuneBalances, id: RuneId, amount: bigint): void {
  if (amount > 0n) balances.set(id, (balances.get(id) ?? 0n) + amount);
}
