/**
 * One block through every ledger, in stages, so that the store can load the rows that the next stage needs:
 * `gatherBlock` -> (load, ask the node) -> `locateBlock` -> (load) -> `holdersOf` -> (load) -> `finishBlock`. Pure.
 */
import { spentBefore } from '../block.ts';
import type { Block } from '../block.ts';
import { applyBrc20, brc20Holders, brc20Keys } from '../brc20/apply.ts';
import type { Brc20Holder, Brc20Keys } from '../brc20/apply.ts';
import type { Brc20Move } from '../brc20/rows.ts';
import type { Delta } from './delta.ts';
import type { Outpoint, Txid } from '../ids.ts';
import { inscribeBlock } from '../inscriptions/inscribe-block.ts';
import type { InscribedBlock } from '../inscriptions/inscribe-block.ts';
import { NO_COUNTS } from '../inscriptions/rows.ts';
import type { InscriptionCounts } from '../inscriptions/rows.ts';
import { applyPins } from '../metaid/apply.ts';
import type { AppliedPins } from '../metaid/apply.ts';
import { gatherPins } from '../metaid/gather.ts';
import type { GatheredPins } from '../metaid/gather.ts';
import { applyMrc20 } from '../mrc20/apply.ts';
import { gatherMrc20 } from '../mrc20/gather.ts';
import type { GatheredMrc20 } from '../mrc20/gather.ts';
import type { ChainName, Network } from '../network.ts';
import { applyRunes } from '../runes/apply.ts';
import { gatherRunes } from '../runes/gather.ts';
import type { GatheredRunes } from '../runes/gather.ts';
import { genesisRune } from '../runes/rows.ts';
import type { RuneEvent } from '../runes/rows.ts';
import type { TxOutput } from '../transaction.ts';
import { NO_HASHES, nextHashes } from './event-hash.ts';
import type { EventHashes } from './event-hash.ts';
import type { LedgerMemory } from './memory.ts';
import { eachProtocol, HASHED, linesOf } from './protocols.ts';
import { brc20Known, brc20View, inscriptionsOn, mrc20View, pinsOn, runeView } from './views.ts';

interface LedgerBlock {
  readonly height: number;
  readonly chain: ChainName;
  /** Decides how addresses are written, and with them MetaIDs. */
  readonly network: Network;
  readonly block: Block;
  /** What each transaction spends, input by input; the coinbase has an empty list. */
  readonly spent: readonly (readonly TxOutput[])[];
}

export interface GatheredBlock {
  readonly from: LedgerBlock;
  readonly runes: GatheredRunes;
  readonly pins: GatheredPins;
  /** What the block spends of earlier blocks: everything on these must be loaded. */
  readonly outpoints: ReadonlySet<Outpoint>;
}

/** Facts that only the node has. */
export interface NodeFacts {
  /** In which block each rune commitment was made; what is absent is of the block itself. */
  readonly commitments: ReadonlyMap<Outpoint, number>;
  /** First spent script of the commit transactions of PINs that earlier blocks hold; undefined for a coinbase. */
  readonly creators: ReadonlyMap<Txid, Uint8Array | undefined>;
}

/** What the ledgers carry from block to block. */
export interface Totals {
  readonly inscriptions: InscriptionCounts;
  /** How many runes there are. */
  readonly runes: number;
  /** How many PINs have a number. */
  readonly pins: number;
  readonly hashes: EventHashes;
}

/** Before the first block. The genesis rune is there already, and must be put into the rows. */
export function firstTotals(chain: ChainName): Totals {
  return {
    inscriptions: NO_COUNTS,
    runes: genesisRune(chain) === undefined ? 0 : 1,
    pins: 0,
    hashes: NO_HASHES,
  };
}

/** Stage one: reads everything a block says. */
export function gatherBlock(from: LedgerBlock): GatheredBlock {
  const outpoints = spentBefore(from.block);
  const known = { ...from, outpoints };
  return { from, runes: gatherRunes(known), pins: gatherPins(known), outpoints };
}

interface LocatedBlock {
  readonly gathered: GatheredBlock;
  readonly totals: Totals;
  readonly facts: NodeFacts;
  readonly inscribed: InscribedBlock;
  readonly pins: AppliedPins;
  /** What must be loaded next. */
  readonly brc20: Brc20Keys;
  readonly mrc20: GatheredMrc20;
}

/** Stage two: where inscriptions and PINs go. Needs the rows on the outpoints, and the answers of the node. */
export function locateBlock(
  memory: LedgerMemory,
  gathered: GatheredBlock,
  before: { totals: Totals; facts: NodeFacts },
): LocatedBlock {
  const { from } = gathered;
  const inscribed = inscribeBlock({
    ...from,
    at: (point) => inscriptionsOn(memory, point),
    counts: before.totals.inscriptions,
  });
  const pins = applyPins({
    ...from,
    gathered: gathered.pins,
    view: {
      located: pinsOn(memory, gathered.outpoints),
      creators: before.facts.creators,
    },
    count: before.totals.pins,
  });
  const mrc20 = gatherMrc20({ gathered: gathered.pins, applied: pins });
  return { gathered, ...before, inscribed, pins, brc20: brc20Keys(inscribed.events), mrc20 };
}

/** Whose BRC-20 balances stage three needs. */
export function holdersOf(memory: LedgerMemory, located: LocatedBlock): Brc20Holder[] {
  return brc20Holders(located.inscribed.events, brc20Known(memory, located.brc20));
}

export interface FinishedBlock {
  readonly changes: Delta;
  readonly totals: Totals;
  /** What every transaction did to runes, also on outputs that the same block spends. */
  readonly runes: readonly RuneEvent[];
  /** Every BRC-20 lot that moved. */
  readonly lotMoves: readonly Brc20Move[];
}

/** Stage three: what the block does to every token. */
export function finishBlock(memory: LedgerMemory, located: LocatedBlock): FinishedBlock {
  const { gathered, inscribed, pins, totals } = located;
  const { height, chain } = gathered.from;
  const brc20 = applyBrc20({
    events: inscribed.events,
    height,
    chain,
    view: brc20View(memory, inscribed.events, located.brc20),
  });
  const view = runeView(memory, gathered.runes.keys, located.facts.commitments);
  const runes = applyRunes({ gathered: gathered.runes, height, chain, view, count: totals.runes });
  const mrc20 = applyMrc20({
    ...gathered.from,
    gathered: located.mrc20,
    view: mrc20View(memory, located.mrc20.keys),
  });
  const applied = { inscriptions: inscribed, brc20, runes, pins, mrc20 };
  return {
    changes: HASHED.flatMap((name): Delta => applied[name].changes),
    runes: runes.events,
    lotMoves: brc20.events.filter((event) => event.kind === 'move'),
    totals: {
      inscriptions: inscribed.counts,
      runes: runes.count,
      pins: pins.count,
      hashes: nextHashes(
        totals.hashes,
        eachProtocol((name) => linesOf(name, applied[name])),
      ),
    },
  };
}
