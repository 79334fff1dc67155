/** The demo's bridge: sats, a rune and MRC-20, with orders behind them both ways, one of them paid twice and given back. What is there already stays as it is. */
import type { BridgeAssetView } from '@rialto/contract';
import { ApiRefusal, callApi } from '../market/api.ts';
import { mrc20Ticked, runeNamed, termsOf } from '../market/facts.ts';
import { mintMrc20 } from '../market/mrc20-mints.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { mineJobs } from '../market/workshop.ts';
import { personOf } from '../mvc/person.ts';
import { coinsFor } from '../mvc-market/issuer.ts';
import { sats } from '@rialto/protocols';
import { btcAsset, mrc20Asset, runeAsset } from './asset-files.ts';
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
const MRC20 = { tick: 'FERN', mints: 6 };
const COINS = 8;
const COIN = 1_000_000n;
const SPACE = sats(20_000_000n);
const MINTS = 2;

/** Who bridges an asset: one for each, so that none waits for another's coins. */
export const bridgeSeeder = ({ origin, chain, mvc, secret }: BridgeSeed, asset: string): BridgeUser =>
  openBridgeUser({ origin, chain, mvc }, seedKey(secret, `bridge user of ${asset}`));

export async function seedBridge(seed: BridgeSeed): Promise<void> {
  const { origin, progress } = seed;
  const there = new Set((await bridged(origin)).map(({ asset }) => asset));
  const rune = await runeNamed(origin, RUNE.name);
  const words: BridgeAssetWords[] = [btcAsset()];
  if (rune !== undefined) {
    const { assetId, spacedRune: symbol, divisibility: decimals } = rune;
    words.push(runeAsset({ rune: assetId.slice('rune:'.length), symbol, decimals, trim: RUNE.trim }));
  }
  const token = await mrc20Ticked(origin, MRC20.tick);
  if (token !== undefined) {
    const { mrc20Id: mrc20, tick: symbol, decimals } = token;
    words.push(mrc20Asset({ mrc20, symbol, decimals: Number(decimals) }));
  }
  const missing = words.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return;
  const operator = personOf(seedKey(seed.secret, 'mvc operator'));
  for (const asset of missing) {
    progress(`the bridge of ${asset.symbol}`);
    // Bitcoin alone by several: each way of locking has its example.
    const { others = [], ...alone } = seed;
    await openBridge(asset.id === 'btc' ? { ...alone, others, operator } : { ...alone, operator }, asset);
  }
  progress('orders of the bridge');
  const users = missing.map(({ id }) => ({ id, user: bridgeSeeder(seed, id) }));
  for (const { id, user } of users) await equip(seed, user, id);
  for (const { id, user } of users) await orders(seed, user, id);
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
async function equip(seed: BridgeSeed, { btc, mvc: person }: BridgeUser, id: string): Promise<void> {
  const { chain, mvc, origin, secret, ready } = seed;
  await chain.fundMany(Array.from({ length: COINS }, () => ({ address: btc.address, sats: COIN })));
  const rune = await runeNamed(origin, RUNE.name);
  if (rune !== undefined && id === 'rune') {
    const mints = Array.from({ length: MINTS }, () => runeMintJob(btc, rune, btc.script));
    await mineJobs(chain, mints);
  }
  const token = await mrc20Ticked(origin, MRC20.tick);
  if (token !== undefined && id === 'mrc20') {
    const request = { who: btc, token: await termsOf(chain, token), destination: btc.script };
    await mintMrc20(
      seed,
      Array.from({ length: MRC20.mints }, () => request),
    );
  }
  coinsFor(mvc, personOf(seedKey(secret, 'mvc operator')), [{ value: SPACE, script: person.script }]);
  await chain.mine(1);
  await ready();
}

/** Of each asset, in origin units: what is minted first, a part of it that comes back, and what is paid twice. */
const AMOUNTS: Readonly<Record<string, readonly [bigint, bigint, bigint]>> = {
  btc: [600_000n, 150_000n, 40_000n],
  rune: [90_000n, 30_000n, 15_000n],
  // Whole coins as they were minted.
  mrc20: [300_000_000_000n, 150_000_000_000n, 100_000_000_000n],
};

async function orders(seed: BridgeSeed, user: BridgeUser, id: string): Promise<void> {
  const [mints, redeems, twice] = AMOUNTS[id] ?? [];
  if (mints === undefined || redeems === undefined || twice === undefined) return;
  await mineUntil(seed, user, await user.mint(id, mints), isDone);
  const redeemed = await user.redeem(id, redeems);
  const paid = await user.mint(id, twice);
  await mineUntil(seed, user, redeemed, isDone);
  await mineUntil(seed, user, paid, isDone);
  await user.pay(id, 'mint', twice, paid);
  await refundSecond(seed, user, paid);
}

/** The second payment of an order goes back. */
async function refundSecond(seed: BridgeSeed, user: BridgeUser, orderId: string): Promise<void> {
  const second = await mineUntil(seed, user, orderId, ({ deposits }) => deposits[1]?.state === 'refused');
  const deposit = second.deposits[1]?.deposit;
  if (deposit === undefined) throw new Error('invariant: it was paid twice');
  await callApi(seed.origin, 'bridgeRefund', { body: { deposit } });
  await mineUntil(seed, user, orderId, ({ deposits }) => deposits[1]?.state === 'refunded');
}

const WAITING = 300_000n;

/** Not of the past that is kept: one that waits for its blocks. */
export async function seedWaiting(seed: BridgeSeed): Promise<void> {
  const { origin } = seed;
  const user = bridgeSeeder(seed, 'btc');
  if (!(await bridged(origin)).some(({ asset, paused }) => asset === 'btc' && paused === null)) return;
  const query = { type: 'btcToMvc', address: user.btc.address } as const;
  const { list } = await callApi(origin, 'bridgeHistory', { query });
  if (list.some(({ amount }) => amount === WAITING.toString())) return;
  await user.mint('btc', WAITING).catch(() => seed.progress('no order of the bridge is on its way'));
}
