/** The OpenAPI document, and the page made from it: written once at start, sent as ready bytes with an ETag. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { API_ROOT } from '@rialto/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from './openapi.ts';
import type { DocumentFacts } from './openapi.ts';
import { docsPage } from './page.ts';
import { DOCS_STYLE } from './page-style.ts';

interface Paper {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

const PAGE = `${API_ROOT}/docs`;
const DOCUMENT = `${PAGE}/openapi.json`;
const STYLE = `${PAGE}/style.css`;

function paper(type: string, text: string): Paper {
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type: `${type}; charset=utf-8`, bytes, gzip: gzipSync(bytes), etag };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, gzip, etag }: Paper,
): FastifyReply {
  const { headers } = request;
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  void reply.type(type);
  const zipped = headers['accept-encoding']?.includes('gzip') === true;
  return zipped ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(bytes);
}

/** Registers document, page and its style sheet. */
export function registerDocs(app: FastifyInstance, facts: DocumentFacts): void {
  const document = openApiDocument(facts);
  const page = docsPage(document, { document: DOCUMENT, style: STYLE });
  const papers: readonly (readonly [string, Paper])[] = [
    [PAGE, paper('text/html', page)],
    [DOCUMENT, paper('application/json', JSON.stringify(document))],
    [STYLE, paper('text/css', DOCS_STYLE)],
  ];
  for (const [url, ready] of papers) app.get(url, (request, reply) => send(request, reply, ready));
}
