/** Many rows, a few at a time: a statement takes 65,535 parameters, and a block may bring more. */

/** With so many a row of ten columns is far below that. */
const ROWS = 1_000;

export function inParts<T>(rows: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS),
  );
}
