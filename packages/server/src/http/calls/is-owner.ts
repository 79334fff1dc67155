/** Is the caller of a public call the owner of the address it is about? */
import { Refusal } from '@rialto/refusals';
import type { FastifyRequest } from 'fastify';
import { credentialsOf, header } from '../route.ts';
import type { Service } from '../service.ts';

/** The caller is its owner when the headers name a session of just this address. */
export async function isOwner(service: Service, request: FastifyRequest, address: string): Promise<boolean> {
  if (header(request, 'x-signature') === undefined) return false;
  try {
    return (await service.accounts.session(credentialsOf(request), Date.now())).address === address;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
