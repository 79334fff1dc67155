/** Pools through the signer's process on a real node: it etches their shares by itself, blocks hold what it signed, and kill -9 forgets nothing. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SIGNER_ANSWERS, SignerReply, poolActToWire } from '@rialto/contract';
import type { KnownPool, SignerAnswer } from '@rialto/contract';
import { openWorld, runeNamed } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { loadCoins, openBitcoind, openLedger, openPool } from '@rialto/ground';
import type { BitcoindChain, Ledger } from '@rialto/ground';
import { firstShares } from '@rialto/market';
import {
  amount,
  bytesToHex,
  hexToBytes,
  invariant,
  knownRuneId,
  outpoint,
  sats,
  splitAsset,
} from '@rialto/protocols';
import type { Coin, RuneId, Txid } from '@rialto/protocols';
import {
  acceptAct,
  buildAct,
  finishAct,
  planInit,
  planRemove,
  planSwapBuy,
  planSwapSell,
  readExit,
  soloPool,
} from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askSocket } from '../asks.ts';

const NAME = 'POOLED•RUNE•OF•TESTS';
const BUILD = '3f0f4c1e-6c61-4b6e-9d3d-0a52ac2b5a11';
const root = resolve(import.meta.dirname, '../../../..');

let world: World;
let chain: BitcoindChain;
let ledger: Ledger;
let reader: ReturnType<typeof openPool>;
let provider: Trader;
let buyer: Trader;
let rune: RuneId;
let shareRune: RuneId;
let pool: KnownPool;

const ask = (request: unknown) => askSocket(world.exchange.signerSocket, request);

async function pools(): Promise<KnownPool[]> {
  const reply = SignerReply.parse(await ask({ op: 'pools' }));
  if (!reply.ok) throw new Error(reply.code);
  return SIGNER_ANSWERS.pools.parse(reply.data).pools;
}

beforeAll(async () => {
  world = await openWorld({ bundles: join(root, 'dist'), signerSettings: { POOL_STOCK: '1' } });
  const { rpcUrl, cookieFile } = world.chain;
  chain = openBitcoind({ url: rpcUrl, cookieFile });
  reader = openPool({ url: world.database.signerUrl, most: 2, onError: () => undefined });
  ledger = openLedger(reader);
  provider = world.trader('provider', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.tokenIn('runes', NAME, [{ who: provider, amount: '500000' }]);
  await world.stockPads();
  for (const one of [provider, buyer]) await world.fund(one, [3_000_000n, 400_000n, 300_000n]);
  for (const one of [provider, buyer]) await one.login();
  await vi.waitFor(
    async () => {
      await world.mine();
      [pool] = (await pools()) as [KnownPool];
      expect(pool.shareCoin).not.toBeNull();
    },
    { timeout: 60_000, interval: 500 },
  );
  await world.mine(6);
  const found = await runeNamed(world.origin, NAME);
  rune = knownRuneId(found?.runeid ?? '');
  const [share] = await coinsAt([pool.shareCoin]);
  const [held] = share?.assets ?? [];
  invariant(held?.kind === 'rune', 'all shares lie on the share coin');
  shareRune = knownRuneId(splitAsset(held.asset)?.id ?? '');
}, 180_000);

afterAll(async () => {
  chain.close();
  await reader.end();
  await world.stop();
});

async function coinsAt(points: readonly (string | null)[]): Promise<Coin[]> {
  const { coins } = await loadCoins({ chain, ledger }, points as Coin['outpoint'][]);
  return [...coins.values()];
}

async function moneyOf({ script }: Trader): Promise<Coin[]> {
  const followed = (await ledger.coinsOf(script)) ?? [];
  return (await coinsAt(followed.map((one) => one.outpoint))).filter(
    ({ assets, height }) => assets.length === 0 && height !== undefined,
  );
}

async function withRune({ script }: Trader, id: RuneId): Promise<Coin[]> {
  return coinsAt(await ledger.fullestOutpointsOfRune(script, id, 5));
}

const payer = async (who: Trader) => ({ script: who.script, key: who.publicKey, coins: await moneyOf(who) });
const unitsOf = (coin: Coin | undefined): bigint => {
  const [held] = coin?.assets ?? [];
  return held?.kind === 'rune' ? held.amount : 0n;
};
const solo = () => soloPool(hexToBytes(pool.pubkey));
/** The coins of the pool that an act makes: the share coin where it makes one, and the lane. */
const madeBy = ({ userOutputs, poolOutputs }: PoolAct, txid: Txid): Coin[] =>
  poolOutputs.map(({ value, script, runes }, at) => ({
    outpoint: outpoint(txid, userOutputs.length + at),
    value,
    script,
    assets: runes,
  }));

function requestOf(act: string, plan: PoolAct, by: Trader) {
  const built = buildAct(plan);
  const halves = acceptAct(plan, hexToBytes(by.sign(bytesToHex(built.psbt), built.toSign)));
  const sign = {
    ...{ poolNumber: pool.number, token: `rune:${rune}`, act, buildId: BUILD },
    unsigned: bytesToHex(built.unsigned),
    plan: poolActToWire(plan, (coin) => coin.outpoint),
    witnesses: halves.map((half) => half?.map(bytesToHex) ?? null),
  };
  return { request: { op: 'poolSign', sign }, halves };
}

async function signed(act: string, plan: PoolAct, by: Trader) {
  const { request, halves } = requestOf(act, plan, by);
  const reply = SignerReply.parse(await ask(request));
  if (!reply.ok) throw new Error(`${reply.code}: ${reply.detail ?? ''}`);
  const answer: SignerAnswer<'poolSign'> = SIGNER_ANSWERS.poolSign.parse(reply.data);
  const half = { key: plan.pool.script.slice(2), signatures: answer.signatures.map(hexToBytes) };
  const { raw, txid } = finishAct(plan, { user: halves, pool: [half] });
  return { request, answer, raw, txid, coins: madeBy(plan, txid) };
}

const sent = async (raw: Uint8Array): Promise<void> => {
  expect(await chain.send(raw)).toEqual({ accepted: true });
};

let lane: Coin;
let shareCoin: Coin;

describe('a pool', () => {
  it('is opened by its first provider', async () => {
    const coins = await withRune(provider, rune);
    const [share] = await coinsAt([pool.shareCoin]);
    invariant(share !== undefined, 'a share coin');
    const next = { value: sats(1_500_000n), amount: amount(unitsOf(coins[0]) / 2n) };
    const { made, burned } = firstShares({ r1: next.value, r2: next.amount });
    const plan = planInit({
      ...{ payer: await payer(provider), coins: coins.slice(0, 1), pool: solo(), shareCoin: share },
      ...{
        lanes: [next],
        shares: amount(made),
        burned: amount(burned),
        serviceFee: undefined,
        feeRateSatVb: 2,
      },
    });
    const { raw, coins: given, answer } = await signed('init', plan, provider);
    await sent(raw);
    await world.mine();
    const found = await coinsAt(given.map((one) => one.outpoint));
    expect(found.map(unitsOf)).toEqual(given.map(unitsOf));
    expect((await ledger.rune(shareRune))?.burned).toBe(1_000n);
    [shareCoin, lane] = found as [Coin, Coin];
    const exit = readExit(answer.exits[0] ?? '');
    expect(exit.lane.outpoint).toBe(lane.outpoint);
    const [root_] = exit.transactions;
    const [verdict] = await chain.testAccept([root_?.raw ?? new Uint8Array()]);
    expect(verdict).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('non-final') as string,
    });
  });

  it('buys and sells, one swap on the other before a block has either', async () => {
    const [paid, bought] = [100_000n, (unitsOf(lane) * 6n) / 100n];
    const one = planSwapBuy({
      ...{ payer: await payer(buyer), pool: solo(), serviceFee: undefined, feeRateSatVb: 2 },
      lanes: [
        { coin: lane, next: { value: sats(lane.value + paid), amount: amount(unitsOf(lane) - bought) } },
      ],
    });
    const first = await signed('buy', one, buyer);
    await sent(first.raw);
    const [second] = first.coins;
    invariant(second !== undefined, 'a lane');
    const sold = unitsOf(lane) / 100n;
    const two = planSwapSell({
      ...{
        seller: { script: provider.script, key: provider.publicKey },
        coins: (await withRune(provider, rune)).slice(0, 1),
      },
      ...{ pool: solo(), serviceFee: undefined, feeRateSatVb: 2 },
      lanes: [
        {
          coin: second,
          next: { value: sats(second.value - 14_000n), amount: amount(unitsOf(second) + sold) },
        },
      ],
    });
    const { raw, coins } = await signed('sell', two, provider);
    await sent(raw);
    await world.mine();
    const [now] = await coinsAt(coins.map((coin) => coin.outpoint));
    expect(now).toMatchObject({ value: lane.value + paid - 14_000n });
    expect(unitsOf(now)).toBe(unitsOf(coins[0]));
    invariant(now !== undefined, 'a lane');
    lane = now;
  });

  it('stops by its switch, which keeps no provider in; and kill -9 forgets nothing', async () => {
    const stop = join(world.directory, 'exchange', 'signer', `STOP-pool-${pool.number}`);
    writeFileSync(stop, '');
    const swap = planSwapBuy({
      ...{ payer: await payer(buyer), pool: solo(), serviceFee: undefined, feeRateSatVb: 2 },
      lanes: [
        { coin: lane, next: { value: sats(lane.value + 10_000n), amount: amount(unitsOf(lane) - 1n) } },
      ],
    });
    try {
      expect(await ask(requestOf('buy', swap, buyer).request)).toMatchObject({
        ok: false,
        code: 'pool-paused',
      });
      const coins = await withRune(provider, shareRune);
      const shares = unitsOf(coins[0]) / 2n;
      const kept = (value: bigint): bigint => (value * 6n) / 10n;
      const plan = planRemove({
        ...{ holder: { script: provider.script, key: provider.publicKey }, coins, pool: solo(), shareCoin },
        lanes: [{ coin: lane, next: { value: sats(kept(lane.value)), amount: amount(kept(unitsOf(lane))) } }],
        ...{ shares: amount(shares), serviceFee: undefined, feeRateSatVb: 2 },
      });
      const { request, answer, raw } = await signed('remove', plan, provider);
      await world.exchange.signer.kill();
      await vi.waitFor(async () => expect((await pools()).length).toBe(1), {
        timeout: 30_000,
        interval: 200,
      });
      expect(await ask(request)).toEqual({ ok: true, data: answer });
      await sent(raw);
      await world.mine();
      expect((await pools())[0]).toMatchObject({ token: `rune:${rune}`, stopped: true });
    } finally {
      rmSync(stop);
    }
  });

  it('keeps its secret and its counter to itself', () => {
    const directory = join(world.directory, 'exchange', 'signer');
    for (const name of ['pools.key', 'pools.count'])
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(directory, 'pools.count'), 'utf8')).toBe('4\n');
    const log = readFileSync(join(world.directory, 'exchange', 'signer.log'), 'utf8');
    expect(log).toContain('etched the shares of pool 0');
    expect(log).not.toContain(readFileSync(join(directory, 'pools.key'), 'utf8').trim());
    expect(existsSync(join(directory, 'STOP'))).toBe(false);
  });
});
