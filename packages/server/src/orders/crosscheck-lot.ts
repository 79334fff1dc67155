/** What this room asks of other indexers before a lot is offered or a token traded. Who answers is joined in by `main`. */
import type { Tip } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Coin, Lot } from '@rialto/protocols';

interface OfToken {
  readonly asset: string;
  readonly tick: string;
  readonly outpoint: string;
  /** In smallest units. */
  readonly amount: bigint;
  /** The lot carries nothing else. */
  readonly alone: true;
}

/** What our own index says of a lot. */
export type AssertedLot =
  | (OfToken & { readonly about: 'lot'; readonly inscription: string; readonly script: string })
  | (OfToken & { readonly about: 'coin'; readonly protocol: 'rune' | 'mrc20'; readonly decimals: number });

export interface LotCrossCheck {
  /** One deadline for all that one caller asks. */
  deadline(): AbortSignal;
  /** @throws Refusal('token-halted', 'indexers-differ', 'indexer-no-answer') */
  lot(assertion: AssertedLot, at: Tip, deadline: AbortSignal): Promise<void>;
  /**
   * @param things lots, as `offeredThing` names them
   * @throws Refusal('token-halted', 'indexers-differ')
   */
  trading(asset: string, things?: readonly string[]): Promise<void>;
}

/** What other indexers are asked about: the transfer, or the coin as a whole. */
export function assertionOf({ outpoint, script, assets }: Coin, lot: Lot): AssertedLot {
  const { asset, tick, amount, decimals } = lot;
  const assertion = { asset, tick, amount, outpoint, alone: true } as const;
  if (lot.kind !== 'brc20') return { about: 'coin', protocol: lot.kind, decimals, ...assertion };
  return { about: 'lot', inscription: inscriptionOn(assets), script: bytesToHex(script), ...assertion };
}

/** The inscription that is a lot; empty for all others. */
export function inscriptionOn(assets: Coin['assets']): string {
  const [only] = assets;
  return only?.kind === 'inscription' ? only.id : '';
}
