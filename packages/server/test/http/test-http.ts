/** A server with its limits and headers, without rooms behind it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FirstFacts } from '@rialto/contract';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../src/config.ts';
import { openHttp } from '../../src/http/http-server.ts';
import type { LogSink } from '../../src/http/http-server.ts';

export const ORIGIN = 'http://127.0.0.1:7780';

/** What the page is told first. */
export const FACTS: FirstFacts = {
  network: 'regtest',
  version: '1.2.3',
  config: {
    maintenance: false,
    explorer: '',
    mvcExplorer: '',
    bridge: '',
    terms: '',
    faucet: '',
    freeOrders: 2,
  },
};

export async function testHttp(
  settings: Readonly<Record<string, string>> = {},
  log?: LogSink,
): Promise<FastifyInstance> {
  const secret = join(mkdtempSync(join(tmpdir(), 'rialto-http-')), 'secret');
  writeFileSync(secret, new Uint8Array(32));
  const config = readConfig({
    NETWORK: 'regtest',
    PUBLIC_ORIGIN: ORIGIN,
    DATABASE_URL: 'postgres://x',
    NODE_RPC_URL: 'http://127.0.0.1:1',
    SIGNER_SOCKET: 'signer.sock',
    SERVER_SECRET_FILE: secret,
    FEE_ADDRESS: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  return openHttp(config, log);
}
