/** Many clients ask for the book of any pair: first one that nobody asked for before, then all of them as fast as they can. */
import autocannon from 'autocannon';
import { baselineOf, ratioTo } from '../baseline.ts';
import { median, quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { Pair } from './orders-copies.ts';
import type { Stage } from './orders-stage.ts';

const GOAL_MS = 20;
/** So many times the answer of a constant of equal size to as many clients. */
const GOAL_RATIO = 2;
const WARM_SECONDS = 2;

/** As the page asks for it. */
function pathOf({ book, tick, assetId }: Pair): string {
  const query = new URLSearchParams({ net: 'regtest', tick, assetId, orderState: '1' });
  return `/api/book/${book}/order-v2/orders?${query.toString()}`;
}

/** An unsteady order, so that neighbours are of all books and sizes; every client begins elsewhere in it. */
function shuffled<T>(list: readonly T[]): T[] {
  const stride = [7919, 104_729, 1].find((prime) => list.length % prime !== 0) ?? 1;
  return list.map((_, at) => list[(at * stride) % list.length]).filter((one) => one !== undefined);
}

const turned = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

/** A pair is asked for by so many clients in turn. */
const OVERLAP = 4;

/**
 * A client here counts bytes and reads none of them. It would make text of them otherwise, which takes it several times as long as the
 * server takes for the answer when they are compressed, and nothing when they are the letters of a constant.
 */
function countOnly(client: object): void {
  const queue = 'pipelinedRequests' in client ? client.pipelinedRequests : undefined;
  if (typeof queue !== 'object' || queue === null || !('addBody' in queue))
    throw new Error('this version of autocannon keeps bodies elsewhere');
  queue.addBody = () => undefined;
}

type Load = { readonly amount: number } | { readonly duration: number };

/** How long each answer took, in ms, but the first of each client: that one waits until fifty connections are open. */
async function load(stage: Stage, asked: readonly string[], what: Load): Promise<number[]> {
  const { clients } = stage.size;
  const paths = shuffled(asked);
  const each = Math.ceil(paths.length / clients) * ('amount' in what ? 1 : OVERLAP);
  let begun = 0;
  const met = new Set<object>();
  const took: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupClient = (client: autocannon.Client): void => {
      countOnly(client);
      const from = Math.floor((begun * paths.length) / clients);
      begun += 1;
      const own = turned(paths, from).slice(0, each);
      client.setRequests(own.map((path) => ({ path })));
    };
    const headers = { 'accept-encoding': 'gzip' };
    const options = { url: stage.world.origin, connections: clients, headers, setupClient, ...what };
    const run = autocannon(options, (error: unknown, done) => {
      if (error instanceof Error) reject(error);
      else resolve(done);
    });
    run.on('response', (client, _status, _bytes, ms) => {
      if (met.has(client)) took.push(ms);
      met.add(client);
    });
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} bad answers to the book`);
  return took;
}

/** @param name of the figures */
export async function measureSnapshots(stage: Stage, name: string): Promise<Figure[]> {
  const { size } = stage;
  const pairs = stage.pairs.filter(({ dead }) => !dead);
  // A server that has just begun answers its first calls slower than all that follow; here they are about nothing.
  const dead = stage.pairs.filter((pair) => pair.dead).map(pathOf);
  await load(stage, dead, { duration: WARM_SECONDS });
  const paths = pairs.map(pathOf);
  const first = await load(stage, paths, { amount: pairs.length });
  const then = await load(stage, paths, { duration: size.seconds });
  const bare = baselineOf(
    'a bare route',
    await load(stage, await constants(stage, paths), { duration: size.seconds }),
  );
  const goal = `<= ${GOAL_MS} ms, ${size.clients} clients, ${pairs.length} pairs`;
  const figure = (part: string, value: number): Figure => ({
    name: `${name}.${part}`,
    value,
    unit: 'ms',
    goal,
    ok: value <= GOAL_MS,
  });
  const whole = figure('p99', quantile(then, 0.99));
  return [
    figure('first.p99', quantile(first, 0.99)),
    {
      name: `${name}.p50`,
      value: median(then),
      unit: 'ms',
      goal: `${Math.round(then.length / size.seconds)} a second`,
      ok: true,
    },
    whole,
    ratioTo(whole, bare, GOAL_RATIO),
  ];
}

/** For each client a constant, as large on the wire as its first book. */
async function constants({ world, size }: Stage, paths: readonly string[]): Promise<string[]> {
  const chosen = shuffled(paths).slice(0, size.clients);
  const sizes = chosen.map(async (path) => {
    const answer = await fetch(`${world.origin}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    return Number.parseInt(answer.headers.get('content-length') ?? '1', 10);
  });
  return (await Promise.all(sizes)).map((bytes) => `/api/bench/constant?bytes=${bytes}`);
}
