/**
 * As much of an esplora as the rescue page asks for, in front of the private chain's own node, with its answers as they are
 * (Blockstream/electrs, `rest.rs`): a status says of an unknown transaction what it says of one that waits.
 */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { field, integer, list, text } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';

interface Esplora {
  readonly address: string;
  /** What it was asked, as method and path. */
  readonly asked: readonly string[];
  /** Reads the blocks there are, so that many at once keep nobody waiting later. */
  read(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const ok = (body: unknown): Answer => ({
  status: 200,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const NOT_FOUND: Answer = { status: 404, body: 'Transaction not found' };

export async function openEsplora(chain: PrivateChain): Promise<Esplora> {
  const asked: string[] = [];
  const spenders = await openSpenders(chain);
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const answered = answer(chain, spenders, request).catch((error: unknown): Answer => ({
      status: 400,
      body: `sendrawtransaction RPC error: ${String(error)}`,
    }));
    void answered.then(({ status, body }) => {
      response.writeHead(status, { 'access-control-allow-origin': '*' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    asked,
    read: () => spenders.read(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(chain: PrivateChain, spenders: Spenders, request: IncomingMessage): Promise<Answer> {
  const { rpc } = chain;
  const path = request.url ?? '';
  if (request.method === 'POST' && path === '/tx')
    return ok(text(await rpc('sendrawtransaction', [await bodyOf(request)])));
  if (path === '/blocks/tip/height') return ok(String(await chain.height()));
  if (path === '/block-height/0') return ok(text(await rpc('getblockhash', [0])));
  const [, txid = '', rest = ''] = /^\/tx\/([0-9a-f]{64})(\/.*)?$/.exec(path) ?? [];
  if (txid === '') return { status: 404, body: `endpoint does not exist ${path}` };
  if (rest === '') return (await found(chain, txid)) === undefined ? NOT_FOUND : ok({ txid });
  if (rest === '/status') return ok(await statusOf(chain, txid));
  const [, vout] = /^\/outspend\/(\d+)$/.exec(rest) ?? [];
  return vout === undefined
    ? NOT_FOUND
    : ok(await outspend(chain, spenders, txid, Number.parseInt(vout, 10)));
}

async function found({ rpc }: PrivateChain, txid: string) {
  try {
    return await rpc('getrawtransaction', [txid, true]);
  } catch {
    return undefined;
  }
}

async function statusOf(chain: PrivateChain, txid: string) {
  const hash = field((await found(chain, txid)) ?? {}, 'blockhash');
  if (hash === undefined) return { confirmed: false };
  const header = await chain.rpc('getblockheader', [text(hash)]);
  return {
    confirmed: true,
    block_height: integer(field(header, 'height'), 'height'),
    block_hash: text(hash),
  };
}

interface Spent {
  readonly txid: string;
  readonly height: number;
}

/** What spends each output in the blocks: a node has no such index. */
interface Spenders {
  /** Reads the blocks that came. */
  read(): Promise<void>;
  of(point: string): Spent | undefined;
}

async function openSpenders(chain: PrivateChain): Promise<Spenders> {
  const { rpc } = chain;
  const byPoint = new Map<string, Spent>();
  let height = await chain.height();
  const read = async (): Promise<void> => {
    for (const tip = await chain.height(); height < tip;) {
      height += 1;
      const block = await rpc('getblock', [text(await rpc('getblockhash', [height])), 2]);
      for (const tx of list(field(block, 'tx')))
        for (const point of spentBy(tx)) byPoint.set(point, { txid: text(field(tx, 'txid')), height });
    }
  };
  let reading = Promise.resolve();
  return {
    // One after the other: each block is read once.
    read: () => (reading = reading.then(read)),
    of: (point) => byPoint.get(point),
  };
}

/** A spent output is looked for in what waits, then in the blocks. */
async function outspend(chain: PrivateChain, spenders: Spenders, txid: string, vout: number) {
  const { rpc } = chain;
  if ((await rpc('gettxout', [txid, vout, true])) !== null) return { spent: false };
  for (const id of list(await rpc('getrawmempool', []))) {
    const tx = await found(chain, text(id));
    if (tx !== undefined && spentBy(tx).includes(`${txid}:${vout}`))
      return { spent: true, txid: text(id), vin: 0, status: { confirmed: false } };
  }
  await spenders.read();
  const by = spenders.of(`${txid}:${vout}`);
  if (by === undefined) return { spent: false };
  const status = { confirmed: true, block_height: by.height };
  return { spent: true, txid: by.txid, vin: 0, status };
}

const spentBy = (tx: unknown): string[] =>
  list(field(tx, 'vin')).map((input) => `${String(field(input, 'txid'))}:${String(field(input, 'vout'))}`);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
