/** What several signers say of the assets that they lock together: as the least willing of them has it. Pure. */
import type { SignerAnswer } from '@rialto/contract';

type Said = SignerAnswer<'bridgeAssets'>;

/**
 * Of an asset with one signer as the first says; another signer has a part in an asset that names its key, and in no other. Where one that an
 * asset names does not have its file, the asset is left out, as if nobody had it; where one has another file, that is told. Of one that does
 * not answer nothing is said here: whoever asks it for a signature hears that it is down.
 * @param told what the others said; undefined of those that do not answer
 */
export function mergedAssets(first: Said, told: readonly (Said | undefined)[]): Said {
  const others = told.flatMap((one) => one ?? []);
  const areAll = others.length === told.length;
  const assets = first.assets.flatMap((one) => {
    const theirs = (one.signers ?? []).slice(1).map((key) => ofKey(others, one.asset, key));
    const there = theirs.flatMap((their) => their ?? []);
    if (areAll && there.length < theirs.length) return [];
    const other = there.find(({ file }) => file !== one.file);
    return [{ ...one, file: other?.file ?? one.file, paused: [one, ...there].some(({ paused }) => paused) }];
  });
  return { assets, stopped: first.stopped };
}

/** One that is stopped altogether has each of its assets paused. */
function ofKey(others: readonly Said[], asset: string, key: string): Said['assets'][number] | undefined {
  for (const { assets, stopped } of others) {
    const found = assets.find((one) => one.asset === asset && one.lockedKey === key);
    if (found !== undefined) return { ...found, paused: found.paused || stopped !== 'no' };
  }
  return undefined;
}
