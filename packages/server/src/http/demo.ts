/** The demo wallet's service of the private chain behind the page's own origin. Only our own pages may use it: it mines and undoes blocks. */
import { Refusal } from '@rialto/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const DEMO_MS = 90_000;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * A page of another site can send a form or plain text anywhere, and can give its own name the address of this machine: so what
 * acts is JSON, of our own origin, under the name of this machine or of the exchange.
 * @throws Refusal bad-request, not-yours
 */
function requireOwnPage({ headers }: FastifyRequest, exchange: string): void {
  const { host = '', origin, 'content-type': type = '' } = headers;
  if (!/^application\/json\b/i.test(type)) throw new Refusal('bad-request', 'the body is not JSON');
  if (host !== exchange && !LOOPBACK.test(host)) throw new Refusal('not-yours', 'another host');
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    throw new Refusal('not-yours', 'a page of another site');
}

/** @param exchange the host of the exchange's own origin */
export function registerDemo(
  app: FastifyInstance,
  { url, exchange }: { url: string; exchange: string },
): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/demo/*',
    handler: async (request, reply) => {
      if (request.method === 'POST') requireOwnPage(request, exchange);
      const answer = await fetch(`${url}${request.url}`, {
        method: request.method,
        ...(request.method === 'POST'
          ? { body: JSON.stringify(request.body ?? {}), headers: { 'content-type': 'application/json' } }
          : {}),
        signal: AbortSignal.timeout(DEMO_MS),
      });
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      return reply
        .code(answer.status)
        .header('content-type', type)
        .send(Buffer.from(await answer.arrayBuffer()));
    },
  });
}
