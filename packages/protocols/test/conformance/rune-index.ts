/** A rune ledger in memory, and the chains of `ord-runes-index.json`, or of any file of that format, run through it. */
import {
  applyRunes,
  gatherRunes,
  genesisRune,
  hexToBytes,
  invariant,
  invert,
  isFlaw,
  outpoint,
  readTransaction,
  reversedHex,
  writeSpacedName,
} from '../../src/index.ts';
import type {
  Block,
  Chain,
  Outpoint,
  RuneBalance,
  RuneChange,
  RuneDelta,
  RuneEvent,
  RuneKeys,
  RuneRow,
  RuneView,
  Transaction,
  TxOutput,
} from '../../src/index.ts';
import type { VectorCase } from './case.ts';
import { termsAsVector } from './rune-codec.ts';

interface Made {
  readonly output: TxOutput;
  readonly height: number;
}

interface Undo {
  readonly changes: RuneDelta;
  readonly count: number;
  readonly made: Map<Outpoint, Made>;
}

function asText(row: unknown): string {
  return JSON.stringify(row ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Blocks in, rows out; every block can be taken back. A change must find exactly what it expects. */
export class RuneIndex {
  readonly runes = new Map<string, RuneRow>();
  readonly balances = new Map<string, RuneBalance>();
  readonly events: RuneEvent[] = [];
  private readonly chain: Chain;
  private made = new Map<Outpoint, Made>();
  private count = 0;
  private readonly undo: Undo[] = [];

  constructor(chain: Chain) {
    this.chain = chain;
    const genesis = genesisRune(chain);
    if (genesis === undefined) return;
    this.runes.set(genesis.id, genesis);
    this.count = 1;
  }

  add(block: Block, height: number): void {
    const before = { count: this.count, made: new Map(this.made) };
    const gathered = gatherRunes({ block, spent: this.spend(block, height) });
    const view = this.view(gathered.keys, before.made);
    const applied = applyRunes({ gathered, height, chain: this.chain, view, count: this.count });
    for (const change of applied.changes) this.put(change);
    this.events.push(...applied.events);
    this.count = applied.count;
    this.undo.push({ ...before, changes: applied.changes });
  }

  removeTip(): void {
    const last = this.undo.pop();
    if (last === undefined) return;
    for (const change of invert(last.changes)) this.put(change);
    this.count = last.count;
    this.made = last.made;
  }

  snapshot(): string {
    const sorted = (rows: Map<string, unknown>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
    return asText([sorted(this.runes), sorted(this.balances), this.count]);
  }

  /** Exactly what the keys ask for, as a database would give it. */
  private view(keys: RuneKeys, made: ReadonlyMap<Outpoint, Made>): RuneView {
    const balances = [...this.balances.values()].filter((one) => keys.outpoints.has(one.outpoint));
    const ids = new Set([...keys.runes, ...balances.map((one) => one.rune)]);
    const runes = [...this.runes.values()].filter((one) => ids.has(one.id) || keys.names.has(one.name));
    const commitments = new Map<Outpoint, number>();
    for (const point of keys.commitments) {
      const found = made.get(point);
      if (found !== undefined) commitments.set(point, found.height);
    }
    return { balances, runes, commitments };
  }

  private spend(block: Block, height: number): TxOutput[][] {
    return block.transactions.map((tx, index) => {
      const spent = index === 0 ? [] : tx.inputs.map((input) => this.take(outpoint(input.txid, input.vout)));
      tx.outputs.forEach((output, vout) => this.made.set(outpoint(tx.txid, vout), { output, height }));
      return spent;
    });
  }

  private take(point: Outpoint): TxOutput {
    const found = this.made.get(point);
    invariant(found !== undefined, `${point} exists`);
    this.made.delete(point);
    return found.output;
  }

  private put(change: RuneChange): void {
    switch (change.entity) {
      case 'rune':
        place(this.runes, change);
        break;
      case 'runeBalance':
        place(this.balances, change);
    }
  }
}

function place<R>(
  rows: Map<string, R>,
  { key, before, after }: { key: string; before: R | undefined; after: R | undefined },
): void {
  invariant(asText(rows.get(key)) === asText(before), `row ${key} is as the delta expects`);
  if (after === undefined) rows.delete(key);
  else rows.set(key, after);
}

type Step =
  | { op: 'block'; height: number; hash: string; header: string; txs: string[] }
  | { op: 'invalidate_tip' }
  | { op: 'check_runes'; runes: unknown; balances: unknown };

export interface RuneScenario {
  test: string;
  chain: string;
  args: string[];
  steps: Step[];
}

export function blockOf(step: Extract<Step, { op: 'block' }>): Block {
  const transactions = step.txs.map((raw): Transaction => {
    const tx = readTransaction(hexToBytes(raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    return tx;
  });
  const header = hexToBytes(step.header);
  const time = new DataView(header.buffer, header.byteOffset).getUint32(68, true);
  return { hash: step.hash, previousHash: reversedHex(header.subarray(4, 36)), time, transactions };
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

const CHAINS: Readonly<Record<string, Chain>> = {
  mainnet: 'main',
  testnet: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

/** One case a scenario: the answers to all its checks, and after the last block is taken back the ledger as it began. */
export function runeScenarioCase(scenario: RuneScenario): VectorCase {
  const chain = CHAINS[scenario.chain];
  if (chain === undefined) return { name: scenario.test, ours: 'unknown chain', expected: scenario.chain };
  const indexed = scenario.args.includes('--index-runes');
  const index = new RuneIndex(chain);
  const empty = index.snapshot();
  const ours: unknown[] = [];
  const expected: unknown[] = [];
  let blocks = 0;
  for (const step of scenario.steps) {
    if (step.op === 'block') {
      if (indexed) index.add(blockOf(step), step.height);
      blocks += 1;
    } else if (step.op === 'invalidate_tip') index.removeTip();
    else {
      ours.push({ runes: runesAsVector(index), balances: balancesAsVector(index) });
      expected.push({ runes: step.runes, balances: step.balances });
    }
  }
  for (; blocks > 0; blocks -= 1) index.removeTip();
  ours.push(index.snapshot());
  expected.push(empty);
  return { name: scenario.test, ours, expected };
}
