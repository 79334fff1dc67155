/** Two thousand mutants of good requests for a BRC-20 pool, none of which is signed; and terms against the pool that the user himself has signed. */
import { reachOf, removeLots } from '@rialto/market';
import type { UserPoolAct } from '@rialto/contract';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { runeOn, stranger } from '../../memory/people.ts';
import { answer } from '../../memory/world.ts';
import { random } from '../../mutating.ts';
import { mutantsOf } from '../pool-mutants.ts';
import type { Others } from '../pool-mutants.ts';
import { LP_FEE, asSent, etchedPool, sign } from '../stage.ts';
import type { Act, PoolSigner } from '../stage.ts';
import {
  ONE,
  TOKEN,
  addToLots,
  assetOf,
  buyLots,
  initLots,
  keysOf,
  lotRequest,
  lotReserves,
  lotTips,
  openedLots,
  removeFromLots,
  sellLots,
  userLot,
} from './lot-stage.ts';

const SEED = 20_261_126;
const COUNT = 400;
/** Each is signed by its user. */
const LONG = 180_000;

/** What there is besides, for a mutant to name. */
function othersOf(signer: PoolSigner, { plan }: Act): Others {
  const all = [...signer.chain.settled.values(), ...plan.poolCoins];
  return {
    points: all.map(({ outpoint }) => outpoint),
    scripts: [...all.map(({ script }) => bytesToHex(script)), bytesToHex(stranger().script)],
    keys: [bytesToHex(stranger().key)],
    runes: [TOKEN, assetOf('sats'), lotTips(signer).shareRune, runeOn(151, 1n).asset],
    pool: plan.pool,
    poolKeys: keysOf(signer),
    coins: new Map<string, Coin>(all.map((one) => [one.outpoint, one])),
  };
}

const PREPARED: Readonly<Record<string, () => Promise<{ signer: PoolSigner; act: Act }>>> = {
  init: async () => {
    const signer = await etchedPool();
    return { signer, act: initLots(signer) };
  },
  buy: async () => {
    const signer = await openedLots();
    return { signer, act: buyLots(signer, { lots: signer.lots.slice(0, 3) }) };
  },
  sell: async () => {
    const signer = await openedLots();
    const act = sellLots(signer);
    userLot(signer, act.by, 2n * ONE);
    return { signer, act };
  },
  add: async () => {
    const signer = await openedLots();
    return { signer, act: addToLots(signer) };
  },
  remove: async () => {
    const signer = await openedLots();
    const reserves = lotReserves(signer);
    const shares = reserves.shares / 4n;
    const { sats: pays } = removeLots(reachOf(reserves, []), { shares, units: 30n * ONE }, LP_FEE);
    const lots = signer.lots.slice(0, 2);
    return { signer, act: removeFromLots(signer, { shares, lots, pays }) };
  },
};

describe('of 2,000 mutants', () => {
  it.each(Object.entries(PREPARED))(
    `none of ${COUNT} of a good %s is signed`,
    async (_, prepare) => {
      const { signer, act } = await prepare();
      const request = lotRequest(act) as UserPoolAct;
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
    },
    LONG,
  );
});

/** So much from the pool to the user, in sats or in shares, balanced so that the transaction stands. */
function against({ plan, kind, by }: Act, thing: 'sats' | 'shares', much: bigint): Act | undefined {
  const isProviders = plan.poolOutputs[0]?.runes.length === 1;
  const at = thing === 'sats' && isProviders ? 1 : 0;
  const gives = plan.poolOutputs[at];
  const taker =
    thing === 'sats'
      ? plan.userOutputs.length - 1
      : plan.userOutputs.findIndex(({ runes }) => runes.length === 1);
  if (gives === undefined || taker < 0 || (thing === 'shares' && !isProviders)) return undefined;
  const more = <Output extends typeof gives>(output: Output, by: bigint): Output =>
    thing === 'sats'
      ? { ...output, value: sats(output.value + by) }
      : { ...output, runes: output.runes.map((held) => ({ ...held, amount: amount(held.amount + by) })) };
  const userOutputs = plan.userOutputs.map((one, index) => (index === taker ? more(one, much) : one));
  const poolOutputs = plan.poolOutputs.map((one, index) => (index === at ? more(one, -much) : one));
  return { kind, by, plan: { ...plan, userOutputs, poolOutputs } };
}

describe('what a user signs against the pool', () => {
  it.each(Object.entries(PREPARED))(
    'in a %s is refused beyond the band',
    async (kind, prepare) => {
      const { signer, act } = await prepare();
      const pick = random(SEED);
      const { size } = signer.recall;
      const codes = new Map<string, number>();
      // A swap may move by half of the fee, and so may the part of a removal that is sold.
      const band = kind === 'add' || kind === 'init' ? 1n : 10_000n;
      for (let n = 0; n < 40; n += 1) {
        const thing = (['sats', 'shares'] as const)[n % 2] ?? 'sats';
        const least = thing === 'sats' ? band : 10n ** 12n;
        const worse = against(act, thing, least + BigInt(pick(5_000)));
        if (worse === undefined) continue;
        const code = await answer(sign(signer, lotRequest(worse)));
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      expect([...codes.keys()]).toEqual(['price-changed']);
      expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20);
      expect(signer.recall.size).toBe(size);
    },
    LONG,
  );

  it('in a lot more than was paid for is refused', async () => {
    const signer = await openedLots();
    const one = buyLots(signer, { lots: signer.lots.slice(0, 1) });
    const two = buyLots(signer, { lots: signer.lots.slice(0, 2) });
    const { lots } = two.plan;
    if (lots === undefined) throw new Error('lots');
    expect(
      await answer(
        sign(signer, lotRequest({ ...one, plan: { ...one.plan, lots: { ...lots, to: one.by.script } } })),
      ),
    ).toBe('price-changed');
  });
});
