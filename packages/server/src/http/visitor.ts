/** Who is calling, where a session is optional. */
import { Refusal } from '@rialto/refusals';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/login.ts';
import { credentialsOf, header } from './route.ts';

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
