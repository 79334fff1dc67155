/** Two thousand mutants of good requests for a pool, none of which is signed; and terms against the pool that the user himself has signed. */
import type { UserPoolAct } from '@rialto/contract';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { runeOn, stranger } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { random } from '../mutating.ts';
import { keysOf } from './lots/lot-stage.ts';
import { mutantsOf } from './pool-mutants.ts';
import type { Others } from './pool-mutants.ts';
import {
  RUNE,
  add,
  asSent,
  buy,
  etchedPool,
  init,
  openedPool,
  remove,
  requestOf,
  sell,
  sign,
  tips,
} from './stage.ts';
import type { Act, PoolSigner } from './stage.ts';

const SEED = 20_261_124;
const COUNT = 400;

/** What there is besides, for a mutant to name. */
function othersOf(signer: PoolSigner, { plan }: Act): Others {
  const coins = new Map<string, Coin>(
    [...signer.chain.settled.values(), ...plan.userCoins, ...plan.poolCoins].map((one) => [
      one.outpoint,
      one,
    ]),
  );
  const all = [...coins.values()];
  return {
    points: all.map(({ outpoint }) => outpoint),
    scripts: [...all.map(({ script }) => bytesToHex(script)), bytesToHex(stranger().script)],
    keys: [bytesToHex(stranger().key)],
    runes: [RUNE, tips(signer).shareRune, runeOn(151, 1n).asset],
    pool: plan.pool,
    poolKeys: keysOf(signer),
    coins,
  };
}

const PREPARED: Readonly<Record<string, () => Promise<{ signer: PoolSigner; act: Act }>>> = {
  init: async () => {
    const signer = await etchedPool();
    return { signer, act: init(signer) };
  },
  buy: async () => {
    const signer = await openedPool();
    return { signer, act: buy(signer) };
  },
  sell: async () => {
    const signer = await openedPool();
    return { signer, act: sell(signer, { held: 60_000_000n }) };
  },
  add: async () => {
    const signer = await openedPool();
    return { signer, act: add(signer) };
  },
  remove: async () => {
    const signer = await openedPool();
    return { signer, act: remove(signer, { shares: 1_000_000n }) };
  },
};

describe('of 2,000 mutants', () => {
  it.each(Object.entries(PREPARED))(`none of ${COUNT} of a good %s is signed`, async (_, prepare) => {
    const { signer, act } = await prepare();
    const request = requestOf(act) as UserPoolAct;
    const { size } = signer.recall;
    const mutants = mutantsOf(request, othersOf(signer, act), { count: COUNT, seed: SEED });
    const reached = { refused: 0, unreadable: 0, rebuilt: 0 };
    for (const mutant of mutants) {
      try {
        await sign(signer, asSent(mutant.request));
        expect.fail(`${mutant.field}: ${JSON.stringify(mutant.request)}`);
      } catch (error) {
        if (error instanceof ZodError) reached.unreadable += 1;
        else if (error instanceof Refusal) reached.refused += 1;
        else throw error;
      }
      if (mutant.consistent) reached.rebuilt += 1;
    }
    expect(reached.refused).toBeGreaterThan(COUNT / 2);
    expect(reached.rebuilt).toBeGreaterThan(COUNT / 10);
    expect(signer.recall.size).toBe(size);
    // What they were made of is good.
    expect(await answer(sign(signer, request))).toBe('accepted');
  });
});

/** So much from the pool to the user, in one of its three things, balanced so that the transaction stands. */
function against({ plan, kind, by }: Act, thing: 'sats' | 'units' | 'shares', much: bigint): Act | undefined {
  const at = thing === 'shares' ? 0 : plan.firstLane;
  if (thing === 'shares' && plan.firstLane === 0) return undefined;
  const gives = plan.poolOutputs[at];
  const [rune] = gives?.runes ?? [];
  if (gives === undefined || rune === undefined) return undefined;
  const less =
    thing === 'sats'
      ? { ...gives, value: sats(gives.value - much) }
      : { ...gives, runes: [{ ...rune, amount: amount(rune.amount - much) }] };
  const last = plan.userOutputs.length - 1;
  const taker =
    thing === 'sats' ? last : plan.userOutputs.findIndex(({ runes }) => runes[0]?.asset === rune.asset);
  if (taker < 0) return undefined;
  const userOutputs = plan.userOutputs.map((one, index) => {
    if (index !== taker) return one;
    if (thing === 'sats') return { ...one, value: sats(one.value + much) };
    return { ...one, runes: one.runes.map((held) => ({ ...held, amount: amount(held.amount + much) })) };
  });
  const poolOutputs = plan.poolOutputs.map((one, index) => (index === at ? less : one));
  return { kind, by, plan: { ...plan, userOutputs, poolOutputs } };
}

describe('what a user signs against the pool', () => {
  it.each(Object.entries(PREPARED))(
    'in a %s is refused, however little it is beyond the band',
    async (kind, prepare) => {
      const { signer, act } = await prepare();
      const pick = random(SEED);
      const { size } = signer.recall;
      const codes = new Map<string, number>();
      // A swap may move by half of the fee, which is 0.35 % of what it gets.
      const band = kind === 'buy' || kind === 'sell' ? 2_000_000n : 1_000n;
      for (let n = 0; n < 60; n += 1) {
        const thing = (['sats', 'units', 'shares'] as const)[n % 3] ?? 'sats';
        const much = thing === 'sats' ? 1_000n + BigInt(pick(5_000)) : band + BigInt(pick(1_000_000));
        const worse = against(act, thing, much);
        if (worse === undefined) continue;
        const code = await answer(sign(signer, requestOf(worse)));
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      expect([...codes.keys()].filter((code) => code === 'accepted')).toEqual([]);
      expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(30);
      expect(signer.recall.size).toBe(size);
    },
  );
});
