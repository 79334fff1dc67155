/** What an `ord` that the operator runs says of runes on coins (bridge §6). */
import { openOrdServer } from '@rialto/ground';
import type { Ord } from '@rialto/ground';
import type { CoinAsset } from '@rialto/protocols';
import type { OtherIndex, Seen } from './other-index.ts';

const AT_ONCE = 8;

/** @param maxMs of one question @returns by the rune's id */
export function askRunes(address: string, maxMs: number): (rune: string) => OtherIndex {
  const ord = openOrdServer(address, maxMs);
  return (rune) => ({
    name: 'ord',
    isAt: (tip, signal) => ord.isAt(tip, signal),
    difference: (on, signal) => differenceOf(ord, { rune, on }, signal),
  });
}

async function differenceOf(
  ord: Ord,
  { rune, on }: { readonly rune: string; readonly on: readonly Seen[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const name = await ord.nameOf(rune, signal);
  if (name === undefined) return `ord has no rune ${rune}`;
  for (let from = 0; from < on.length; from += AT_ONCE) {
    const part = on.slice(from, from + AT_ONCE);
    const said = await Promise.all(part.map((one) => differenceOn(ord, { rune, name, signal }, one)));
    const difference = said.find((one) => one !== undefined);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const runesIn = (assets: readonly CoinAsset[]) => assets.filter((one) => one.kind === 'rune');

async function differenceOn(
  ord: Ord,
  { rune, name, signal }: { readonly rune: string; readonly name: string; readonly signal: AbortSignal },
  [point, assets]: Seen,
): Promise<string | undefined> {
  const { runes } = await ord.output(point, signal);
  const ours = runesIn(assets);
  const units = ours.find(({ asset }) => asset === `rune:${rune}`)?.amount ?? 0n;
  const theirs = runes.get(name) ?? 0n;
  if (units !== theirs) return `${units} units on ${point}, ${theirs} by ord`;
  return ours.length === runes.size ? undefined : `${ours.length} runes on ${point}, ${runes.size} by ord`;
}
