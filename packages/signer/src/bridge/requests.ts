/** Which act answers which request about the bridge. */
import type { SignerRequest } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { toldAssets, toldSigned } from './answers.ts';
import { signEnvelope } from './exits/envelope.ts';
import { signGive } from './exits/give.ts';
import { signPay } from './exits/pay.ts';
import { signReturn } from './exits/return.ts';
import { toldKeys } from './keys.ts';
import type { BridgeParts } from './parts.ts';
import { signedState } from './reserves.ts';

export type BridgeRequest = Extract<SignerRequest, { op: `bridge${string}` }>;

export function isBridge(request: SignerRequest): request is BridgeRequest {
  return request.op.startsWith('bridge');
}

/** @throws Refusal bridge-closed where no node of MVC is named */
export async function handleBridge(
  parts: BridgeParts | undefined,
  request: BridgeRequest,
  gone: () => boolean,
) {
  if (parts === undefined) throw new Refusal('bridge-closed');
  switch (request.op) {
    case 'bridgeKeys':
      return toldKeys(parts.keys(request.asset));
    case 'bridgeAssets':
      return toldAssets(parts);
    case 'bridgePay':
      return signPay(parts, request.pay, gone);
    case 'bridgeEnvelope':
      return signEnvelope(parts, request.envelope, gone);
    case 'bridgeReturn':
      return signReturn(parts, request.back, gone);
    case 'bridgeGive':
      return signGive(parts, request.give, gone);
    case 'bridgeSigned':
      return toldSigned(parts, request.deposits);
    case 'bridgeState':
      return signedState(parts, request);
  }
}
