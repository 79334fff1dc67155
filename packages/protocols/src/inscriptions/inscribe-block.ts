/** Stage one of a block: which inscriptions are new, which moved, and where each is afterwards (ord `inscription_updater.rs`). Pure. */
import type { Block } from '../block.ts';
import { bytesToHex } from '../bytes.ts';
import { Draft } from '../draft.ts';
import type { RowChange } from '../draft.ts';
import { FIRST_INSCRIPTION_HEIGHT, JUBILEE_HEIGHT, subsidyAt } from '../heights.ts';
import { outpoint } from '../ids.ts';
import type { Outpoint, ScriptHex } from '../ids.ts';
import { keptScriptHex } from '../kept-script.ts';
import type { ChainName } from '../network.ts';
import { invariant } from '../invariant.ts';
import type { Transaction, TxOutput } from '../transaction.ts';
import type { Sats } from '../units.ts';
import { decodeUtf8 } from '../utf8.ts';
import { gather } from './gather.ts';
import type { Floating } from './gather.ts';
import { LOST_OUTPOINT, UNBOUND_OUTPOINT } from './rows.ts';
import type {
  InscriptionCounts,
  InscriptionEvent,
  InscriptionRow,
  LocatedInscription,
  LocationRow,
} from './rows.ts';

interface InscribeInput {
  readonly height: number;
  readonly chain: ChainName;
  readonly block: Block;
  /** What each transaction spends, input by input; the coinbase has an empty list. */
  readonly spent: readonly (readonly TxOutput[])[];
  /** The inscriptions the ledger has on an outpoint. Asked only for outpoints from earlier blocks. */
  readonly at: (point: Outpoint) => readonly LocatedInscription[];
  /** The totals after the block before. */
  readonly counts: InscriptionCounts;
}

type InscriptionChange = RowChange<'inscription', InscriptionRow> | RowChange<'location', LocationRow>;

export interface InscribedBlock {
  readonly events: readonly InscriptionEvent[];
  readonly changes: readonly InscriptionChange[];
  readonly counts: InscriptionCounts;
}

/**
 * Reads the inscriptions of a block. The coinbase is worked out last, because the fees of all others flow through it.
 * @throws invariant when the spent outputs do not belong to the block
 */
export function inscribeBlock(input: InscribeInput): InscribedBlock {
  if (input.height < FIRST_INSCRIPTION_HEIGHT[input.chain]) {
    return { events: [], changes: [], counts: input.counts };
  }
  const flow = new BlockFlow(input);
  const [coinbase, ...others] = input.block.transactions;
  others.forEach((tx, index) => flow.transaction(tx, input.spent[index + 1] ?? []));
  if (coinbase !== undefined) flow.coinbase(coinbase);
  return flow.result();
}

function outputsOf(tx: Transaction): bigint {
  let total = 0n;
  for (const { value } of tx.outputs) total += value;
  return total;
}

const NO_OUTPUT = { value: 0n as Sats, script: '' as ScriptHex };

interface Place {
  readonly location: LocationRow;
  readonly asFee: boolean;
}

class BlockFlow {
  private readonly input: InscribeInput;
  private readonly jubilant: boolean;
  private readonly events: InscriptionEvent[] = [];
  private readonly inscriptions = new Draft<InscriptionRow>();
  private readonly locations = new Draft<LocationRow>();
  /** Inscriptions on outpoints that this block made. */
  private readonly fresh = new Map<Outpoint, LocatedInscription[]>();
  /** On their way to the coinbase through fees; offsets count from the coinbase's first sat. */
  private readonly inFees: Floating[] = [];
  private reward: bigint;
  private counts: InscriptionCounts;

  constructor(input: InscribeInput) {
    this.input = input;
    this.jubilant = input.height >= JUBILEE_HEIGHT[input.chain];
    this.reward = subsidyAt(input.height, input.chain);
    this.counts = input.counts;
  }

  transaction(tx: Transaction, spent: readonly TxOutput[]): void {
    invariant(spent.length === tx.inputs.length, 'every input has its spent output');
    const gathered = gather({ tx, spent, at: (point) => this.fresh.get(point) ?? this.input.at(point) });
    for (const moved of gathered.floating) {
      if (moved.from !== undefined) this.locations.know(moved.id, moved.from);
    }
    const { past, total } =
      gathered.floating.length === 0
        ? { past: [], total: outputsOf(tx) }
        : this.intoOutputs(tx, gathered.floating);
    for (const floating of past) {
      if (floating.from !== undefined) this.moved(tx, floating, 'fee');
      this.inFees.push({ ...floating, offset: this.reward + floating.offset - total });
    }
    this.reward += gathered.inputValue - total;
  }

  coinbase(tx: Transaction): void {
    const { past, total } = this.intoOutputs(tx, this.inFees);
    for (const floating of past) {
      const offset = (this.counts.lostSats + floating.offset - total) as Sats;
      this.put(floating, {
        location: { outpoint: LOST_OUTPOINT, offset, ...NO_OUTPUT },
        asFee: true,
      });
    }
    this.counts = { ...this.counts, lostSats: (this.counts.lostSats + this.reward - total) as Sats };
  }

  result(): InscribedBlock {
    const inscriptions = this.inscriptions.changes('inscription');
    const locations = this.locations.changes('location');
    return { events: this.events, changes: [...inscriptions, ...locations], counts: this.counts };
  }

  /** Puts what falls into the outputs there, in flow order; the rest is past them. */
  private intoOutputs(tx: Transaction, floating: readonly Floating[]): { past: Floating[]; total: bigint } {
    const queue = floating.toSorted((a, b) => (a.offset < b.offset ? -1 : a.offset > b.offset ? 1 : 0));
    const coinbase = floating === this.inFees;
    let next = 0;
    let start = 0n;
    tx.outputs.forEach((output, vout) => {
      const end = start + output.value;
      // One text for all that lands here: it may be a hundred thousand inscriptions under a long script.
      let script: ScriptHex | undefined;
      for (let here = queue[next]; here !== undefined && here.offset < end; here = queue[next]) {
        script ??= bytesToHex(output.script) as ScriptHex;
        const location = {
          outpoint: outpoint(tx.txid, vout),
          offset: (here.offset - start) as Sats,
          value: output.value,
          script,
        };
        if (here.from !== undefined && !coinbase) this.moved(tx, here, location);
        this.put(here, { location, asFee: coinbase });
        next += 1;
      }
      start = end;
    });
    return { past: queue.slice(next), total: start };
  }

  private moved(tx: Transaction, floating: Floating, to: LocationRow | 'fee'): void {
    if (floating.from === undefined) return;
    this.events.push({ kind: 'moved', txid: tx.txid, id: floating.id, from: floating.from.outpoint, to });
  }

  private put(floating: Floating, place: Place): void {
    const born = floating.born;
    const located = born === undefined ? floating.located : this.give(floating, place);
    const location = born?.unbound === true ? this.nowhere() : place.location;
    this.locations.set(floating.id, { ...location, script: keptScriptHex(location.script) });
    if (located === undefined) return;
    const here = this.fresh.get(location.outpoint) ?? [];
    here.push({ ...located, offset: location.offset });
    this.fresh.set(location.outpoint, here);
  }

  private nowhere(): LocationRow {
    const offset = BigInt(this.counts.unbound) as Sats;
    this.counts = { ...this.counts, unbound: this.counts.unbound + 1 };
    return { outpoint: UNBOUND_OUTPOINT, offset, ...NO_OUTPUT };
  }

  /** Numbers a new inscription, in the order in which they are placed. */
  private give(floating: Floating, place: Place): LocatedInscription | undefined {
    const { born, id } = floating;
    if (born === undefined) return undefined;
    const { blessed, cursed } = this.counts;
    const sequence = blessed + cursed;
    const isCursed = born.curse !== undefined && !this.jubilant;
    const vindicated = born.curse !== undefined && this.jubilant;
    const number = isCursed ? -(cursed + 1) : blessed;
    this.counts = isCursed
      ? { ...this.counts, cursed: cursed + 1 }
      : { ...this.counts, blessed: blessed + 1 };
    const contentType = born.envelope.contentType && decodeUtf8(born.envelope.contentType);
    const { curse, unbound, parents, txid } = born;
    const { height } = this.input;
    // What is kept has no zeros: databases refuse them in a text, and anybody may inscribe one.
    const kept = contentType?.replaceAll('\0', '\ufffd');
    this.inscriptions.set(id, { id, sequence, number, curse, vindicated, contentType: kept, height });
    this.events.push({
      kind: 'new',
      txid,
      id,
      number,
      curse,
      vindicated,
      unbound,
      asFee: place.asFee,
      contentType,
      body: born.envelope.body,
      parents,
      to: place.location,
    });
    return { id, sequence, offset: place.location.offset, cursedOrVindicated: curse !== undefined };
  }
}
