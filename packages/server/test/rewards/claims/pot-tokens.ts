/** Pots with lots of BRC-20 and MRC-20 in them, and what people hold of both. */
import {
  callApi,
  coinsOf,
  inscribeAll,
  inscribeLotsOnto,
  mineJobs,
  mrc20Ticked,
  transferJob,
} from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { amount, lotOf } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { net } from '../../pools/pooler.ts';
import type { PoolWorld } from '../../pools/pooler.ts';

const TICK = 'marl';
export const ONE = 10n ** 18n;
/** Of MRC-20. */
const MRC = 'MARLIN';
export const MRC_ONE = 10n ** 8n;

/** A token that everybody may mint. */
export async function deployBrc20({ world, first: who }: PoolWorld): Promise<AssetId> {
  const deploy = { op: 'deploy', who, tick: TICK, max: '21000000', limit: '1000000' } as const;
  const [id] = await inscribeAll(world.chain, [deploy]);
  await world.mine();
  return `brc20:${id ?? ''}` as AssetId;
}

/** As an operator does it: tokens come to the pot's address, and transfers are inscribed onto it. */
export async function fillWithLots(
  { world, first: who }: PoolWorld,
  address: string,
  amounts: readonly string[],
): Promise<void> {
  const to = addressToScript(address, 'regtest');
  await inscribeLotsOnto(world.chain, { who, tick: TICK, to, amounts });
  // A lot pays from its third block on.
  await world.mine(3);
}

/** What somebody holds of the BRC-20 token, in whole and in smallest units. */
export async function brc20Of({ world }: PoolWorld, { address }: Trader): Promise<bigint> {
  const params = { book: 'brc20', address, tick: TICK } as const;
  const { availableBalance } = await callApi(world.origin, 'tokenBalance', { params, query: { net } });
  const [whole = '0', rest = ''] = availableBalance.split('.');
  return BigInt(whole) * ONE + BigInt(rest.padEnd(18, '0'));
}

/** Of MRC-20: a deploy whose first holder has a million. */
export async function deployMrc20({ world, first }: PoolWorld): Promise<AssetId> {
  await world.tokenIn('mrc20', MRC, [{ who: first, amount: '1' }]);
  const token = await mrc20Ticked(world.origin, MRC);
  if (token === undefined) throw new Error('the index knows it');
  return token.assetId as AssetId;
}

/** Tokens of the first holder's on coins of the pot. */
export async function fillWithMrc20(
  { world, first }: PoolWorld,
  address: string,
  { asset, units }: { readonly asset: AssetId; readonly units: readonly bigint[] },
): Promise<void> {
  const coins = (await coinsOf(world.origin, first)).filter((coin) => {
    const lot = lotOf(coin);
    return lot?.asset === asset && lot.amount > units.reduce((sum, one) => sum + one, 0n);
  });
  const script = addressToScript(address, 'regtest');
  const sends = units.map((one) => ({ asset, amount: amount(one), script }));
  await mineJobs(world.chain, [transferJob(first, coins.slice(0, 1), sends)]);
  await world.mine(3);
}

export async function mrc20Of({ world }: PoolWorld, who: Trader, asset: AssetId): Promise<bigint> {
  const held = (await coinsOf(world.origin, who)).map((coin) => lotOf(coin));
  return held.reduce((sum, lot) => sum + (lot?.asset === asset ? lot.amount : 0n), 0n);
}
