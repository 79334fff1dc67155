/** Many clients ask what a swap would bring, each at its own time; and what they cost together when nobody waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { baselineOf, ratioTo } from '../baseline.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { PoolsStage } from './pools-stage.ts';

const GOAL_MS = 10;
/** So many times the answer of a constant of equal size to as many clients. */
const GOAL_RATIO = 5;
/** Of one client. A page asks every five seconds, and whenever an amount is typed. */
const EVERY_MS = 1_000;
const WARM_SECONDS = 1;
const ANSWER_BYTES = 400;

export type Ask = (client: number) => Promise<Response>;

/** How long each answer took, in ms, from the moment it was due. */
export async function load({ clients, seconds }: PoolsStage['size']['quotes'], ask: Ask): Promise<number[]> {
  const took: number[] = [];
  const began = performance.now();
  const client = async (_: unknown, at: number): Promise<void> => {
    for (let due = began + (at * EVERY_MS) / clients; due < began + seconds * 1000; due += EVERY_MS) {
      await sleep(due - performance.now());
      const answer = await ask(at);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a client was answered with ${answer.status}`);
      took.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return took;
}

export async function measureQuotes({ world, rune, size }: PoolsStage): Promise<Figure[]> {
  const { quotes } = size;
  const ask: Ask = (at) =>
    fetch(`${world.origin}/api/runes/preview/swap`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ token1: 'btc', token2: rune, swapType: at % 2 === 0 ? '1x' : '2x' },
        sourceAmount: String(20_000 + at),
      }),
    });
  const constant: Ask = () => fetch(`${world.origin}/api/bench/constant?bytes=${ANSWER_BYTES}`);
  await load({ ...quotes, seconds: WARM_SECONDS }, ask);
  const took = await load(quotes, ask);
  await load({ ...quotes, seconds: WARM_SECONDS }, constant);
  const bare = baselineOf('a bare route', await load(quotes, constant));
  const p99 = quantile(took, 0.99);
  const note = `${quotes.clients} clients, ${Math.round(took.length / quotes.seconds)} a second`;
  const slowest: Figure = {
    name: 'pools.quote.p99',
    value: p99,
    unit: 'ms',
    goal: `<= ${GOAL_MS} ms, ${note}`,
    ok: p99 <= GOAL_MS,
  };
  return [
    { name: 'pools.quote.p50', value: quantile(took, 0.5), unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, bare, GOAL_RATIO),
  ];
}
