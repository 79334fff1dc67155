/** What several signers say of the assets that they lock together: as the least willing of them has it. Pure. */
import type { SignerAnswer } from '@rialto/contract';

type Said = SignerAnswer<'bridgeAssets'>;

/**
 * Of an asset with one signer as the first says. Where another signer that an asset has does not have its file it is left out, as if nobody
 * had it; where one has another file, that file is told.
 */
export function mergedAssets(first: Said, others: readonly Said[]): Said {
  const assets = first.assets.flatMap((one) => {
    const theirs = (one.signers ?? []).slice(1).map((key) => ofKey(others, one.asset, key));
    const there = theirs.flatMap((their) => their ?? []);
    if (there.length < theirs.length) return [];
    const other = there.find(({ file }) => file !== one.file);
    return [{ ...one, file: other?.file ?? one.file, paused: [one, ...there].some(({ paused }) => paused) }];
  });
  const stops = [first, ...others].map(({ stopped }) => stopped);
  return { assets, stopped: stops.find((stopped) => stopped !== 'no') ?? 'no' };
}

const ofKey = (others: readonly Said[], asset: string, key: string): Said['assets'][number] | undefined =>
  others.flatMap(({ assets }) => assets).find((one) => one.asset === asset && one.lockedKey === key);
