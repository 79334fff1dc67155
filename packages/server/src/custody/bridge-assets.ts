/** What several signers say of the assets that they lock together: as the least willing of them has it. Pure. */
import type { SignerAnswer } from '@rialto/contract';

type Said = SignerAnswer<'bridgeAssets'>;
type SaidAsset = Said['assets'][number];

/** One asset, and which of its signers are in its way: by their place among its signers, 1 the first. */
export interface MergedAsset extends Omit<SaidAsset, 'paused' | 'finds'> {
  /** Signers of it there are. */
  readonly of: number;
  /** They do not answer. */
  readonly away: readonly number[];
  /** They answer and have no file of it. */
  readonly without: readonly number[];
  /** They have another file than the first. */
  readonly other: readonly number[];
  /** They sign nothing of it. */
  readonly paused: readonly number[];
  /** By what they see its books do not add up. */
  readonly breaks: readonly number[];
  /** They have not looked yet since they were started. */
  readonly unsure: readonly number[];
  /** Another index has other units than theirs, or cannot be asked. */
  readonly units: readonly number[];
}

export interface MergedAssets {
  readonly assets: readonly MergedAsset[];
  /** Of the first signer. */
  readonly stopped: Said['stopped'];
}

/**
 * Of an asset with one signer as the first says; another signer has a part in an asset that names its key, and in no other. While one does not
 * answer, a key that nobody tells of may be its own.
 * @param told what the others said; undefined of those that do not answer
 */
export function mergedAssets(first: Said, told: readonly (Said | undefined)[]): MergedAssets {
  const others = told.flatMap((one) => one ?? []);
  const isOneAway = others.length < told.length;
  const assets = first.assets.map((one): MergedAsset => {
    const keys = one.signers ?? [one.lockedKey];
    const theirs = keys.map((key, at) => (at === 0 ? one : ofKey(others, one.asset, key)));
    const those = (holds: (their: SaidAsset | undefined) => boolean): number[] =>
      theirs.flatMap((their, at) => (holds(their) ? [at + 1] : []));
    const missing = those((their) => their === undefined);
    const { paused: _paused, finds: _finds, ...told } = one;
    return {
      ...told,
      of: keys.length,
      away: isOneAway ? missing : [],
      without: isOneAway ? [] : missing,
      other: those((their) => their !== undefined && their.file !== one.file),
      paused: those((their) => their?.paused === true),
      breaks: those((their) => their?.finds === 'break'),
      unsure: those((their) => their?.finds === 'unknown'),
      units: those((their) => their?.finds === 'units'),
    };
  });
  return { assets, stopped: first.stopped };
}

/** One that is stopped altogether has each of its assets paused. */
function ofKey(others: readonly Said[], asset: string, key: string): SaidAsset | undefined {
  for (const { assets, stopped } of others) {
    const found = assets.find((one) => one.asset === asset && one.lockedKey === key);
    if (found !== undefined) return { ...found, paused: found.paused || stopped !== 'no' };
  }
  return undefined;
}
