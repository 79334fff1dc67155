/** Two thousand mutants of good acts on a pool of two of three, carried to one of its signers: he stands for none, and gives no half. */
import type { UserPoolAct } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { runeOn, stranger } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { random } from '../mutating.ts';
import { keysOf } from '../pools/lots/lot-stage.ts';
import { mutantsOf } from '../pools/pool-mutants.ts';
import type { Others } from '../pools/pool-mutants.ts';
import { RUNE, add, buy, init, remove, requestOf, sell, tips } from '../pools/stage.ts';
import type { Act } from '../pools/stage.ts';
import { ask, etchedThree, givenBy, halves, openedThree, promises, termsOf } from './carrier.ts';
import type { Member, Three } from './carrier.ts';

const SEED = 20_261_125;
const COUNT = 360;
const COUNT_OF_HALVES = 200;

function othersOf(signer: Member, { plan }: Act): Others {
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

const PREPARED: Readonly<Record<string, () => Promise<{ three: Three; act: Act }>>> = {
  init: async () => {
    const three = await etchedThree();
    return { three, act: init(three[0]) };
  },
  buy: async () => {
    const three = await openedThree();
    return { three, act: buy(three[0]) };
  },
  sell: async () => {
    const three = await openedThree();
    return { three, act: sell(three[0], { held: 60_000_000n }) };
  },
  add: async () => {
    const three = await openedThree();
    return { three, act: add(three[0]) };
  },
  remove: async () => {
    const three = await openedThree();
    return { three, act: remove(three[0], { shares: 1_000_000n }) };
  },
};

describe('of 2,000 mutants', () => {
  it.each(Object.entries(PREPARED))(
    `one signer stands for none of ${COUNT} of a good %s`,
    async (_, prepare) => {
      const { three, act } = await prepare();
      const [, signer] = three;
      const request = requestOf(act) as UserPoolAct;
      const terms = await termsOf(signer, request);
      const { size } = signer.recall;
      const reached = { refused: 0, rebuilt: 0 };
      for (const mutant of mutantsOf(request, othersOf(signer, act), { count: COUNT, seed: SEED })) {
        try {
          await ask(signer, 'jointPromise', { ...terms, sign: mutant.request });
          expect.fail(`${mutant.field}: ${JSON.stringify(mutant.request)}`);
        } catch (error) {
          if (error instanceof Refusal) reached.refused += 1;
          else if (!(error instanceof ZodError)) throw error;
        }
        if (mutant.consistent) reached.rebuilt += 1;
      }
      expect(reached.refused).toBeGreaterThan(COUNT / 2);
      expect(reached.rebuilt).toBeGreaterThan(COUNT / 10);
      expect(signer.recall.size).toBe(size);
      expect(await answer(ask(signer, 'jointPromise', terms))).toBe('accepted');
    },
  );

  it(`none of ${COUNT_OF_HALVES} of a good line, its votes and its ways home gets a half`, async () => {
    const three = await openedThree();
    const [a, b] = three;
    const promised = await promises([a, b], requestOf(buy(a)));
    const good = JSON.stringify(givenBy(promised));
    const before = three[1].recall.joint.size;
    const pick = random(SEED);
    let told = 0;
    for (let n = 0; n < COUNT_OF_HALVES; n += 1) {
      // A hex digit of a signature, a key or an identity; or anything in the text.
      const bent = JSON.parse(good) as ReturnType<typeof givenBy>;
      const flipped = (text: string, from = 0): string => {
        const at = from + pick(text.length - from);
        return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
      };
      const [vote] = bent.line.signatures.slice(pick(2));
      const [half] = bent.halves.slice(pick(2));
      if (vote === undefined || half === undefined) throw new Error('two stand for it');
      // The ways home last: with good votes the line itself is taken.
      const change = n < 120 ? n % 3 : 3 + (n % 2);
      if (change === 0) vote.signature = flipped(vote.signature);
      if (change === 1) vote.identity = flipped(vote.identity);
      if (change === 4) half.key = flipped(half.key);
      if (change === 3) half.halves = half.halves.map((one) => one.map((text) => flipped(text)));
      const line = change === 2 ? { ...bent.line, text: flipped(bent.line.text) } : bent.line;
      try {
        await ask(b, 'jointSign', { ...bent, line });
        expect.fail(`${change}: ${JSON.stringify(bent)}`);
      } catch (error) {
        if (error instanceof Refusal) told += 1;
        else if (!(error instanceof ZodError)) throw error;
      }
    }
    expect(told).toBeGreaterThan(COUNT_OF_HALVES / 2);
    expect(three[1].recall.joint.size).toBe(before);
    expect(await halves([b], promised)).toHaveLength(1);
  });
});
