/** Who is calling, as the headers say: with a session, or where one is optional. */
import { Refusal } from '@rialto/refusals';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/login.ts';

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export function credentialsOf(request: FastifyRequest): { signature: string; publicKey: string } {
  const signature = header(request, 'x-signature');
  const publicKey = header(request, 'x-public-key');
  if (signature === undefined || publicKey === undefined) throw new Refusal('login-required');
  return { signature, publicKey };
}

/** The address of the session that the headers name; undefined without one, or when it is over. */
export async function visitorOf(
  accounts: Pick<Accounts, 'session'>,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (header(request, 'x-signature') === undefined) return undefined;
  try {
    return (await accounts.session(credentialsOf(request), Date.now())).address;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
