/** Claims in lots: parts of what was earned, and of all that were signed for an address never more than it has earned together. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { LOTS_BRC20 } from './campaigns.ts';
import { BOTH, again, fundLot, lotClaimOf, lotVerdict, tokensOf } from './lot-stage.ts';
import { ask, mine, readyStage, requestOf, sent, sign } from './stage.ts';

/** Alice has earned 600,000 units, Bob 200,000, unless it is said of how many epochs. */
const opened = async (epochs?: number) => {
  const stage = await readyStage(LOTS_BRC20, epochs);
  return { ...stage, lot: (units: bigint) => fundLot(stage, LOTS_BRC20, units) };
};

describe.each(BOTH)('a claim of %s', (_, campaign) => {
  it('of all that was earned, or of a part, is signed and is worth it', async () => {
    const stage = await readyStage(campaign);
    const { alice, bob } = stage;
    const all = [250_000n, 200_000n, 150_000n].map((units) => fundLot(stage, campaign, units));
    await sent(stage, lotClaimOf(stage, { campaign, by: alice, lots: all }));
    const part = lotClaimOf(stage, { campaign, by: bob, lots: [fundLot(stage, campaign, 80_000n)] });
    await sent(stage, part);
    mine(stage);
    expect(tokensOf(stage, alice, campaign)).toBe(600_000n);
    expect(tokensOf(stage, bob, campaign)).toBe(80_000n);
    expect(tokensOf(stage, part.plan.pool, campaign)).toBe(0n);
  });

  it('that pays for new lots leaves the pot the money', async () => {
    const stage = await readyStage(campaign);
    const lots = [fundLot(stage, campaign, 100_000n)];
    const claim = lotClaimOf(stage, { campaign, by: stage.bob, lots, restock: 3_000n });
    await sent(stage, claim);
    mine(stage);
    const own = [...stage.chain.settled.values()].filter(
      ({ script }) => bytesToHex(script) === bytesToHex(claim.plan.pool.script),
    );
    expect(own).toMatchObject([{ value: 3_000n, assets: [] }]);
  });

  it('of a unit more than was earned is refused', async () => {
    const stage = await readyStage(campaign);
    const lots = [fundLot(stage, campaign, 600_000n), fundLot(stage, campaign, 1n)];
    expect(await lotVerdict(stage, stage.alice, lots, campaign)).toBe('nothing-to-claim');
    expect(await lotVerdict(stage, stage.bob, lots.slice(0, 1), campaign)).toBe('nothing-to-claim');
    expect(await lotVerdict(stage, stage.alice, lots.slice(0, 1), campaign)).toBe('accepted');
  });
});

describe('a second claim', () => {
  it('beside the first gets no more than the rest, over a lot of it all', async () => {
    const { lot, ...stage } = await opened();
    const { alice } = stage;
    const [first, second, rest, one] = [lot(400_000n), lot(200_001n), lot(200_000n), lot(1n)];
    expect(await lotVerdict(stage, alice, [first])).toBe('accepted');
    expect(await lotVerdict(stage, alice, [second])).toBe('claim-waits');
    expect(await lotVerdict(stage, alice, [first, second])).toBe('nothing-to-claim');
    expect(await lotVerdict(stage, alice, [first, rest])).toBe('accepted');
    expect(await lotVerdict(stage, alice, [rest])).toBe('accepted');
    // Beside the last one, the first two may both be meant: what is signed is never more than what was earned.
    expect(await lotVerdict(stage, alice, [one])).toBe('claim-waits');
    expect(await lotVerdict(stage, stage.bob, [rest])).toBe('accepted');
  });

  it('is counted once, however often the same lots were claimed', async () => {
    const { lot, ...stage } = await opened();
    const [first, second] = [lot(200_000n), lot(400_000n)];
    for (let n = 0; n < 3; n += 1) expect(await lotVerdict(stage, stage.alice, [first])).toBe('accepted');
    expect(await lotVerdict(stage, stage.alice, [second, lot(1n)])).toBe('claim-waits');
    expect(await lotVerdict(stage, stage.alice, [second])).toBe('accepted');
  });

  it('is not signed beside one that has confirmed, however deep', async () => {
    const { lot, ...stage } = await opened();
    const { alice } = stage;
    const [first, rest, one] = [lot(400_000n), lot(200_000n), lot(1n)];
    await sent(stage, lotClaimOf(stage, { by: alice, lots: [first] }));
    mine(stage, 100);
    expect(await lotVerdict(stage, alice, [first])).toBe('coin-spent');
    expect(await lotVerdict(stage, alice, [rest, one])).toBe('claim-waits');
    expect(await lotVerdict(stage, alice, [rest])).toBe('accepted');
    expect(await lotVerdict(stage, alice, [one])).toBe('claim-waits');
  });

  it('counts the first no more when somebody else has taken one of its lots, six deep', async () => {
    const { lot, ...stage } = await opened();
    const { alice, bob } = stage;
    const [shared, big, other] = [lot(100_000n), lot(500_000n), lot(600_000n)];
    expect(await lotVerdict(stage, alice, [shared, big])).toBe('accepted');
    const signed = { op: 'rewardSigned', campaign: LOTS_BRC20.id, script: bytesToHex(alice.script) };
    const stands = { epochs: [], of: [shared.outpoint, big.outpoint], amount: '600000' };
    expect(await ask(stage, signed)).toMatchObject({ claims: [stands] });
    await sent(stage, lotClaimOf(stage, { by: bob, lots: [shared] }));
    mine(stage, 6);
    expect(await lotVerdict(stage, alice, [other])).toBe('claim-waits');
    mine(stage);
    expect(await ask(stage, signed)).toEqual({ claims: [] });
    expect(await lotVerdict(stage, alice, [other])).toBe('accepted');
  });
});

describe('what stops it', () => {
  it('rows whose blocks were undone count nothing, until the operator accepts them', async () => {
    const { lot, ...stage } = await opened();
    const lots = [lot(300_000n), lot(1n)];
    stage.facts.undone.add(109);
    expect(await lotVerdict(stage, stage.alice, lots)).toBe('campaign-paused');
    expect(await lotVerdict(stage, stage.alice, lots.slice(0, 1))).toBe('accepted');
    writeFileSync(join(stage.directory, `ACCEPT-campaign-${LOTS_BRC20.id}-0`), '');
    expect(await lotVerdict(stage, stage.alice, lots)).toBe('accepted');
  });

  it('rows that are not ready count nothing, and later than the last block nothing is claimed', async () => {
    const { lot, ...stage } = await opened();
    const lots = [lot(1n)];
    stage.chain.height = 200;
    expect(await lotVerdict(stage, stage.alice, [lot(1n)])).toBe('nothing-to-claim');
    stage.chain.height = LOTS_BRC20.claimUntil + 1;
    expect(await lotVerdict(stage, stage.alice, lots)).toBe('claim-over');
  });
});

describe('an hour', () => {
  /** Pays 400,000 units. */
  const tightened = async () => {
    const { parts, lot, ...stage } = await opened(4);
    const tight = { ...stage, parts: { ...parts, rules: { ...parts.rules, hourPpm: 100_000n } } };
    return { ...tight, lot };
  };

  it('is not passed by many small claims, nor used up by the same again and again', async () => {
    const { lot, ...stage } = await tightened();
    const lots = [lot(150_000n), lot(150_000n), lot(100_000n), lot(1n)];
    for (const one of lots.slice(0, 3)) expect(await lotVerdict(stage, stage.alice, [one])).toBe('accepted');
    expect(await lotVerdict(stage, stage.alice, lots.slice(0, 3))).toBe('accepted');
    for (let at = 0; at < 2; at += 1)
      expect(await lotVerdict(stage, stage.alice, lots.slice(0, 1))).toBe('accepted');
    expect(await lotVerdict(stage, stage.alice, lots.slice(3))).toBe('limit-reached');
    expect(await lotVerdict(stage, stage.bob, lots.slice(3))).toBe('limit-reached');
    stage.clock.now += 3_600_000;
    expect(await lotVerdict(stage, stage.bob, lots.slice(3))).toBe('accepted');
  });

  it('is not passed by a small claim over a lot of a large one, which may still confirm', async () => {
    const { lot, ...stage } = await tightened();
    const [large, small, next] = [lot(390_000n), lot(10_000n), lot(390_000n)];
    expect(await lotVerdict(stage, stage.alice, [large, small])).toBe('accepted');
    expect(await lotVerdict(stage, stage.alice, [small])).toBe('accepted');
    expect(await lotVerdict(stage, stage.alice, [next])).toBe('limit-reached');
  });

  it('is not passed by one over lots of two, and then those two', async () => {
    const { lot, ...stage } = await tightened();
    const [one, other] = [lot(200_000n), lot(200_000n)];
    for (const lots of [[one], [one, other], [other]])
      expect(await lotVerdict(stage, stage.alice, lots)).toBe('accepted');
    expect(await lotVerdict(stage, stage.bob, [lot(1n)])).toBe('limit-reached');
  });
});

describe('after a start', () => {
  it('the verdicts are those there were before', async () => {
    const { lot, ...stage } = await opened();
    const { alice } = stage;
    const [first, rest, one] = [lot(400_000n), lot(200_000n), lot(1n)];
    const request = requestOf(lotClaimOf(stage, { by: alice, lots: [first] }));
    const signatures = await sign(stage, request);
    const later = await again(stage);
    expect(await sign(later, request)).toEqual(signatures);
    expect(await lotVerdict(later, alice, [rest, one])).toBe('claim-waits');
    expect(await lotVerdict(later, alice, [first, rest])).toBe('accepted');
    const last = await again(later);
    expect(await lotVerdict(last, alice, [rest])).toBe('accepted');
    expect(await lotVerdict(last, alice, [one])).toBe('claim-waits');
  });
});
