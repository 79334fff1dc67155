/** A block's undo as it is in the database: the rows to be written back, as the texts of their columns. */
import { invert } from '@rialto/protocols';
import type { Delta, Entity } from '@rialto/protocols';
import { z } from 'zod';
import { storedDelta } from './ledger-bulk.ts';
import type { StoredChange } from './ledger-bulk.ts';
import { SHAPES } from './ledger-shapes.ts';

const isEntity = (text: string): text is Entity => Object.hasOwn(SHAPES, text);

const Undo = z.array(
  z.object({
    entity: z.string().refine(isEntity),
    gone: z.boolean(),
    cells: z.record(z.string(), z.string().nullable()),
  }),
);

/** What takes a block back. A row that goes is named by its key alone, so that a block full of new rows fits into one column. */
export function undoOf(changes: Delta): StoredChange[] {
  return storedDelta(invert(changes));
}

/** @throws when what is there is no undo: the database was changed by other hands */
export function readUndo(json: unknown): StoredChange[] {
  return Undo.parse(json);
}
