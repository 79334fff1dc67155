/** An OPI of a test: a small server that answers in OPI's shapes of what it is told, and misbehaves on demand. */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** `silent` and `broken` whatever is asked, the others about balances and inscriptions. */
type Mood = 'well' | 'silent' | 'broken' | 'nonsense' | 'other-shape' | 'error';

/** As OPI writes them: units of 18 decimals as text, the tick in small letters. */
interface Event {
  readonly event_type: string;
  readonly source_pkScript: string;
  /** Of a movement; null where it was spent as fee. */
  readonly spent_pkScript?: string | null;
  readonly tick: string;
  readonly amount: string;
}

export interface OpiStandIn {
  readonly url: string;
  mood: Mood;
  /** -1 when its database fails. */
  height: number;
  /** It reads another block as soon as it has answered a question that is not about its height. */
  moves: boolean;
  /** Overall and available units after its last block, by script and folded tick; no row, no balance. */
  readonly balances: Map<string, readonly [overall: bigint, available: bigint]>;
  readonly events: Map<string, Event[]>;
  /** Questions that are not about its height. */
  readonly asked: string[];
  /** A lot as the index has it. */
  lot(inscription: string, of: { owner: string; to?: string | null; tick: string; amount: bigint }): void;
  stop(): Promise<void>;
}

const MOODS: Readonly<Partial<Record<Mood, (response: ServerResponse) => void>>> = {
  silent: () => undefined,
  broken: (response) => response.writeHead(500).end('{"error": "internal error", "result": null}'),
  nonsense: (response) => response.end('{"result": ['),
  'other-shape': (response) => response.end('{"error": null, "result": {"overall_balance": 1.5}}'),
  error: (response) => response.writeHead(400).end('{"error": "block not indexed yet", "result": null}'),
};

export const balanceKey = (script: string, tick: string): string => `${script} ${tick}`;

export async function openOpiStandIn(height: number): Promise<OpiStandIn> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://opi');
    const call = pathname.replace('/v1/brc20/', '');
    const isOfHeight = call === 'block_height';
    if (!isOfHeight) opi.asked.push(call);
    const isBad = !isOfHeight || opi.mood === 'silent' || opi.mood === 'broken';
    const misbehave = isBad ? MOODS[opi.mood] : undefined;
    if (misbehave !== undefined) {
      misbehave(response);
      return;
    }
    const [status, text] = isOfHeight ? [200, `${opi.height}`] : answerOf(opi, call, searchParams);
    response.writeHead(status).end(text);
    if (!isOfHeight && opi.moves) opi.height += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const opi: OpiStandIn = {
    ...{ url: `http://127.0.0.1:${port}`, mood: 'well', height, moves: false },
    ...{ balances: new Map(), events: new Map(), asked: [] },
    lot: (inscription, { owner, to, tick, amount }) => {
      const one = { source_pkScript: owner, tick, amount: amount.toString() };
      opi.events.set(inscription, [
        { event_type: 'transfer-inscribe', ...one },
        ...(to === undefined ? [] : [{ event_type: 'transfer-transfer', ...one, spent_pkScript: to }]),
      ]);
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  onTestFinished(() => opi.stop());
  return opi;
}

function answerOf(opi: OpiStandIn, call: string, query: URLSearchParams): [number, string] {
  const yes = (result: unknown): [number, string] => [200, JSON.stringify({ error: null, result })];
  const no = (error: string): [number, string] => [400, JSON.stringify({ error, result: null })];
  const of = (name: string): string => query.get(name) ?? '';
  if (call === 'event') {
    const inscription_id = of('inscription_id');
    const events = opi.events.get(inscription_id) ?? [];
    const others = { source_wallet: '', spent_wallet: null, original_tick: 'x', using_tx_id: 'y' };
    return yes(events.map((event) => ({ ...others, ...event, inscription_id })));
  }
  if (call !== 'balance_on_block') return [404, 'not found'];
  // What was there when a block began; of its last one, when the next one does. It has no history.
  if (Number.parseInt(of('block_height'), 10) > opi.height + 1) return no('block not indexed yet');
  const held = opi.balances.get(balanceKey(of('pkscript'), of('ticker')));
  if (held === undefined) return no('no balance found');
  return yes({ overall_balance: `${held[0]}`, available_balance: `${held[1]}` });
}
