/** What stops claims for a time: blocks that were undone, and what an hour may cost; and that neither keeps anybody out for good. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import type { User } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LIQUIDITY, YOUNG } from './campaigns.ts';
import {
  claimOf,
  fundPot,
  mine,
  openStage,
  readyStage,
  requestOf,
  sign,
  take,
  claimVerdict,
} from './stage.ts';

describe('blocks that were undone', () => {
  it('stop the claims of their epoch alone, until the operator accepts its table', async () => {
    const stage = await readyStage();
    const coins = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const asked = { by: stage.alice, amount: 300_000n };
    stage.facts.undone.add(109);
    expect(await claimVerdict(stage, coins, asked)).toBe('campaign-paused');
    expect(await claimVerdict(stage, coins, { ...asked, epochs: [0, 1], amount: 600_000n })).toBe(
      'campaign-paused',
    );
    expect(await claimVerdict(stage, coins, { ...asked, epochs: [1] })).toBe('accepted');
    writeFileSync(join(stage.directory, 'ACCEPT-campaign-liquidity-0'), '');
    expect(await claimVerdict(stage, coins, asked)).toBe('accepted');
  });
});

describe('an hour', () => {
  it('pays half of a pot, and the next one more', async () => {
    const stage = await readyStage(LIQUIDITY, 4);
    const all = { by: stage.alice, epochs: [0, 1, 2, 3], amount: 1_200_000n };
    expect(await claimVerdict(stage, [fundPot(stage, LIQUIDITY)], all)).toBe('accepted');
    const tight = { ...stage, parts: { ...stage.parts, rules: { ...stage.parts.rules, hourPpm: 320_000n } } };
    const next = { by: stage.bob, amount: 100_000n };
    expect(await claimVerdict(tight, [fundPot(stage, LIQUIDITY)], next)).toBe('limit-reached');
    stage.clock.now += 3_600_000;
    expect(await claimVerdict(tight, [fundPot(stage, LIQUIDITY)], next)).toBe('accepted');
  });

  it('is not used up by claiming the same rows again and again', async () => {
    const stage = await readyStage(LIQUIDITY, 4);
    const coins = [fundPot(stage, LIQUIDITY)];
    const all = { by: stage.alice, epochs: [0, 1, 2, 3], amount: 1_200_000n };
    for (let at = 0; at < 5; at += 1) expect(await claimVerdict(stage, coins, all)).toBe('accepted');
    expect(await claimVerdict(stage, coins, { by: stage.bob, epochs: [0, 1], amount: 200_000n })).toBe(
      'accepted',
    );
    expect(
      stage.parts.journal.recall.hour(stage.clock.now, {
        campaign: 'liquidity',
        script: '',
        epochs: [],
        of: [],
      }),
    ).toBe(1_400_000n);
  });

  it('pays a row that is more than it by itself, and nothing beside', async () => {
    const stage = await openStage();
    const { alice, bob } = await readyStage();
    stage.facts.shares.set(bytesToHex(alice.script), 9n).set(bytesToHex(bob.script), 1n);
    mine(stage, 10);
    await take(stage, YOUNG, 0, [
      [alice, 3_600_000n],
      [bob, 400_000n],
    ]);
    mine(stage);
    const of = (by: User, amount: bigint) =>
      answer(
        sign(
          stage,
          requestOf(
            claimOf(stage, { campaign: YOUNG, by, amount, coins: [fundPot(stage, YOUNG, 3_700_000n)] }),
          ),
        ),
      );
    expect(await of(alice, 3_600_000n)).toBe('accepted');
    expect(await of(bob, 400_000n)).toBe('limit-reached');
    stage.clock.now += 3_600_000;
    expect(await of(bob, 400_000n)).toBe('accepted');
  });
});
