/** Requests for exits with a field or several bent: other numbers, other things of the same kind, a digit flipped. */
import type { Pick } from '../../mutating.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Fields = Readonly<Record<string, Json>>;

const flip = (hex: string, pick: Pick): string => {
  const at = pick(hex.length);
  const digit = ((Number.parseInt(hex[at] ?? '0', 16) || 0) ^ (1 + pick(15))) & 15;
  return `${hex.slice(0, at)}${digit.toString(16)}${hex.slice(at + 1)}`;
};

/** Things of the same kinds that exist. */
export interface Others {
  readonly points: readonly string[];
  readonly deposits: readonly string[];
  readonly scripts: readonly string[];
}

function bent(name: string, value: Json | undefined, others: Others, pick: Pick): Json | undefined {
  const oneOf = <T>(all: readonly T[]): T | undefined => all[pick(all.length)];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const more = oneOf(others.points) ?? '';
    return oneOf<Json>([[], [...list, more], [more], list.toReversed(), [...list, ...list], list.slice(1)]);
  }
  if (name === 'deposit') return oneOf(others.deposits);
  if (name === 'at') return oneOf(others.points);
  if (name === 'kind') return value === 'payout' ? 'refund' : 'payout';
  if (name === 'asset') return oneOf(['btc', 'rune', 'other', '../btc']);
  if (name === 'restCoins') return oneOf([0, 1, 2, 3]);
  if (name === 'feeRateSatVb') return oneOf([0, 0.1, 1, 4, 50, 5000, 5001, -1]);
  if (name === 'checkScript') return typeof value === 'string' ? flip(value, pick) : undefined;
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) {
    const old = BigInt(value);
    return oneOf(['0', (old + 1n).toString(), (old - 1n).toString(), (old * 2n).toString(), '99999999999']);
  }
  if (name === 'terms') {
    if (pick(4) === 0) return undefined;
    const terms = value as Fields | undefined;
    if (terms === undefined) return undefined;
    const field = oneOf(Object.keys(terms)) ?? 'nonce';
    return { ...terms, [field]: bentTerm(field, terms[field], others, pick) };
  }
  return typeof value === 'string' ? flip(value, pick) : 0;
}

export function bentTerm(name: string, value: Json | undefined, { scripts }: Others, pick: Pick): Json {
  const oneOf = <T>(all: readonly T[]): T => all[pick(all.length)] as T;
  if (name === 'receiver' || name === 'refund') return oneOf(scripts);
  if (name === 'net') return oneOf(['livenet', 'testnet', 'regtest']);
  if (name === 'direction') return value === 'mint' ? 'redeem' : 'mint';
  if (name === 'asset') return oneOf(['btc', 'rune']);
  if (name === 'amount') return oneOf(['any', '200000', '1', '900000']);
  if (name === 'least') return oneOf(['0', '1', '2', '199101', '5000000']);
  if (name === 'expires') return oneOf([0, 1_000, 5]);
  return typeof value === 'string' ? flip(value, pick) : 0;
}

/** One field is bent, or up to four. */
export function mutantOf(request: Fields, others: Others, pick: Pick): Fields {
  const draft: Record<string, Json | undefined> = { ...request };
  const names = Object.keys(request);
  const count = pick(2) === 0 ? 1 : 1 + pick(4);
  for (let at = 0; at < count; at += 1) {
    const name = names[pick(names.length)] ?? '';
    draft[name] = bent(name, draft[name], others, pick);
  }
  // What is undefined does not go over the socket.
  return JSON.parse(JSON.stringify(draft)) as Fields;
}
