/** What a form asks of a pool, with all that belongs to it: who, on which pool, at which rate, with which lots. */
import type { PoolAsked, PoolIntent, SeenPrice } from '../../flows/pools/pool-intent.ts';
import type { OwnLot } from './lots/own-lots.ts';
import type { PoolPage } from './pool-page.ts';
import type { PoolToken } from './pool-token.ts';

/** Undefined while nobody is connected or the rate is not known. */
export function intentOf(
  { account: { user }, net, rules, pool, feeRate }: PoolPage,
  { id, assetId, name, divisibility }: PoolToken,
  asked: PoolAsked,
  { lots = [], seen }: { lots?: readonly OwnLot[] | undefined; seen?: SeenPrice } = {},
): PoolIntent | undefined {
  if (user === undefined || feeRate === undefined) return undefined;
  return {
    ...{ network: net, address: user.address, publicKey: user.publicKey, feeRateSatVb: feeRate },
    ...{ kind: rules.kind, token: id, asset: assetId, name, divisibility },
    keys: pool?.token2ServicePubkey ?? '',
    lots: lots.map(({ outpoint }) => outpoint),
    ...(seen === undefined ? {} : { seen }),
    ...asked,
  };
}
