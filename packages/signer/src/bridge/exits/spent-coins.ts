/** What an exit spends: for a refund its deposit, for a payout what is settled. */
import { tierOf } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { SpentCoin } from '../books/lines.ts';
import { isSettled } from '../coins/held.ts';
import type { BridgeParts } from '../parts.ts';
import type { OpenExit } from './open-exit.ts';

/**
 * What it spends: for a refund the deposit itself and nothing else, for a payout coins that are settled.
 * @param names of coins on the scripts of the asset
 * @throws Refusal coin-spent (not there), bridge-deposit-waits (a deposit that is not settled), bad-request
 */
export function spentCoins(
  parts: BridgeParts,
  { asset, chain, deposit, places, locked, tokens }: OpenExit,
  { names, kind }: { readonly names: readonly string[]; readonly kind: 'payout' | 'refund' },
): SpentCoin[] {
  if (new Set(names).size < names.length) throw new Refusal('duplicate-input');
  if (kind === 'refund' && (names.length !== 1 || names[0] !== deposit.coin))
    throw new Refusal('bad-request', 'a refund spends its deposit');
  const held = new Map((chain === 'btc' ? locked : tokens).map((one) => [one.name, one]));
  const needed = (amount: bigint): number => tierOf(asset, amount)[chain === 'btc' ? 'mvc' : 'btc'];
  return names.map((name): SpentCoin => {
    const coin = held.get(name);
    if (coin === undefined || coin.units === 0n) throw new Refusal('coin-spent', name);
    const { recall } = parts.journal;
    if (kind === 'payout' && !isSettled(coin, { recall, places, needed }))
      throw new Refusal('bridge-deposit-waits', `${name} is somebody’s`);
    return { coin: name, point: coin.point, units: coin.units.toString(), is: coin.is };
  });
}
