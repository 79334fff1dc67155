/** The door of `postgres`: a PostgreSQL of our own, for the demo, for `npm run serve` without one, and for tests. */
export { copyVersion, placeCluster } from './copy.ts';
export { endWithUs } from './end-with-us.ts';
export { freePort } from './free-port.ts';
export { removePostgres, startPostgres } from './postgres.ts';
export type { DatabaseUrls, Postgres } from './postgres.ts';
export { testDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
