/** Claims of rewards: what is due is signed, to the sat and the unit, and is worth it. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import type { User } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LIQUIDITY, RUNES } from './campaigns.ts';
import { claimOf, fundPot, mine, readyStage, requestOf, sent, sign } from './stage.ts';
import type { Stage } from './stage.ts';

const holdings = ({ chain }: Stage, { script }: Pick<User, 'script'>) => {
  const own = [...chain.settled.values()].filter((one) => bytesToHex(one.script) === bytesToHex(script));
  const units = own
    .flatMap(({ assets }) => assets)
    .reduce((sum, one) => sum + ('amount' in one ? one.amount : 0n), 0n);
  return { sats: own.reduce((sum, { value }) => sum + value, 0n), units };
};

describe('a claim', () => {
  it('of sats takes them out of the pot, and not a sat more', async () => {
    const stage = await readyStage();
    const { alice } = stage;
    const claim = claimOf(stage, { by: alice, amount: 300_000n, coins: [fundPot(stage, LIQUIDITY)] });
    const before = holdings(stage, alice).sats;
    await sent(stage, claim);
    mine(stage);
    expect(holdings(stage, claim.plan.pool)).toEqual({ sats: 1_700_000n, units: 0n });
    expect(holdings(stage, alice).sats - before).toBeGreaterThan(299_000n);
  });

  it('of two epochs in a rune takes its units, and no sat', async () => {
    const stage = await readyStage(RUNES);
    const coins = [fundPot(stage, RUNES, 500_000n), fundPot(stage, RUNES, 500_000n)];
    const { bob } = stage;
    const claim = claimOf(stage, { campaign: RUNES, by: bob, epochs: [0, 1], amount: 200_000n, coins });
    await sent(stage, claim);
    mine(stage);
    expect(holdings(stage, claim.plan.pool)).toEqual({ sats: 1_092n, units: 800_000n });
    expect(holdings(stage, bob).units).toBe(200_000n);
  });

  it('again gets the same signatures, and no second line; another campaign does not', async () => {
    const stage = await readyStage();
    const request = requestOf(
      claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [fundPot(stage, LIQUIDITY)] }),
    );
    const first = await sign(stage, request);
    const { size } = stage.parts.journal.recall;
    expect(await sign(stage, request)).toEqual(first);
    expect(stage.parts.journal.recall.size).toBe(size);
    expect(await answer(sign(stage, { ...request, campaign: 'trading' }))).toBe('signer-refused');
  });

  it('of the last coins of a pot leaves nothing behind, or a smallest coin that the claimant fills up', async () => {
    const stage = await readyStage();
    const all = claimOf(stage, {
      by: stage.alice,
      amount: 300_000n,
      coins: [fundPot(stage, LIQUIDITY, 300_000n)],
    });
    expect(all.plan.poolOutputs).toEqual([]);
    expect(await answer(sign(stage, requestOf(all)))).toBe('accepted');
    const some = claimOf(stage, {
      by: stage.bob,
      amount: 100_000n,
      coins: [fundPot(stage, LIQUIDITY, 100_001n)],
    });
    expect(some.plan.poolOutputs).toMatchObject([{ value: 546n }]);
    expect(await answer(sign(stage, requestOf(some)))).toBe('accepted');
  });
});
