/** Claims through every ledger of a small chain: what the index then says is what was meant; and whatever pot and amount, nothing is lost. */
import fc from 'fast-check';
import { outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { acceptPlanned, effects, partyOf } from '../../src/index.ts';
import { takenByClaim } from '../../src/claim/plan-claim.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { contextOfAct, draftOfAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { planUnnamedEtch } from '../../src/tokens/rune-etch-unnamed.ts';
import { cases } from '../cases.ts';
import { World } from '../ledger-world.ts';
import { coin, walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { KINDS, RATE, complete, traderOf, transactionIn } from '../pool/acts.ts';
import { POT, RUNE, claim, runeCoin, satCoin, satsOf } from './claims.ts';

const potOwner = (who: User): User => ({ ...who, script: POT.pool.script });
const unitsOn = (coins: readonly Coin[], asset: AssetId): bigint =>
  coins
    .flatMap(({ assets }) => assets)
    .reduce((sum, one) => sum + (one.kind === 'rune' && one.asset === asset ? one.amount : 0n), 0n);

/** What a mined claim made, by whom it belongs to. */
function mined(world: World, act: PoolAct, who: User): { users: Coin[]; pots: Coin[] } {
  const done = complete(act, who, POT);
  world.mine(done.raw);
  const made = transactionIn(done).outputs.flatMap(({ script }, vout) =>
    script[0] === 0x6a ? [] : [world.coin(outpoint(done.txid, vout))],
  );
  const isPot = ({ script }: Coin): boolean => Buffer.from(script).equals(POT.pool.script);
  return { users: made.filter((one) => !isPot(one)), pots: made.filter(isPot) };
}

/** A rune without a name, all of it on one coin of the pot. */
function etched(world: World, who: User, premine: bigint): Coin {
  const plan = planUnnamedEtch({
    payer: { script: who.script, key: who.key, coins: world.fund(who, 20_000n) },
    etching: { divisibility: 0, symbol: undefined, premine, turbo: false, terms: undefined } as never,
    destination: POT.pool.script,
    feeRateSatVb: RATE,
  });
  const done = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
  world.mine(done.raw);
  return world.coin(outpoint(done.txid, 0));
}

describe.each(KINDS)('a claimant with %s, mined', (kind) => {
  const who = traderOf(kind);

  it('has his sats, one claim after the other until nothing is left', () => {
    const world = new World();
    let coins = world.fund(potOwner(who), 60_000n, 41_000n);
    for (const [amount, left] of [
      [40_000n, 61_000n],
      [60_500n, 546n],
      [546n, 0n],
    ] as const) {
      const money = world.fund(who, 30_000n);
      const act = claim({ who, money, coins, amount });
      const { users, pots } = mined(world, act, who);
      expect([satsOf(pots), [...users, ...pots].flatMap(({ assets }) => assets)]).toEqual([left, []]);
      coins = pots;
    }
    expect(coins).toEqual([]);
  });

  it('has his units, one claim after the other until nothing is left', () => {
    const world = new World();
    const first = etched(world, who, 10n ** 11n);
    const [rune] = first.assets;
    if (rune?.kind !== 'rune') throw new Error('a rune');
    const { asset } = rune;
    let coins = [first];
    for (const amount of [1n, 40_000n, 10n ** 11n - 40_001n]) {
      const held = unitsOn(coins, asset);
      const act = claim({ who, money: world.fund(who, 30_000n), coins, amount, pays: asset });
      const { users, pots } = mined(world, act, who);
      expect([unitsOn(users, asset), unitsOn(pots, asset)]).toEqual([amount, held - amount]);
      expect(users.map(({ assets }) => assets.length)).toEqual([1, 0]);
      expect(satsOf(pots)).toBe(satsOf(coins));
      coins = pots;
    }
    expect(coins.flatMap(({ assets }) => assets)).toEqual([]);
  });
});

const SUM = 1n << 90n;
const claims = fc.record({
  kind: fc.constantFrom(...KINDS),
  isSats: fc.boolean(),
  pots: fc.array(fc.tuple(fc.bigInt(330n, 10n ** 10n), fc.bigInt(1n, SUM)), { minLength: 1, maxLength: 5 }),
  part: fc.bigInt(1n, 10n ** 6n),
  money: fc.array(fc.bigInt(20_000n, 10n ** 8n), { minLength: 1, maxLength: 4 }),
  rate: fc.integer({ min: 1, max: 20 }),
});

describe('whatever the pot holds and however much is claimed', () => {
  it('the pot gives the reward and nothing else, and nothing is lost', () => {
    let planned = 0;
    fc.assert(
      fc.property(claims, ({ kind, isSats, pots, part, money, rate }) => {
        const who = traderOf(kind);
        const coins = pots.map(([value, units], at) =>
          isSats ? satCoin(`${at}`, value) : runeCoin(`${at}`, units, value),
        );
        const all = isSats ? satsOf(coins) : unitsOn(coins, RUNE);
        const amount = (all * part) / 10n ** 6n;
        fc.pre(amount > 0n);
        const paying = money.map((value, at) => coin(`money ${at}`, who, value));
        const pays = isSats ? 'sats' : RUNE;
        const act = claim({ who, coins, amount, pays, money: paying, feeRateSatVb: rate });
        planned += 1;
        const draft = draftOfAct(act);
        const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act));
        const pot = partyOf(does, POT.pool.script);
        const mine = partyOf(does, who.script);
        const left = satsOf(coins) - amount;
        const filled = isSats && left > 0n && left < 546n ? 546n - left : 0n;
        expect(pot.satsIn - pot.satsOut).toBe(isSats ? amount - filled : 0n);
        expect(mine.satsOut - mine.satsIn + does.fee).toBe(isSats ? amount - filled : 0n);
        expect(takenByClaim(act)).toEqual(
          isSats ? { sats: amount - filled, units: 0n } : { sats: 0n, units: amount },
        );
        const got = mine.gets.reduce((sum, one) => sum + (one.kind === 'rune' ? one.amount : 0n), 0n);
        expect(got).toBe(isSats ? 0n : amount);
        expect([does.toFee, does.burned, does.disputed, mine.gives]).toEqual([[], [], [], []]);
        expect(act.userCoins.length).toBeGreaterThan(0);
        expect(sats(does.fee)).toBeGreaterThan(0n);
      }),
      { numRuns: cases(300) },
    );
    expect(planned).toBeGreaterThan(cases(300) / 2);
  });
});
