/** Why an asset is stopped, as its operator is told: by himself, by the reserves, or by its signer. */
import type { SignerAnswer } from '@rialto/contract';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';

type Said = SignerAnswer<'bridgeAssets'>;
type Ours = Pick<KnownAsset['row'], 'id' | 'fileHash'>;

/** What only a file put right mends; undefined where the signer has the asset as we do. */
export function otherFile({ assets }: Said, { id, fileHash }: Ours): string | undefined {
  const one = assets.find(({ asset }) => asset === id);
  if (one === undefined)
    return `the signer does not have it: put the same file at bridge/${id}.json in its folder`;
  return one.file === fileHash
    ? undefined
    : `the signer’s bridge/${id}.json is another file than the one that was added`;
}

const ALL: Readonly<Record<Said['stopped'], string | undefined>> = {
  no: undefined,
  operator: 'STOP or STOP-bridge is in the signer’s folder',
  'mvc-reorganised': 'STOP-bridge-mvc is in the signer’s folder, with its reason',
};

function stopFile({ assets, stopped }: Said, { id }: Ours): string | undefined {
  if (ALL[stopped] !== undefined) return ALL[stopped];
  return assets.find(({ asset }) => asset === id)?.paused === true
    ? `STOP-bridge-${id} is in the signer’s folder, or it is a token and the signer has no BRIDGE_RUNES_CHECK, BRIDGE_MRC20_CHECK or BRIDGE_BRC20_CHECK`
    : undefined;
}

/** Everything by which the signer signs nothing of an asset. */
export const signerStops = (said: Said, ours: Ours): string[] =>
  [stopFile(said, ours), otherFile(said, ours)].filter((why) => why !== undefined);

/** All of it; empty where it is open. @param said undefined where the signer does not answer */
export function whyStopped({ row }: Pick<KnownAsset, 'row'>, said: Said | undefined): string[] {
  const rules: [boolean, string][] = [
    [row.broken && !row.liftsItself, 'the reserves did not add up: look at npm run reserves'],
    [
      row.broken && row.liftsItself,
      'the reserves did not add up after a reorganisation: it lifts by itself once they have held again',
    ],
    [row.stopped, 'stopped by its operator at this server'],
    [row.mintsStopped, 'stopped by its operator for mints; redeems go on'],
    [said === undefined, 'the signer does not answer'],
  ];
  const ours = rules.flatMap(([holds, why]) => (holds ? [why] : []));
  return [...ours, ...(said === undefined ? [] : signerStops(said, row))];
}
