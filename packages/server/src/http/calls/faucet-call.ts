/** The faucet of the private chain: the request is passed on to the service that holds it, and what that service declines is a refusal of ours. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { addressToScript } from '@rialto/psbt';
import { requireNetwork } from './public-calls.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

/** A gift takes up to a few blocks of the private chain. */
const FAUCET_MS = 60_000;
const TOO_SOON = 429;
const REFUSED = 422;

async function requestFaucet(service: Service, request: BodyOf<'faucet'>): Promise<AnswerOf<'faucet'>> {
  const { DEVNET_URL, NETWORK } = service.config;
  requireNetwork(service, request.net);
  addressToScript(request.address, NETWORK);
  if (DEVNET_URL === undefined) throw new Refusal('faucet-closed');
  const { address, tick } = request;
  const answer = await fetch(`${DEVNET_URL}/demo/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, tick }),
    signal: AbortSignal.timeout(FAUCET_MS),
  });
  const said: unknown = await answer.json();
  if (answer.status === TOO_SOON) throw new Refusal('limit-reached', wordsOf(said));
  if (answer.status === REFUSED) throw new Refusal('faucet-refused', wordsOf(said));
  if (!answer.ok) throw new Error(`the faucet failed: ${wordsOf(said)}`);
  const txIds = typeof said === 'object' && said !== null && 'txIds' in said ? said.txIds : [];
  return { txIds: Array.isArray(txIds) ? txIds.map(String) : [] };
}

function wordsOf(said: unknown): string {
  const message = typeof said === 'object' && said !== null && 'message' in said ? said.message : '';
  return typeof message === 'string' ? message.slice(0, 200) : '';
}

export function registerFaucet(context: RouteContext, service: Service): void {
  route(context, 'faucet', ({ body }) => requestFaucet(service, body));
}
