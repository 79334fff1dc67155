/** Another index than our own, as it is asked about units of a token on coins (bridge §6). */
import type { Tip } from '@rialto/ground';
import type { CoinAsset, Outpoint } from '@rialto/protocols';

export type Seen = readonly [Outpoint, readonly CoinAsset[]];

/** Another index. */
export interface OtherIndex {
  /** What it is called in a log. */
  readonly name: string;
  /** Has it read exactly the chain up to this tip? @throws NoAnswer */
  isAt(tip: Tip, signal: AbortSignal): Promise<boolean>;
  /** In words what it has otherwise; undefined where it says the same of all. @throws NoAnswer */
  difference(on: readonly Seen[], signal: AbortSignal): Promise<string | undefined>;
}
