/** The life of a BRC-20 pool from its first liquidity on, on any chain; every step is mined, and the BRC-20 ledger is read back. */
import { expect } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { amount, balanceKey, bytesToHex, outpoint, sats, splitAsset } from '@rialto/protocols';
import type { AssetId, Brc20Token, Coin, Outpoint, RuneId, ScriptHex } from '@rialto/protocols';
import {
  acceptCommit,
  acceptPlanned,
  coinsAfter,
  effects,
  planDeploy,
  planMint,
  planTransfer,
} from '../../../src/index.ts';
import { planAddLots } from '../../../src/pool/brc20/add-lots.ts';
import { assetScript } from '../../../src/pool/brc20/asset-script.ts';
import type { PlacedScript } from '../../../src/pool/brc20/asset-script.ts';
import { planBuyLots } from '../../../src/pool/brc20/buy-lots.ts';
import { planInitLots } from '../../../src/pool/brc20/init-lots.ts';
import type { PoolLot } from '../../../src/pool/brc20/lot-step.ts';
import { planRemoveLots } from '../../../src/pool/brc20/remove-lots.ts';
import { planRestock } from '../../../src/pool/brc20/restock.ts';
import { planSellLots } from '../../../src/pool/brc20/sell-lots.ts';
import { planEtchShares } from '../../../src/pool/etch-shares.ts';
import { buildKeep, finishKeep, payKeep, planKeep, signKeep } from '../../../src/pool/keep.ts';
import { coinsOfAct, contextOfAct, firstPoolOutput } from '../../../src/pool/pool-draft.ts';
import type { LaneStep, PoolAct } from '../../../src/pool/pool-draft.ts';
import { runeOn } from '../../../src/pool/pool-user.ts';
import { buildReturn, finishReturn, payReturn, planFree, signReturn } from '../../../src/pool/return-coin.ts';
import { assetSecret } from '../../../src/pool/brc20/asset-script.ts';
import { user, walletSigns } from '../../people.ts';
import type { User } from '../../people.ts';
import { RATE, operator, serviceFee, traderOf, transactionIn } from '../acts.ts';
import type { OwnedPool } from '../acts.ts';
import type { Ground } from '../story.ts';
import { complete, keysOf } from './lot-acts.ts';

interface Told {
  readonly ground: Ground;
  readonly owned: OwnedPool;
  readonly kind: User['kind'];
  readonly lanes: number;
  /** Four letters, of nobody else on the chain. */
  readonly tick: string;
}

const ONE = 10n ** 18n;
const MINTED = 1_000n * ONE;
const SHARES = 10n ** 15n;

class LotStory {
  private readonly told: Told;
  readonly provider: User;
  readonly trader: User;
  shareCoin!: Coin;
  lanes: readonly Coin[] = [];
  private keysUsed = 0;

  constructor(told: Told) {
    this.told = told;
    this.provider = user(`provider of lots, ${told.kind}, ${told.lanes}`, told.kind);
    this.trader = traderOf(told.kind);
  }

  get token(): Brc20Token {
    const [found] = this.told.ground.world.ledger.memory.rows.token.under(this.told.tick);
    if (found === undefined) throw new Error(`no ${this.told.tick}`);
    return found[1];
  }

  get asset(): AssetId {
    return this.token.asset;
  }

  private revealKey(): Uint8Array {
    this.keysUsed += 1;
    return sha256(new TextEncoder().encode(`reveal ${this.told.tick} ${this.keysUsed}`));
  }

  private async payer(who: User, value: bigint) {
    return { script: who.script, key: who.key, coins: [await this.told.ground.fund(who, value)] };
  }

  /** An inscription of `who` on a script, mined. */
  private async inscribed(
    who: User,
    destination: Uint8Array,
    plan: (request: Parameters<typeof planMint>[1]) => ReturnType<typeof planMint>,
  ): Promise<Outpoint> {
    const payer = await this.payer(who, 20_000n);
    const request = { payer, destination, revealKey: this.revealKey(), feeRateSatVb: RATE };
    const made = plan(request);
    const commit = acceptCommit(made, walletSigns(made.commit.psbt, who, made.commit.toSign));
    await this.told.ground.mine(commit.raw, made.reveal);
    return outpoint(made.revealTxid, 0);
  }

  /** A token, 1,000 of it with provider and trader each, and the shares of a pool. */
  async start(): Promise<void> {
    const { tick, ground, owned } = this.told;
    const words = {
      display: tick,
      max: amount(21_000n * ONE),
      limit: amount(MINTED),
      decimals: 18,
      selfMint: false,
    };
    await this.inscribed(this.provider, this.provider.script, (request) => planDeploy(words, request));
    for (const who of [this.provider, this.trader])
      await this.inscribed(who, who.script, (request) =>
        planMint({ tick, amount: amount(MINTED), token: this.token }, request),
      );
    const plan = planEtchShares({
      payer: await this.payer(operator, 20_000n),
      pool: owned.pool,
      supply: amount(SHARES),
      feeRateSatVb: RATE,
    });
    const done = acceptPlanned(plan, walletSigns(plan.psbt, operator, plan.toSign));
    await ground.mine(done.raw);
    this.shareCoin = ground.world.coin(outpoint(done.txid, 0));
  }

  /** A lot of so many tokens on a script, at the cost of `who`. */
  async lot(who: User, tokens: bigint, destination = who.script): Promise<Coin> {
    const { tick, ground } = this.told;
    const point = await this.inscribed(who, destination, (request) =>
      planTransfer({ tick, amount: amount(tokens * ONE), token: this.token }, request),
    );
    return ground.world.coin(point);
  }

  /** Lots inscribed onto an asset script in one block. */
  async restock(script: PlacedScript, tokens: readonly bigint[]): Promise<PoolLot[]> {
    const { ground, tick } = this.told;
    const plan = planRestock({
      operator: await this.payer(operator, 60_000n),
      script,
      tick,
      token: this.token,
      available: amount(this.balance(script.pool.script).available),
      amounts: tokens.map((one) => amount(one * ONE)),
      revealKeys: tokens.map(() => this.revealKey()),
      feeRateSatVb: RATE,
    });
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, operator, plan.commit.toSign));
    expect(commit.txid).toBe(plan.commit.txid);
    await ground.mine(commit.raw, ...plan.reveals.map(({ raw }) => raw));
    return plan.lots.map(({ outpoint: point }) => ({ coin: ground.world.coin(point), script }));
  }

  balance(script: Uint8Array): { available: bigint; transferable: bigint } {
    const { rows } = this.told.ground.world.ledger.memory;
    const key = balanceKey(this.asset, bytesToHex(script) as ScriptHex);
    const { available = 0n, transferable = 0n } = rows.balance.get(key) ?? {};
    return { available, transferable };
  }

  /** Tokens of a script, free and in lots. */
  tokens(script: Uint8Array): string {
    const { available, transferable } = this.balance(script);
    return `${available / ONE}+${transferable / ONE}`;
  }

  /** The asset script that an act made whose first lot this is. */
  scriptOf(lots: readonly Coin[]): PlacedScript {
    const [first] = lots;
    if (first === undefined) throw new Error('a lot');
    return assetScript(keysOf(this.told.owned), first.outpoint);
  }

  private readonly common = () => ({
    pool: this.told.owned.pool,
    token: this.asset,
    keys: keysOf(this.told.owned),
    serviceFee,
    feeRateSatVb: RATE,
  });

  private steps(more: bigint, only = this.lanes): LaneStep[] {
    return only.map((coin) => ({ coin, next: { value: sats(coin.value + more), amount: amount(0n) } }));
  }

  private signed(act: PoolAct, who: User): Signed {
    const done = complete(act, who, this.told.owned);
    const tx = transactionIn(done);
    const made = coinsAfter(tx, effects(tx, coinsOfAct(act), contextOfAct(act)));
    const next = act.poolOutputs.map((_, place) => {
      const found = made.find((coin) => coin.outpoint === outpoint(tx.txid, firstPoolOutput(act) + place));
      if (found === undefined) throw new Error('no coin of the pool');
      return found;
    });
    if (act.poolOutputs.some(({ runes }) => runes.length > 0)) {
      this.shareCoin = next[0] ?? this.shareCoin;
      this.lanes = next.slice(1);
    } else {
      const moved = new Map(act.poolCoins.map((coin, place) => [coin.outpoint, next[place]]));
      this.lanes = this.lanes.map((lane) => moved.get(lane.outpoint) ?? lane);
    }
    return { raw: done.raw, outputs: tx.outputs.map((_, vout) => outpoint(tx.txid, vout)) };
  }

  /** Mined in one block; the lanes are clean, and the share coin holds shares alone. */
  async settled(...all: readonly Signed[]): Promise<void> {
    const { ground } = this.told;
    await ground.mine(...all.map(({ raw }) => raw));
    this.lanes = this.lanes.map(({ outpoint: point }) => ground.world.coin(point));
    expect(this.lanes.flatMap(({ assets }) => assets)).toEqual([]);
    this.shareCoin = ground.world.coin(this.shareCoin.outpoint);
    expect(this.shareCoin.assets.map(({ kind }) => kind)).toEqual(['rune']);
  }

  async init(lots: readonly Coin[]): Promise<Signed> {
    const { lanes } = this.told;
    const act = planInitLots({
      ...this.common(),
      lots,
      payer: await this.payer(this.provider, 400_000n * BigInt(lanes) + 50_000n),
      shareCoin: this.shareCoin,
      lanes: Array.from({ length: lanes }, () => ({ value: sats(400_000n) })),
      shares: amount(100_000_000n),
      burned: amount(1_000n),
    });
    return this.signed(act, this.provider);
  }

  /** 25,000 sat into each of these lanes. */
  async buy(lots: readonly PoolLot[], only = this.lanes): Promise<Signed> {
    const payer = await this.payer(this.trader, 150_000n);
    const lanes = this.steps(25_000n, only);
    return this.signed(planBuyLots({ ...this.common(), lots, payer, lanes }), this.trader);
  }

  /** 20,000 sat out of each of these lanes. */
  sell(lots: readonly Coin[], only = this.lanes): Signed {
    const lanes = this.steps(-20_000n, only);
    return this.signed(planSellLots({ ...this.common(), lots, seller: this.trader, lanes }), this.trader);
  }

  async add(lots: readonly Coin[], shares: bigint): Promise<Signed> {
    const act = planAddLots({
      ...this.common(),
      lots,
      payer: await this.payer(this.provider, 250_000n),
      shareCoin: this.shareCoin,
      lanes: this.steps(30_000n),
      shares: amount(shares),
    });
    return this.signed(act, this.provider);
  }

  remove(coins: readonly Coin[], lots: readonly PoolLot[], shares: bigint): Signed {
    const act = planRemoveLots({
      ...this.common(),
      lots,
      holder: this.provider,
      coins,
      shareCoin: this.shareCoin,
      lanes: this.steps(-50_000n),
      shares: amount(shares),
    });
    return this.signed(act, this.provider);
  }

  /** All lanes in one, at the operator's cost. */
  async joined(): Promise<void> {
    const { owned, ground } = this.told;
    const plan = planKeep({
      pool: owned.pool,
      lanes: this.lanes,
      operator: await this.payer(operator, 20_000n),
      feeRateSatVb: RATE,
      leastLane: sats(10_000n),
    });
    const { unsigned } = buildKeep(plan);
    const done = finishKeep(plan, {
      pool: owned.signers.map(({ secret }) => signKeep(plan, unsigned, secret)),
      operator: payKeep(plan, unsigned, operator.secret),
    });
    await ground.mine(done.raw);
    this.lanes = [ground.world.coin(outpoint(done.txid, 0))];
  }

  /** A transfer that a stranger inscribed there moves to its own script. */
  async freed({ coin, script }: PoolLot): Promise<void> {
    const { owned, ground } = this.told;
    const payer = await this.payer(operator, 20_000n);
    const plan = planFree({
      pool: script.pool,
      coin,
      token: this.asset,
      operator: payer,
      feeRateSatVb: RATE,
    });
    const unsigned = buildReturn(plan);
    const done = finishReturn(plan, {
      pool: owned.signers.map(({ secret }) => signReturn(plan, unsigned, assetSecret(secret, script.place))),
      operator: payReturn(plan, unsigned, operator.secret),
    });
    await ground.mine(done.raw);
  }

  coin(point: Outpoint | undefined): Coin {
    if (point === undefined) throw new Error('no coin');
    return this.told.ground.world.coin(point);
  }

  burned(): bigint {
    const id = splitAsset(runeOn(this.shareCoin).asset)?.id as RuneId;
    return this.told.ground.world.ledger.memory.rows.rune.get(id)?.burned ?? -1n;
  }
}

interface Signed {
  readonly raw: Uint8Array;
  readonly outputs: readonly Outpoint[];
}

/** Opened, restocked, bought from, sold to, grown, shrunk, locked by a stranger and freed; every number by hand. */
export async function tellLots(told: Told): Promise<void> {
  const story = new LotStory(told);
  await story.start();
  const { provider, trader } = story;
  expect(story.tokens(provider.script)).toBe('1000+0');

  // Two lots of 300 and 200 open the pool; where they lie both are used, and their 500 are free.
  const first = [await story.lot(provider, 300n), await story.lot(provider, 200n)];
  const opened = await story.init(first);
  await story.settled(opened);
  const home = story.scriptOf(first);
  expect([story.tokens(home.pool.script), story.tokens(provider.script)]).toEqual(['500+0', '500+0']);
  expect(story.tokens(told.owned.pool.script)).toBe('0+0');
  expect(story.burned()).toBe(1_000n);
  const shares = story.coin(opened.outputs[1]);
  expect(runeOn(shares).amount).toBe(99_999_000n);
  expect(runeOn(story.shareCoin).amount).toBe(SHARES - 100_000_000n);
  expect(story.coin(opened.outputs[0]).assets.map(({ kind }) => kind)).toEqual([
    'inscription',
    'inscription',
  ]);

  // Ready lots out of what is free there: no coin of the pool is spent for them.
  const ready = await story.restock(home, [100n, 50n, 50n, 20n, 10n, 5n, 100n, 40n]);
  expect(story.tokens(home.pool.script)).toBe('125+375');
  expect(ready.every(({ coin }) => 'transfer' in (coin.assets[0] ?? {}))).toBe(true);

  // A lot, and four lots behind it on the same lane, in one block.
  const one = await story.buy(ready.slice(0, 1), story.lanes.slice(0, 1));
  const four = await story.buy(ready.slice(1, 5), story.lanes.slice(0, 1));
  await story.settled(one, four);
  expect([story.tokens(trader.script), story.tokens(home.pool.script)]).toEqual(['1230+0', '125+145']);
  expect(story.coin(four.outputs[0]).assets).toHaveLength(4);
  expect(story.coin(four.outputs[0]).value).toBe(2_184n);
  expect(story.coin(four.outputs[1]).assets).toEqual([]);

  // Sold back over every lane, a lot of 7; then four lots by the first lane. Each act's tokens lie on a script of their own.
  const seven = [await story.lot(trader, 7n)];
  const some = [
    await story.lot(trader, 1n),
    await story.lot(trader, 2n),
    await story.lot(trader, 3n),
    await story.lot(trader, 4n),
  ];
  const sold = story.sell(seven);
  const more = story.sell(some, story.lanes.slice(0, 1));
  await story.settled(sold, more);
  expect(story.tokens(trader.script)).toBe('1213+0');
  expect([seven, some].map((lots) => story.tokens(story.scriptOf(lots).pool.script))).toEqual([
    '7+0',
    '10+0',
  ]);
  expect(story.coin(sold.outputs[1]).assets).toEqual([]);

  // More liquidity.
  const brought = [await story.lot(provider, 30n)];
  const grown = await story.add(brought, 2_000_000n);
  await story.settled(grown);
  expect(story.tokens(story.scriptOf(brought).pool.script)).toBe('30+0');
  const added = story.coin(grown.outputs[1]);
  expect(runeOn(added).amount).toBe(2_000_000n);
  expect(runeOn(story.shareCoin).amount).toBe(SHARES - 102_000_000n);

  // Less: lots of two scripts and sats, some shares are left; and a second one without a lot, in the same block.
  const [ten] = await story.restock(story.scriptOf(some), [10n]);
  if (ten === undefined) throw new Error('a lot');
  const shrunk = story.remove([shares], [...ready.slice(5, 8), ten], 50_000_000n);
  const gone = story.remove([added], [], 2_000_000n);
  await story.settled(shrunk, gone);
  expect(story.tokens(provider.script)).toBe('625+0');
  expect(story.tokens(home.pool.script)).toBe('125+0');
  expect(runeOn(story.coin(shrunk.outputs[1])).amount).toBe(49_999_000n);
  expect(story.coin(gone.outputs[0]).assets).toEqual([]);
  expect(runeOn(story.shareCoin).amount).toBe(SHARES - 50_000_000n);
  expect(story.burned()).toBe(1_000n);

  // A stranger locks all that one act brought: freed in one block, the other scripts untouched. Or it is sold as the lot it is.
  const locked = await story.lot(trader, 125n, home.pool.script);
  expect(story.tokens(home.pool.script)).toBe('0+125');
  await story.freed({ coin: locked, script: home });
  expect([story.tokens(home.pool.script), story.tokens(trader.script)]).toEqual(['125+0', '1213+0']);
  const again = await story.lot(trader, 25n, home.pool.script);
  const bought = await story.buy([{ coin: again, script: home }], story.lanes.slice(0, 1));
  await story.settled(bought);
  expect([story.tokens(home.pool.script), story.tokens(trader.script)]).toEqual(['100+0', '1238+0']);

  const before = story.lanes.reduce((sum, { value }) => sum + value, 0n);
  await story.joined();
  expect(story.lanes.map(({ value }) => value)).toEqual([before]);
  // Nothing was made and nothing is lost: what is outside, and what lies on the four scripts.
  const scripts = [first, seven, some, brought].map((lots) => story.scriptOf(lots).pool.script);
  const all = [provider.script, trader.script, ...scripts].map((script) => story.balance(script));
  expect(all.reduce((sum, { available, transferable }) => sum + available + transferable, 0n)).toBe(
    2n * MINTED,
  );
}
