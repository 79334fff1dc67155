/** The protocols a ledger is made of: with its record and its stages in `block.ts`, a new one is part of rows, deltas and event hashes. */
import { brc20 } from '../brc20/protocol.ts';
import type { Brc20Rows } from '../brc20/protocol.ts';
import type { Brc20Event } from '../brc20/rows.ts';
import { inscriptions } from '../inscriptions/protocol.ts';
import type { InscriptionRows } from '../inscriptions/protocol.ts';
import type { InscriptionEvent } from '../inscriptions/rows.ts';
import { pins } from '../metaid/protocol.ts';
import type { PinRows } from '../metaid/protocol.ts';
import type { PinEvent } from '../metaid/rows.ts';
import { mrc20 } from '../mrc20/protocol.ts';
import type { Mrc20Rows } from '../mrc20/protocol.ts';
import type { Mrc20Event } from '../mrc20/rows.ts';
import type { ProtocolRecord } from '../protocol-record.ts';
import { runes } from '../runes/protocol.ts';
import type { RuneRows } from '../runes/protocol.ts';
import type { RuneEvent } from '../runes/rows.ts';
import type { Table } from '../table.ts';

interface Rows {
  readonly inscriptions: InscriptionRows;
  readonly brc20: Brc20Rows;
  readonly runes: RuneRows;
  readonly pins: PinRows;
  readonly mrc20: Mrc20Rows;
}

interface Events {
  readonly inscriptions: InscriptionEvent;
  readonly brc20: Brc20Event;
  readonly runes: RuneEvent;
  readonly pins: PinEvent;
  readonly mrc20: Mrc20Event;
}

/** In the order of their changes. */
export const HASHED = ['inscriptions', 'brc20', 'runes', 'pins', 'mrc20'] as const;

type Hashed = (typeof HASHED)[number];

export type ByProtocol<V> = Readonly<Record<Hashed, V>>;

const RECORDS: { readonly [P in Hashed]: ProtocolRecord<Rows[P], Events[P]> } = {
  inscriptions,
  brc20,
  runes,
  pins,
  mrc20,
};

/** Something of every protocol. */
export function eachProtocol<V>(make: (name: Hashed) => V): ByProtocol<V> {
  return {
    inscriptions: make('inscriptions'),
    brc20: make('brc20'),
    runes: make('runes'),
    pins: make('pins'),
    mrc20: make('mrc20'),
  };
}

/** The row of each kind of thing the ledger keeps. */
export type LedgerRows = InscriptionRows & Brc20Rows & RuneRows & PinRows & Mrc20Rows;

export type Entity = keyof LedgerRows;

export type Tables = { readonly [E in Entity]: Table<LedgerRows[E]> };

export function emptyShelves(): Tables {
  return {
    ...inscriptions.tables(),
    ...brc20.tables(),
    ...runes.tables(),
    ...pins.tables(),
    ...mrc20.tables(),
  };
}

/** What each protocol tells of a block. */
type Told = { readonly [P in Hashed]: { readonly events: Iterable<Events[P]> } };

/** The lines of one protocol's events, each made when it is asked for. */
export function* linesOf<P extends Hashed>(name: P, { events }: Told[P]): Iterable<string> {
  const { line } = RECORDS[name];
  for (const event of events) yield line(event);
}
