/** What a form that chooses the lots itself would take: told to the screen while the form is there. */
import { useEffect } from 'react';
import type { BookRow } from '@rialto/market';

/** @param onTaking the same function at every drawing */
export function useTaking(rows: readonly BookRow[], onTaking: (ids: readonly string[]) => void): void {
  const ids = rows.map((row) => row.id).join(' ');
  useEffect(() => {
    onTaking(ids === '' ? [] : ids.split(' '));
  }, [ids, onTaking]);
  useEffect(() => () => onTaking([]), [onTaking]);
}
