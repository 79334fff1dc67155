/** What the demo wallet needs of the private chain, over HTTP on loopback: coins, sending, blocks, test coins, reorgs. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Refusal } from '@rialto/refusals';
import { NodeError } from '@rialto/ground';
import type { PrivateChain } from '../chain/private-chain.ts';
import { field, isObject, parseJson, text, textList } from '../chain/json.ts';
import { ApiRefusal } from '../market/api.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { coinsOf } from './address-coins.ts';
import { BadRequest, TooSoon } from './bad-request.ts';
import { createGiver } from './giver.ts';
import type { Giver } from './giver.ts';
import { MVC_TRANSFER } from './mvc-transfer.ts';

interface DemoOptions {
  readonly chain: PrivateChain;
  /** The exchange, whose index knows what coins carry. */
  readonly origin: string;
  /** The private chain of MVC, where there is one: its blocks come with Bitcoin's. */
  readonly mvc?: PrivateMvcChain | undefined;
  /** The built demo wallet. */
  readonly walletFile: string;
  /** Seconds between blocks, for the status; 0 when nobody mines by the clock. */
  readonly blockSeconds?: number;
  /** Of who holds what the faucet gives of tokens that nobody can mint. */
  readonly stockKey?: Uint8Array;
  readonly port?: number;
}

interface DemoService {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Context extends DemoOptions {
  readonly giver: Giver;
}

type Handler = (context: Context, input: { query: URLSearchParams; body: unknown }) => Promise<unknown>;

const LARGEST_BODY = 2 * 1024 * 1024;
const MAX_BLOCKS = 200;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /demo/status': async ({ chain, blockSeconds }) => ({
    network: 'regtest',
    height: await chain.height(),
    node: `${chain.node.kind} ${chain.node.version}`,
    blockSeconds: blockSeconds ?? 0,
    faucetAddress: chain.faucetAddress,
  }),
  'GET /demo/utxos': async ({ chain, origin }, { query }) => ({
    coins: await coinsOf(chain, origin, query.get('address') ?? ''),
  }),
  'POST /demo/send': async ({ chain }, { body }) => ({
    txid: text(await chain.rpc('sendrawtransaction', [text(field(body, 'rawTransaction'))])),
  }),
  'POST /demo/package': async ({ chain }, { body }) => ({
    txids: await sendPackage(chain, textList(field(body, 'rawTransactions'))),
  }),
  'POST /demo/mine': async ({ chain, mvc }, { body }) => {
    const blocks = count(field(body, 'blocks'), MAX_BLOCKS);
    await chain.remine();
    await chain.mine(blocks);
    for (let at = 0; at < blocks; at += 1) mvc?.mine();
    return { height: await chain.height() };
  },
  'POST /demo/reorg': async ({ chain }, { body }) => {
    await chain.reorg(count(field(body, 'depth'), MAX_BLOCKS));
    return { height: await chain.height() };
  },
  'POST /demo/faucet': ({ giver }, { body }) => giver.give(isObject(body) ? body : {}),
  ...Object.fromEntries(Object.entries(MVC_TRANSFER).map(([route, act]) => [route, onMvc(act)])),
};

/** @throws BadRequest where there is no chain of MVC */
function onMvc(act: (chain: PrivateMvcChain, body: unknown) => Promise<unknown>): Handler {
  return ({ mvc }, { body }) => {
    if (mvc === undefined) throw new BadRequest('There is no chain of MVC.');
    return act(mvc, body);
  };
}

export async function startDemoService(options: DemoOptions): Promise<DemoService> {
  const context: Context = { ...options, giver: createGiver(options) };
  const server = createServer((req, res) => {
    serve(context, req, res).catch((error: unknown) => {
      reply(res, statusOf(error), { message: error instanceof Error ? error.message : 'It did not work.' });
    });
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') fail(new Error('no port'));
      else done(address.port);
    });
  });
}

async function serve(context: Context, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://demo');
  if (req.method === 'GET' && url.pathname === '/demo/wallet.js') {
    res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
    res.end(await readFile(context.walletFile));
    return;
  }
  const handler = HANDLERS[`${req.method ?? ''} ${url.pathname}`];
  if (handler === undefined) {
    reply(res, 404, { message: 'No such API call.' });
    return;
  }
  // A page of another site may send anything but JSON here without being asked.
  if (req.method === 'POST' && !/^application\/json\b/i.test(req.headers['content-type'] ?? ''))
    throw new BadRequest('The request is not JSON.');
  const body = req.method === 'POST' ? await readBody(req) : {};
  reply(res, 200, await handler(context, { query: url.searchParams, body }));
}

async function readBody(req: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > LARGEST_BODY) throw new BadRequest('The request is too large.');
    parts.push(part);
  }
  const source = Buffer.concat(parts).toString();
  try {
    return source === '' ? {} : parseJson(source);
  } catch {
    throw new BadRequest('The request is not JSON.');
  }
}

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
}

function statusOf(error: unknown): number {
  if (error instanceof TooSoon) return 429;
  // A refused address comes as a Refusal of the pure core.
  return error instanceof BadRequest ||
    error instanceof Refusal ||
    error instanceof NodeError ||
    error instanceof ApiRefusal
    ? 422
    : 500;
}

function count(given: unknown, most: number): number {
  const value = given ?? 1;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new BadRequest(`A number from 1 to ${most} is needed.`);
}

/** Commit and reveal together; the node says per transaction what it thinks. */
async function sendPackage(chain: PrivateChain, raw: readonly string[]): Promise<string[]> {
  if (raw.length < 2) throw new BadRequest('A package has at least two transactions.');
  const answer = await chain.rpc('submitpackage', [raw]);
  const results = field(answer, 'tx-results');
  const entries = isObject(results) ? Object.values(results) : [];
  const problem = entries.map((entry) => field(entry, 'error')).find((error) => error !== undefined);
  const message = field(answer, 'package_msg');
  if (message !== 'success') throw new BadRequest(String(problem ?? message));
  return entries.map((entry) => text(field(entry, 'txid')));
}
