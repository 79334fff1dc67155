/** Two thousand mutants of good claims, none of which is signed; and of those that their claimants sign anew none that costs the pot more. */
import { poolActFromWire } from '@rialto/contract';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { acceptAct, buildAct, takenByClaim } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { signed } from '../memory/bids.ts';
import { runeOn } from '../memory/people.ts';
import { LIQUIDITY, RUNES } from './campaigns.ts';
import { claimMutants, codeOf, othersOf } from './claim-mutants.ts';
import { claimOf, fund, fundPot, potOf, readyStage, requestOf } from './stage.ts';

const SEED = 20_261_128;
const COUNT = 1_000;

const prepare = async (campaign: typeof LIQUIDITY) => {
  const stage = await readyStage(campaign);
  const coins = [fundPot(stage, campaign, 400_000n), fundPot(stage, campaign, 500_000n)];
  fundPot(stage, campaign);
  fund(stage, potOf(stage, campaign).pot.script, 546n, [runeOn(161, 5n)]);
  const { alice, bob } = stage;
  fund(stage, alice.script, 70_000n);
  fund(stage, bob.script, 70_000n);
  const asked = campaign.pays === 'sats' ? { by: alice, amount: 600_000n } : { by: bob, amount: 200_000n };
  return { stage, claim: claimOf(stage, { campaign, epochs: [0, 1], coins, ...asked }) };
};

describe.each([
  ['sats', LIQUIDITY],
  ['a rune', RUNES],
])('of 2,000 mutants', (what, campaign) => {
  it(`none of ${COUNT} of a good claim of ${what} is signed`, async () => {
    const { stage, claim } = await prepare(campaign);
    const request = requestOf(claim);
    const { size } = stage.parts.journal.recall;
    const mutants = claimMutants(request, othersOf(stage, claim), { count: COUNT, seed: SEED });
    expect(mutants).toHaveLength(COUNT);
    const codes = [];
    for (const mutant of mutants) {
      const code = await codeOf(stage, mutant.request);
      if (code === undefined) expect.fail(`${mutant.field}: ${JSON.stringify(mutant.request)}`);
      codes.push(code);
    }
    expect(codes.filter((code) => code !== 'unreadable').length).toBeGreaterThan(COUNT / 2);
    expect(mutants.filter(({ consistent }) => consistent).length).toBeGreaterThan(COUNT / 10);
    expect(stage.parts.journal.recall.size).toBe(size);
    // What they were made of is good.
    expect(await codeOf(stage, request)).toBeUndefined();
  });

  it(`none costs a pot of ${what} more than the rows, or pays another, that its claimant signs anew`, async () => {
    const { stage, claim } = await prepare(campaign);
    const others = othersOf(stage, claim);
    const { pot } = potOf(stage, campaign);
    const { by } = claim;
    let isSigned = 0;
    const mutants = claimMutants(requestOf(claim), others, { count: 400, seed: SEED + 1 });
    const made = mutants.filter(({ consistent }) => consistent);
    for (const { field, request } of made) {
      const coin = (point: string): Coin => others.coins.get(point) ?? expect.fail(point);
      const asset = (): never => expect.fail('no lots');
      const act =
        request.plan.lots === null
          ? poolActFromWire(request.plan, { script: pot.script, coin, asset })
          : undefined;
      if (act === undefined) continue;
      const plan: PoolAct = { pool: pot, ...act };
      let witnesses;
      try {
        witnesses = acceptAct(plan, signed(buildAct(plan), by.secret)).map(
          (half) => half?.map(bytesToHex) ?? null,
        );
      } catch {
        // Not all of its coins are the claimant's.
        continue;
      }
      const { size } = stage.parts.journal.recall;
      await codeOf(stage, { ...request, witnesses });
      // A transaction that was signed before gets its signatures again, whatever else is asked with it.
      if (stage.parts.journal.recall.size === size) continue;
      isSigned += 1;
      const taken = takenByClaim(plan);
      const due = campaign.pays === 'sats' ? { sats: 600_000n, units: 0n } : { sats: 0n, units: 200_000n };
      expect([field, taken.sats <= due.sats, taken.units <= due.units]).toEqual([field, true, true]);
      expect(plan.userOutputs.every(({ script }) => equalBytes(script, by.script))).toBe(true);
      expect(request.epochs).toEqual([0, 1]);
    }
    expect(isSigned).toBeGreaterThan(0);
    expect(made.length).toBeGreaterThan(100);
  });
});
