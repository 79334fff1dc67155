/** Requests that a signer of pools judges: as they are, and with something changed. */
import { poolActToWire } from '@rialto/contract';
import type { PoolSignRequest, UserPoolAct } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { expect } from 'vitest';
import { answer } from '../memory/world.ts';
import { requestOf, sign } from './stage.ts';
import type { Act, PoolSigner } from './stage.ts';

/** The code of the refusal, and that no line was written. */
export async function verdict(signer: PoolSigner, request: PoolSignRequest): Promise<string> {
  const { size } = signer.recall;
  const code = await answer(Promise.resolve().then(() => sign(signer, request)));
  if (code !== 'accepted') expect(signer.recall.size).toBe(size);
  return code;
}

/** With other terms, which the user has signed. */
export const bent = (act: Act, change: Partial<PoolAct>): PoolSignRequest =>
  requestOf({ ...act, plan: { ...act.plan, ...change } });

/** The terms are others than the transaction. */
export function changed(
  act: Act,
  change: (plan: UserPoolAct['plan']) => Partial<UserPoolAct['plan']>,
): PoolSignRequest {
  const plan = poolActToWire(act.plan, ({ outpoint }) => outpoint);
  return requestOf(act, { plan: { ...plan, ...change(plan) } });
}

export const bytesOf = (act: Act, change: (bytes: Uint8Array) => Uint8Array): PoolSignRequest =>
  requestOf(act, { unsigned: bytesToHex(change(buildAct(act.plan).unsigned)) });
