/** Several signers of one asset, asked one after the other as a server asks them; and their keys in the asset's file. */
import { bridgeSignersOf } from '@rialto/contract';
import type { BridgeSigners } from '@rialto/market';
import { bridgeKeys, toldKeys } from '../../../src/bridge/keys.ts';

export type Answered =
  | { readonly ok: true; readonly data: never }
  | { readonly ok: false; readonly code: string; readonly detail: string };

/** One request to one of them, the first being 0. */
type Ask = (at: number, request: unknown) => Promise<Answered>;

interface Request {
  readonly op: string;
  readonly pay?: Readonly<Record<string, unknown>>;
  readonly give?: Readonly<Record<string, unknown>>;
  readonly back?: Readonly<Record<string, unknown>>;
}

/** What the asset's file says of them. @param masters of all, of the first one first */
export function signersOf(masters: readonly Uint8Array[], asset: string): BridgeSigners {
  const [first, ...others] = masters.map((master) => toldKeys(bridgeKeys(master, asset)));
  if (first === undefined) throw new Error('nobody signs');
  return bridgeSignersOf(first, others);
}

/** The answer of all of them, or the first refusal. */
export async function askAll(ask: Ask, count: number, request: Request): Promise<Answered> {
  const { op, pay, back } = request;
  if (count > 1 && op === 'bridgePay')
    return askPay(ask, count, (more) => ({ op, pay: { ...pay, ...more } }));
  if (count > 1 && op === 'bridgeReturn')
    return askPay(ask, count, (more) => ({ op, back: { ...back, ...more } }));
  if (count > 1 && request.op === 'bridgeGive') return askGive(ask, count, request);
  return ask(0, request);
}

async function askPay(
  ask: Ask,
  count: number,
  requestOf: (more: Readonly<Record<string, unknown>>) => unknown,
): Promise<Answered> {
  let answer = await ask(0, requestOf({}));
  for (let at = 1; at < count && answer.ok; at += 1) {
    const { raw: signed } = answer.data as { raw: string };
    answer = await ask(at, requestOf({ signed }));
  }
  return answer;
}

async function askGive(ask: Ask, count: number, { op, give }: Request): Promise<Answered> {
  const first = await ask(0, { op, give });
  if (!first.ok) return first;
  const { check, promise } = first.data as { check: string; promise: unknown };
  const promises = [promise];
  for (let at = 1; at < count; at += 1) {
    const next = await ask(at, { op, give: { ...give, check, promises: [promise] } });
    if (!next.ok) return next;
    promises.push((next.data as { promise: unknown }).promise);
  }
  return ask(0, { op, give: { ...give, promises } });
}
