/** What the locked coins of an exit become: outputs of their own, and who gets what was on them (bridge §5). */
import type { Sats, TxOutput } from '@rialto/protocols';
import type { AssetMove } from '../effects/moves.ts';

export interface Parted {
  /** Before the message, in order. */
  readonly outputs: readonly TxOutput[];
  /** Units, or the lot, that an output gets, by its place. */
  readonly gets: readonly (AssetMove & { readonly index: number })[];
  /** Sat that the fee coins pay beside the fee and their change. */
  readonly lent: Sats;
  /** @param count of all outputs @throws Refusal as `runestoneOutput` */
  readonly messageOf: (count: number) => TxOutput;
}
