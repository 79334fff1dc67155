/** The columns of the book, the same for its head, its rows and its skeleton. */
export const COLUMNS =
  'grid grid-cols-[4.75rem_minmax(0,1fr)_minmax(4rem,1.2fr)_minmax(5.5rem,1.4fr)] gap-2 px-4';
