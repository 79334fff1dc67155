/** What the ledger keeps of inscriptions, what stage one of a block is given, and the events it hands to the token protocols. */
import type { InscriptionId, Outpoint, ScriptHex, Txid } from '../ids.ts';
import type { Sats } from '../units.ts';
import type { Curse } from './curse.ts';

/** What never changes about an inscription. */
export interface InscriptionRow {
  readonly id: InscriptionId;
  /** Place in the order of all inscriptions, from 0. */
  readonly sequence: number;
  /** Negative for the cursed ones from before the jubilee. */
  readonly number: number;
  readonly curse: Curse | undefined;
  readonly vindicated: boolean;
  /** As written, when it is UTF-8. */
  readonly contentType: string | undefined;
  readonly height: number;
}

/** Where an inscription is. */
export interface LocationRow {
  readonly outpoint: Outpoint;
  readonly offset: Sats;
  /** Of the output that holds it; undefined when it is lost or unbound. */
  readonly value: Sats;
  /** Complete in an event; a row has '' for a script that is too long to have an address. */
  readonly script: ScriptHex;
}

/** An inscription as found on an outpoint that a block spends. */
export interface LocatedInscription {
  readonly id: InscriptionId;
  readonly sequence: number;
  readonly offset: Sats;
  readonly cursedOrVindicated: boolean;
}

/** Running totals that numbers are given from; kept with each block. */
export interface InscriptionCounts {
  readonly blessed: number;
  readonly cursed: number;
  readonly unbound: number;
  readonly lostSats: Sats;
}

export const NO_COUNTS: InscriptionCounts = { blessed: 0, cursed: 0, unbound: 0, lostSats: 0n as Sats };

/** Where inscriptions go that no output holds. Source: ord `index.rs`. */
export const LOST_OUTPOINT = `${'0'.repeat(64)}:4294967295` as Outpoint;
export const UNBOUND_OUTPOINT = `${'0'.repeat(64)}:0` as Outpoint;

export interface NewInscription {
  readonly kind: 'new';
  readonly txid: Txid;
  readonly id: InscriptionId;
  readonly number: number;
  /** Set before and after the jubilee; after it the inscription is vindicated. */
  readonly curse: Curse | undefined;
  readonly vindicated: boolean;
  readonly unbound: boolean;
  /** Its sat went to the fee of its own transaction. */
  readonly asFee: boolean;
  readonly contentType: string | undefined;
  readonly body: Uint8Array | undefined;
  /** Parents that are inputs of the same transaction, or new in it. */
  readonly parents: readonly InscriptionId[];
  readonly to: LocationRow;
}

export interface MovedInscription {
  readonly kind: 'moved';
  readonly txid: Txid;
  readonly id: InscriptionId;
  readonly from: Outpoint;
  /** 'fee' events come at the place of the spending transaction, not at the end of the block. */
  readonly to: LocationRow | 'fee';
}

/** In the order in which token protocols apply them. */
export type InscriptionEvent = NewInscription | MovedInscription;
