/** Runs the embedded PostgreSQL for `npm run serve` when DATABASE_URL names no other; prints its two addresses and waits to be stopped. */
import { startPostgres } from '../postgres.ts';

async function main(): Promise<void> {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error('name the folder of the database');
  const postgres = await startPostgres({ dataDir: directory });
  const urls = await postgres.createDatabase('rialto');
  // To the parent alone, over the pipe it opened: the addresses hold passwords.
  process.send?.(urls);
  const stop = (): void => {
    void postgres.stop().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  void postgres.exited.then(() => process.exit(1));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `PostgreSQL cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
