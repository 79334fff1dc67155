/** Any request is answered by a typed refusal or by an act that can be signed: no number leads to a broken promise. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, invariant, sats } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { planAdd } from '../../src/pool/add.ts';
import { planInit } from '../../src/pool/init.ts';
import { checkedAct, draftOfAct } from '../../src/pool/pool-draft.ts';
import { buildAct } from '../../src/pool/sign-act.ts';
import type { LaneStep, PoolAct } from '../../src/pool/pool-draft.ts';
import { planRemove } from '../../src/pool/remove.ts';
import { planSwapBuy } from '../../src/pool/swap-buy.ts';
import { planSwapSell } from '../../src/pool/swap-sell.ts';
import { feeOf } from '../../src/tx/size.ts';
import { coin, runeOn } from '../people.ts';
import { JOINT, SOLO, operator, poolCoin, traderOf } from './acts.ts';

/** Ids and amounts as long as they are on mainnet. */
const traded = (units: bigint) => runeOn(912_345, units);
const share = (units: bigint) => runeOn(923_456, units);

const edges = (most: bigint) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 545n, 546n, 9_999n, 10_000n, most) },
  );

const MOST_UNITS = 10n ** 30n;
const MOST_SATS = 10n ** 10n;

const wish = fc.record({
  how: fc.nat(4),
  joint: fc.boolean(),
  kind: fc.constantFrom('p2tr' as const, 'p2wpkh' as const),
  lanes: fc.array(
    fc.record({
      sats: edges(MOST_SATS),
      units: edges(MOST_UNITS),
      next: edges(MOST_SATS),
      left: edges(MOST_UNITS),
    }),
    { maxLength: 5 },
  ),
  /** A number near what would be right leads further than any number. */
  near: fc.constantFrom(true, true, true, false),
  brought: fc.array(edges(MOST_UNITS), { maxLength: 6 }),
  money: fc.array(edges(MOST_SATS), { maxLength: 7 }),
  shares: edges(MOST_UNITS),
  supply: edges(MOST_UNITS),
  burned: edges(1_000_000n),
  fee: fc.option(edges(1_000_000n), { nil: undefined }),
  rate: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(0, -1, 0.5, 1.001, Number.NaN, 5_001)),
});

type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

function planned(one: Wish): PoolAct {
  const owned = one.joint ? JOINT : SOLO;
  const who = traderOf(one.kind);
  const grows = one.how === 3 || one.how === 2;
  const lanes = one.lanes.map((lane, at): LaneStep => {
    const held = lane.units + 1n;
    const more = one.near ? (one.how === 1 || one.how === 4 ? -1n : 1n) : 0n;
    const paid = one.how === 2 ? -more : one.how === 1 ? -more : more;
    const units = one.near ? held + (grows ? 1n : -1n) * (lane.left % held) : lane.left;
    const value = one.near ? lane.sats + paid * (lane.next % (lane.sats + 1n)) : lane.next;
    return {
      coin: poolCoin(owned, `lane ${at}`, lane.sats, [traded(held)]),
      next: { value: sats(value), amount: amount(units) },
    };
  });
  const token = one.how === 4 ? share : traded;
  const needs = sum(
    lanes.map(
      ({ coin: lane, next }) => next.amount - (lane.assets[0]?.kind === 'rune' ? lane.assets[0].amount : 0n),
    ),
  );
  const wanted = one.how === 0 ? sum(lanes.map(({ next }) => next.amount)) : needs;
  const enough = one.near && (grows || one.how === 0) && wanted > 0n ? [wanted] : one.brought;
  const coins = enough.map((units, at): Coin => coin(`brought ${at}`, who, 546n, [token(units + 1n)]));
  const payments = [...one.money, ...(one.near ? [10n * MOST_SATS] : [])].map((value, at) =>
    coin(`money ${at}`, who, value),
  );
  const serviceFee = one.fee === undefined ? undefined : { script: operator.script, value: sats(one.fee) };
  const common = { pool: owned.pool, serviceFee, feeRateSatVb: one.rate };
  const payer = { script: who.script, key: who.key, coins: payments };
  const shareCoin = poolCoin(owned, 'share coin', 546n, [share(one.supply + 1n)]);
  const shares = amount(one.near ? one.shares % (one.supply + 1n) : one.shares);
  const plans = [
    () =>
      planInit({
        ...common,
        payer,
        coins,
        shareCoin,
        lanes: lanes.map(({ next }) => next),
        shares,
        burned: amount(one.burned) satisfies Amount,
      }),
    () => planSwapBuy({ ...common, payer, lanes }),
    () => planSwapSell({ ...common, seller: who, coins, lanes }),
    () => planAdd({ ...common, payer, coins, shareCoin, lanes, shares }),
    () => planRemove({ ...common, holder: who, coins, shareCoin, lanes, shares }),
  ];
  const plan = plans[one.how];
  invariant(plan !== undefined, 'five templates');
  return plan();
}

describe('requests of any numbers', () => {
  it('are refused with a code of the list, or make an act whose sums are right', () => {
    const refused = new Map<string, number>();
    const made = new Map<number, number>();
    fc.assert(
      fc.property(wish, (one) => {
        try {
          const act = planned(one);
          expect(checkedAct(act)).toBe(act);
          const { inputs, outputs } = draftOfAct(act);
          const { fee, vsize } = buildAct(act);
          expect(sum(inputs.map(({ coin: { value } }) => value))).toBe(
            sum(outputs.map(({ value }) => value)) + fee,
          );
          expect(fee).toBe(feeOf(vsize, one.rate));
          const values = outputs.filter(({ script }) => script[0] !== 0x6a).map(({ value }) => value);
          expect(values.every((value) => value >= 546n)).toBe(true);
          made.set(one.how, (made.get(one.how) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
        }
      }),
      { numRuns: 1_500 },
    );
    expect([...made.keys()].toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(refused.size).toBeGreaterThan(4);
  }, 120_000);
});

describe('messages with ids of mainnet', () => {
  const who = traderOf('p2tr');
  const lane = (at: number): Coin => poolCoin(SOLO, `lane ${at}`, 1_000_000n, [traded(10n ** 11n)]);
  const add = (lanes: number): PoolAct =>
    planAdd({
      pool: SOLO.pool,
      payer: { script: who.script, key: who.key, coins: [coin('money', who, 10n ** 8n)] },
      coins: [coin('brought', who, 546n, [traded(10n ** 12n)])],
      shareCoin: poolCoin(SOLO, 'share coin', 546n, [share(10n ** 15n)]),
      lanes: Array.from({ length: lanes }, (_, at) => ({
        coin: lane(at),
        next: { value: sats(2_000_000n), amount: amount(2n * 10n ** 11n) },
      })),
      shares: amount(10n ** 9n),
      serviceFee: undefined,
      feeRateSatVb: 1,
    });

  it('four lanes fit into what every node relays, and the first number that does not is refused', () => {
    const stone = (act: PoolAct): number => {
      const { outputs } = draftOfAct(act);
      return outputs.find(({ script }) => script[0] === 0x6a)?.script.length ?? 0;
    };
    const lengths = [1, 2, 3, 4].map((lanes) => stone(add(lanes)));
    expect(lengths.every((length) => length <= 83)).toBe(true);
    const refusals = [5, 6, 7].map((lanes) => {
      try {
        return stone(add(lanes));
      } catch (error) {
        return error instanceof Refusal ? error.code : 'another error';
      }
    });
    expect(refusals.at(-1)).toBe('too-large');
  });
});
