/** What the bridge signs with. */
import type { Turns } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import type { LineFile } from '../journal/line-file.ts';
import type { AnyLine } from './books/lines.ts';
import type { MvcPlaces } from './books/mvc-places.ts';
import type { PlacesAt } from './books/places.ts';
import type { BridgeRecall } from './books/recall.ts';
import type { Findings } from './findings.ts';
import type { BridgeKeys } from './keys.ts';
import type { HeldCoins } from './coins/held.ts';
import type { BridgeSource, BridgeTips } from './source.ts';
import type { StopFiles } from './stops/stop-files.ts';
import type { TrustedAssets } from './trusted.ts';

export interface BridgeParts {
  readonly network: Network;
  readonly source: BridgeSource;
  readonly trusted: TrustedAssets;
  readonly journal: LineFile<AnyLine> & { readonly recall: BridgeRecall };
  readonly stops: StopFiles;
  readonly turns: Turns;
  /** Most that one transaction on MVC may pay its miners, in sat. */
  readonly mostMvcFee: bigint;
  /** Most that all of an hour pay to miners of each chain, in sat. */
  readonly mostHourFees: Readonly<Record<'btc' | 'mvc', bigint>>;
  /** @throws when the key is gone, or may not be made */
  keys(asset: string): BridgeKeys;
  /**
   * Both chains are where their indexes are, their last blocks are young, and MVC has undone nothing of note.
   * @param may `be-old` where nothing is paid
   * @throws Refusal syncing, mvc-standing-still, bridge-paused
   */
  requireTips(may?: 'be-old'): Promise<BridgeTips>;
  /** Where the exits of an asset are. */
  places(asset: string, tips: BridgeTips): Promise<PlacesAt>;
  readonly mvcPlaces: MvcPlaces;
  /** What lies on the scripts of an asset. */
  readonly held: HeldCoins;
  readonly findings: Findings;
  /** Looks at MVC for blocks that were undone, and stops exits where it has to. */
  watch(): Promise<void>;
  /** Of everything: the operator said so, or the journal is in doubt. */
  stopped(): boolean;
  now(): number;
}
