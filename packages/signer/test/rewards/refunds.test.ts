/** What a pot has left goes back to where the file says, and never what unpaid rows ask for, whatever the server names as kept. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LATE_BLOCKS } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { bytesToHex, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LIQUIDITY, RUNES } from './campaigns.ts';
import { ask, claimOf, fund, fundPot, mine, potOf, readyStage, requestOf, sent, sign } from './stage.ts';
import type { Stage } from './stage.ts';

const RATE = 2;
const refund = (
  stage: Stage,
  coins: readonly Coin[],
  kept: readonly Coin[] = [],
  { campaign = LIQUIDITY, rate = RATE }: { campaign?: Campaign; rate?: number } = {},
) =>
  ask(stage, {
    ...{ op: 'rewardRefund', campaign: campaign.id, feeRateSatVb: rate },
    coins: coins.map(({ outpoint }) => outpoint),
    kept: kept.map(({ outpoint }) => outpoint),
  });

/** Two people ask for 1,600,000 sat of four epochs. */
async function refundable(campaign = LIQUIDITY) {
  const stage = await readyStage(campaign, 4);
  const file = join(stage.directory, `REFUND-campaign-${campaign.id}`);
  writeFileSync(file, '');
  return { ...stage, file };
}

async function paidBy(done: Promise<unknown>) {
  const { raw } = (await done) as { raw: string };
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx.outputs.map(({ script, value }) => [bytesToHex(script), value] as const);
}

describe('what is left', () => {
  it('goes to where the file says, less the network fee', async () => {
    const stage = await refundable();
    const [goes, stays] = [fundPot(stage, LIQUIDITY, 500_000n), fundPot(stage, LIQUIDITY, 1_600_000n)];
    const [[script, value] = ['', 0n], more] = await paidBy(refund(stage, [goes], [stays]));
    expect([script, more]).toEqual([LIQUIDITY.refundScript, undefined]);
    expect(value).toBeGreaterThan(499_000n);
  });

  it('of a rune goes with its units, paid by a plain coin of the pot', async () => {
    const stage = await refundable(RUNES);
    const goes = fundPot(stage, RUNES, 500_000n);
    const pays = fund(stage, potOf(stage, RUNES).pot.script, 20_000n);
    const kept = [fundPot(stage, RUNES, 1_600_000n)];
    const [[script] = ['']] = await paidBy(refund(stage, [goes, pays], kept, { campaign: RUNES }));
    expect(script).toBe(RUNES.refundScript);
  });

  it('stays without the file, and goes without it a day after rows could be claimed', async () => {
    const stage = await refundable();
    rmSync(stage.file);
    const goes = fundPot(stage, LIQUIDITY, 500_000n);
    mine(stage, LIQUIDITY.claimUntil + LATE_BLOCKS - stage.chain.height);
    expect(await answer(refund(stage, [goes]))).toBe('claim-waits');
    mine(stage);
    expect(await answer(refund(stage, [goes]))).toBe('accepted');
  });

  it('is paid for by no more than the stock’s rate', async () => {
    const stage = await refundable();
    const [goes, stays] = [fundPot(stage, LIQUIDITY, 500_000n), fundPot(stage, LIQUIDITY, 1_600_000n)];
    expect(await answer(refund(stage, [goes], [stays], { rate: 51 }))).toBe('fee-too-high');
  });
});

describe('what unpaid rows ask for stays', () => {
  it('a coin that is named twice counts once', async () => {
    const stage = await refundable();
    const [goes, stays] = [fundPot(stage, LIQUIDITY, 800_000n), fundPot(stage, LIQUIDITY, 800_000n)];
    expect(await answer(refund(stage, [goes], [stays, stays]))).toBe('claim-waits');
  });

  it('a coin that waits for a block does not count', async () => {
    const stage = await refundable();
    const goes = fundPot(stage, LIQUIDITY, 800_000n);
    const { height: _, ...waits } = coin('waits', potOf(stage, LIQUIDITY).pot, 1_600_000n);
    stage.chain.put(waits);
    expect(await answer(refund(stage, [goes], [waits]))).toBe('claim-waits');
  });

  it('a coin of a refund that was signed does not count, and may be refunded again', async () => {
    const stage = await refundable();
    const [one, other] = [fundPot(stage, LIQUIDITY, 1_700_000n), fundPot(stage, LIQUIDITY, 1_700_000n)];
    await refund(stage, [one], [other]);
    expect(await answer(refund(stage, [other], [one]))).toBe('claim-waits');
    expect(await answer(refund(stage, [one], [other], { rate: 4 }))).toBe('accepted');
  });

  it('a coin of a claim that may still confirm stays', async () => {
    const stage = await refundable();
    const [claimed, stays] = [fundPot(stage, LIQUIDITY, 500_000n), fundPot(stage, LIQUIDITY, 1_700_000n)];
    const claim = claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [claimed] });
    await sign(stage, requestOf(claim));
    expect(await answer(refund(stage, [claimed], [stays]))).toBe('claim-waits');
  });

  it('rows that a block has paid ask for nothing', async () => {
    const stage = await refundable();
    const pot = fundPot(stage, LIQUIDITY, 300_000n);
    await sent(stage, claimOf(stage, { by: stage.alice, amount: 300_000n, coins: [pot] }));
    const [goes, stays] = [fundPot(stage, LIQUIDITY, 300_000n), fundPot(stage, LIQUIDITY, 1_300_000n)];
    expect(await answer(refund(stage, [goes], [stays]))).toBe('claim-waits');
    mine(stage);
    expect(await answer(refund(stage, [goes], [stays]))).toBe('accepted');
  });

  it('a table that could be taken and was not stops it; of a stopped campaign the file says how many there are', async () => {
    const stage = await readyStage(LIQUIDITY, 1);
    const file = join(stage.directory, `REFUND-campaign-${LIQUIDITY.id}`);
    mine(stage, 40);
    const [goes, stays] = [fundPot(stage, LIQUIDITY, 500_000n), fundPot(stage, LIQUIDITY, 900_000n)];
    for (const [text, said] of [
      ['', 'reward-waits'],
      ['2', 'reward-waits'],
      ['all', 'campaign-impossible'],
      ['-1', 'campaign-impossible'],
      ['1\n', 'accepted'],
    ] as const) {
      writeFileSync(file, text);
      expect(await answer(refund(stage, [goes], [stays])), text).toBe(said);
    }
  });

  it('a refund that was never sent is no reason against one that spends a coin of it', async () => {
    const stage = await refundable();
    const [one, two, big] = [500_000n, 500_000n, 1_700_000n].map((value) =>
      fundPot(stage, LIQUIDITY, value),
    ) as [Coin, Coin, Coin];
    await refund(stage, [one, two], [big]);
    const rest = fundPot(stage, LIQUIDITY, 1_100_000n);
    // What stays is a coin of the refund before, which this one makes impossible.
    expect(await answer(refund(stage, [big], [two, rest]))).toBe('claim-waits');
    expect(await answer(refund(stage, [big, one], [two, rest]))).toBe('accepted');
  });

  it('the coins of claims that were signed are told to whoever asks', async () => {
    const stage = await refundable();
    const [claimed, free] = [fundPot(stage, LIQUIDITY, 500_000n), fundPot(stage, LIQUIDITY, 1_700_000n)];
    await sign(stage, requestOf(claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [claimed] })));
    await refund(stage, [free], [claimed]).catch(() => undefined);
    const coins = [claimed.outpoint, free.outpoint];
    expect(await ask(stage, { op: 'rewardClaimed', coins })).toEqual({ coins: [claimed.outpoint] });
  });
});
