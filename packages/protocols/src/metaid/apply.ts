/** Stage two of a block: which PINs are new, which moved, and where each is afterwards (metaid §2; MAN). Pure. */
import { Draft } from '../draft.ts';
import type { RowChange } from '../draft.ts';
import { outpoint } from '../ids.ts';
import type { Outpoint, Txid } from '../ids.ts';
import { keptScript } from '../kept-script.ts';
import type { ChainName, Network } from '../network.ts';
import { invariant } from '../invariant.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction } from '../transaction.ts';
import type { Sats } from '../units.ts';
import { addressOf, isStandardOutput, metaIdOf } from './address.ts';
import type { PinContent } from './pin-fields.ts';
import type { FoundPin } from './pins-of.ts';
import { firstSats } from './first-sats.ts';
import type { SatPlace } from './first-sats.ts';
import { commitOf } from './gather.ts';
import type { GatheredPins, PinWork } from './gather.ts';
import { keptText } from './kept-text.ts';
import { pinId } from './pin-id.ts';
import type { PinId } from './pin-id.ts';
import { merkleRootOf, popOf } from './pop.ts';
import { KEPT_BODY } from './rows.ts';
import type { PinEvent, PinLocation, PinRow } from './rows.ts';

/** A PIN as found on an outpoint that a block spends. */
export interface LocatedPin {
  readonly id: PinId;
  readonly number: number | undefined;
  readonly location: PinLocation;
}

/** Everything the ledger holds under the keys. */
interface PinView {
  readonly located: Iterable<LocatedPin>;
  /** First spent script of each commit transaction; undefined when that is a coinbase. */
  readonly creators: ReadonlyMap<Txid, Uint8Array | undefined>;
}

interface PinsInput {
  readonly gathered: GatheredPins;
  readonly height: number;
  readonly chain: ChainName;
  /** Decides how addresses are written, and so every MetaID. */
  readonly network: Network;
  readonly view: PinView;
  /** How many PINs have a number before the block. */
  readonly count: number;
}

/** A PIN of the block with all it says, however long. */
export interface MadePin {
  readonly tx: Transaction;
  readonly content: PinContent;
  readonly row: PinRow;
  readonly location: PinLocation;
}

export type PinChange = RowChange<'pin', PinRow> | RowChange<'pinLocation', PinLocation>;

export interface AppliedPins {
  readonly changes: readonly PinChange[];
  readonly events: readonly PinEvent[];
  readonly count: number;
  /** In the order of their transactions and inputs. */
  readonly made: readonly MadePin[];
}

/** No PIN is counted below. Source: MAN's settings for its main network. */
const FIRST_PIN_HEIGHT: Readonly<Record<ChainName, number>> = {
  main: 844446,
  testnet3: 0,
  testnet4: 0,
  signet: 0,
  regtest: 0,
};

/**
 * Applies the transactions of one block in their order.
 * @throws invariant when the view lacks what the keys asked for
 */
export function applyPins(input: PinsInput): AppliedPins {
  if (input.height < FIRST_PIN_HEIGHT[input.chain]) {
    return { changes: [], events: [], count: input.count, made: [] };
  }
  const ledger = new PinLedger(input);
  for (const work of input.gathered.work) ledger.transaction(work);
  return ledger.result();
}

/** PINs of one outpoint move in the order of their numbers. */
function byNumber(a: LocatedPin, b: LocatedPin): number {
  return (a.number ?? -1) - (b.number ?? -1) || (a.id < b.id ? -1 : 1);
}

class PinLedger {
  private readonly input: PinsInput;
  private readonly pins = new Draft<PinRow>();
  private readonly locations = new Draft<PinLocation>();
  private readonly sitting = new Map<Outpoint, PinId[]>();
  private readonly events: PinEvent[] = [];
  private readonly made: MadePin[] = [];
  private merkleRoot: string | undefined;
  private count: number;

  constructor(input: PinsInput) {
    this.input = input;
    this.count = input.count;
    for (const { id, location } of [...input.view.located].toSorted(byNumber)) {
      this.locations.know(id, location);
      this.sit(id, location.outpoint);
    }
  }

  transaction(work: PinWork): void {
    const moving = this.leave(work.tx);
    if (moving.length === 0 && work.pins.length === 0) return;
    const { tx } = work;
    const places = placesOf(work);
    for (const { id, input } of moving) {
      // MAN follows the first sat of the coin only, wherever in it the PIN began.
      this.move(tx, id, input === 0 ? FIRST : places[input]);
    }
    for (const found of work.pins) {
      const { input, pin } = found;
      this.make(tx, { input, content: pin, place: birthplace(tx, found, places[input]) });
    }
  }

  result(): AppliedPins {
    const pins = this.pins.changes('pin');
    const locations = this.locations.changes('pinLocation');
    const { events, count, made } = this;
    return { changes: [...pins, ...locations], events, count, made };
  }

  private sit(id: PinId, point: Outpoint): void {
    const here = this.sitting.get(point);
    if (here === undefined) this.sitting.set(point, [id]);
    else here.push(id);
  }

  private leave(tx: Transaction): { id: PinId; input: number }[] {
    const moving: { id: PinId; input: number }[] = [];
    if (this.sitting.size === 0) return moving;
    tx.inputs.forEach((txInput, input) => {
      const point = spentPoint(txInput);
      const here = this.sitting.get(point);
      if (here === undefined) return;
      this.sitting.delete(point);
      for (const id of here) moving.push({ id, input });
    });
    return moving;
  }

  private move(tx: Transaction, id: PinId, place: SatPlace | undefined): void {
    const to = place && locationAt(tx, place);
    this.locations.set(id, to);
    if (to !== undefined) this.sit(id, to.outpoint);
    this.events.push({ kind: to === undefined ? 'fee' : 'moved', txid: tx.txid, pin: id, to });
  }

  /** Of two PINs on one output the later one takes the id, as MAN keeps it. */
  private make(tx: Transaction, at: { input: number; content: PinContent; place: SatPlace }): void {
    const { content } = at;
    const id = pinId(tx.txid, at.place.vout);
    const before = this.pins.get(id);
    const location = locationAt(tx, at.place);
    const creator = this.creatorOf(tx, at.input);
    const row = { ...this.rowOf(id, content), ...creator, number: this.number(content, before) };
    this.pins.set(id, row);
    this.made.push({ tx, content, row, location });
    this.locations.set(id, location);
    if (before !== undefined) return;
    this.sit(id, location.outpoint);
    this.events.push({ kind: 'made', txid: tx.txid, pin: id, to: location });
  }

  private number(content: PinContent, before: PinRow | undefined): number | undefined {
    if (content.operation === 'hide') return undefined;
    if (before?.number !== undefined) return before.number;
    this.count += 1;
    return this.count - 1;
  }

  private rowOf(id: PinId, content: PinContent): Omit<PinRow, 'creator' | 'metaId' | 'number'> {
    const { block } = this.input.gathered;
    this.merkleRoot ??= block.merkleRoot ?? merkleRootOf(block.transactions.map((tx) => tx.txid));
    const { operation, path, host, encryption, version, contentType, body } = content;
    return {
      id,
      operation,
      path: keptText(path),
      host: host === undefined ? undefined : keptText(host),
      encryption: keptText(encryption),
      version: keptText(version),
      contentType: keptText(contentType),
      body: body.length > KEPT_BODY ? undefined : body,
      pop: popOf({ pin: id, merkleRoot: this.merkleRoot, blockHash: block.hash }),
      height: this.input.height,
    };
  }

  private creatorOf(tx: Transaction, input: number): Pick<PinRow, 'creator' | 'metaId'> {
    const { gathered, view, network } = this.input;
    const commit = commitOf(tx, input);
    if (commit === undefined) return NOBODY;
    const known = gathered.creators.has(commit) ? gathered.creators : view.creators;
    invariant(known.has(commit), `the creator of commit ${commit} is known`);
    const script = known.get(commit);
    const creator = script && addressOf(script, network);
    return creator === undefined ? NOBODY : { creator, metaId: metaIdOf(creator) };
  }
}

const FIRST: SatPlace = { vout: 0, offset: 0n as Sats };
/** What MAN writes where the creator should be. Source: MAN `adapter/bitcoin/bitcoin.go` GetCreatorAddress. */
const NOBODY = { creator: '', metaId: metaIdOf('errorAddr') } as const;

/** Nothing is spent in a coinbase, whose PIN is in an output. */
function placesOf({ tx, spent }: PinWork): (SatPlace | undefined)[] {
  const isCoinbase = commitOf(tx, 0) === undefined;
  invariant(isCoinbase || spent.length === tx.inputs.length, 'every input has its spent output');
  return firstSats(spent, tx.outputs);
}

/** Where an output says; else with one output, or without an addressed one for its sat, on the first output. */
function birthplace(tx: Transaction, { input, vout }: FoundPin, place: SatPlace | undefined): SatPlace {
  if (vout !== undefined) return { vout, offset: FIRST.offset };
  if (input === 0) return FIRST;
  const script = place && tx.outputs[place.vout]?.script;
  const fits = tx.outputs.length > 1 && script !== undefined && isStandardOutput(script);
  return fits && place !== undefined ? place : FIRST;
}

function locationAt(tx: Transaction, { vout, offset }: SatPlace): PinLocation {
  const output = tx.outputs[vout];
  invariant(output !== undefined, 'a sat lands in an output');
  return {
    outpoint: outpoint(tx.txid, vout),
    offset,
    value: output.value,
    script: keptScript(output.script),
  };
}
