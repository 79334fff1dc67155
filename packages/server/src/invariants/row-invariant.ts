/** What one search through the exchange's own rows promises. */
import { MAX_REORG } from '../store/ledger/ledger-blocks.ts';

export interface RowInvariant {
  /** Its id in docs/design/threats.md#invariants, and what is wrong when it finds something. */
  readonly name: string;
  /**
   * Finds the rows that break it. Its cost is that of what is under way, never of the history or of the whole book: a search
   * through either is on a partial index that is empty while all is well.
   */
  readonly sql: string;
}

/** What lies deeper is not undone any more, and was looked at while it could be. */
export const OLD = `(select height - ${2 * MAX_REORG} from tip)`;
