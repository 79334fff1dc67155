/** What changed, said to every process through PostgreSQL's NOTIFY: sent when the transaction commits, in its order. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import type { Queries, Tx } from './database.ts';

const CHANNEL = 'rialto_feed';

const Notice = z.discriminatedUnion('t', [
  z.object({ t: z.literal('order'), id: z.string() }),
  z.object({ t: z.literal('trade'), id: z.string() }),
  z.object({ t: z.literal('answer'), id: z.string() }),
  z.object({ t: z.literal('coins'), script: z.string().regex(/^(?:[0-9a-f]{2}){1,100}$/) }),
  z.object({ t: z.literal('act'), id: z.string() }),
  z.object({ t: z.literal('pool'), number: z.int() }),
  z.object({ t: z.literal('exit'), lane: z.string() }),
  z.object({ t: z.literal('tip'), height: z.int(), hash: z.string() }),
]);
export type Notice = z.infer<typeof Notice>;

/** The notice of an order as an expression, for a statement that does more; `id` is an expression too. */
export const orderNotice = (id: SQL) =>
  sql`pg_notify(${CHANNEL}, json_build_object('t', 'order', 'id', ${id})::text)`;

async function notify(db: Queries, notice: Notice): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`);
}

export const notifyOrder = (tx: Tx, id: string): Promise<void> => notify(tx, { t: 'order', id });
export const notifyTrade = (tx: Tx, id: string): Promise<void> => notify(tx, { t: 'trade', id });
/** An answer to a live bid. */
export const notifyAnswer = (tx: Tx, id: string): Promise<void> => notify(tx, { t: 'answer', id });
export const notifyTip = (tx: Tx, height: number, hash: string): Promise<void> =>
  notify(tx, { t: 'tip', height, hash });

/** Acts on pools changed, and with them their pools. */
export async function notifyActs(
  db: Queries,
  acts: readonly { readonly id: string; readonly pool: number }[],
): Promise<void> {
  for (const { id } of acts) await notify(db, { t: 'act', id });
  await notifyPools(
    db,
    acts.map(({ pool }) => pool),
  );
}

export async function notifyPools(db: Queries, numbers: readonly number[]): Promise<void> {
  for (const number of new Set(numbers)) await notify(db, { t: 'pool', number });
}

/** A signed way home was written. */
export const notifyExit = (tx: Tx, lane: string): Promise<void> => notify(tx, { t: 'exit', lane });

/** Coins that wait in the mempool came to these scripts, or went; lost with a crash, it is found by the next look. */
export async function notifyCoins(db: Queries, scripts: ReadonlySet<string>): Promise<void> {
  if (scripts.size === 0) return;
  const names = sql`unnest(${sql.param([...scripts])}::text[])`;
  await db.execute(
    sql`select pg_notify(${CHANNEL}, json_build_object('t', 'coins', 'script', script)::text) from ${names} as script`,
  );
}

/** Every role of the database may notify; what is no notice must not end the process. */
function noticeOf(payload: string | undefined): Notice | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}

interface Listener {
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Listens for ever, connecting again when the connection dies; `onGap` is called after every connect, because notices
 * sent meanwhile are lost and readers must look at the whole state again.
 */
export function listen(
  url: string,
  on: { notice(notice: Notice): void; gap(): void; error(error: Error): void },
): Listener {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    client = undefined;
    if (!closed && timer === undefined)
      timer = setTimeout(() => {
        timer = undefined;
        void connect();
      }, RETRY_MS);
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    next.on('error', (error) => {
      on.error(error);
      again();
    });
    next.on('end', again);
    next.on('notification', (message) => {
      const notice = noticeOf(message.payload);
      if (notice === undefined) on.error(new Error('a notice that is none of ours'));
      else on.notice(notice);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
      on.gap();
    } catch (error) {
      on.error(error instanceof Error ? error : new Error(String(error)));
      again();
    }
  };
  void connect();
  return {
    close: async () => {
      closed = true;
      if (timer !== undefined) clearTimeout(timer);
      await client?.end();
    },
  };
}
