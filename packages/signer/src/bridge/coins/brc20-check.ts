/**
 * What an OPI that the operator runs says of BRC-20 (decision 0049): of what a script has, and of each lot that counts. No node can tell, and
 * whoever owns the database of the index could name a lot that never was one, or had gone elsewhere before.
 */
import { openOpi } from '@rialto/ground';
import type { Opi, Tip } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { bytesToHex, foldTick, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../../config.ts';
import { balanceDiffers, lotDiffers } from './brc20-differs.ts';
import type { Brc20Word } from './brc20-differs.ts';
import { MOST_MS, UNNAMED, isWordNeeded, openAgreed, requireAt, requireSame } from './other-index.ts';
import type { OtherIndex } from './other-index.ts';

type Of = Pick<BridgeAsset, 'origin'>;

/**
 * Nothing is asked again that was said alike at this very block, nor anything where the setting is missing; on livenet that is
 * bridge-units-unchecked.
 */
export interface Brc20Check {
  /** What a script has is the same there after this very block. @throws Refusal bridge-units-differ, bridge-units-unchecked */
  requireBalance(
    asset: Of,
    tip: Tip,
    script: Uint8Array,
    said: { readonly available: bigint; readonly transferable: bigint },
  ): Promise<void>;
  /** Each of them is what we say. @throws Refusal bridge-units-differ, bridge-units-unchecked */
  requireLots(asset: Of, tip: Tip, lots: readonly Brc20Word[]): Promise<void>;
}

type Settings = Pick<SignerConfig, 'NETWORK' | 'PRETEND' | 'BRIDGE_BRC20_CHECK'>;

/** Something that is said, by a text of its own. */
interface Said {
  readonly text: string;
  readonly difference: (opi: Opi, signal: AbortSignal) => Promise<string | undefined>;
}

const AT_ONCE = 8;

const indexOf = (opi: Opi): OtherIndex => ({
  name: 'OPI',
  // It tells no hash.
  isAt: async ({ height }, signal) => (await opi.height(signal)) === height,
});

/** Where it stands; of coins it says nothing. @param maxMs of one question */
export const askBrc20 = (address: string, maxMs: number): OtherIndex => indexOf(openOpi(address, maxMs));

export function openBrc20Check(config: Settings): Brc20Check {
  const { BRIDGE_BRC20_CHECK: address } = config;
  const opi = address === undefined ? undefined : openOpi(address, MOST_MS);
  const agreed = openAgreed();
  const requireAll = async (tip: Tip, all: readonly Said[]): Promise<void> => {
    if (opi === undefined) {
      if (isWordNeeded(config)) throw new Refusal('bridge-units-unchecked', UNNAMED.BRC20);
      return;
    }
    const index = indexOf(opi);
    await agreed.inParts(all, { tip, textOf: ({ text }) => text }, (part) =>
      requireSame(index, tip, async (signal) => {
        // What it has read of a block shows before its height does: asked first too, the block is there to its end.
        await requireAt(index, tip, signal);
        return differenceIn(opi, part, signal);
      }),
    );
  };
  return {
    requireBalance: (asset, tip, script, said) => {
      const of = { tick: tickOf(asset), script: bytesToHex(script), ...said };
      const text = ['balance', of.tick, of.script, said.available, said.transferable].join(' ');
      return requireAll(tip, [{ text, difference: (from, signal) => balanceDiffers(from, tip, of, signal) }]);
    },
    requireLots: (asset, tip, lots) => {
      const tick = tickOf(asset);
      const said = lots.map((lot): Said => {
        const text = ['lot', tick, lot.inscription, lot.amount, lot.owner, lot.to ?? ''].join(' ');
        return { text, difference: (from, signal) => lotDiffers(from, { tick, ...lot }, signal) };
      });
      return requireAll(tip, said);
    },
  };
}

function tickOf({ origin }: Of): string {
  invariant(origin.network === 'BRC20', 'only BRC-20 has balances');
  return foldTick(origin.tick);
}

async function differenceIn(
  opi: Opi,
  all: readonly Said[],
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const part = all.slice(from, from + AT_ONCE);
    const said = await Promise.all(part.map(({ difference }) => difference(opi, signal)));
    const found = said.find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
