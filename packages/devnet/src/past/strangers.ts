/** Whether anybody but the seed's own people has used the exchange. */
import { openPool } from '@rialto/ground';

/** Who only looks leaves nothing; whoever acts logs in first. */
export async function hasStrangers(databaseUrl: string, own: readonly string[]): Promise<boolean> {
  const pool = openPool({ url: databaseUrl, onError: () => undefined });
  try {
    const { rowCount } = await pool.query('select 1 from sessions where address <> all($1) limit 1', [
      [...own],
    ]);
    return rowCount !== 0;
  } finally {
    await pool.end();
  }
}
