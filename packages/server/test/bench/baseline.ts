/** What this machine takes for the bare acts, measured in the same run: beside each goal in milliseconds stands one as so many of these. */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { schnorr } from '@noble/curves/secp256k1.js';
import { openVerifier } from '@rialto/ground';
import type { World } from '@rialto/devnet';
import type pg from 'pg';
import { openStore } from '../../src/store/database.ts';
import { quantile, timed } from './figure.ts';
import type { Figure } from './figure.ts';
import { machineMs } from './orders/orders-watch.ts';
import type { Watch } from './orders/orders-watch.ts';

/** A bare act of this machine: how long its slowest hundredth takes. */
export interface Baseline {
  readonly what: string;
  readonly p99: number;
}

export const baselineOf = (what: string, samples: readonly number[]): Baseline => ({
  what,
  p99: quantile(samples, 0.99),
});

/** Several bare acts one after the other. */
export const together = (parts: readonly Baseline[]): Baseline => ({
  what: parts.map(({ what }) => what).join(' + '),
  p99: parts.reduce((sum, { p99 }) => sum + p99, 0),
});

/** The figure as so many of the bare act: this goal holds on a slow machine too. */
export function ratioTo(figure: Pick<Figure, 'name' | 'value'>, base: Baseline, max: number): Figure {
  const value = figure.value / base.p99;
  return {
    name: `${figure.name}.ratio`,
    value,
    unit: 'x',
    goal: `<= ${max} x ${base.what} (${base.p99.toFixed(2)} ms)`,
    ok: value <= max,
  };
}

const ACTS = 200;

/** One row in a table with one index, committed. */
export async function bareCommit(pool: pg.Pool): Promise<Baseline> {
  await pool.query('create table if not exists bench_commit (id bigserial primary key, body text not null)');
  const samples: number[] = [];
  for (let at = 0; at < ACTS; at += 1)
    samples.push(await timed(() => pool.query("insert into bench_commit (body) values (repeat('x', 1000))")));
  return baselineOf('a bare commit', samples);
}

/** One BIP-340 signature by the server's verifier. */
export async function bareVerify(): Promise<Baseline> {
  const verifier = await openVerifier();
  const [secret, digest] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)];
  const signature = schnorr.sign(digest, secret);
  const key = schnorr.getPublicKey(secret);
  const samples: number[] = [];
  for (let at = 0; at < ACTS; at += 1)
    samples.push(await timed(() => verifier.schnorr(signature, digest, key)));
  return baselineOf('a bare verify', samples);
}

/** An answer of so many bytes that the server has at hand, asked for one after the other. */
export async function bareRoute(origin: string, bytes: number): Promise<Baseline> {
  const url = `${origin}/api/bench/constant?bytes=${bytes}`;
  const samples: number[] = [];
  for (let at = 0; at < ACTS; at += 1)
    samples.push(await timed(async () => (await fetch(url)).arrayBuffer()));
  return baselineOf('a bare route', samples);
}

const ACT_BYTES = 2_000;

/** What any exchange would have to do for one act: answer, verify, commit. */
export async function bareAct({ origin, database }: Pick<World, 'origin' | 'database'>): Promise<Baseline> {
  const store = openStore(database.ownerUrl, () => undefined);
  try {
    return together([await bareRoute(origin, ACT_BYTES), await bareVerify(), await bareCommit(store.pool)]);
  } finally {
    await store.close();
  }
}

const FAN_OUTS = 60;
const FAN_OUT_MS = 50;
const MESSAGE_BYTES = 900;

/** The same watchers at a server that does nothing but write: from the write to the reading. */
export async function bareFanOut(watch: Watch, clients: number): Promise<Baseline> {
  const streams: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
    streams.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const watching = await watch(`http://127.0.0.1:${port}/`, clients);
  const written = new Map<string, number>();
  for (let at = 0; at < FAN_OUTS; at += 1) {
    const id = at.toString(16).padStart(64, '0');
    const message = `event: order\ndata: {"orderId":"${id}","pad":"${'x'.repeat(MESSAGE_BYTES)}"}\n\n`;
    written.set(id, machineMs());
    for (const stream of streams) stream.write(message);
    await sleep(FAN_OUT_MS);
  }
  const readings = await watching.readings();
  await watching.close();
  server.closeAllConnections();
  server.close();
  const delays = [...written].flatMap(([id, at]) => (readings[id] ?? []).map((time) => time - at));
  return baselineOf('a bare fan-out', delays);
}
