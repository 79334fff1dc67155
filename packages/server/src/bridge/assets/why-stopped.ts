/** Why an asset is stopped, as its operator is told: by himself, by the reserves, or by one of its signers. */
import type { BridgeAsset } from '@rialto/market';
import type { MergedAsset, MergedAssets } from '../../custody/bridge-assets.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';

interface Ours {
  readonly asset: Pick<KnownAsset['asset'], 'id' | 'origin'>;
  readonly row: Pick<KnownAsset['row'], 'fileHash'>;
}

const assetOf = ({ assets }: MergedAssets, ours: Ours): MergedAsset | undefined =>
  assets.find(({ asset }) => asset === ours.asset.id);

/** The only signer of an asset needs no number. */
function named(places: readonly number[], of: number): string {
  if (of === 1) return 'the signer';
  return `signer${places.length > 1 ? 's' : ''} ${places.join(' and ')} of ${of}`;
}

const doNot = (places: readonly number[]): string => (places.length > 1 ? 'do not' : 'does not');

const lacking = (file: string, places: readonly number[], of: number): string =>
  `${named(places, of)} ${doNot(places)} have it: put the same file at ${file} in the folder there`;

/** What only a file put right mends; undefined where all signers have the asset as we do. */
export function otherFile(said: MergedAssets, ours: Ours): string | undefined {
  const file = `bridge/${ours.asset.id}.json`;
  const one = assetOf(said, ours);
  if (one === undefined) return lacking(file, [1], 1);
  const { without, of } = one;
  if (without.length > 0) return lacking(file, without, of);
  const other = one.file === ours.row.fileHash ? one.other : [1];
  return other.length > 0
    ? `${file} of ${named(other, of)} is another file than the one that was added`
    : undefined;
}

/** Those of its signers that do not answer; undefined where all do. */
export function awayOf(said: MergedAssets | undefined, ours: Ours): string | undefined {
  if (said === undefined) return 'the signer does not answer';
  const one = assetOf(said, ours);
  if (one === undefined || one.away.length === 0) return undefined;
  return `${named(one.away, one.of)} ${doNot(one.away)} answer`;
}

const ALL: Readonly<Record<MergedAssets['stopped'], string | undefined>> = {
  no: undefined,
  operator: 'STOP or STOP-bridge is in the first signer’s folder',
  'mvc-reorganised': 'STOP-bridge-mvc is in the first signer’s folder, with its reason',
};

/** On livenet no token is bridged without a second word (docs/bridge.md). */
const CHECKS: Readonly<Record<BridgeAsset['origin']['network'], string | undefined>> = {
  BTC: undefined,
  RUNES: 'BRIDGE_RUNES_CHECK',
  MRC20: 'BRIDGE_MRC20_CHECK',
  BRC20: 'BRIDGE_BRC20_CHECK',
};

function stopFile(said: MergedAssets, ours: Ours): string | undefined {
  if (ALL[said.stopped] !== undefined) return ALL[said.stopped];
  const one = assetOf(said, ours);
  if (one === undefined || one.paused.length === 0) return undefined;
  const { id, origin } = ours.asset;
  // What stops all of the first is said above.
  const all = one.paused.some((place) => place > 1) ? ', or a file that stops all,' : '';
  const check = CHECKS[origin.network];
  const unchecked = check === undefined ? '' : `, or no ${check} is set there`;
  return `STOP-bridge-${id}${all} is in the folder of ${named(one.paused, one.of)}${unchecked}`;
}

/** What their operators look into: each signer’s log has the sums, or the coin. */
function findings(said: MergedAssets, ours: Ours): string[] {
  const one = assetOf(said, ours);
  if (one === undefined) return [];
  const { breaks, units, of } = one;
  return [
    ...(breaks.length > 0 ? [`it does not add up by what ${named(breaks, of)} ${sees(breaks)}`] : []),
    ...(units.length > 0
      ? [`another index than that of ${named(units, of)} has other units, or does not answer`]
      : []),
  ];
}

const sees = (places: readonly number[]): string => (places.length > 1 ? 'see' : 'sees');

/** Everything by which its signers sign nothing of an asset. */
export const signerStops = (said: MergedAssets, ours: Ours): string[] =>
  [stopFile(said, ours), otherFile(said, ours)].filter((why) => why !== undefined);

/** All of it; empty where it is open. @param said undefined where the first signer does not answer */
export function whyStopped(
  known: Pick<KnownAsset, 'row' | 'asset'>,
  said: MergedAssets | undefined,
): string[] {
  const { row } = known;
  const rules: [boolean, string][] = [
    [row.broken && !row.liftsItself, 'the reserves did not add up: look at npm run reserves'],
    [
      row.broken && row.liftsItself,
      'the reserves did not add up after a reorganisation: it lifts by itself once they have held again',
    ],
    [row.stopped, 'stopped by its operator at this server'],
    [row.mintsStopped, 'stopped by its operator for mints; redeems go on'],
  ];
  const ours = rules.flatMap(([holds, why]) => (holds ? [why] : []));
  const away = awayOf(said, known);
  return [
    ...ours,
    ...(away === undefined ? [] : [away]),
    ...(said === undefined ? [] : [...signerStops(said, known), ...findings(said, known)]),
  ];
}
