/** Nobody buys what cannot be redeemed: a token that wraps an asset whose bridge is stopped is only sold (bridge §8). */
import type { MvcPoolFacts } from '@rialto/ground';
import { sameToken } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { MvcContext } from '../context.ts';

/** @throws Refusal bridge-paused, bridge-break */
export async function requireBuyable(
  { store }: Pick<MvcContext, 'store'>,
  { token }: Pick<MvcPoolFacts, 'token'>,
): Promise<void> {
  const wraps = (await allAssets(store.db)).find(({ asset }) => sameToken(asset.token, token));
  // A signer that is away for a moment stops nobody's redeem: it waits.
  if (wraps === undefined || wraps.paused === null || wraps.paused === 'signer') return;
  throw new Refusal(wraps.paused === 'break' ? 'bridge-break' : 'bridge-paused', wraps.asset.id);
}
