/** The assets that the operator of this signer has put into its folder: it pays for no other, and each is read anew whenever it is asked for. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeAssetFile } from '@rialto/contract';
import { requireBridgeable } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';

interface TrustedAsset {
  readonly asset: BridgeAsset;
  /** SHA-256 of the file's bytes. */
  readonly file: string;
}

export interface TrustedAssets {
  /** Those that can be read; a file that is none is not among them. */
  all(): readonly TrustedAsset[];
  /** Cores of transactions by which its operator has moved tokens of an asset by hand: `bridge/<id>.moved`, one a line. */
  moved(id: string): ReadonlySet<string>;
  /** Whether there is a file, whatever it says. */
  has(id: string): boolean;
  /** @throws Refusal bridge-asset-unknown, bridge-asset-impossible for a file that is none */
  asset(id: string): BridgeAsset;
}

const SUFFIX = '.json';
const MOVED = '.moved';
const OF_ALL = 'mvc';

/** @param requireOurs of an asset that several signers lock. @throws Refusal bridge-asset-impossible when this is none of them */
export function openTrustedAssets(
  directory: string,
  requireOurs: (asset: BridgeAsset) => void,
): TrustedAssets {
  const folder = join(directory, 'bridge');
  // A name has small letters, digits and dashes alone (`BridgeAssetId`): it leads nowhere else.
  const trusted = (id: string): TrustedAsset => {
    const path = join(folder, `${id}${SUFFIX}`);
    if (!existsSync(path)) throw new Refusal('bridge-asset-unknown', id);
    const found = read(path, id);
    requireOurs(found.asset);
    return found;
  };
  return {
    moved: (id) => {
      const path = join(folder, `${id}${MOVED}`);
      return new Set(existsSync(path) ? (readFileSync(path, 'utf8').match(/\b[0-9a-f]{64}\b/g) ?? []) : []);
    },
    has: (id) => existsSync(join(folder, `${id}${SUFFIX}`)),
    asset: (id) => trusted(id).asset,
    all: () => {
      if (!existsSync(folder)) return [];
      const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
      return names.toSorted().flatMap((name) => {
        try {
          return [trusted(name.slice(0, -SUFFIX.length))];
        } catch (error) {
          if (error instanceof Refusal) return [];
          throw error;
        }
      });
    },
  };
}

function read(path: string, id: string): TrustedAsset {
  const bytes = readFileSync(path);
  const asset = parsed(bytes.toString('utf8'), id);
  // The file that stops it would be the one that stops all of them.
  if (id === OF_ALL) throw new Refusal('bridge-asset-impossible', 'another name');
  if (asset.id !== id) throw new Refusal('bridge-asset-impossible', `the file is of ${asset.id}`);
  requireBridgeable(asset);
  return { asset, file: createHash('sha256').update(bytes).digest('hex') };
}

function parsed(text: string, id: string): BridgeAsset {
  try {
    return BridgeAssetFile.parse(JSON.parse(text));
  } catch {
    throw new Refusal('bridge-asset-impossible', `the file of ${id} is not an asset’s`);
  }
}
