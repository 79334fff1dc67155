/** What the journal keeps of a check or of a swap that is about to be signed. */
import type { MvcTransaction } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import { foundIn } from './coins.ts';
import type { FoundCoin } from './coins.ts';
import type { BuiltSwap } from './judge.ts';
import type { MvcSignedLine } from './lines.ts';

type Common = Omit<MvcSignedLine, 'kind' | 'check' | 'half' | 'signed'>;

export function lineOf(built: BuiltSwap, of: 'check' | 'swap', now: number): Common {
  const { act, pool } = built;
  const [tx, { change, gives }]: [MvcTransaction, BuiltSwap['ofSwap']] =
    of === 'check' ? [built.check, built.ofCheck] : [built.swap, built.ofSwap];
  const spends = of === 'check' ? [built.read.checkCoin] : spentBySwap(built);
  return {
    at: new Date(now).toISOString(),
    core: tx.core,
    pool: pool.number,
    act,
    spends: spends.map(({ name, coin }) => ({ coin: name, point: coin.outpoint })),
    outputs: tx.outputs.length,
    gives: [...gives],
    d1: change.d1.toString(),
    d2: change.d2.toString(),
  };
}

/** The coins of a swap, those that its check makes among them. */
export function spentBySwap({ read, check, swap }: Pick<BuiltSwap, 'read' | 'check' | 'swap'>): FoundCoin[] {
  const points = new Set(swap.inputs.map(({ txid, vout }) => outpoint(txid, vout)));
  const ofCheck = check.outputs
    .map((_, vout) => foundIn(check, vout))
    .filter(({ coin }) => points.has(coin.outpoint));
  return [...read.poolCoins, ...read.userCoins, ...ofCheck];
}
