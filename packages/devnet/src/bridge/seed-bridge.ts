/** The demo's bridge: sats, a rune, MRC-20 and BRC-20, with orders behind them both ways, one of them paid twice and given back. What is there already stays as it is. */
import type { BridgeAssetView } from '@rialto/contract';
import { ApiRefusal, callApi } from '../market/api.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { personOf } from '../mvc/person.ts';
import { coinsFor } from '../mvc-market/issuer.ts';
import { sats } from '@rialto/protocols';
import { openBridgeUser } from './bridge-user.ts';
import type { BridgeUser } from './bridge-user.ts';
import { openBridge } from './open-bridge.ts';
import type { BridgeGround } from './open-bridge.ts';
import { isDone, openWaiting } from './mine-until.ts';
import type { Waiting } from './mine-until.ts';
import { SEED_ASSETS } from './seed-assets.ts';
import type { SeedAsset } from './seed-assets.ts';

export interface BridgeSeed extends Omit<BridgeGround, 'operator'> {
  readonly origin: string;
  readonly secret: string;
  progress(line: string): void;
}

const COINS = 8;
const COIN = 1_000_000n;
const SPACE = sats(20_000_000n);

/** Who bridges an asset: one for each, so that none waits for another's coins. */
export const bridgeSeeder = ({ origin, chain, mvc, secret }: BridgeSeed, asset: string): BridgeUser =>
  openBridgeUser({ origin, chain, mvc }, seedKey(secret, `bridge user of ${asset}`));

export async function seedBridge(seed: BridgeSeed): Promise<void> {
  const { origin, progress } = seed;
  const there = new Set((await bridged(origin)).map(({ asset }) => asset));
  const operator = personOf(seedKey(seed.secret, 'mvc operator'));
  const opened: SeedAsset[] = [];
  for (const asset of SEED_ASSETS.filter(({ id }) => !there.has(id))) {
    const words = await asset.words(origin);
    if (words === undefined) continue;
    progress(`the bridge of ${words.symbol}`);
    // Bitcoin alone by several: each way of locking has its example.
    const { others = [], ...alone } = seed;
    await openBridge(asset.id === 'btc' ? { ...alone, others, operator } : { ...alone, operator }, words);
    opened.push(asset);
  }
  if (opened.length === 0) return;
  progress('orders of the bridge');
  const users = opened.map((asset) => ({ asset, user: bridgeSeeder(seed, asset.id) }));
  for (const { asset, user } of users) await equip(seed, user, asset);
  const waiting = openWaiting(seed);
  await Promise.all(
    users.map(async ({ asset, user }) =>
      refundSecond(seed, user, { paid: await orders(user, asset, waiting), waiting }),
    ),
  );
}

/** Nothing where the bridge is closed: that is what an exchange says that bridges nothing. */
async function bridged(origin: string): Promise<readonly BridgeAssetView[]> {
  try {
    return (await callApi(origin, 'bridgeAssets')).assetList;
  } catch (error) {
    if (error instanceof ApiRefusal && error.refusal === 'bridge-closed') return [];
    throw error;
  }
}

/** Coins of both chains, and of the token. */
async function equip(seed: BridgeSeed, { btc, mvc: person }: BridgeUser, asset: SeedAsset): Promise<void> {
  const { chain, mvc, secret } = seed;
  await chain.fundMany(Array.from({ length: COINS }, () => ({ address: btc.address, sats: COIN })));
  await asset.give(seed, btc);
  coinsFor(mvc, personOf(seedKey(secret, 'mvc operator')), [{ value: SPACE, script: person.script }]);
  await chain.mine(1);
  await seed.ready();
}

/** @returns the order that is paid twice */
async function orders(
  user: BridgeUser,
  { id, amounts }: SeedAsset,
  { between, until }: Waiting,
): Promise<string> {
  const { mints, redeems, twice } = amounts;
  await until(user, await between(() => user.mint(id, mints)), isDone);
  const redeemed = await between(() => user.redeem(id, redeems));
  const paid = await between(() => user.mint(id, twice));
  await until(user, redeemed, isDone);
  await until(user, paid, isDone);
  await between(() => user.pay(id, 'mint', twice, paid));
  return paid;
}

interface Twice {
  readonly paid: string;
  readonly waiting: Waiting;
}

/** The second payment of an order goes back. */
async function refundSecond(
  { origin }: BridgeSeed,
  user: BridgeUser,
  { paid, waiting: { between, until } }: Twice,
): Promise<void> {
  const second = await until(user, paid, ({ deposits }) => deposits[1]?.state === 'refused');
  const deposit = second.deposits[1]?.deposit;
  if (deposit === undefined) throw new Error('invariant: it was paid twice');
  await between(() => callApi(origin, 'bridgeRefund', { body: { deposit } }));
  await until(user, paid, ({ deposits }) => deposits[1]?.state === 'refunded');
}

const WAITING = 300_000n;
/** Of an order that is paid the half. */
const WRONG = 60_000n;

/** Not of the past that is kept: one that waits for its blocks, and one whose payment has the wrong amount and can go back. */
export async function seedWaiting(seed: BridgeSeed): Promise<void> {
  const { origin } = seed;
  const user = bridgeSeeder(seed, 'btc');
  if (!(await bridged(origin)).some(({ asset, paused }) => asset === 'btc' && paused === null)) return;
  const query = { type: 'btcToMvc', address: user.btc.address } as const;
  const { list } = await callApi(origin, 'bridgeHistory', { query });
  if (list.some(({ amount }) => amount === WAITING.toString())) return;
  const orders = async (): Promise<void> => {
    await user.mint('btc', WAITING);
    const wrong = await user.order(await user.terms('btc', 'mint', WRONG));
    await user.pay('btc', 'mint', WRONG / 2n, wrong);
  };
  await orders().catch(() => seed.progress('no order of the bridge is on its way'));
}
