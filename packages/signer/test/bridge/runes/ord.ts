/** An `ord` of a test: a small server that answers in ord's shapes of what the chain has, and misbehaves on demand. */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outpoint } from '@rialto/protocols';
import { onTestFinished } from 'vitest';
import { RUNE } from '../assets.ts';
import type { Bitcoin } from '../bitcoin.ts';

/** `silent` and `broken` whatever is asked, the others about coins and runes. */
type Mood = 'well' | 'silent' | 'broken' | 'nonsense' | 'other-shape' | 'not-indexed';

export interface OrdStandIn {
  readonly url: string;
  /** That it reads. */
  chain: Bitcoin | undefined;
  mood: Mood;
  /** Blocks that it is behind. */
  lag: number;
  /** It has read another block of this height. */
  isElsewhere: boolean;
  /** Milliseconds until it answers. */
  delay: number;
  /** Inscriptions that it lists on coins. */
  readonly inscribed: Map<string, number>;
  /** Units that it says instead of what is there, by coin. */
  readonly says: Map<string, bigint>;
  /** It sees another rune on every coin. */
  seesMore: boolean;
  /** Paths that were asked for. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const NAME = 'TEST•RUNE';

const MOODS: Readonly<Partial<Record<Mood, (response: ServerResponse) => void>>> = {
  silent: () => undefined,
  nonsense: (response) => response.end('{"runes": ['),
  'other-shape': (response) => response.end('{"indexed": true, "runes": {"TEST•RUNE": {"amount": 1.5}}}'),
  broken: (response) => response.writeHead(500).end('no'),
};

export async function openOrdStandIn(): Promise<OrdStandIn> {
  const server = createServer(({ url = '/' }, response) => {
    ord.asked.push(url);
    setTimeout(() => answer(url, response), ord.delay);
  });
  function answer(url: string, response: ServerResponse): void {
    const isOfCoins = !/^\/block/.test(url);
    const isBad = isOfCoins || ord.mood === 'silent' || ord.mood === 'broken';
    const misbehave = isBad ? MOODS[ord.mood] : undefined;
    if (misbehave !== undefined) {
      misbehave(response);
      return;
    }
    const said = answerOf(ord, url);
    response.writeHead(said === undefined ? 404 : 200).end(said ?? 'not found');
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ord: OrdStandIn = {
    ...{ url: `http://127.0.0.1:${port}`, chain: undefined, mood: 'well', lag: 0, isElsewhere: false },
    ...{ says: new Map(), inscribed: new Map(), delay: 0, seesMore: false, asked: [] },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  onTestFinished(() => ord.stop());
  return ord;
}

function answerOf(ord: OrdStandIn, url: string): string | undefined {
  const [, call = '', id = ''] = url.split('/').map(decodeURIComponent);
  const { chain } = ord;
  if (chain === undefined) return undefined;
  const height = chain.height - ord.lag;
  if (call === 'blockcount') return `${height + 1}`;
  if (call === 'blockhash')
    return id === `${height}` ? (ord.isElsewhere ? 'ab'.repeat(32) : chain.tip(height).hash) : undefined;
  if (call === 'rune')
    return `rune:${id}` === RUNE ? JSON.stringify({ entry: { spaced_rune: NAME }, id }) : undefined;
  return call === 'output' ? outputOf(ord, chain, id as Outpoint) : undefined;
}

function outputOf(ord: OrdStandIn, chain: Bitcoin, outpoint: Outpoint): string | undefined {
  const coin = chain.settled.get(outpoint);
  if (coin === undefined) return undefined;
  const held = coin.assets.find((one) => one.kind === 'rune' && one.asset === RUNE);
  const units = ord.says.get(outpoint) ?? (held?.kind === 'rune' ? held.amount : 0n);
  // As ord writes them: bare numbers, however long.
  const runes = [
    ...(units > 0n ? [`"${NAME}": {"amount": ${units}, "divisibility": 5, "symbol": "R"}`] : []),
    ...(ord.seesMore ? ['"OTHER•RUNE": {"amount": 7, "divisibility": 0, "symbol": null}'] : []),
  ];
  const names = Array.from(
    { length: ord.inscribed.get(outpoint) ?? 0 },
    (_, at) => `"${'a5'.repeat(32)}i${at}"`,
  );
  const inscriptions = names.length === 0 ? 'null' : `[${names.join()}]`;
  const indexed = ord.mood !== 'not-indexed';
  return `{"indexed": ${indexed}, "inscriptions": ${inscriptions}, "outpoint": "${outpoint}", "runes": {${runes.join()}}, "spent": false}`;
}
