/**
 * What the signer finds wrong with an asset whenever it looks, whether anybody is paid or not: its books do not add up, or another index sees
 * other units. The server asks for it and takes nothing new of the asset (bridge §5, §8). It lasts for as long as it is found.
 */
import type { SignerAnswer } from '@rialto/contract';
import type { RefusalCode } from '@rialto/refusals';

type Finding = SignerAnswer<'bridgeAssets'>['assets'][number]['finds'];

/** For some seconds after each block another index is behind. */
const UNCHECKED_MS = 60_000;

export interface Findings {
  /** By the last looks at it. */
  of(asset: string): Finding;
  /** Nothing was wrong by this very state of things. */
  isFine(asset: string, state: string): boolean;
  fine(asset: string, state: string): void;
  /** @param code what a look ended with; undefined of one that found nothing wrong */
  looked(asset: string, code: RefusalCode | undefined): void;
}

export function openFindings(now: () => number): Findings {
  const found = new Map<string, { readonly code: RefusalCode; readonly since: number }>();
  const good = new Map<string, string>();
  return {
    isFine: (asset, state) => good.get(asset) === state,
    fine: (asset, state) => void good.set(asset, state),
    of: (asset) => {
      const one = found.get(asset);
      if (one?.code === 'bridge-break') return 'break';
      if (one?.code === 'bridge-units-differ') return 'units';
      return one !== undefined && now() - one.since >= UNCHECKED_MS ? 'units' : 'nothing';
    },
    looked: (asset, code) => {
      if (code === undefined) found.delete(asset);
      else if (FINDS.includes(code) && found.get(asset)?.code !== code)
        found.set(asset, { code, since: now() });
    },
  };
}

/** Anything else a look ends with says nothing of the asset. */
const FINDS: readonly RefusalCode[] = ['bridge-break', 'bridge-units-differ', 'bridge-units-unchecked'];
