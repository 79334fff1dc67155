/**
 * What another exchange of this kind says of MRC-20 on coins: one that the operator runs beside it, with a node and a database of its own. No
 * indexer of MRC-20 tells what lies on a coin by its outpoint, and this one does, with the block that it says it at (bridge §6).
 */
import { NoAnswer, openCoinIndex } from '@rialto/ground';
import { mrc20Asset } from '@rialto/protocols';
import type { AssetId, CoinAsset, Network } from '@rialto/protocols';
import type { OtherIndex, Seen } from './other-index.ts';

/** @param maxMs of one question @returns by the token's deploy */
export function askMrc20(address: string, network: Network, maxMs: number): (deploy: string) => OtherIndex {
  const index = openCoinIndex(address, network, maxMs);
  return (deploy) => ({
    name: 'the other exchange',
    isAt: async ({ height, hash }, signal) => {
      const at = await index.tip(signal);
      return at.height === height && at.hash === hash;
    },
    difference: async (on, signal) => {
      const asset = mrc20Asset(deploy);
      const said = await index.unitsOn(
        on.map(([point]) => point),
        signal,
      );
      for (const [point, assets] of on) {
        const theirs = said.get(point);
        if (theirs === undefined) throw new NoAnswer('does not know a coin');
        const difference = differenceOn(asset, [point, assets], theirs);
        if (difference !== undefined) return difference;
      }
      return undefined;
    },
  });
}

function differenceOn(
  asset: AssetId,
  [point, assets]: Seen,
  theirs: ReadonlyMap<string, bigint>,
): string | undefined {
  const ours = new Map(assets.filter(isMrc20).map((one) => [one.asset, one.amount]));
  const [units, other] = [ours.get(asset) ?? 0n, theirs.get(asset) ?? 0n];
  if (units !== other) return `${units} units on ${point}, ${other} by the other exchange`;
  return ours.size === theirs.size
    ? undefined
    : `${ours.size} tokens on ${point}, ${theirs.size} by the other exchange`;
}

const isMrc20 = (one: CoinAsset) => one.kind === 'mrc20';
