/** Another index than our own, as it is asked about units of a token (bridge §6). */
import { NoAnswer } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import type { BridgeNetwork } from '@rialto/market';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../../config.ts';

export type Seen = readonly [Outpoint, readonly CoinAsset[]];

/** Another index. */
export interface OtherIndex {
  /** What it is called in a log. */
  readonly name: string;
  /** Has it read exactly the chain up to this tip? @throws NoAnswer */
  isAt(tip: Tip, signal: AbortSignal): Promise<boolean>;
  /** In words what it has otherwise; undefined where it says the same of all. Absent where it says nothing of coins. @throws NoAnswer */
  readonly difference?: (on: readonly Seen[], signal: AbortSignal) => Promise<string | undefined>;
}

/** Of all questions of one part together: whoever asks has a few seconds. */
export const MOST_MS = 3_000;
/** Coins, or lots. */
const PART = 64;

/** Where money is real, no token is bridged that nobody but our index would count. */
export const isWordNeeded = ({ NETWORK, PRETEND }: Pick<SignerConfig, 'NETWORK' | 'PRETEND'>): boolean =>
  NETWORK === 'livenet' && PRETEND === '0';

/** What the operator reads where the setting is missing. */
export const UNNAMED: Readonly<Record<Exclude<BridgeNetwork, 'BTC'>, string>> = {
  RUNES: 'BRIDGE_RUNES_CHECK names no ord',
  MRC20: 'BRIDGE_MRC20_CHECK names no exchange',
  BRC20: 'BRIDGE_BRC20_CHECK names no OPI',
};

/** What was said alike, each under a text of its own, at one block. */
export interface Agreed {
  /** Those that were not, in parts that are asked together; a part is kept when `ask` has ended well. */
  inParts<T>(
    all: readonly T[],
    of: { readonly tip: Tip; readonly textOf: (one: T) => string },
    ask: (part: readonly T[]) => Promise<void>,
  ): Promise<void>;
}

export function openAgreed(): Agreed {
  let agreed = { tip: '', texts: new Set<string>() };
  return {
    inParts: async (all, { tip, textOf }, ask) => {
      if (agreed.tip !== tip.hash) agreed = { tip: tip.hash, texts: new Set() };
      const { texts } = agreed;
      const open = all.filter((one) => !texts.has(textOf(one)));
      for (let from = 0; from < open.length; from += PART) {
        const part = open.slice(from, from + PART);
        await ask(part);
        for (const one of part) texts.add(textOf(one));
      }
    },
  };
}

/** @throws NoAnswer */
export async function requireAt(index: OtherIndex, tip: Tip, signal: AbortSignal): Promise<void> {
  if (!(await index.isAt(tip, signal))) throw new NoAnswer(`is not at block ${tip.height}`);
}

/**
 * @param ask in words what it has otherwise; undefined where it says the same; throws NoAnswer
 * @throws Refusal bridge-units-differ; bridge-units-unchecked where it gives nothing that can be used, or is at another block
 */
export async function requireSame(
  index: OtherIndex,
  tip: Tip,
  ask: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const difference = await ask(signal);
    // Asked last: a block may have come to it while it answered.
    await requireAt(index, tip, signal);
    if (difference !== undefined) throw new Refusal('bridge-units-differ', difference);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Refusal('bridge-units-unchecked', `${index.name} ${error.message}`);
  }
}
