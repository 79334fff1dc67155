/** Lots of BRC-20 on a script that signs for itself, as a pot of rewards has: tokens are minted to it, and transfers of them inscribed onto it. */
import type { PrivateChain } from '../chain/private-chain.ts';
import { inscribeAll } from './inscriber.ts';
import type { Inscriber } from './inscriber.ts';

interface LotsOn {
  /** Pays for the inscribing. */
  readonly who: Inscriber;
  /** Of a token that everybody may mint. */
  readonly tick: string;
  readonly to: Uint8Array;
  /** Of each lot, in whole tokens. */
  readonly amounts: readonly string[];
}

export async function inscribeLotsOnto(
  chain: PrivateChain,
  { who, tick, to, amounts }: LotsOn,
): Promise<void> {
  const all = amounts.reduce((sum, text) => sum + Math.ceil(Number.parseFloat(text)), 0);
  await inscribeAll(chain, [{ op: 'mint', who, tick, amount: all.toString(), to }]);
  await inscribeAll(
    chain,
    amounts.map((amount) => ({ op: 'transfer', who, tick, amount, to }) as const),
  );
}
