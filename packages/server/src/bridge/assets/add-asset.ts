/** Takes an asset in after everything that can be checked of it was checked; never changed again. */
import { createHash } from 'node:crypto';
import { readBridgeAsset } from '@rialto/contract';
import type { BridgeKeys } from '@rialto/contract';
import type { Ledger, MvcChain, MvcLedger } from '@rialto/ground';
import { originId, requireBridgeable } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { brc20Asset, bytesToHex, foldTick, hexToBytes, mrc20Asset } from '@rialto/protocols';
import type { InscriptionId, Network } from '@rialto/protocols';
import { jointPool } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeCustody } from '../../custody/bridge-custody.ts';
import { allAssets, keepAsset } from '../../store/bridge/asset-store.ts';
import type { Store } from '../../store/database.ts';
import { requireSupply } from './require-supply.ts';
import { awayOf, otherFile } from './why-stopped.ts';

export interface AddContext {
  readonly store: Store;
  readonly network: Network;
  readonly ledger: Pick<Ledger, 'rune' | 'mrc20TokensOf' | 'token'>;
  readonly mvc: {
    readonly chain: Pick<MvcChain, 'transaction'>;
    readonly ledger: Pick<MvcLedger, 'tokensOf' | 'spentBy' | 'byCore' | 'transaction'>;
  };
  readonly custody: Pick<BridgeCustody, 'keys' | 'othersKeys' | 'assets'>;
}

export interface Added {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
}

/**
 * @param text of the file, as it is
 * @param keep false looks alone
 * @throws Refusal bad-request with every field that is wrong, bridge-asset-impossible, signer-down
 */
export async function addAsset(context: AddContext, text: string, keep: boolean): Promise<Added> {
  const asset = readBridgeAsset(text);
  requireBridgeable(asset);
  const { store, custody, mvc } = context;
  const known = await allAssets(store.db);
  if (known.some((one) => one.asset.id === asset.id)) throw impossible(`${asset.id} is bridged already`);
  const { genesis, codehash } = asset.token;
  if (known.some(({ asset: { token } }) => token.genesis === genesis && token.codehash === codehash))
    throw impossible('its token wraps another asset already');
  await requireOrigin(context, asset);
  const keys = await custody.keys(asset.id);
  requireKeys(asset, keys);
  if (known.some((one) => one.keys.lockedScript === keys.lockedScript))
    throw impossible('its locked script is that of another asset');
  await requireSupply(mvc, asset, keys.stockHash);
  const fileHash = createHash('sha256').update(text).digest('hex');
  const said = await custody.assets();
  const ours = { asset, row: { fileHash } };
  const why = awayOf(said, ours) ?? otherFile(said, ours);
  if (why !== undefined) throw impossible(why);
  if (keep) await keepAsset(store.db, { id: asset.id, file: text, fileHash, keys });
  return { asset, keys };
}

/** Where several lock it, its file says by which keys: the first signer’s word is not enough. */
function requireKeys({ signers }: BridgeAsset, told: BridgeKeys): void {
  const ofFile = signers?.lockedKeys ?? [];
  if ((told.signers ?? []).join() !== ofFile.join())
    throw impossible('the signer has not the keys that the file names: give all signers the same file');
  if (signers === undefined) return;
  const { script } = jointPool(ofFile.length, ofFile.map(hexToBytes));
  if (told.lockedScript !== bytesToHex(script))
    throw impossible('the locked script is not that of these keys');
}

const impossible = (why: string): Refusal => new Refusal('bridge-asset-impossible', why);

/** A token that is there, with the decimals that its etching or its deploy says. */
async function requireOrigin(context: AddContext, { origin, decimals }: BridgeAsset): Promise<void> {
  if (origin.network === 'BTC') return;
  const theirs = await decimalsOf(context, origin);
  if (theirs === undefined) throw impossible(`there is no ${NAMES[origin.network]} ${originId(origin)}`);
  if (theirs !== decimals)
    throw impossible(`the ${NAMES[origin.network]} has ${theirs} decimals, the file says ${decimals}`);
}

const NAMES = { RUNES: 'rune', MRC20: 'MRC-20', BRC20: 'BRC-20' } as const;

/** Undefined where there is no such token; of BRC-20 also where it has another tick than the file says. */
async function decimalsOf(
  { ledger }: AddContext,
  origin: Exclude<BridgeAsset['origin'], { network: 'BTC' }>,
): Promise<number | undefined> {
  switch (origin.network) {
    case 'RUNES':
      return (await ledger.rune(origin.rune))?.divisibility;
    case 'MRC20':
      return (await ledger.mrc20TokensOf([mrc20Asset(origin.mrc20)]))[0]?.decimals;
    case 'BRC20': {
      const token = await ledger.token(foldTick(origin.tick));
      return token?.asset === brc20Asset(origin.brc20 as InscriptionId) ? token.decimals : undefined;
    }
  }
}
