/** A world with both chains, and what an operator of it opens assets of the bridge with. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BridgeReserves } from '@rialto/contract';
import { openWorld } from '../../src/index.ts';
import type { World } from '../../src/index.ts';
import { bridgeAdder } from '../../src/exchange/operator.ts';
import type { BridgeSeed } from '../../src/bridge/seed-bridge.ts';
import { untilFollowed } from '../../src/mvc-market/seed-mvc.ts';

const bundles = join(import.meta.dirname, '..', '..', '..', '..', 'dist');

export const openBridgeWorld = (): Promise<World> => openWorld({ bundles, mvc: true, bridgeSigners: 2 });

export function seedOf(world: World, progress: (line: string) => void = () => undefined): BridgeSeed {
  const { mvc, exchange, chain, origin } = world;
  if (mvc === undefined) throw new Error('a world with MVC');
  return {
    ...{ chain, mvc: mvc.chain, origin, secret: 'bridge', signerSocket: exchange.signerSocket, progress },
    signerDirectory: join(world.directory, 'exchange', 'signer'),
    others: exchange.bridgeSigners,
    addAsset: bridgeAdder(bundles, exchange),
    ready: async () => {
      await exchange.ready();
      await untilFollowed(origin, mvc.chain.height);
    },
  };
}

interface Said {
  readonly code: number;
  readonly text: string;
}

/** `npm run reserves`, at the world's own nodes. */
export async function reserves(world: World, origin = world.origin, nodes = nodesOf(world)): Promise<Said> {
  const words = [join(bundles, 'reserves.mjs'), origin, ...nodes];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
    return { code: 0, text: stdout };
  } catch (error) {
    const {
      code = 1,
      stdout = '',
      stderr = '',
    } = error as { code?: number; stdout?: string; stderr?: string };
    return { code, text: stdout + stderr };
  }
}

export function nodesOf({ chain, mvc }: World): string[] {
  const btc = ['--btc-node', chain.rpcUrl, '--btc-cookie', chain.cookieFile];
  return [...btc, '--mvc-node', mvc?.url ?? ''];
}

/** An exchange that says something else about its reserves. */
export async function lyingAbout(
  origin: string,
  bend: (reserves: BridgeReserves) => unknown,
): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${origin}${request.url ?? ''}`);
      const body = (await answer.json()) as { data: BridgeReserves };
      if (request.url?.startsWith('/api/bridge/reserves') === true) bend(body.data);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
