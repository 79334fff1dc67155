/** The demo's bridge: sats and a rune, with orders behind them in every state that an order can end in. What is there already stays as it is. */
import { callApi } from '../market/api.ts';
import { runeNamed } from '../market/facts.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { mineJobs } from '../market/workshop.ts';
import { personOf } from '../mvc/person.ts';
import { coinsFor } from '../mvc-market/issuer.ts';
import { sats } from '@rialto/protocols';
import { btcAsset, runeAsset } from './asset-files.ts';
import type { BridgeAssetWords } from './asset-files.ts';
import { openBridgeUser } from './bridge-user.ts';
import type { BridgeUser } from './bridge-user.ts';
import { openBridge } from './open-bridge.ts';
import type { BridgeGround } from './open-bridge.ts';
import { isDone, mineUntil } from './mine-until.ts';

export interface BridgeSeed extends Omit<BridgeGround, 'operator'> {
  readonly origin: string;
  readonly secret: string;
  progress(line: string): void;
}

/** Everybody may mint it, so that whoever wants to try has some; its wrapped token has one decimal fewer. */
const RUNE = { name: 'OPEN•MEADOW•DAISY', trim: 1 };
const COINS = 8;
const COIN = 1_000_000n;
const SPACE = sats(20_000_000n);
const MINTS = 2;

export const bridgeSeeder = ({ origin, chain, mvc, secret }: BridgeSeed): BridgeUser =>
  openBridgeUser({ origin, chain, mvc }, seedKey(secret, 'bridge user'));

export async function seedBridge(seed: BridgeSeed): Promise<void> {
  const { origin, progress } = seed;
  const there = new Set((await callApi(origin, 'bridgeAssets')).assetList.map(({ asset }) => asset));
  const rune = await runeNamed(origin, RUNE.name);
  const words: BridgeAssetWords[] = [btcAsset()];
  if (rune !== undefined) {
    const { assetId, spacedRune: symbol, divisibility: decimals } = rune;
    words.push(runeAsset({ rune: assetId.slice('rune:'.length), symbol, decimals, trim: RUNE.trim }));
  }
  const missing = words.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return;
  const operator = personOf(seedKey(seed.secret, 'mvc operator'));
  for (const asset of missing) {
    progress(`the bridge of ${asset.symbol}`);
    await openBridge({ ...seed, operator }, asset);
  }
  progress('orders of the bridge');
  const user = bridgeSeeder(seed);
  await equip(seed, user);
  await orders(
    seed,
    user,
    missing.map(({ id }) => id),
  );
}

/** Coins of both chains, and of the rune. */
async function equip(seed: BridgeSeed, { btc, mvc: person }: BridgeUser): Promise<void> {
  const { chain, mvc, origin, secret, ready } = seed;
  await chain.fundMany(Array.from({ length: COINS }, () => ({ address: btc.address, sats: COIN })));
  const rune = await runeNamed(origin, RUNE.name);
  if (rune !== undefined) {
    const mints = Array.from({ length: MINTS }, () => runeMintJob(btc, rune, btc.script));
    await mineJobs(chain, mints);
  }
  coinsFor(mvc, personOf(seedKey(secret, 'mvc operator')), [{ value: SPACE, script: person.script }]);
  await chain.mine(1);
  await ready();
}

/** Of each asset, in origin units: what is minted first, a part of it that comes back, and what is paid twice. */
const AMOUNTS: Readonly<Record<string, readonly [bigint, bigint, bigint]>> = {
  btc: [600_000n, 150_000n, 40_000n],
  rune: [90_000n, 30_000n, 15_000n],
};

async function orders(seed: BridgeSeed, user: BridgeUser, assets: readonly string[]): Promise<void> {
  for (const id of assets) {
    const [mints, redeems, twice] = AMOUNTS[id] ?? [];
    if (mints === undefined || redeems === undefined || twice === undefined) continue;
    const minted = await user.mint(id, mints);
    await mineUntil(seed, user, minted, isDone);
    const redeemed = await user.redeem(id, redeems);
    const paid = await user.mint(id, twice);
    await mineUntil(seed, user, redeemed, isDone);
    await mineUntil(seed, user, paid, isDone);
    await user.pay(id, 'mint', twice, paid);
    await refundSecond(seed, user, paid);
  }
}

/** The second payment of an order goes back. */
async function refundSecond(seed: BridgeSeed, user: BridgeUser, orderId: string): Promise<void> {
  const second = await mineUntil(seed, user, orderId, ({ deposits }) => deposits[1]?.state === 'refused');
  const deposit = second.deposits[1]?.deposit;
  if (deposit === undefined) throw new Error('invariant: it was paid twice');
  await callApi(seed.origin, 'bridgeRefund', { body: { deposit } });
  await mineUntil(seed, user, orderId, ({ deposits }) => deposits[1]?.state === 'refunded');
}

/** Not of the past that is kept: one that waits for its blocks, and one that nobody has paid. */
export async function seedWaiting(seed: BridgeSeed): Promise<void> {
  const { origin } = seed;
  const user = bridgeSeeder(seed);
  const { assetList } = await callApi(origin, 'bridgeAssets');
  if (!assetList.some(({ asset, paused }) => asset === 'btc' && paused === null)) return;
  const query = { type: 'btcToMvc', address: user.btc.address } as const;
  const { list } = await callApi(origin, 'bridgeHistory', { query });
  if (list.some(({ state }) => state === 'awaiting-payment')) return;
  await user.order(await user.terms('btc', 'mint', 250_000n));
  await user.mint('btc', 300_000n).catch(() => seed.progress('no order of the bridge is on its way'));
}
