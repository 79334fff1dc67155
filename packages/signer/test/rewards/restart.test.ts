/** A signer of rewards that starts again with its folder: it knows which tables it took and what it signed, and pays nothing twice. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer } from '../memory/world.ts';
import { LIQUIDITY } from './campaigns.ts';
import { claimOf, fundPot, mine, openStage, readyStage, requestOf, sent, sign, take } from './stage.ts';
import type { Stage } from './stage.ts';

const journalOf = ({ directory }: Stage): string => join(directory, 'rewards.jsonl');

/** @param text of the journal, where it is another than it was left */
function again(stage: Stage, text?: string): Promise<Stage> {
  stage.parts.journal.close();
  if (text !== undefined) writeFileSync(journalOf(stage), text, { mode: 0o600 });
  return openStage(stage);
}

describe('after a start', () => {
  it('tables are those that were taken, pots where they were', async () => {
    const stage = await readyStage();
    const later = await again(stage);
    expect(later.parts.journal.recall.taken('liquidity')).toEqual(
      stage.parts.journal.recall.taken('liquidity'),
    );
    expect(later.parts.potKey('liquidity')).toEqual(stage.parts.potKey('liquidity'));
    const rows = [[stage.alice, 1n]] as const;
    expect(await answer(take(later, LIQUIDITY, 1, rows))).toBe('signer-refused');
    expect(await answer(take(later, LIQUIDITY, 2, rows))).toBe('accepted');
  });

  it('the same claim gets the same signatures, another of its rows over other coins none', async () => {
    const stage = await readyStage();
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const asked = { by: stage.alice, amount: 300_000n };
    const request = requestOf(claimOf(stage, { ...asked, coins: [first] }));
    const signatures = await sign(stage, request);
    const later = await again(stage);
    expect(await sign(later, request)).toEqual(signatures);
    const other = requestOf(claimOf(later, { ...asked, coins: [second] }));
    expect(await answer(sign(later, other))).toBe('claim-waits');
    expect(
      later.parts.journal.recall.hour(later.clock.now, {
        campaign: 'liquidity',
        script: '',
        epochs: [],
        of: [],
      }),
    ).toBe(300_000n);
    await sent(later, claimOf(later, { ...asked, coins: [first] }));
    mine(later, 9);
    expect(await answer(sign(await again(later), other))).toBe('claim-waits');
  });

  it('a line that a power cut tore was never answered', async () => {
    const stage = await readyStage();
    const count = join(stage.directory, 'rewards.count');
    const counted = readFileSync(count, 'utf8');
    const whole = readFileSync(journalOf(stage), 'utf8');
    const claim = claimOf(stage, { by: stage.alice, amount: 300_000n, coins: [fundPot(stage, LIQUIDITY)] });
    const signatures = await sign(stage, requestOf(claim));
    // The counter goes up behind the line.
    writeFileSync(count, counted, { mode: 0o600 });
    const later = await again(stage, readFileSync(journalOf(stage), 'utf8').slice(0, -40));
    expect(readFileSync(journalOf(later), 'utf8')).toBe(whole);
    expect(await sign(later, requestOf(claim))).toEqual(signatures);
  });

  it('a journal from an older copy is not believed: nothing is signed before it is whole', async () => {
    const stage = await readyStage();
    const old = readFileSync(journalOf(stage), 'utf8');
    const asked = { by: stage.alice, amount: 300_000n };
    await sign(stage, requestOf(claimOf(stage, { ...asked, coins: [fundPot(stage, LIQUIDITY)] })));
    const whole = readFileSync(journalOf(stage), 'utf8');
    const later = await again(stage, old);
    const second = requestOf(claimOf(later, { ...asked, coins: [fundPot(later, LIQUIDITY)] }));
    expect(await answer(sign(later, second))).toBe('trading-stopped');
    expect(await answer(take(later, LIQUIDITY, 2, []))).toBe('trading-stopped');
    expect(await answer(sign(await again(later, whole), second))).toBe('claim-waits');
  });

  it('a journal that is cut in its middle, has another amount, or lacks a line, stops the start', async () => {
    const text = readFileSync(journalOf(await readyStage()), 'utf8');
    const [, second = ''] = text.split('\n');
    const wrong = [text.slice(0, 100) + text.slice(140), text.replace(',300000,', ',900000,'), `${second}\n`];
    for (const one of wrong) await expect(again(await readyStage(), one)).rejects.toThrow();
    expect((await again(await readyStage(), text)).parts.journal.recall.size).toBe(2);
  });
});
