/** What the ledger keeps of MetaID PINs, and the events of a block in order. */
import type { LocationRow } from '../inscriptions/rows.ts';
import type { Txid } from '../ids.ts';
import type { PinOperation } from './pin-fields.ts';
import type { PinId } from './pin-id.ts';

/** A PIN never changes: what modifies, hides or revokes it is another PIN. Its location is a row of its own. */
export interface PinRow {
  readonly id: PinId;
  /** Place in the order of all PINs, from 0; a hidden one has none. */
  readonly number: number | undefined;
  readonly operation: PinOperation;
  /** Lower case, without its host. */
  readonly path: string;
  readonly host: string | undefined;
  readonly encryption: string;
  readonly version: string;
  readonly contentType: string;
  /** Kept up to `KEPT_BODY` bytes, because the conditions of a mint look into it; undefined when it is longer. */
  readonly body: Uint8Array | undefined;
  /** Address of the first input of its commit transaction; '' when that script has none. */
  readonly creator: string;
  /** MetaID of the creator: hex of the SHA-256 of the address text, or of MAN's word for none. */
  readonly metaId: string;
  /** 170 octal digits. */
  readonly pop: string;
  readonly height: number;
}

/** A longer content takes part in no condition of a mint. */
export const KEPT_BODY = 65_536;

/** Where a PIN's sat is; the same shape as an inscription's. */
export type PinLocation = LocationRow;

export interface PinEvent {
  readonly kind: 'made' | 'moved' | 'fee';
  readonly txid: Txid;
  readonly pin: PinId;
  /** Where it is afterwards; undefined when it went to the fee. */
  readonly to: PinLocation | undefined;
}
