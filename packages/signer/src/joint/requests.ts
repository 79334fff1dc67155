/** Which act answers which request about pools of k of n. Everything that writes is in the pool's turn. */
import type { SignerRequest } from '@rialto/contract';
import { linesFrom, takeLines, viewOf } from './carry.ts';
import { giveHalf } from './give-half.ts';
import type { JointParts } from './joint-parts.ts';
import { giveKey, nextPool, standForEtching, wantEtching } from './open-pool.ts';
import { parsedText } from './lines.ts';
import { promise } from './promise.ts';
import { standForNothing } from './skip.ts';

export type JointRequest = Extract<SignerRequest, { op: `joint${string}` }>;

export function isJoint(request: SignerRequest): request is JointRequest {
  return request.op.startsWith('joint');
}

export async function handleJoint(
  parts: JointParts,
  request: JointRequest,
  gone: () => boolean,
): Promise<unknown> {
  const inTurn = <T>(pool: number, act: () => Promise<T>): Promise<T> => parts.turns(`pool ${pool}`, act);
  switch (request.op) {
    case 'jointNext':
      return nextPool(parts);
    case 'jointKey':
      return giveKey(parts, request.poolNumber);
    case 'jointEtch':
      return wantEtching(parts, request);
    case 'jointOpen':
      return inTurn(request.poolNumber, () => standForEtching(parts, request));
    case 'jointView':
      return viewOf(parts, request);
    case 'jointLog':
      return linesFrom(parts, request);
    case 'jointLines':
      return inTurn(request.poolNumber, () => takeLines(parts, request));
    case 'jointPromise':
      return inTurn(request.sign.poolNumber, () => promise(parts, request, gone));
    case 'jointSign':
      return inTurn(parsedText(request.line.text).pool, () => giveHalf(parts, request, gone));
    case 'jointSkip':
      return inTurn(request.poolNumber, () => standForNothing(parts, request));
  }
}
