/** The columns of the book, the same for its head, its rows and its skeleton. */
export const COLUMNS =
  'grid grid-cols-[4.5rem_minmax(3rem,1fr)_minmax(3.5rem,1.2fr)_minmax(5.5rem,1.4fr)] gap-1.5 px-4 xl:grid-cols-[4.5rem_4.75rem_minmax(4rem,1fr)_minmax(5.5rem,1.2fr)]';
