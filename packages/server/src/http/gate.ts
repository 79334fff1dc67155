/**
 * Who is let in: countries that are not served are refused every call, and no act is taken during maintenance. A request is checked
 * by the route it matched: a path can be written in many ways.
 */
import { API_ROOT, CALLS } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CountryOf } from '../country.ts';
import { failure, sendAnswer } from './reply.ts';

interface Regions {
  readonly countryOf: CountryOf;
  readonly refused: ReadonlySet<string>;
  readonly serveUnknown: boolean;
}

interface Gate extends Regions {
  readonly maintenance: boolean;
}

/** Whether a caller is in a country that is served. */
export function isServed({ countryOf, refused, serveUnknown }: Regions, request: FastifyRequest): boolean {
  const country = countryOf({ headers: request.headers, ip: request.ip });
  return country === undefined ? serveUnknown : !refused.has(country);
}

/** Anybody may ask where they are and what is going on. */
const OPEN = new Set([CALLS.geo.path, CALLS.config.path].map((path) => `${API_ROOT}${path}`));
/** Leaving is always possible. */
const LEAVING = `${API_ROOT}${CALLS.loginOut.path}`;

export function registerGate(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRequest', async (request, reply) => {
    // Undefined when no route matched: that is answered with 404 or the page.
    const { url } = request.routeOptions;
    if (url === undefined || !url.startsWith(`${API_ROOT}/`) || OPEN.has(url)) return;
    const refusal = refusalOf(gate, request, url);
    if (refusal !== undefined) await sendAnswer(reply, failure(refusal, reply));
  });
}

function refusalOf(gate: Gate, request: FastifyRequest, url: string): Refusal | undefined {
  if (!isServed(gate, request)) return new Refusal('region-not-served');
  const acts = request.method === 'POST' && url !== LEAVING;
  return gate.maintenance && acts ? new Refusal('maintenance') : undefined;
}
