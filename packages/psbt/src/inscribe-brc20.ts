/** BRC-20 deploy, mint and inscribe-transfer: an inscription with the right body, nothing more. */
import { utf8 } from '@scure/base';
import { encodeDeploy, encodeMint, encodeTransfer } from '@rialto/protocols';
import type { Amount } from '@rialto/protocols';
import { planChildInscription } from './inscribe-child.ts';
import type { ChildPlan, ChildRequest } from './inscribe-child.ts';
import { planInscription } from './inscribe.ts';
import type { InscriptionPlan, InscriptionRequest } from './inscribe.ts';

/** Every indexer reads this one; `application/json` is the other (inscriptions reference, section 4). */
export const BRC20_CONTENT_TYPE = 'text/plain;charset=utf-8';

export type Brc20Request = Omit<InscriptionRequest, 'contentType' | 'body'>;

/** Plans a deploy. Throws as `planInscription`. */
export function planDeploy(
  deploy: Parameters<typeof encodeDeploy>[0],
  request: Brc20Request,
): InscriptionPlan {
  return planText(encodeDeploy(deploy), request);
}

/** Plans a mint of a 4-byte tick. Throws as `planInscription`. */
export function planMint(mint: { tick: string; amount: Amount }, request: Brc20Request): InscriptionPlan {
  return planText(encodeMint(mint.tick, mint.amount), request);
}

/** Plans a transfer inscription: what makes a lot. Throws as `planInscription`. */
export function planTransfer(
  transfer: { tick: string; amount: Amount },
  request: Brc20Request,
): InscriptionPlan {
  return planText(encodeTransfer(transfer.tick, transfer.amount), request);
}

/** Plans a mint of a 5-byte tick: only the holder of its deploy inscription can. Throws as `planChildInscription`. */
export function planSelfMint(
  mint: { tick: string; amount: Amount },
  request: Omit<ChildRequest, 'contentType' | 'body'>,
): ChildPlan {
  const body = utf8.decode(encodeMint(mint.tick, mint.amount));
  return planChildInscription({ ...request, contentType: BRC20_CONTENT_TYPE, body });
}

function planText(text: string, request: Brc20Request): InscriptionPlan {
  return planInscription({ ...request, contentType: BRC20_CONTENT_TYPE, body: utf8.decode(text) });
}
