/** What the signers say of each asset, kept beside it: stopped there, wrong by what they see, another file than ours, which its operator is told once, or no answer. */
import { Refusal } from '@rialto/refusals';
import type { MergedAssets } from '../../custody/bridge-assets.ts';
import type { BridgeCustody } from '../../custody/bridge-custody.ts';
import { setAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../context.ts';
import { awayOf, otherFile, signerStops } from './why-stopped.ts';

/** What is known from look to look, by asset. */
export interface SignerWatch {
  /** What was said of files that differ. */
  readonly told: Map<string, string | undefined>;
  /** Since when a signer of it has not answered. */
  readonly silent: Map<string, number>;
}

export const openWatch = (): SignerWatch => ({ told: new Map(), silent: new Map() });

/** A signer that is started anew is away for a moment. */
const AWAY_MS = 3_000;

/** @returns undefined where the first signer does not answer */
export async function saidOf(custody: Pick<BridgeCustody, 'assets'>): Promise<MergedAssets | undefined> {
  try {
    return await custody.assets();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export async function keepSigner(
  { custody, store, warn, now }: Pick<BridgeContext, 'custody' | 'store' | 'warn' | 'now'>,
  assets: readonly KnownAsset[],
  { told, silent }: SignerWatch,
): Promise<void> {
  const asked = now();
  const said = await saidOf(custody);
  for (const known of assets) {
    const { row } = known;
    const isSilent = awayOf(said, known) !== undefined;
    const since = silent.get(row.id) ?? asked;
    if (isSilent) silent.set(row.id, since);
    else silent.delete(row.id);
    const signerAway = isSilent && now() - since >= AWAY_MS;
    const signerStopped = isStopped(said, known, isSilent);
    const signerFinds = foundIn(said, known, isSilent);
    if (signerFinds !== row.signerFinds && signerFinds !== null)
      warn('a signer finds something wrong with an asset of the bridge', {
        asset: row.id,
        finds: signerFinds,
      });
    await keep(store, row, { signerStopped, signerAway, signerFinds });
    if (said === undefined) continue;
    const why = otherFile(said, known);
    if (why !== undefined && why !== told.get(row.id))
      warn('an asset of the bridge is paused', { asset: row.id, why });
    told.set(row.id, why);
  }
}

type Found = Pick<KnownAsset['row'], 'signerStopped' | 'signerAway' | 'signerFinds'>;
type Finds = Found['signerFinds'];

async function keep({ db }: BridgeContext['store'], row: KnownAsset['row'], found: Found): Promise<void> {
  const { signerStopped, signerAway, signerFinds } = found;
  const isSame =
    signerStopped === row.signerStopped && signerAway === row.signerAway && signerFinds === row.signerFinds;
  if (!isSame) await setAsset(db, row.id, found);
}

/** The worse of what is found now; and nothing better than before while one of them is silent, or has not looked yet. */
function foundIn(said: MergedAssets | undefined, known: KnownAsset, isSilent: boolean): Finds {
  const { id, signerFinds: before } = known.row;
  const one = said?.assets.find(({ asset }) => asset === id);
  if (one === undefined) return before;
  const { breaks, units, unsure } = one;
  if (breaks.length > 0) return 'break';
  const now = units.length > 0 ? 'units' : null;
  return isSilent || unsure.length > 0 ? (before ?? now) : now;
}

/** Of one that does not answer what it said before stands. */
function isStopped(said: MergedAssets | undefined, known: KnownAsset, isSilent: boolean): boolean {
  if (isSilent && known.row.signerStopped) return true;
  return said !== undefined && signerStops(said, known).length > 0;
}
