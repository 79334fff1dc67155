/** Ledger rows held in memory, with the look-ups that working out a block asks for. Whoever fills it decides whether it is the whole ledger or the part a block needs. */
import type { Change } from './delta.ts';
import { emptyShelves } from './protocols.ts';
import type { Entity, Tables } from './protocols.ts';

export class LedgerMemory {
  readonly rows: Tables = emptyShelves();

  put<E extends Entity>(change: Pick<Change<E>, 'entity' | 'key' | 'after'>): void {
    this.rows[change.entity].set(change.key, change.after);
  }
}
