/** Mutants of good claims in lots, none of which is signed; and of those that their claimants sign anew none that costs the pot more. */
import { poolActFromWire } from '@rialto/contract';
import type { RewardClaimRequest } from '@rialto/contract';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { acceptAct, assetScript, buildAct, lotsOfPot, soleAmount } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { signed } from '../memory/bids.ts';
import { runeOn } from '../memory/people.ts';
import type { Others } from '../pools/pool-mutants.ts';
import type { LOTS_BRC20 } from './campaigns.ts';
import { claimMutants, codeOf, othersOf } from './claim-mutants.ts';
import { BOTH, assetsOf, fundLot, lotClaimOf } from './lot-stage.ts';
import { fund, potOf, readyStage, requestOf } from './stage.ts';
import type { Claim, Stage } from './stage.ts';

const SEED = 20_261_129;
/** Of each token. */
const COUNT = 500;
const EARNED = 300_000n;

/** Alice claims two lots of all she has earned in one epoch. Beside them lie others, too large, too young, of other tokens, of other people. */
const prepare = async (campaign: typeof LOTS_BRC20) => {
  const stage = await readyStage(campaign, 1);
  const { alice, bob } = stage;
  const { pot } = potOf(stage, campaign);
  const lots = [fundLot(stage, campaign, 200_000n), fundLot(stage, campaign, 100_000n)];
  for (const units of [50_000n, 100_000n, 150_000n, 900_000n]) fundLot(stage, campaign, units);
  fundLot(stage, campaign, 50_000n, { deep: 2 });
  fundLot(stage, campaign, 50_000n, { isOther: true });
  fund(stage, pot.script, 20_000n);
  fund(stage, pot.script, 546n, [runeOn(160, 5n)]);
  fund(stage, alice.script, 546n, assetsOf(campaign, 50_000n));
  for (const { script } of [alice, bob]) fund(stage, script, 70_000n);
  return { stage, claim: lotClaimOf(stage, { campaign, by: alice, lots, restock: 3_000n }) };
};

/** The plan as its claimant would sign it. */
function planFrom(stage: Stage, { campaign }: Claim, { plan }: RewardClaimRequest, others: Others): PoolAct {
  const { pot, internalKey } = potOf(stage, campaign);
  const coin = (point: string): Coin => others.coins.get(point) ?? expect.fail(point);
  const asset = (place: Parameters<typeof assetScript>[1]) => assetScript({ key: internalKey }, place);
  const act = { pool: pot, ...poolActFromWire(plan, { script: pot.script, coin, asset }) };
  if (act.lots === undefined) return act;
  return { ...act, lots: lotsOfPot(pot, act.lots.coins, act.lots.to) };
}

describe.each(BOTH)('of mutants of a claim of %s', (_, campaign) => {
  it(`none of ${COUNT} is signed`, async () => {
    const { stage, claim } = await prepare(campaign);
    const request = requestOf(claim);
    const { size } = stage.parts.journal.recall;
    const mutants = claimMutants(request, othersOf(stage, claim), { count: COUNT, seed: SEED });
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

  it('none costs the pot more than the rows, or pays another, that its claimant signs anew', async () => {
    const { stage, claim } = await prepare(campaign);
    const { by } = claim;
    const { pot } = potOf(stage, campaign);
    const others = othersOf(stage, claim);
    const mutants = claimMutants(requestOf(claim), others, { count: COUNT, seed: SEED + 1 });
    const made = mutants.filter(({ consistent }) => consistent);
    const fields = new Set<string>();
    for (const { field, request } of made) {
      let plan: PoolAct;
      let witnesses;
      try {
        plan = planFrom(stage, claim, request, others);
        const halves = acceptAct(plan, signed(buildAct(plan), by.secret));
        witnesses = halves.map((half) => half?.map(bytesToHex) ?? null);
      } catch {
        // Not all of its coins are the claimant's, or no such act can be planned.
        continue;
      }
      const { recall } = stage.parts.journal;
      const { size } = recall;
      // Each is asked for as the first one of its claimant.
      const claims = () => [];
      const alone = { ...stage.parts.journal, recall: { ...recall, claims, hour: () => 0n } };
      const first = { ...stage, parts: { ...stage.parts, journal: alone } };
      await codeOf(first, { ...request, witnesses });
      if (recall.size === size) continue;
      fields.add(field);
      const lots = plan.lots?.coins ?? [];
      const units = lots.map((coin) => soleAmount(coin, campaign.pays) ?? expect.fail(field));
      expect([field, units.reduce((sum, one) => sum + one, 0n) <= EARNED]).toEqual([field, true]);
      const potsOwn = [...lots, ...plan.userCoins].filter(({ script }) => equalBytes(script, pot.script));
      expect(potsOwn).toEqual(lots);
      expect(lots.every(({ height = Infinity }) => stage.chain.height - height >= 2)).toBe(true);
      expect([plan.poolCoins, request.epochs]).toEqual([[], []]);
      const scripts = [plan.lots?.to ?? pot.script, ...plan.userOutputs.map(({ script }) => script)];
      expect(scripts.every((script) => equalBytes(script, by.script))).toBe(true);
    }
    expect(fields).toContain('lots');
    expect(made.length).toBeGreaterThan(COUNT / 10);
  });
});
