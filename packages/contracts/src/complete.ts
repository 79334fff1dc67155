/** A swap's plan with everything filled in that contracts ask for: what the server does once user and pool have signed. Nothing of it changes what was signed. */
import { bodyOfPlan, p2pkhScriptSig } from '@rialto/mvc';
import type { MvcBody, MvcPlan } from '@rialto/mvc';
import { invariant } from '@rialto/protocols';
import type { Completing } from './completing.ts';
import { checkScriptSig } from './fill-check.ts';
import { tokenScriptSig } from './fill-token.ts';

const EMPTY = new Uint8Array(0);

/** @returns the whole transaction; an input of SPACE that nobody signed stays empty, and a token's has zeros for a signature */
export function completePlan(given: Completing): MvcBody {
  const body = bodyOfPlan(given.plan);
  const inputs = body.inputs.map((input, index) => {
    const planned = given.plan.inputs[index];
    invariant(planned !== undefined, 'a plan has the inputs of its transaction');
    return { ...input, scriptSig: scriptSigOf(given, body, index, planned.role) };
  });
  return { ...body, inputs };
}

function scriptSigOf(
  given: Completing,
  body: MvcBody,
  index: number,
  role: MvcPlan['inputs'][number]['role'],
): Uint8Array {
  if (role === 'check') return checkScriptSig(given, body, index);
  if (role.endsWith('-token')) return tokenScriptSig(given, body, index);
  const signed = given.signatures.get(index);
  return signed === undefined ? EMPTY : p2pkhScriptSig(signed);
}
