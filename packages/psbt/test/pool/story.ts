/** The life of a pool from the etching of its shares to the removal of them, on any chain; every step is mined and read back. */
import { expect } from 'vitest';
import { amount, outpoint, sats, splitAsset } from '@rialto/protocols';
import type { Amount, AssetId, Coin, Outpoint, RuneAsset, RuneId } from '@rialto/protocols';
import { acceptPlanned, coinsAfter, effects } from '../../src/index.ts';
import { planAdd } from '../../src/pool/add.ts';
import { planInit } from '../../src/pool/init.ts';
import { contextOfAct } from '../../src/pool/pool-draft.ts';
import type { LaneStep, PoolAct } from '../../src/pool/pool-draft.ts';
import { runeOn } from '../../src/pool/pool-user.ts';
import { planRemove } from '../../src/pool/remove.ts';
import { planSwapBuy } from '../../src/pool/swap-buy.ts';
import { planSwapSell } from '../../src/pool/swap-sell.ts';
import { planUnnamedEtch } from '../../src/tokens/rune-etch-unnamed.ts';
import type { World } from '../ledger-world.ts';
import { user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { RATE, complete, saidRunes, serviceFee, traderOf, transactionIn } from './acts.ts';
import type { OwnedPool } from './acts.ts';

/** A chain with the ledgers over it. */
export interface Ground {
  fund(owner: User, value: bigint): Promise<Coin>;
  mine(...raws: readonly Uint8Array[]): Promise<void>;
  readonly world: World;
}

export interface Told {
  readonly ground: Ground;
  readonly owned: OwnedPool;
  readonly kind: User['kind'];
  readonly lanes: number;
}

const PREMINE = 10n ** 11n;
const SHARES = 10n ** 15n;

class Story {
  private readonly told: Told;
  readonly provider: User;
  readonly trader: User;
  /** Of the pool as it stands: what signed acts made of it, mined or not. */
  shareCoin!: Coin;
  lanes: readonly Coin[] = [];

  constructor(told: Told) {
    this.told = told;
    this.provider = user(`provider, ${told.kind}, ${told.lanes}`, told.kind);
    this.trader = traderOf(told.kind);
  }

  /** A rune without a name, all of it on one coin. */
  async etch(receiver: Uint8Array, premine: bigint): Promise<Coin> {
    const { ground } = this.told;
    const { script, key } = this.provider;
    const plan = planUnnamedEtch({
      payer: { script, key, coins: [await ground.fund(this.provider, 20_000n)] },
      etching: { divisibility: 0, symbol: undefined, premine, turbo: false, terms: undefined } as never,
      destination: receiver,
      feeRateSatVb: RATE,
    });
    const done = acceptPlanned(plan, walletSigns(plan.psbt, this.provider, plan.toSign));
    await ground.mine(done.raw);
    return ground.world.coin(outpoint(done.txid, 0));
  }

  private readonly common = () => {
    const { pool } = this.told.owned;
    return { pool, serviceFee, feeRateSatVb: RATE };
  };

  private async payer(who: User, value: bigint) {
    return { script: who.script, key: who.key, coins: [await this.told.ground.fund(who, value)] };
  }

  /** The lanes after so many sats and units more on each, as they are known. */
  private steps(more: { sats: bigint; units: bigint }, only = this.lanes): LaneStep[] {
    return only.map((lane) => ({
      coin: lane,
      next: { value: sats(lane.value + more.sats), amount: amount(runeOn(lane).amount + more.units) },
    }));
  }

  /** Signed; the pool is what the act makes of it, before any block. */
  signed(act: PoolAct, who: User): Signed {
    const done = complete(act, who, this.told.owned);
    const tx = transactionIn(done);
    const spent = [...act.userCoins, ...act.poolCoins];
    const made = coinsAfter(tx, effects(tx, spent, contextOfAct(act)));
    const at = (vout: number): Coin => {
      const found = made.find((coin) => coin.outpoint === outpoint(tx.txid, vout));
      if (found === undefined) throw new Error(`no output ${vout}`);
      return found;
    };
    const first = act.userOutputs.length;
    const next = act.poolOutputs.map((_, place) => at(first + place));
    const moved = new Map(act.poolCoins.map((coin, place) => [coin.outpoint, next[place]]));
    if (act.firstLane === 1) {
      this.shareCoin = next[0] ?? this.shareCoin;
      this.lanes = next.slice(1);
    } else this.lanes = this.lanes.map((lane) => moved.get(lane.outpoint) ?? lane);
    return { act, raw: done.raw, users: act.userOutputs.map((_, vout) => outpoint(tx.txid, vout)), tx };
  }

  /** Mined in one block and read back: every unit is where it was said, and nowhere else. */
  async settled(...all: readonly Signed[]): Promise<void> {
    const { ground } = this.told;
    await ground.mine(...all.map(({ raw }) => raw));
    const { world } = ground;
    for (const { act, tx } of all) {
      const found = tx.outputs.flatMap((_, vout) => this.runesAt(outpoint(tx.txid, vout), vout));
      const later = new Set(all.flatMap((one) => one.act.poolCoins.map(({ outpoint: point }) => point)));
      const said = saidRunes(act).filter((line) => {
        const vout = Number.parseInt(line, 10);
        return !later.has(outpoint(tx.txid, vout));
      });
      expect(found.toSorted()).toEqual(said.toSorted());
    }
    this.shareCoin = world.coin(this.shareCoin.outpoint);
    this.lanes = this.lanes.map(({ outpoint: point }) => world.coin(point));
  }

  private runesAt(point: Outpoint, vout: number): string[] {
    const { world } = this.told.ground;
    return world
      .assetsOn(point)
      .map((one) => (one.kind === 'rune' ? `${vout}: ${one.asset} ${one.amount}` : `${vout}: ${one.kind}`));
  }

  /** What of a rune was burned for ever, and on how many coins of the pool the rest is. */
  burned({ asset }: Pick<RuneAsset, 'asset'>): bigint {
    const id = splitAsset(asset)?.id as RuneId;
    return this.told.ground.world.ledger.memory.rows.rune.get(id)?.burned ?? -1n;
  }

  async start(): Promise<{ runes: Coin }> {
    const runes = await this.etch(this.provider.script, PREMINE);
    this.shareCoin = await this.etch(this.told.owned.pool.script, SHARES);
    return { runes };
  }

  /** 400,000 sat and nine tenths of the rune, parted over the lanes; 1,000 shares burn. */
  async init(runes: Coin): Promise<Signed> {
    const { lanes } = this.told;
    const one = { value: sats(400_000n), amount: amount((PREMINE * 9n) / 10n / BigInt(lanes)) };
    const act = planInit({
      ...this.common(),
      payer: await this.payer(this.provider, 400_000n * BigInt(lanes) + 50_000n),
      coins: [runes],
      shareCoin: this.shareCoin,
      lanes: Array.from({ length: lanes }, () => one),
      shares: amount(100_000_000n),
      burned: amount(1_000n),
    });
    return this.signed(act, this.provider);
  }

  /** 25,000 sat into each of these lanes. */
  async buy(units: bigint, only = this.lanes): Promise<Signed> {
    const lanes = this.steps({ sats: 25_000n, units: -units }, only);
    const act = planSwapBuy({ ...this.common(), payer: await this.payer(this.trader, 150_000n), lanes });
    return this.signed(act, this.trader);
  }

  /** 20,000 sat out of each lane. */
  sell(coins: readonly Coin[], units: bigint, only = this.lanes): Signed {
    const lanes = this.steps({ sats: -20_000n, units }, only);
    const act = planSwapSell({ ...this.common(), seller: this.trader, coins, lanes });
    return this.signed(act, this.trader);
  }

  async add(coins: readonly Coin[], units: bigint, shares: bigint): Promise<Signed> {
    const act = planAdd({
      ...this.common(),
      payer: await this.payer(this.provider, 250_000n),
      coins,
      shareCoin: this.shareCoin,
      lanes: this.steps({ sats: 30_000n, units }),
      shares: amount(shares),
    });
    return this.signed(act, this.provider);
  }

  remove(coins: readonly Coin[], units: bigint, shares: bigint): Signed {
    const act = planRemove({
      ...this.common(),
      holder: this.provider,
      coins,
      shareCoin: this.shareCoin,
      lanes: this.steps({ sats: -50_000n, units: -units }),
      shares: amount(shares),
    });
    return this.signed(act, this.provider);
  }

  coin(point: Outpoint | undefined): Coin {
    if (point === undefined) throw new Error('no coin');
    return this.told.ground.world.coin(point);
  }
}

interface Signed {
  readonly act: PoolAct;
  readonly raw: Uint8Array;
  readonly tx: ReturnType<typeof transactionIn>;
  /** The user's outputs. */
  readonly users: readonly Outpoint[];
}

/** How many units of a coin's one rune. */
const unitsOn = (coin: Coin): Amount => runeOn(coin).amount;
const assetOf = (coin: Coin): AssetId => runeOn(coin).asset;

/** Etched, opened, bought from, sold to, grown and shrunk; several acts in one block; every number by hand. */
export async function tell(told: Told): Promise<void> {
  const story = new Story(told);
  const count = BigInt(told.lanes);
  const { runes } = await story.start();
  const [rune, share] = [assetOf(runes), assetOf(story.shareCoin)];
  expect(rune).not.toBe(share);

  const opened = await story.init(runes);
  await story.settled(opened);
  const inLanes = (): bigint => story.lanes.reduce((sum, lane) => sum + unitsOn(lane), 0n);
  expect(story.lanes.map(assetOf)).toEqual(story.lanes.map(() => rune));
  expect(inLanes()).toBe(((PREMINE * 9n) / 10n / count) * count);
  expect(unitsOn(story.shareCoin)).toBe(SHARES - 100_000_000n);
  expect([story.burned({ asset: share }), story.burned({ asset: rune })]).toEqual([1_000n, 0n]);
  const [shares, left] = opened.users.map((point) => story.coin(point));
  if (shares === undefined || left === undefined) throw new Error('shares and what is left');
  expect(unitsOn(shares)).toBe(99_999_000n);
  expect(unitsOn(left)).toBe(PREMINE - inLanes());

  // A purchase over every lane, and one behind it on the first lane alone, in one block.
  const before = inLanes();
  const wide = await story.buy(1_000_000n);
  const narrow = await story.buy(2_000_003n, story.lanes.slice(0, 1));
  await story.settled(wide, narrow);
  const bought = [wide, narrow].map(({ users: [point] }) => story.coin(point));
  expect(bought.map(unitsOn)).toEqual([1_000_000n * count, 2_000_003n]);
  expect(inLanes()).toBe(before - 1_000_000n * count - 2_000_003n);
  expect(bought.map(({ value, script }) => [value, script])).toEqual(
    bought.map(() => [546n, story.trader.script]),
  );

  // One coin sold in part, with rune change; then the change and the other coin, whole, two coins in one act.
  const [first, second] = bought;
  if (first === undefined || second === undefined) throw new Error('two coins');
  const part = story.sell([second], 2_000_000n, story.lanes.slice(0, 1));
  await story.settled(part);
  const change = story.coin(part.users[0]);
  expect(unitsOn(change)).toBe(3n);
  const some = story.sell([change, first], 1_000_000n * count + 3n, story.lanes.slice(0, 1));
  await story.settled(some);
  expect(some.users).toHaveLength(1);
  expect(story.coin(some.users[0]).assets).toEqual([]);
  expect(inLanes()).toBe(before);

  const grown = await story.add([left], 10_000_000n, 2_000_000n);
  await story.settled(grown);
  const [more, unspent] = grown.users.map((point) => story.coin(point));
  if (more === undefined || unspent === undefined) throw new Error('shares and what is left');
  expect([assetOf(more), unitsOn(more)]).toEqual([share, 2_000_000n]);
  expect(unitsOn(unspent)).toBe(unitsOn(left) - 10_000_000n * count);
  expect(unitsOn(story.shareCoin)).toBe(SHARES - 102_000_000n);

  const shrunk = story.remove([shares], 20_000_000n, 50_000_000n);
  await story.settled(shrunk);
  const [paid, kept] = shrunk.users.map((point) => story.coin(point));
  if (paid === undefined || kept === undefined) throw new Error('units and shares');
  expect([assetOf(paid), unitsOn(paid)]).toEqual([rune, 20_000_000n * count]);
  expect([assetOf(kept), unitsOn(kept)]).toEqual([share, 49_999_000n]);
  // Two acts of one turn: the second spends what the first makes, before any block.
  const back = await story.add([paid], 1_000_000n, 500_000n);
  const gone = story.remove([kept, more], 5_000_000n, 51_999_000n);
  await story.settled(back, gone);
  const rest = back.users.slice(0, 2).map((point) => story.coin(point));
  expect(rest.map(unitsOn)).toEqual([500_000n, 19_000_000n * count]);
  const last = rest[1];
  if (last === undefined) throw new Error('what is left');
  expect(unitsOn(story.shareCoin)).toBe(SHARES - 501_000n);
  expect(story.shareCoin.value).toBe(546n);
  expect([story.burned({ asset: share }), story.burned({ asset: rune })]).toEqual([1_000n, 0n]);
  const outside = [unspent, last, story.coin(gone.users[0])].reduce((sum, coin) => sum + unitsOn(coin), 0n);
  expect(inLanes() + outside).toBe(PREMINE);
}

/** A number below `most`, the same for the same seed: xorshift. */
function dice(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

/**
 * Any acts in any order, some of them together in a block: after each block the books that are kept here by hand are those of the
 * ledgers. Answers how often each act was done.
 */
export async function wander(told: Told, seed: number, acts: number): Promise<ReadonlyMap<string, number>> {
  const [story, roll] = [new Story(told), dice(seed)];
  const { runes } = await story.start();
  const opened = await story.init(runes);
  await story.settled(opened);
  const held = { units: [] as Coin[], bought: [] as Coin[], shares: [] as Coin[] };
  const [first, left] = opened.users.map((point) => story.coin(point));
  if (first === undefined || left === undefined) throw new Error('shares and what is left');
  held.shares.push(first);
  held.units.push(left);
  const books = { units: 0n, shares: 99_999_000n };
  for (const lane of story.lanes) books.units += unitsOn(lane);
  const done = new Map<string, number>();
  const count = BigInt(told.lanes);
  let open: { signed: Signed; kinds: (keyof typeof held)[] }[] = [];
  const least = (): bigint => story.lanes.reduce((low, { value }) => (value < low ? value : low), 10n ** 9n);
  const tries: Record<string, () => Promise<Signed | undefined>> = {
    buy: async () => {
      const only = roll(2) === 0 ? story.lanes : story.lanes.slice(roll(told.lanes)).slice(0, 1);
      const units = BigInt(1 + roll(1_000_000_000));
      if (only.some((lane) => unitsOn(lane) <= units)) return undefined;
      books.units -= units * BigInt(only.length);
      const signed = await story.buy(units, only);
      open.push({ signed, kinds: ['bought'] });
      return signed;
    },
    sell: async () => {
      const [coin] = held.bought;
      if (coin === undefined || least() < 60_000n) return undefined;
      held.bought.shift();
      const units = roll(2) === 0 ? unitsOn(coin) : BigInt(1 + roll(Number(unitsOn(coin) % 1_000_000n) + 1));
      const sold = units > unitsOn(coin) ? unitsOn(coin) : units;
      books.units += sold;
      const signed = story.sell([coin], sold, story.lanes.slice(0, 1));
      open.push({ signed, kinds: sold < unitsOn(coin) ? ['bought'] : [] });
      return Promise.resolve(signed);
    },
    add: async () => {
      const [coin] = held.units;
      const units = BigInt(1 + roll(10_000_000));
      const shares = BigInt(1 + roll(1_000_000));
      if (coin === undefined || unitsOn(coin) <= units * count) return undefined;
      held.units.shift();
      books.units += units * count;
      books.shares += shares;
      const signed = await story.add([coin], units, shares);
      open.push({ signed, kinds: ['shares', 'units'] });
      return signed;
    },
    remove: async () => {
      const [coin] = held.shares;
      if (coin === undefined || least() < 80_000n) return undefined;
      held.shares.shift();
      const shares = roll(3) === 0 ? unitsOn(coin) : BigInt(1 + roll(100_000)) % unitsOn(coin);
      const returned = shares < 1n ? unitsOn(coin) : shares;
      books.units -= 1_000n * count;
      books.shares -= returned;
      const signed = story.remove([coin], 1_000n, returned);
      open.push({ signed, kinds: returned < unitsOn(coin) ? ['units', 'shares'] : ['units'] });
      return Promise.resolve(signed);
    },
  };
  const names = Object.keys(tries);
  for (let at = 0; at < acts; at += 1) {
    const name = names[roll(names.length)] ?? 'buy';
    if ((await tries[name]?.()) !== undefined) done.set(name, (done.get(name) ?? 0) + 1);
    if (open.length > roll(4) || at === acts - 1) {
      await story.settled(...open.map(({ signed }) => signed));
      for (const { signed, kinds } of open)
        kinds.forEach((kind, vout) => held[kind].push(story.coin(signed.users[vout])));
      open = [];
      expect(story.lanes.reduce((sum, lane) => sum + unitsOn(lane), 0n)).toBe(books.units);
      expect(unitsOn(story.shareCoin)).toBe(SHARES - 1_000n - books.shares);
      expect(story.burned(runeOn(story.shareCoin))).toBe(1_000n);
    }
  }
  return done;
}
