/** Which envelope an answer has, by where it was asked for: also what is refused before a call is reached, and a path that is no call. */
import { API_ROOT } from '@rialto/contract';
import type { EnvelopeKind } from '@rialto/contract';
import type { FastifyRequest } from 'fastify';

/** These answer with a status, all others below `/api` with a code (rules §5); `:kind` and `:venue` as a route says them: pools of either. */
const STATUS_BASES = [':kind', ':venue', 'runes', 'swap', 'bridge', 'mvc', 'ticket'].map(
  (base) => `${API_ROOT}/${base}/`,
);

/** The path that was asked for, without its query; letters that were written in percent are letters. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True for what belongs to the API, whether there is such a call or not. */
export function isCall(path: string): boolean {
  return path === API_ROOT || path.startsWith(`${API_ROOT}/`);
}

/** The envelope of a refusal: the calls without one, and streams, are refused with a code too. */
export function envelopeOf(request: FastifyRequest): Extract<EnvelopeKind, 'code' | 'status'> {
  const path = request.routeOptions.url ?? pathOf(request);
  return STATUS_BASES.some((base) => path.startsWith(base)) ? 'status' : 'code';
}
