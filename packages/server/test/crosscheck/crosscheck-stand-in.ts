/** Stand-ins for ord, OPI and MAN: small servers that answer in the documented shapes, and misbehave on demand. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a stand-in answers; undefined: HTTP 404. */
type Answers = (path: string, query: URLSearchParams) => Promise<string | [number, string] | undefined>;

export type Mood = 'well' | 'silent' | 'slow-body' | 'oversized' | 'malformed' | 'redirecting' | 'broken';

export interface StandIn {
  readonly url: string;
  mood: Mood;
  /** Paths that were asked for. */
  readonly covering: string[];
  /** How often an answer was cut off by the caller. */
  cut: number;
  stop(): Promise<void>;
}

const OVERSIZE = 64;

const misbehaves: Readonly<Record<Exclude<Mood, 'well'>, (response: ServerResponse) => void>> = {
  silent: () => undefined,
  'slow-body': (response) => {
    response.writeHead(200);
    response.write('1');
  },
  oversized: (response) => {
    response.writeHead(200);
    const part = Buffer.alloc(1024 * 1024, '1');
    let left = OVERSIZE;
    const more = (): void => {
      left -= 1;
      if (left > 0 && !response.destroyed) response.write(part, more);
    };
    more();
  },
  malformed: (response) => response.writeHead(200).end('{"result": [1,'),
  redirecting: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  broken: (response) => response.writeHead(500).end('{"error": "internal error", "result": null}'),
};

export async function standIn(answers: Answers): Promise<StandIn> {
  const state: { mood: Mood; covering: string[]; cut: number } = { mood: 'well', covering: [], cut: 0 };
  const server = createServer((request, response) => {
    state.covering.push(request.url ?? '');
    response.on('close', () => {
      if (!response.writableFinished) state.cut += 1;
    });
    if (state.mood !== 'well') misbehaves[state.mood](response);
    else
      reply(answers, request, response).catch(() => {
        response.writeHead(500).end('{"error": "internal error", "result": null}');
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

async function reply(answers: Answers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const answer = (await answers(url.pathname, url.searchParams)) ?? [404, 'not found'];
  const [status, text] = typeof answer === 'string' ? ([200, answer] as const) : answer;
  response.writeHead(status).end(text);
}

interface At {
  height: number;
  hash: string;
}

interface OrdState {
  tip(): Promise<At>;
  /** Undefined: not indexed. Runes as ord writes them: the body of the JSON object. */
  output(point: string): Promise<{ inscriptions: string[] | null; runes: string } | undefined>;
  /** Rune id -> spaced name. */
  readonly runes: ReadonlyMap<string, string>;
}

export function ordAnswers(state: OrdState): Answers {
  return async (path) => {
    const [, call = '', id = ''] = path.split('/').map(decodeURIComponent);
    const at = await state.tip();
    if (call === 'blockcount') return String(at.height + 1);
    if (call === 'blockhash') return id === String(at.height) ? at.hash : undefined;
    if (call === 'output') {
      const seen = await state.output(id);
      const known = {
        address: null,
        confirmations: 1,
        outpoint: id,
        sat_ranges: null,
        spent: seen === undefined,
      };
      const { inscriptions = null, runes = 'null' } = seen ?? {};
      const head = JSON.stringify({ ...known, indexed: seen !== undefined, inscriptions, value: 546 });
      return `${head.slice(0, -1)},"runes":${runes}}`;
    }
    const name = call === 'rune' ? state.runes.get(id) : undefined;
    return name === undefined
      ? undefined
      : JSON.stringify({ entry: { spaced_rune: name, divisibility: 0 }, id, mintable: false, parent: null });
  };
}

interface OpiState {
  height(): Promise<number>;
  extrasHeight(): Promise<number>;
  notes(pkscript: string): Promise<{ tick: string; inscription_id: string; amount: string }[]>;
  balance(
    pkscript: string,
    tick: string,
  ): Promise<{ overall_balance: string; available_balance: string } | undefined>;
}

export function opiAnswers(state: OpiState): Answers {
  const no = (error: string): [number, string] => [400, JSON.stringify({ error, result: null })];
  const yes = (result: unknown): string => JSON.stringify({ error: null, result });
  return async (path, query) => {
    const pkscript = query.get('pkscript') ?? '';
    switch (path) {
      case '/v1/brc20/block_height':
        return String(await state.height());
      case '/v1/brc20/extras_block_height':
        return String(await state.extrasHeight());
      case '/v1/brc20/get_valid_tx_notes_of_wallet': {
        const unused_txes = await state.notes(pkscript);
        return unused_txes.length === 0
          ? no('no unused tx found')
          : yes({ unused_txes, block_height: await state.height() });
      }
      case '/v1/brc20/get_current_balance_of_wallet': {
        const balance = await state.balance(pkscript, query.get('ticker') ?? '');
        return balance === undefined
          ? no('no balance found')
          : yes({ ...balance, block_height: await state.height() });
      }
      default:
        return undefined;
    }
  };
}

interface ManState {
  height(): Promise<number>;
  rows(txid: string): Promise<Record<string, unknown>[]>;
}

export function manAnswers(state: ManState): Answers {
  const say = (code: number, message: string, data: unknown): string =>
    JSON.stringify({ code, message, data });
  return async (path, query) => {
    if (path === '/api/mrc20/admin/index-height/btc')
      return say(1, 'ok', { chain: 'btc', currentHeight: await state.height(), configHeight: 0 });
    if (path !== '/api/mrc20/tx/history') return undefined;
    const list = await state.rows(query.get('txId') ?? '');
    return list.length === 0 ? say(100, 'no data found', []) : say(1, 'ok', { list, total: list.length });
  };
}
