/** Which act answers which request about MVC. */
import type {
  MvcCheckRequest,
  MvcSigned,
  MvcSwapRequest,
  SignerAnswer,
  SignerRequest,
} from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { signMove, signMoveChecks } from './moves/sign-move.ts';
import { newPool, openPoolOnMvc } from './open-pool.ts';
import type { MvcParts } from './parts.ts';
import { signCheck } from './sign-check.ts';
import { holdSale, signBoth } from './sign-both.ts';
import { signSwap } from './sign-swap.ts';

export type MvcRequest = Extract<SignerRequest, { op: `mvc${string}` }>;

export function isMvc(request: SignerRequest): request is MvcRequest {
  return request.op.startsWith('mvc');
}

/** @throws Refusal mvc-closed where no node of MVC is named */
export async function handleMvc(parts: MvcParts | undefined, request: MvcRequest, gone: () => boolean) {
  if (parts === undefined) throw new Refusal('mvc-closed');
  switch (request.op) {
    case 'mvcPools':
      return listed(parts);
    case 'mvcNewPool':
      return newPool(parts, request.make, gone);
    case 'mvcOpen':
      return openPoolOnMvc(parts, request.open, gone);
    case 'mvcCheck':
      return { check: await checkOf(parts, request.check, gone) };
    case 'mvcSwap':
      return { signed: await halfOf(parts, request.swap, gone) };
    case 'mvcHold':
      return { scriptSig: await holdSale(parts, request.hold) };
    case 'mvcBoth':
      return signBoth(parts, request.both, gone);
  }
}

function checkOf(parts: MvcParts, request: MvcCheckRequest, gone: () => boolean): Promise<string> {
  const { act } = request;
  return act.side === 'add' || act.side === 'remove'
    ? signMoveChecks(parts, { ...request, act }, gone)
    : signCheck(parts, { ...request, act }, gone);
}

function halfOf(parts: MvcParts, request: MvcSwapRequest, gone: () => boolean): Promise<MvcSigned> {
  const { act } = request;
  return act.side === 'add' || act.side === 'remove'
    ? signMove(parts, { ...request, act }, gone)
    : signSwap(parts, { ...request, act }, gone);
}

function listed(parts: MvcParts): SignerAnswer<'mvcPools'> {
  const stopped = parts.stopped();
  return {
    payer: bytesToHex(parts.payer.hash),
    pools: parts.journal.recall.pools().map(({ number, keyHash, token, opened }) => ({
      ...{ pool: number, keyHash, token: { ...token } },
      ...(opened === undefined ? {} : { share: opened.share }),
      coins: opened?.coins.map(({ point }) => point) ?? [],
      stopped: stopped || parts.isPoolStopped(number),
    })),
  };
}
