/** The JSON-RPC calls the shim has a say in: found in what a caller sends, answered in the node's place or after it. */
import { NodeError } from '@rialto/ground';
import { field, isObject, parseJson } from '../chain/json.ts';
import { sendrawtransaction, testmempoolaccept } from './acts.ts';
import { settle } from './desk.ts';
import type { Desk } from './desk.ts';
import type { Handler, NodeAnswer } from './handler.ts';
import { generatetoaddress } from './mining.ts';
import { submitpackage } from './package.ts';
import { READS } from './reads.ts';

const HANDLERS: Readonly<Record<string, Handler>> = {
  testmempoolaccept,
  sendrawtransaction,
  submitpackage,
  generatetoaddress,
  ...READS,
};

export interface Calls {
  readonly list: readonly unknown[];
  readonly batch: boolean;
}

/** The calls of a body when we have a say in one of them; undefined lets the bytes pass untouched. */
export function parseCalls({ held }: Desk, source: string): Calls | undefined {
  const isIdle = held.all().length === 0;
  const ours = Object.entries(HANDLERS).filter(([, { isAct }]) => isAct || !isIdle);
  if (!ours.some(([method]) => source.includes(method))) return undefined;
  try {
    const parsed = parseJson(source);
    return Array.isArray(parsed) ? { list: parsed, batch: true } : { list: [parsed], batch: false };
  } catch {
    return undefined;
  }
}

function handlerOf(call: unknown): Handler | undefined {
  const method = field(call, 'method');
  return typeof method === 'string' && Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
}

/** Whether something is held that speaks before the node does. */
export function asksFirst({ held }: Desk, { list }: Calls): boolean {
  return held.all().length > 0 && list.some((call) => handlerOf(call)?.before !== undefined);
}

/** What is answered in the node's place, call by call. */
export async function before(desk: Desk, { list }: Calls): Promise<readonly (NodeAnswer | undefined)[]> {
  await settle(desk);
  const said: (NodeAnswer | undefined)[] = [];
  for (const call of list)
    said.push(await orRefusal(async () => handlerOf(call)?.before?.(desk, positional(call))));
  return said;
}

/** What is answered where the node has answered this. */
export async function after(desk: Desk, call: unknown, told: unknown): Promise<unknown> {
  const own: NodeAnswer = { result: field(told, 'result') ?? null, error: field(told, 'error') ?? null };
  const instead = await orRefusal(async () => handlerOf(call)?.after?.(desk, positional(call), own));
  return instead === undefined ? told : shaped(call, instead);
}

/** What the node says against our own calls, it says to the caller. */
async function orRefusal(work: () => Promise<NodeAnswer | undefined>): Promise<NodeAnswer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { result: null, error: { code: error.code, message: error.message } };
  }
}

/** As the node writes answers of the version the caller speaks. */
export function shaped(call: unknown, { result, error }: NodeAnswer): unknown {
  const id = field(call, 'id') ?? null;
  if (field(call, 'jsonrpc') !== '2.0') return { result, error, id };
  return { jsonrpc: '2.0', ...(error === null ? { result } : { error }), id };
}

export function bodyOf(calls: readonly unknown[], batch: boolean): Buffer {
  return Buffer.from(JSON.stringify(batch ? calls : calls[0]));
}

/** One answer for each call; none when the body holds something else. */
export function answersIn(body: Buffer, batch: boolean): readonly unknown[] {
  const parsed = body.length === 0 ? undefined : parseJson(body.toString());
  if (batch) return Array.isArray(parsed) ? parsed : [];
  return isObject(parsed) ? [parsed] : [];
}

/** The values in their order, for callers who name them too. */
function positional(call: unknown): unknown[] {
  const params = field(call, 'params');
  if (Array.isArray(params)) return params;
  return (handlerOf(call)?.names ?? []).map((name) => field(params, name));
}
