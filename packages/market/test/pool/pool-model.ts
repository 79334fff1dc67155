/**
 * A pool under attack: acts are signed by the rule under test, payers void and replace them, the keeper resets lanes, blocks confirm any
 * of what can confirm. Every set of signed acts that can confirm together is kept, by conflicts and parents alone.
 */
import { Refusal } from '@rialto/refusals';
import { buyExactIn, buyExactOut, sellExactIn, sellExactOut } from '../../src/pool/curve.ts';
import { addFits, removeFits, swapFits } from '../../src/pool/fits.ts';
import { standingOf, stillPending } from '../../src/pool/pending.ts';
import type { SignedAct } from '../../src/pool/pending.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import type { PoolChange, Reach, Reserves } from '../../src/pool/reach.ts';
import { addShares, removeShares } from '../../src/pool/shares.ts';

/** The rule of the product, and three that look right. */
export type Rule = 'coordinate' | 'all that waits' | 'ancestors only' | 'forgets what was replaced';
/** Which acts there are: only swaps; liquidity too, with the share coin and every lane, as built, or as it was first designed. */
export type Acts = 'swaps' | 'liquidity on all lanes' | 'liquidity on any lanes';
export type Kind = 'buy' | 'sell' | 'add' | 'remove' | 'refresh' | 'void' | 'reset' | 'block';

export interface Setting {
  readonly rule: Rule;
  readonly acts: Acts;
  readonly lanes: number;
  readonly start: Reserves;
  readonly lpFeePpm: bigint;
}

export interface Move {
  readonly kind: Kind;
  /** Bits of the lanes it takes. */
  readonly lanes: number;
  /** Of the pool as it started. */
  readonly size: number;
  /** Of an addition: how much more units than the ratio it brings. */
  readonly skew: number;
  /** Chooses the act to void, the set that a block confirms, and how an amount is asked for. */
  readonly pick: number;
  /** Pays with a coin of an earlier act, which is replaced by it. */
  readonly reuses: boolean;
}

interface Lane {
  readonly id: string;
  /** Of a lane; undefined for the share coin. */
  readonly lane: number | undefined;
  readonly r1: bigint;
  readonly r2: bigint;
  readonly maker: number;
}

interface Act extends SignedAct {
  readonly payer: string;
  readonly parents: number;
  /** Dropped by our mempool. It can still confirm. */
  voided: boolean;
}

interface Reachable {
  readonly mask: number;
  readonly reserves: Reserves;
}

/** A set with the act that was just signed. */
interface Joined extends Reachable {
  readonly without: Reserves;
}

interface Worst {
  /** k per share squared in 10^-18 of the start, of sets in which something happened. */
  readonly kept: bigint;
  /** Less than at the start. */
  readonly fell: boolean;
  /** Less than in the same set without the newest act. */
  readonly fellInStep: boolean;
  /** Sets looked at. */
  readonly compared: number;
}

/** What is left where nothing happened: more than any act leaves. */
export const UNMOVED = 10n ** 40n;
/** Sats times units over the square of the shares. */
const isLess = (now: Reserves, before: Reserves): boolean =>
  now.r1 * now.r2 * before.shares * before.shares < before.r1 * before.r2 * now.shares * now.shares;
/** Neither an amount nor a state may outgrow this. */
const LIMIT = 10n ** 12n;
const bit = (at: number): number => 2 ** at;
const has = (mask: number, at: number): boolean => (mask & bit(at)) !== 0;
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const partOf = (whole: bigint, size: number): bigint => {
  const part = (whole * BigInt(Math.round(size * 1e6))) / 1_000_000n;
  return part < 1n ? 1n : part;
};

export class PoolModel {
  readonly #setting: Setting;
  readonly #acts: Act[] = [];
  readonly #coins: Lane[];
  readonly #spentBy = new Map<string, string>();
  #confirmed: number = 0;
  /** All sets that hold what is confirmed, are closed under ancestors and have no two acts with one coin. */
  #sets: Reachable[];
  #worst: Worst = { kept: UNMOVED, fell: false, fellInStep: false, compared: 0 };

  constructor(setting: Setting) {
    this.#setting = setting;
    const { lanes, start } = setting;
    const count = BigInt(lanes);
    this.#coins = Array.from({ length: lanes }, (_, lane) => ({
      id: `lane ${lane}`,
      lane,
      r1: start.r1 / count + (lane === 0 ? start.r1 % count : 0n),
      r2: start.r2 / count + (lane === 0 ? start.r2 % count : 0n),
      maker: -1,
    }));
    this.#coins.push({ id: 'share coin', lane: undefined, r1: 0n, r2: 0n, maker: -1 });
    this.#sets = [{ mask: 0, reserves: start }];
  }

  /** How many acts were signed. */
  get signed(): number {
    return this.#acts.length;
  }

  /** @returns false when nothing happened: there is nothing to void, or the signer refused */
  play(move: Move): boolean {
    if (move.kind === 'void') return this.#void(move);
    if (move.kind === 'block') return this.#block(move);
    if (move.kind === 'reset') this.#reset(move);
    else if (move.reuses) this.#void(move);
    return this.#sign(move);
  }

  /** The worst that there was in all sets that could confirm at any time. */
  get worst(): Worst {
    return this.#worst;
  }

  /** Holds the sets that a new act makes possible against the start, and each against itself without the act. */
  #compare(joined: readonly Joined[]): void {
    const { start } = this.#setting;
    let { kept, fell, fellInStep } = this.#worst;
    for (const { without, reserves } of joined) {
      // A refresh leaves a set as it is, and would hide from the search how little the others have to spare.
      if (reserves.r1 === without.r1 && reserves.r2 === without.r2) continue;
      fell ||= isLess(reserves, start);
      fellInStep ||= isLess(reserves, without);
      kept = least(
        kept,
        (reserves.r1 * reserves.r2 * start.shares ** 2n * 10n ** 18n) /
          (start.r1 * start.r2 * reserves.shares ** 2n),
      );
    }
    this.#worst = { kept, fell, fellInStep, compared: this.#worst.compared + joined.length };
  }

  #newest(lane: number | undefined): Lane {
    const coin = this.#coins.findLast(
      (each) => each.lane === lane && (each.maker < 0 || this.#acts[each.maker]?.voided === false),
    );
    if (coin === undefined) throw new Error('a lane has a coin');
    return coin;
  }

  /** With all that stands on it. */
  #markVoided(first: number): void {
    const gone = new Set([first]);
    this.#acts.forEach((act, at) => {
      for (const other of gone) if (has(act.parents, other)) gone.add(at);
      if (gone.has(at)) act.voided = true;
    });
  }

  #void({ pick }: Move): boolean {
    const live = this.#acts.flatMap((act, at) => (act.voided || has(this.#confirmed, at) ? [] : [at]));
    const chosen = live[pick % Math.max(1, live.length)];
    if (chosen === undefined) return false;
    this.#markVoided(chosen);
    return true;
  }

  /** The keeper takes the last confirmed coins of the lanes, under all that waits on them. */
  #reset({ lanes }: Move): void {
    this.#acts.forEach((act, at) => {
      const onThem = act.makes.some((id) =>
        has(lanes, this.#coins.find((coin) => coin.id === id)?.lane ?? 31),
      );
      if (onThem && !has(this.#confirmed, at)) this.#markVoided(at);
    });
  }

  /** Any set that can confirm does: what was replaced as well as what waits. */
  #block({ pick }: Move): boolean {
    const chosen = this.#sets[pick % this.#sets.length];
    if (chosen === undefined || chosen.mask === this.#confirmed) return false;
    this.#confirmed = chosen.mask;
    this.#sets = this.#sets.filter(({ mask }) => (mask & chosen.mask) === chosen.mask);
    this.#acts.forEach((act, at) => {
      if (!has(chosen.mask, at)) return;
      act.voided = false;
      for (const coin of act.spends) this.#spentBy.set(coin, act.id);
    });
    this.#acts.forEach((act, at) => {
      const lost = act.spends.some((coin) => (this.#spentBy.get(coin) ?? act.id) !== act.id);
      if (lost) this.#markVoided(at);
    });
    return true;
  }

  #lanesOf(move: Move): Lane[] {
    const { acts, lanes: count } = this.#setting;
    const liquidity = move.kind === 'add' || move.kind === 'remove';
    const every = liquidity && acts === 'liquidity on all lanes';
    const chosen = Array.from({ length: count }, (_, lane) => lane).filter(
      (lane) => every || has(move.lanes, lane),
    );
    const coins = (chosen.length === 0 ? [0] : chosen).map((lane) => this.#newest(lane));
    return every ? [...coins, this.#newest(undefined)] : coins;
  }

  #reachFor(spends: readonly string[]): Reach {
    const { rule, start } = this.#setting;
    const confirmed = this.#sets.find(({ mask }) => mask === this.#confirmed)?.reserves ?? start;
    const waits = this.#acts.filter((act) => !act.voided);
    const signed = rule === 'forgets what was replaced' ? waits : this.#acts;
    const { base, others, ancestors } = standingOf(confirmed, stillPending(signed, this.#spentBy), spends);
    if (rule === 'ancestors only') return reachOf(base, []);
    if (rule !== 'all that waits') return reachOf(base, others);
    const waiting = stillPending(waits, this.#spentBy).filter((act) => !ancestors.includes(act));
    return reachOf(
      waiting.reduce((sum, { change }) => after(sum, change), base),
      [],
    );
  }

  /** The most that a signer of this rule signs. */
  #changeOf(move: Move, reach: Reach): PoolChange {
    const { start, lpFeePpm } = this.#setting;
    const fee = (lpFeePpm + 1n) / 2n;
    const [sats, units] = [partOf(start.r1, move.size), partOf(start.r2, move.size * move.skew)];
    const exactOut = move.pick % 2 === 1;
    switch (move.kind) {
      case 'buy':
        return exactOut
          ? { d1: buyExactOut(reach, units, fee), d2: -units, ds: 0n }
          : { d1: sats, d2: -buyExactIn(reach, sats, fee), ds: 0n };
      case 'sell':
        return exactOut
          ? { d1: -sats, d2: sellExactOut(reach, sats, fee), ds: 0n }
          : { d1: -sellExactIn(reach, units, fee), d2: units, ds: 0n };
      case 'add': {
        if (exactOut) {
          const cut = addShares(reach, { sats, units });
          return { d1: cut.sats, d2: cut.units, ds: cut.shares };
        }
        const all = reach.shares.least;
        const ds = least((sats * all) / reach.r1.most, (units * all) / reach.r2.most);
        const price = (reserve: bigint): bigint => (ds * reserve + all - 1n) / all;
        return { d1: price(reach.r1.most), d2: price(reach.r2.most), ds };
      }
      case 'remove': {
        const shares = partOf(start.shares, Math.min(move.size, 0.9));
        const taken = removeShares(reach, shares);
        return { d1: -taken.sats, d2: -taken.units, ds: -shares };
      }
      default:
        return { d1: 0n, d2: 0n, ds: 0n };
    }
  }

  #fits(kind: Kind, reach: Reach, change: PoolChange): boolean {
    if (kind === 'buy' || kind === 'sell') return swapFits(reach, change, this.#setting.lpFeePpm);
    if (kind === 'add') return addFits(reach, change, this.#setting.lpFeePpm);
    return kind !== 'remove' || removeFits(reach, change);
  }

  #sign(move: Move): boolean {
    const coins = this.#lanesOf(move);
    const payer = this.#payerOf(move);
    const spends = [...coins.map(({ id }) => id), payer];
    const reach = this.#reachFor(spends);
    const change = signable(() => this.#changeOf(move, reach));
    if (change === undefined || !this.#fits(move.kind, reach, change)) return false;
    const lanes = coins.filter(({ lane }) => lane !== undefined);
    const holds = lanes.reduce((sum, { r1, r2 }) => ({ r1: sum.r1 + r1, r2: sum.r2 + r2 }), {
      r1: change.d1,
      r2: change.d2,
    });
    const count = BigInt(lanes.length);
    if (holds.r1 < count || holds.r2 < count) return false;
    const parents = coins.reduce((mask, { maker }) => (maker < 0 ? mask : mask | bit(maker)), 0);
    const more = this.#withAct(spends, parents, change);
    if (more.some(({ reserves: { r1, r2, shares } }) => shares < 1n || r1 > LIMIT || r2 > LIMIT))
      return false;
    this.#sets.push(...more.map(({ mask, reserves }) => ({ mask, reserves })));
    this.#compare(more);
    this.#record({ coins, lanes, spends, payer, parents, change, holds });
    return true;
  }

  #payerOf(move: Move): string {
    const live = new Set(this.#acts.filter((act) => !act.voided).map((act) => act.payer));
    const replaced = this.#acts.filter((act) => act.voided && !live.has(act.payer));
    const earlier = move.reuses ? replaced[move.pick % Math.max(1, replaced.length)]?.payer : undefined;
    return earlier !== undefined && !this.#spentBy.has(earlier) ? earlier : `payer ${this.#acts.length}`;
  }

  /** The sets that a new act can join: those that hold its parents, and no other spend of its coins. */
  #withAct(spends: readonly string[], parents: number, change: PoolChange): Joined[] {
    const rivals = this.#acts.reduce(
      (mask, act, at) => (act.spends.some((coin) => spends.includes(coin)) ? mask | bit(at) : mask),
      0,
    );
    const own = bit(this.#acts.length);
    return this.#sets
      .filter(({ mask }) => (mask & parents) === parents && (mask & rivals) === 0)
      .map(({ mask, reserves }) => ({
        mask: mask | own,
        reserves: after(reserves, change),
        without: reserves,
      }));
  }

  #record(act: {
    readonly coins: readonly Lane[];
    readonly lanes: readonly Lane[];
    readonly spends: readonly string[];
    readonly payer: string;
    readonly parents: number;
    readonly change: PoolChange;
    readonly holds: { readonly r1: bigint; readonly r2: bigint };
  }): void {
    const at = this.#acts.length;
    const count = BigInt(act.lanes.length);
    const made = act.coins.map((coin, nth): Lane => {
      if (coin.lane === undefined) return { ...coin, id: `${at}:share`, maker: at };
      const rest = nth === 0 ? [act.holds.r1 % count, act.holds.r2 % count] : [0n, 0n];
      const [r1 = 0n, r2 = 0n] = rest;
      const even = { r1: act.holds.r1 / count + r1, r2: act.holds.r2 / count + r2 };
      return { id: `${at}:${coin.lane}`, lane: coin.lane, ...even, maker: at };
    });
    this.#coins.push(...made);
    const { spends, payer, parents, change } = act;
    this.#acts.push({
      id: `act ${at}`,
      spends,
      makes: made.map(({ id }) => id),
      change,
      payer,
      parents,
      voided: false,
    });
  }
}

/** Nothing where the rule refuses. */
function signable(change: () => PoolChange): PoolChange | undefined {
  try {
    return change();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
