/** The tokens of the bridge's stories: a rune, MRC-20 and BRC-20, each bridged, and what people get of them on Bitcoin. */
import {
  brc20Ticked,
  coinsOf,
  inscribeAll,
  mineJobs,
  mrc20Ticked,
  runeNamed,
  transferJob,
} from '@rialto/devnet';
import { brc20Asset, mrc20Asset, openBridge, runeAsset } from '@rialto/devnet/mvc';
import type { OpenedAsset } from '@rialto/devnet/mvc';
import type { AssetId } from '@rialto/protocols';
import { fullest, unitsOf } from '../../../src/market/facts.ts';
import type { Trader, World } from '../../../src/index.ts';

const RUNE = 'BRIDGED•BY•STORIES';
const MRC20 = 'BRIDGED20';
export const BRC20 = 'brdg';
const COIN = 1_000_000n;

type Ground = Parameters<typeof openBridge>[0];
type Depths = Parameters<typeof runeAsset>[1];

export interface BridgedTokens {
  readonly rune: OpenedAsset;
  readonly mrc20: OpenedAsset;
  readonly brc20: OpenedAsset;
}

/** What somebody has of them, in whole ones. */
export interface TokenWish {
  readonly runes?: string | undefined;
  /** Each amount on a coin of its own. */
  readonly mrc20?: readonly string[] | undefined;
  /** What is beside its transfer inscriptions, and each of these. */
  readonly brc20?: { readonly available: string; readonly lots: readonly string[] } | undefined;
}

const issuerOf = (world: World): Trader => world.trader('issuer of the rune', 'p2wpkh');

/** All of them are locked by one signer alone. */
export async function openTokens(world: World, ground: Ground, depths: Depths): Promise<BridgedTokens> {
  const { origin } = world;
  const issuer = issuerOf(world);
  await world.fund(issuer, [COIN, COIN]);
  await world.tokenIn('runes', RUNE, [{ who: issuer, amount: '500' }]);
  const rune = await runeNamed(origin, RUNE);
  if (rune === undefined) throw new Error('the rune is etched');
  const told = { rune: rune.assetId.slice('rune:'.length), symbol: RUNE, decimals: rune.divisibility };
  await world.fund(issuer, [COIN, COIN]);
  await world.tokenIn('mrc20', MRC20, [{ who: issuer, amount: '5000' }]);
  const token = await mrc20Ticked(origin, MRC20);
  if (token === undefined) throw new Error('MRC-20 is deployed');
  const named = { mrc20: token.mrc20Id, symbol: MRC20, decimals: Number(token.decimals) };
  await inscribeAll(world.chain, [
    { op: 'deploy', who: issuer, tick: BRC20, max: '21000000', limit: '1000000' },
  ]);
  await world.exchange.ready();
  const ticked = await brc20Ticked(origin, BRC20);
  if (ticked === undefined) throw new Error('BRC-20 is deployed');
  const brc20 = { brc20: ticked.assetId.slice('brc20:'.length), tick: BRC20 };
  return {
    rune: await openBridge(ground, runeAsset({ ...told, trim: 1 }, depths)),
    mrc20: await openBridge(ground, mrc20Asset(named, depths)),
    brc20: await openBridge(ground, brc20Asset(brc20, depths)),
  };
}

export async function giveTokens(
  world: World,
  to: Trader,
  { runes, mrc20, brc20 }: TokenWish,
): Promise<void> {
  if (runes !== undefined) await sendRunes(world, to, runes);
  if (mrc20 !== undefined) await sendMrc20(world, to, mrc20);
  if (brc20 === undefined) return;
  const of = { who: to, tick: BRC20 };
  const inLots = brc20.lots.reduce((sum, lot) => sum + Number(lot), 0);
  await inscribeAll(world.chain, [
    { ...of, op: 'mint', amount: (inLots + Number(brc20.available)).toString() },
    ...brc20.lots.map((amount) => ({ ...of, op: 'transfer' as const, amount })),
  ]);
}

/** From whoever etched it. */
async function sendRunes(world: World, { script }: Trader, amount: string): Promise<void> {
  const { origin, chain } = world;
  const issuer = issuerOf(world);
  const rune = await runeNamed(origin, RUNE);
  if (rune === undefined) throw new Error('the rune is etched');
  const asset = rune.assetId as AssetId;
  const whole = fullest(await coinsOf(origin, issuer), asset);
  const sends = [{ asset, amount: unitsOf(amount, rune.divisibility), script }];
  await mineJobs(chain, [transferJob(issuer, [whole], sends)]);
  await world.exchange.ready();
}

async function sendMrc20(world: World, { script }: Trader, amounts: readonly string[]): Promise<void> {
  const { origin, chain } = world;
  const issuer = issuerOf(world);
  await world.fund(issuer, [COIN]);
  const token = await mrc20Ticked(origin, MRC20);
  if (token === undefined) throw new Error('MRC-20 is deployed');
  const asset = token.assetId as AssetId;
  const sends = amounts.map((one) => ({ asset, amount: unitsOf(one, Number(token.decimals)), script }));
  await mineJobs(chain, [transferJob(issuer, [fullest(await coinsOf(origin, issuer), asset)], sends)]);
  await world.exchange.ready();
}
