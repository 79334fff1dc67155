/** Who had addresses read from the node, so that nobody has many read: a scan costs the node minutes on a large chain. */
import type { ScriptHex } from '@rialto/protocols';
import { eq, lt, sql } from 'drizzle-orm';
import type { Store } from '../database.ts';
import { scanRequests } from '../schema/index.ts';

interface ScanRequest {
  readonly caller: string;
  readonly script: ScriptHex;
}

/** Notes that a caller wants a script read. @returns false when they had `most` others read within a day */
export async function mayScan(
  store: Pick<Store, 'db' | 'transact'>,
  request: ScanRequest,
  most: number,
): Promise<boolean> {
  return store.transact(async (tx) => {
    // Callers of one address take turns, so that nobody slips past the count.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${request.caller}, 0))`);
    await tx.delete(scanRequests).where(lt(scanRequests.requestedAt, sql`now() - interval '1 day'`));
    const asked = await tx
      .select({ script: scanRequests.script })
      .from(scanRequests)
      .where(eq(scanRequests.caller, request.caller));
    if (asked.some(({ script }) => script === request.script)) return true;
    if (asked.length >= most) return false;
    await tx.insert(scanRequests).values(request);
    return true;
  });
}
