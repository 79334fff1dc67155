/** The questions ord's own tests put to its index, answered by ours; `null` is its None. */
import { LOST_OUTPOINT, UNBOUND_OUTPOINT, envelopesOf } from '../../src/index.ts';
import type { Block, InscriptionId, NewInscription, Outpoint, Transaction } from '../../src/index.ts';
import type { MemoryIndex } from '../ledger/memory-index.ts';
import { payloadAsVector } from './envelopes.ts';
import type { SatRanges } from './sat-ranges.ts';

export interface World {
  readonly index: MemoryIndex;
  readonly ranges: SatRanges;
  readonly blocks: Block[];
  /** Whether ord was told to know sats; without, it answers none. */
  readonly knowsSats: boolean;
}

interface Query {
  readonly query: string;
  readonly args: readonly unknown[];
}

type Answer = (world: World, argument: string) => unknown;

const ANSWERS: Readonly<Record<string, Answer>> = {
  assert_inscription_location: (world, id) => ({ satpoint: satpoint(world, id), sat: satOf(world, id) }),
  inscription_number: ({ index }, id) => index.rows.inscription.get(id)?.number ?? null,
  inscription_exists: ({ index }, id) => index.rows.inscription.has(id),
  get_inscription_entry: entryOf,
  get_inscription_by_id: contentOf,
  get_inscription_satpoint_by_id: satpoint,
  get_inscription_id_by_inscription_number: ({ index }, number) =>
    [...index.rows.inscription.values()].find((row) => row.number.toString() === number)?.id ?? null,
  get_children_by_inscription_id: (world, id) =>
    births(world)
      .filter((birth) => birth.parents.some((parent) => parent === id))
      .map((birth) => birth.id),
  get_parents_by_inscription_id: (world, id) => birthOf(world, id)?.parents ?? [],
  get_inscriptions_on_output_with_satpoints: (world, point) =>
    onOutput(world, point).map((id) => [satpoint(world, id), id]),
  get_inscriptions_for_output: onOutput,
  is_output_spent: ({ ranges }, point) => !ranges.isHeld(point as Outpoint),
};

/** @throws when the question is none of those above, or has more than its one argument */
export function answerTo(world: World, { query, args }: Query): unknown {
  const answer = Object.hasOwn(ANSWERS, query) ? ANSWERS[query] : undefined;
  const [argument] = args;
  if (answer === undefined) throw new Error(`unknown question ${query}`);
  if (args.length !== 1 || (typeof argument !== 'string' && typeof argument !== 'number'))
    throw new Error(`unknown arguments of ${query}`);
  return answer(world, argument.toString());
}

/** @throws for a charm that only the number of a sat tells */
export function hasCharm(world: World, id: string, charm: string): boolean {
  const row = world.index.rows.inscription.get(id);
  const location = world.index.rows.location.get(id);
  switch (charm) {
    case 'Cursed':
      return row !== undefined && row.number < 0;
    case 'Vindicated':
      return row?.vindicated === true;
    case 'Unbound':
      return location?.outpoint === UNBOUND_OUTPOINT;
    case 'Lost':
      return location?.outpoint === LOST_OUTPOINT;
    case 'Burned':
      return location?.script.startsWith('6a') === true;
    case 'Reinscription':
      return location?.outpoint !== UNBOUND_OUTPOINT && isSecond(world, id);
    default:
      throw new Error(`unknown charm ${charm}`);
  }
}

/** True when another inscription was on the sat before: they never part. */
function isSecond(world: World, id: string): boolean {
  const place = satpoint(world, id);
  const [first] = [...world.index.rows.location.keys()].filter((other) => satpoint(world, other) === place);
  return first !== id && place !== null;
}

function births({ index }: World): NewInscription[] {
  return index.events.flatMap((event) => (event.kind === 'new' ? [event] : []));
}

function birthOf(world: World, id: string): NewInscription | undefined {
  return births(world).find((birth) => birth.id === id);
}

function satpoint({ index }: World, id: string): string | null {
  const location = index.rows.location.get(id);
  return location === undefined ? null : `${location.outpoint}:${location.offset}`;
}

/** The sat at the place our index names: that the place is right is what this shows. */
function satOf({ index, ranges, knowsSats }: World, id: string): bigint | null {
  const location = index.rows.location.get(id);
  if (!knowsSats || location === undefined || location.outpoint === UNBOUND_OUTPOINT) return null;
  return ranges.satAt(location.outpoint, location.offset) ?? null;
}

function onOutput({ index }: World, point: string): InscriptionId[] {
  const rows = [...index.rows.inscription.values()].toSorted((a, b) => a.sequence - b.sequence);
  return rows.map(({ id }) => id).filter((id) => index.rows.location.get(id)?.outpoint === point);
}

function entryOf(world: World, id: string): unknown {
  const row = world.index.rows.inscription.get(id);
  const birth = birthOf(world, id);
  if (row === undefined || birth === undefined) return null;
  return {
    id: row.id,
    fee: feeOf(world, birth),
    height: row.height,
    inscription_number: row.number,
    parents: birth.parents.map((parent) => world.index.rows.inscription.get(parent)?.sequence),
    sat: satOf(world, id),
    sequence_number: row.sequence,
    charms: null,
  };
}

function contentOf(world: World, id: string): unknown {
  const birth = birthOf(world, id);
  const envelope = birth && envelopesOf(revealOf(world, birth))[Number.parseInt(id.slice(65), 10)];
  return envelope === undefined ? null : payloadAsVector(envelope);
}

function revealOf({ blocks }: World, birth: NewInscription): Transaction {
  const tx = blocks.flatMap((block) => block.transactions).find(({ txid }) => txid === birth.txid);
  if (tx === undefined) throw new Error(`${birth.txid} is in a block`);
  return tx;
}

/** The fee of the transaction, shared by the inscriptions it makes. */
function feeOf(world: World, birth: NewInscription): bigint {
  const made = new Map(
    world.blocks.flatMap((block) => block.transactions.map((tx) => [tx.txid, tx] as const)),
  );
  const reveal = revealOf(world, birth);
  const spent = reveal.inputs.map(({ txid, vout }) => made.get(txid)?.outputs[vout]?.value ?? 0n);
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, one) => total + one, 0n);
  const fee = sum(spent) - sum(reveal.outputs.map(({ value }) => value));
  return fee / BigInt(births(world).filter(({ txid }) => txid === birth.txid).length);
}
