/** Who is let in: countries that are not served are refused every call, and no act is taken during maintenance (decision 15). */
import { API_ROOT, CALLS } from '@rialto/contract';
import { Refusal } from '@rialto/protocols';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CountryOf } from '../country.ts';
import { failure, sendAnswer } from './reply.ts';

export interface Gate {
  readonly countryOf: CountryOf;
  readonly refused: ReadonlySet<string>;
  readonly serveUnknown: boolean;
  readonly maintenance: boolean;
}

/** Anybody may ask where he is and what is going on. */
const OPEN = new Set([CALLS.geo.path, CALLS.config.path].map((path) => `${API_ROOT}${path}`));
/** Leaving is always possible. */
const LEAVING = `${API_ROOT}${CALLS.loginOut.path}`;

export function registerGate(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (!path.startsWith(API_ROOT) || OPEN.has(path)) return;
    const refusal = refusalOf(gate, request, path);
    if (refusal !== undefined) await sendAnswer(reply, failure(refusal, 'code', request.log));
  });
}

function refusalOf(gate: Gate, request: FastifyRequest, path: string): Refusal | undefined {
  const country = gate.countryOf({ headers: request.headers, ip: request.ip });
  const served = country === undefined ? gate.serveUnknown : !gate.refused.has(country);
  if (!served) return new Refusal('region-not-served');
  const acts = request.method === 'POST' && path !== LEAVING;
  return gate.maintenance && acts ? new Refusal('maintenance') : undefined;
}
