/** The web app's files. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { FACTS_ID } from '@rialto/contract';
import type { FirstFacts } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerDemo } from './demo.ts';
import { isCall, pathOf } from './envelope.ts';
import { failure, sendAnswer } from './reply.ts';
import { registerRescuePage } from './rescue-page.ts';

const DEMO_MARK = '<!--demo-wallet-->';
const FACTS_MARK = '<!--facts-->';
const DEMO_SCRIPT = '<script src="/demo/wallet.js"></script>';

interface Pages {
  readonly webDirectory: string | undefined;
  readonly devnetUrl: string | undefined;
  /** The exchange's own origin. */
  readonly origin: string;
  readonly facts: FirstFacts;
  /** Whether the caller may see the exchange. */
  readonly isServed: (request: FastifyRequest) => boolean;
}

/** Data, and no script to the content security policy. Nothing in it can end its element. */
function factsElement(facts: FirstFacts): string {
  const json = JSON.stringify(facts).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${FACTS_ID}">${json}</script>`;
}

/** Serves the app; every path that is neither a file nor a call is the app's own to show. */
export async function registerPages(app: FastifyInstance, pages: Pages): Promise<void> {
  if (pages.devnetUrl !== undefined)
    registerDemo(app, { url: pages.devnetUrl, exchange: new URL(pages.origin).host });
  const directory = pages.webDirectory;
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
    return;
  }
  registerRescuePage(app, directory);
  const bare = readFileSync(join(directory, 'index.html'), 'utf8');
  const page = bare.replace(DEMO_MARK, pages.devnetUrl === undefined ? '' : DEMO_SCRIPT);
  const whole = page.replace(FACTS_MARK, () => factsElement(pages.facts));
  const without = page.replace(FACTS_MARK, '');
  // Visitors get different pages: it is kept by nobody in between.
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(pages.isServed(request) ? whole : without);
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    wildcard: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (request.method !== 'GET' || isCall(path) || path.startsWith('/assets/')) return sendNotFound(reply);
    return sendPage(request, reply);
  });
  app.get('/', sendPage);
}

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendAnswer(reply, failure(new Refusal('no-such-call'), reply));

/** What the bench of the book is compared with: the same bytes and headers without the book. */
export function registerConstant(app: FastifyInstance): void {
  const constants = new Map<string, Buffer>();
  app.get('/api/bench/constant', (request, reply) => {
    const bytes = Number.parseInt(new URL(request.url, 'http://bench').searchParams.get('bytes') ?? '1', 10);
    const body = constants.get(request.url) ?? Buffer.alloc(Math.min(bytes, 1_000_000), 'x');
    constants.set(request.url, body);
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
