/** How many random cases a property gets: a part of them while mutants are tried (`npm run mutate`), for every mutant runs them anew. */
export const cases = (all: number): number =>
  process.env['MUTATE_AREA'] === undefined ? all : Math.ceil(all / 20);
