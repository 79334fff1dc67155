/**
 * What the signer finds wrong with an asset whenever it looks, whether anybody is paid or not: its books do not add up, or another index sees
 * other units. The server asks for it and takes nothing new of the asset (bridge §5, §8). It lasts until a look finds nothing wrong.
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

interface Found {
  readonly code: RefusalCode | undefined;
  /** Of the first look in a row that ended so, and of the last. */
  readonly since: number;
  readonly last: number;
}

export function openFindings(now: () => number): Findings {
  const found = new Map<string, Found>();
  const good = new Map<string, string>();
  return {
    of: (asset) => findingOf(found.get(asset)),
    isFine: (asset, state) => good.get(asset) === state,
    fine: (asset, state) => void good.set(asset, state),
    looked: (asset, code) => {
      const before = found.get(asset);
      if (!tells(before, code)) return;
      const last = now();
      found.set(asset, {
        code,
        since: before !== undefined && before.code === code ? before.since : last,
        last,
      });
    },
  };
}

/** Whoever is only not answered knows of what he found before no better. */
const tells = (before: Found | undefined, code: RefusalCode | undefined): boolean =>
  code === undefined || isWrong(code) || (code === 'bridge-units-unchecked' && !isWrong(before?.code));

const isWrong = (code: RefusalCode | undefined): boolean =>
  code === 'bridge-break' || code === 'bridge-units-differ';

function findingOf(found: Found | undefined): Finding {
  if (found === undefined) return 'unknown';
  const { code, since, last } = found;
  if (code === 'bridge-break') return 'break';
  if (code === 'bridge-units-differ') return 'units';
  return code !== undefined && last - since >= UNCHECKED_MS ? 'units' : 'nothing';
}
