/** Builds the HTTP server: limits, headers, calls, feed, pages. */
import fastifyRateLimit from '@fastify/rate-limit';
import { Refusal } from '@rialto/refusals';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { loggedError } from '../error-text.ts';
import { isDeep, MAX_DEPTH } from './json-depth.ts';
import { CallCounts } from './limits/call-counts.ts';
import { failure, sendAnswer } from './reply.ts';

const BODY_LIMIT = 160 * 1024;
/** A whole request, and its headers alone: who drips a byte now and then is cut off. Looked at every five seconds. */
const REQUEST_MS = 30_000;
const HEADERS_MS = 15_000;
const LOOK_MS = 5_000;
/** More than the seats of both live feeds. */
const MAX_CONNECTIONS = 25_000;

/** Headers of every answer (threats §F7). `img-src data:` is for icons in styles; nothing inline runs. */
const HEADERS: Readonly<Record<string, string>> = {
  // Files, pages and the ready answers say otherwise themselves.
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
  'x-frame-options': 'DENY',
};

/** Where the lines of the log go. */
export interface LogSink {
  write(line: string): void;
}

/** A server with limits and headers, before any call is registered. */
export async function openHttp(config: Config, log?: LogSink): Promise<FastifyInstance> {
  const app = Fastify({
    // Requests are not logged at all: no header, body or address can reach the log by accident.
    logger: {
      level: config.LOG_LEVEL,
      // A statement's values are the callers': a signature, a PSBT.
      serializers: { err: (error: unknown) => ({ ...loggedError(error) }) },
      ...(log === undefined ? {} : { stream: log }),
    },
    disableRequestLogging: true,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS },
    trustProxy: (_address: string, hop: number) => hop < config.PROXY_HOPS,
    forceCloseConnections: true,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(HEADERS);
    done();
  });
  if (config.PROXY_HOPS === 0) warnOfProxy(app);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeep(body))
      done(new Refusal('bad-request', `the body is nested more than ${MAX_DEPTH} levels deep`));
    else void parse(request, body, done);
  });
  app.setErrorHandler((error: unknown, _request, reply) => sendAnswer(reply, failure(asOurs(error), reply)));
  await app.register(fastifyRateLimit, {
    max: config.CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    store: CallCounts,
    errorResponseBuilder: () => new Refusal('too-many-requests'),
  });
  return app;
}

const NEARBY = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/** Behind a proxy that is not counted on, all the world is one caller and shares one caller's limits: said once. */
function warnOfProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isProxied = request.headers['x-forwarded-for'] !== undefined && NEARBY.test(request.ip);
    if (isProxied && !isSaid) {
      isSaid = true;
      app.log.warn('requests come through a proxy, but PROXY_HOPS is 0: the limits take all callers for one');
    }
    done();
  });
}

/** What the framework itself refuses, in our words. */
function asOurs(error: unknown): unknown {
  if (!(error instanceof Error) || !('statusCode' in error)) return error;
  if (error.statusCode === 413) return new Refusal('body-too-large');
  if (error.statusCode === 429) return new Refusal('too-many-requests');
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('bad-request', 'the body is not JSON of the expected shape');
  return error;
}
