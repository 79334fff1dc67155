/** What must hold of every transaction we sent (threats §I6, §I10, §I11): its fee, where its assets and its money go, that the node has it. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@rialto/ground';
import { hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Txid } from '@rialto/protocols';
import { checkTake, expectationOf, readSpend } from '@rialto/psbt';
import type { Effects, Mismatch, Reading, TakePlan } from '@rialto/psbt';
import type pg from 'pg';
import { coinsOfPlan, planFromRecord } from '../store/orders/plan-codec.ts';
import type { PlanRecord } from '../store/orders/plan-record.ts';

export type Found = Readonly<{ name: string; rows: readonly string[] }>;

export const TRANSACTION_INVARIANTS = {
  fee: 'I10 a transaction that pays another fee than its buyer was told',
  ways: 'I11 an asset or money that goes where the quote does not say',
  lost: 'I6 a sent transaction that the node does not have',
} as const;

/**
 * Each is looked at while it is this young: ten times. The plan its buyer signed is kept for an hour. What a buyer sent in the
 * place of a take, to pay more, has other coins: its template checked it when it was signed.
 */
const SENT = `select b.txid, b.raw, k.plan, t.network_fee::text as fee from outbox b
  join trades t on t.id::text = b.reference join takes k on k.id = t.id
  where b.kind = 'trade' and b.replaces is null and b.status in ('waiting', 'sent', 'confirmed') and b.created_at > now() - interval '10 minutes'
  order by b.created_at desc limit 500`;

export interface SentTake {
  readonly txid: string;
  readonly raw: string;
  readonly plan: PlanRecord;
  /** What the buyer was told, in sat. */
  readonly fee: string;
}

export async function recentTakes(client: Pick<pg.ClientBase, 'query'>): Promise<SentTake[]> {
  return (await client.query<SentTake>(SENT)).rows;
}

/** Checks what was sent by its plan; other work may go on in between. */
export async function checkTakes(takes: readonly SentTake[]): Promise<Found[]> {
  const fees: string[] = [];
  const ways: string[] = [];
  for (const take of takes) {
    await setImmediate();
    const plan = planFromRecord(take.plan);
    const read = readSent(plan, take.raw);
    if (typeof read === 'string') ways.push(`${take.txid}: ${read}`);
    else {
      fees.push(...wrongFee(take, read.does));
      ways.push(...checkTake(read, expectationOf(plan)).map((why) => `${take.txid}: ${inWords(why)}`));
    }
  }
  return [
    { name: TRANSACTION_INVARIANTS.fee, rows: fees },
    { name: TRANSACTION_INVARIANTS.ways, rows: ways },
  ].filter((found) => found.rows.length > 0);
}

/** What it does to everybody, from the coins it spends; or why that cannot be said. */
function readSent(plan: TakePlan, raw: string): Reading | string {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) return 'it cannot be read';
  const coins = coinsOfPlan(plan);
  try {
    const held = coins.map((coin) => coin.outpoint);
    const locked = plan.lots.flatMap(({ coin, lock }) => (lock === undefined ? [] : [{ coin, lock }]));
    return readSpend(tx, coins, held, locked);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function wrongFee(take: SentTake, { fee }: Effects): string[] {
  return fee === BigInt(take.fee) ? [] : [`${take.txid}: ${fee} sat, told ${take.fee}`];
}

const inWords = (mismatch: Mismatch): string =>
  'value' in mismatch ? `${mismatch.code} (${mismatch.value} sat)` : mismatch.code;

/** Sent, and no answer against it since; what was sent just now the node may still be working on. */
const BELIEVED = `select txid from outbox where status = 'sent' and last_answer = '' and created_at < now() - interval '15 seconds'`;
/** Every sent transaction is offered again within this time, and what the node says is written down. */
const AGAIN_MS = 6_000;

/** Sent transactions that the node has neither in a block nor in its mempool, though it said nothing against them. */
export async function lostTransactions(
  pool: Pick<pg.Pool, 'query'>,
  chain: Pick<Chain, 'mempool' | 'transaction'>,
): Promise<Found[]> {
  const believed = async (): Promise<string[]> =>
    (await pool.query<{ txid: string }>(BELIEVED)).rows.map((row) => row.txid);
  const lost = await unknownTo(chain, await believed());
  if (lost.length === 0) return [];
  await sleep(AGAIN_MS);
  const still = new Set(await believed());
  const rows = await unknownTo(
    chain,
    lost.filter((txid) => still.has(txid)),
  );
  return rows.length === 0 ? [] : [{ name: TRANSACTION_INVARIANTS.lost, rows }];
}

async function unknownTo(
  chain: Pick<Chain, 'mempool' | 'transaction'>,
  txids: readonly string[],
): Promise<string[]> {
  if (txids.length === 0) return [];
  const waiting = new Set<string>(await chain.mempool());
  const unknown: string[] = [];
  for (const txid of txids)
    if (!waiting.has(txid) && (await chain.transaction(txid as Txid)) === undefined) unknown.push(txid);
  return unknown;
}
