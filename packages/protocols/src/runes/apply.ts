/** Stage two of a block: what its transactions do to the rune ledger (runes §4 to §6; ord `rune_updater.rs`). Pure. */
import { Draft } from '../draft.ts';
import type { RowChange } from '../draft.ts';
import { outpoint } from '../ids.ts';
import type { Outpoint } from '../ids.ts';
import { keptScript } from '../kept-script.ts';
import type { ChainName } from '../network.ts';
import { invariant } from '../invariant.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction } from '../transaction.ts';
import type { Amount } from '../units.ts';
import { addTo, allocate } from './allocate.ts';
import type { Allocation, RuneBalances } from './allocate.ts';
import { etchedName } from './gather.ts';
import type { GatheredRunes, RuneWork } from './gather.ts';
import { mintable } from './mintable.ts';
import { runeBalanceKey } from './rows.ts';
import type { RuneBalance, RuneEvent, RuneRow } from './rows.ts';
import { knownRuneId } from './rune-id.ts';
import type { RuneId } from './rune-id.ts';
import { FIRST_RUNE_HEIGHT, isReservedName, minimumName, reservedName } from './rune-name.ts';
import type { RuneName } from './rune-name.ts';
import type { Etching } from './runestone.ts';

/** Everything the ledger holds under the keys. */
export interface RuneView {
  readonly runes: Iterable<RuneRow>;
  readonly balances: Iterable<RuneBalance>;
  /** The block in which a commitment was made; what is absent is of this block. */
  readonly commitments: ReadonlyMap<Outpoint, number>;
}

interface RunesInput {
  readonly gathered: GatheredRunes;
  readonly height: number;
  readonly chain: ChainName;
  readonly view: RuneView;
  /** How many runes there are before the block, the genesis rune counted. */
  readonly count: number;
}

export type RuneChange = RowChange<'rune', RuneRow> | RowChange<'runeBalance', RuneBalance>;
export type RuneDelta = readonly RuneChange[];

interface AppliedRunes {
  readonly changes: RuneDelta;
  readonly events: readonly RuneEvent[];
  readonly count: number;
}

/** A commitment counts from its sixth confirmation on, the block of the etching included. */
const COMMIT_CONFIRMATIONS = 6;

/**
 * Applies the transactions of one block in their order.
 * @throws invariant when the view lacks what the keys asked for
 */
export function applyRunes(input: RunesInput): AppliedRunes {
  if (input.height < FIRST_RUNE_HEIGHT[input.chain]) return { changes: [], events: [], count: input.count };
  const ledger = new RuneLedger(input);
  input.gathered.work.forEach((work, index) => {
    ledger.transaction(work, index);
  });
  return ledger.result();
}

/** A rune that this transaction etches. */
interface Etched {
  readonly id: RuneId;
  readonly name: RuneName;
}

const NOTHING = 0n as Amount;

function propertiesOf(etching: Etching | undefined) {
  return {
    spacers: etching?.spacers ?? 0,
    symbol: etching?.symbol,
    divisibility: etching?.divisibility ?? 0,
    terms: etching?.terms,
    turbo: etching?.turbo ?? false,
  };
}

class RuneLedger {
  private readonly input: RunesInput;
  private readonly minimum: RuneName;
  private readonly runes = new Draft<RuneRow>();
  private readonly balances = new Draft<RuneBalance>();
  private readonly held = new Map<Outpoint, RuneBalance[]>();
  private readonly taken = new Set<bigint>();
  private readonly events: RuneEvent[] = [];
  private count: number;

  constructor(input: RunesInput) {
    this.input = input;
    this.count = input.count;
    this.minimum = minimumName(input.height, input.chain);
    for (const rune of input.view.runes) {
      this.runes.know(rune.id, rune);
      this.taken.add(rune.name);
    }
    for (const balance of input.view.balances) {
      this.balances.know(runeBalanceKey(balance.outpoint, balance.rune), balance);
      this.hold(balance);
    }
  }

  transaction(work: RuneWork, index: number): void {
    const { tx, message } = work;
    const unallocated = this.spend(tx);
    if (message?.mint !== undefined) this.mint(message.mint, { tx, unallocated });
    const etched = this.etched(work, index);
    if (etched !== undefined) {
      const premine = message?.kind === 'runestone' ? (message.etching?.premine ?? 0n) : 0n;
      addTo(unallocated, etched.id, premine);
      this.create(etched, work);
    }
    if (unallocated.size === 0) return;
    const { outputs } = tx;
    this.settle(tx, allocate({ outputs, message, unallocated, own: etched?.id }));
  }

  result(): AppliedRunes {
    const runes = this.runes.changes('rune');
    const balances = this.balances.changes('runeBalance');
    return { changes: [...runes, ...balances], events: this.events, count: this.count };
  }

  private hold(balance: RuneBalance): void {
    const here = this.held.get(balance.outpoint);
    if (here === undefined) this.held.set(balance.outpoint, [balance]);
    else here.push(balance);
  }

  private spend(tx: Transaction): RuneBalances {
    const unallocated: RuneBalances = new Map();
    if (this.held.size === 0) return unallocated;
    for (const input of tx.inputs) {
      const point = spentPoint(input);
      const here = this.held.get(point);
      if (here === undefined) continue;
      for (const { rune, amount, script } of here) {
        addTo(unallocated, rune, amount);
        this.balances.set(runeBalanceKey(point, rune), undefined);
        this.events.push({ kind: 'spent', txid: tx.txid, rune, amount, outpoint: point, script });
      }
      this.held.delete(point);
    }
    return unallocated;
  }

  private mint(id: RuneId, { tx, unallocated }: { tx: Transaction; unallocated: RuneBalances }): void {
    const rune = this.runes.get(id);
    const amount = rune && mintable(rune, this.input.height);
    if (rune === undefined || amount === undefined) return;
    this.runes.set(id, { ...rune, mints: rune.mints + 1n });
    addTo(unallocated, id, amount);
    this.events.push({
      kind: 'minted',
      txid: tx.txid,
      rune: id,
      amount,
      outpoint: undefined,
      script: undefined,
    });
  }

  /** The rune a transaction etches, when the etching is valid. */
  private etched({ message, commitments }: RuneWork, index: number): Etched | undefined {
    const { height } = this.input;
    const name = etchedName(message);
    const nameless = name === undefined && message?.kind === 'runestone' && message.etching !== undefined;
    if (name === undefined && !nameless) return undefined;
    const id = knownRuneId(`${height}:${index}`);
    if (name === undefined) return { id, name: reservedName(height, index) };
    if (name < this.minimum || isReservedName(name) || this.taken.has(name)) return undefined;
    return commitments.some((point) => this.isMature(point)) ? { id, name } : undefined;
  }

  private isMature(point: Outpoint): boolean {
    const { height, view } = this.input;
    const made = view.commitments.get(point) ?? height;
    return height - made + 1 >= COMMIT_CONFIRMATIONS;
  }

  /** A cenotaph takes the name for good and leaves a rune that nobody can mint. */
  private create({ id, name }: Etched, { tx, message }: RuneWork): void {
    const { height, gathered } = this.input;
    const etching = message?.kind === 'runestone' ? message.etching : undefined;
    const premine = etching?.premine ?? NOTHING;
    this.taken.add(name);
    this.runes.set(id, {
      id,
      name,
      ...propertiesOf(etching),
      premine,
      mints: 0n,
      burned: NOTHING,
      etching: tx.txid,
      number: this.count,
      height,
      time: gathered.time,
    });
    this.count += 1;
    this.events.push({
      kind: 'etched',
      txid: tx.txid,
      rune: id,
      amount: premine,
      outpoint: undefined,
      script: undefined,
    });
  }

  private settle(tx: Transaction, { outputs, burned }: Allocation): void {
    outputs.forEach((balances, vout) => {
      if (balances.size === 0) return;
      const point = outpoint(tx.txid, vout);
      const script = keptScript(tx.outputs[vout]?.script ?? new Uint8Array(0));
      for (const [rune, units] of balances) {
        const amount = units as Amount;
        const balance = { outpoint: point, rune, amount, script };
        this.balances.set(runeBalanceKey(point, rune), balance);
        this.hold(balance);
        this.events.push({ kind: 'received', txid: tx.txid, rune, amount, outpoint: point, script });
      }
    });
    for (const [id, amount] of burned) this.burn(tx, id, amount as Amount);
  }

  private burn(tx: Transaction, id: RuneId, amount: Amount): void {
    const rune = this.runes.get(id);
    invariant(rune !== undefined, 'a burned rune is known');
    if (amount === 0n) return;
    this.runes.set(id, { ...rune, burned: (rune.burned + amount) as Amount });
    this.events.push({
      kind: 'burned',
      txid: tx.txid,
      rune: id,
      amount,
      outpoint: undefined,
      script: undefined,
    });
  }
}
