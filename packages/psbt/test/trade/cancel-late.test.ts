/** A hard cancel that takes the place of a purchase that waits: it pays for all that goes away, or names what would. */
import { describe, expect, it } from 'vitest';
import { isFlaw, readTransaction, sats, virtualSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import {
  acceptCancel,
  buildCancel,
  leastCancelRate,
  planCancel,
  replacementFee,
  requireReplaces,
} from '../../src/index.ts';
import type { CancelPlan, Replaced } from '../../src/index.ts';
import { coin, lot, user, walletSigns } from '../people.ts';

const taken: Replaced = { fee: sats(310n), vsize: 310, fees: sats(310n) };
const withChild: Replaced = { ...taken, fees: sats(25_310n) };

describe.each(['p2wpkh', 'p2tr'] as const)('the cancel of a %s seller', (kind) => {
  const seller = user('seller', kind);
  const planned = (feeRateSatVb: number, replaced: Replaced, money = 80_000n): CancelPlan =>
    planCancel({
      lot: lot('lot', seller),
      ownerScript: seller.script,
      ownerKey: seller.key,
      coins: [coin('money', seller, money)],
      feeRateSatVb,
      replaced,
    });
  const refused = (feeRateSatVb: number, replaced: Replaced, money?: bigint): Refusal => {
    try {
      planned(feeRateSatVb, replaced, money);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    return expect.fail('it should have been refused');
  };
  const named = ({ detail = '' }: Refusal): number => Number(/([0-9.]+) sat\/vB$/.exec(detail)?.[1]);

  it.each([taken, withChild, { ...taken, fee: sats(3_100n), fees: sats(3_100n) }])(
    'at a rate too low is refused with the rate that is enough: %o',
    (replaced) => {
      const refusal = refused(1, replaced);
      expect(refusal.code).toBe('fee-too-low');
      const rate = named(refusal);
      const plan = planned(rate, replaced);
      const { fee, vsize, psbt, toSign } = buildCancel(plan);
      expect(fee).toBeGreaterThanOrEqual(replacementFee(vsize, 0.001, replaced));
      expect(refused(rate - 0.01, replaced).code).toBe('fee-too-low');
      const tx = readTransaction(acceptCancel(plan, walletSigns(psbt, seller, toSign)).raw);
      if (isFlaw(tx)) throw new Error(tx.flaw);
      expect(fee - replaced.fees).toBeGreaterThanOrEqual(virtualSize(tx));
    },
  );

  it('is told before at which rate it is enough', () => {
    expect(leastCancelRate(seller.script, withChild)).toBe(named(refused(1, withChild)));
  });

  it('at the told rate pays enough whatever its coins are, and never more than that with change', () => {
    const rate = leastCancelRate(seller.script, withChild);
    const usual = buildCancel(planned(rate, withChild)).fee;
    for (const money of [usual, usual - 30n, usual + 20n, usual + 545n]) {
      const plan = planned(rate, withChild, money);
      expect(plan.change).toBeUndefined();
      const { fee, vsize } = buildCancel(plan);
      expect(fee).toBeGreaterThanOrEqual(replacementFee(vsize, 0.001, withChild));
      expect(fee).toBeLessThanOrEqual(usual + 545n);
      requireReplaces(plan, withChild);
    }
    const many = planCancel({
      lot: lot('lot', seller),
      ownerScript: seller.script,
      ownerKey: seller.key,
      coins: Array.from({ length: 3 }, (_, at) => coin(`money ${at}`, seller, (usual * 9n) / 10n)),
      feeRateSatVb: rate,
      replaced: withChild,
    });
    expect(many.payments).toHaveLength(2);
    requireReplaces(many, withChild);
  });

  it('is looked at once more when more goes away than when it was planned', () => {
    const plan = planned(leastCancelRate(seller.script, taken), taken);
    requireReplaces(plan, taken);
    expect(() => {
      requireReplaces(plan, withChild);
    }).toThrow(`${leastCancelRate(seller.script, withChild)} sat/vB`);
  });

  it('of a coin that nothing spends pays what was asked', () => {
    const { lot: own, payments } = planned(50, taken);
    const alone = { lot: own, ownerScript: seller.script, ownerKey: seller.key, coins: payments };
    expect(buildCancel(planCancel({ ...alone, feeRateSatVb: 1 })).fee).toBeLessThan(taken.fees);
  });
});
