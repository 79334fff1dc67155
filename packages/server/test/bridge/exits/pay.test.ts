/** What an exit on Bitcoin spends: small locked coins along with a payout, and of the fee wallet what refunds leave to payouts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refundDeposit } from '../../../src/bridge/exits/refund.ts';
import { keepDeposit } from '../../../src/store/bridge/deposit-store.ts';
import { digits, exitStage } from './exit-stage.ts';
import type { ExitStage } from './exit-stage.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

async function lockedCoins(count: number, value: bigint): Promise<void> {
  for (let at = 0; at < count; at += 1) await stage.locked(0x10000 + at, value);
}

const last = () => stage.told.asked.at(-1);

describe('a payout', () => {
  it('of half of what lies in a hundred coins leaves', async () => {
    await lockedCoins(100, 1_000_000n);
    await stage.fee(1, 500_000n);
    const name = await stage.redeem(1, 49_990_000n);
    await stage.leave();
    expect((await stage.deposit(name)).status).toBe('paid-out');
    expect(last()?.locked).toHaveLength(50);
  });

  it('takes the smallest coins along while that is cheap, and leaves twenty to others', async () => {
    await lockedCoins(100, 20_000n);
    const large = await stage.locked(0x20000, 70_000n);
    for (let at = 1; at <= 3; at += 1) await stage.fee(at, 50_000n);
    await stage.redeem(1, 60_000n);
    await stage.leave();
    // A quarter of 20,000 sat buys 1,000 vB at 5 sat/vB.
    expect(last()?.locked[0]).toBe(large);
    expect(last()?.locked).toHaveLength(13);
    stage.told.rate = 1;
    await stage.redeem(2, 20_000n);
    await stage.leave();
    expect(last()?.locked).toHaveLength(68);
    await stage.redeem(3, 19_000n);
    await stage.leave();
    expect(last()?.locked).toHaveLength(1);
  });

  it('takes no more along than the coin of the fee wallet pays that is spent anyway', async () => {
    await lockedCoins(100, 70_000n);
    // 154 vB for a payout from one coin, 57.5 for each that goes along.
    await stage.fee(1, 546n + 5n * 420n);
    await stage.fee(2, 2_000n);
    await stage.redeem(1, 60_000n);
    await stage.leave();
    expect(last()?.locked).toHaveLength(3);
    expect(last()?.fees).toHaveLength(1);
  });

  it.each([
    ...(['signer-refused', 'coin-spent', 'bridge-deposit-waits', 'bridge-short', 'limit-reached'] as const),
  ])('leaves without those that go along when the signer says %s of one of them', async (refusal) => {
    await lockedCoins(30, 70_000n);
    const bad = await stage.locked(0x20000, 600n);
    await stage.fee(1, 50_000n);
    const name = await stage.redeem(1, 60_000n);
    stage.told.says = (_, { locked }) => (locked.includes(bad) ? refusal : undefined);
    await stage.leave();
    expect(stage.told.asked.map(({ locked }) => locked.length)).toEqual([11, 1]);
    expect((await stage.exits(name))[0]?.inputs).toEqual(last()?.locked);
  });

  it('takes none along at a high rate', async () => {
    await lockedCoins(100, 70_000n);
    await stage.fee(1, 50_000n);
    stage.told.rate = 25;
    await stage.redeem(1, 60_000n);
    await stage.leave();
    expect(last()?.locked).toHaveLength(1);
  });
});

describe('a refund', () => {
  /** A mint that fits no order. @returns its name */
  async function misfit(at: number): Promise<string> {
    const name = `btc:${digits(0x30000 + at)}:0`;
    await keepDeposit(stage.store.db, {
      ...{ name, asset: 'btc', direction: 'mint', txid: digits(0x30000 + at), vout: 0, amount: 5_000n },
      ...{ value: 5_000n, orderId: null, status: 'refused', judged: true, height: 150 },
      ...{ origin: `0014${'44'.repeat(20)}`, reason: 'bridge-order-unknown' },
    });
    return name;
  }

  it('takes the smallest coin of the fee wallet that pays for it, a payout the largest', async () => {
    const [small, , large] = [
      await stage.fee(1, 10_000n),
      await stage.fee(2, 20_000n),
      await stage.fee(3, 90_000n),
      await stage.fee(4, 600n),
    ];
    await lockedCoins(1, 100_000n);
    await refundDeposit(stage.context, await misfit(1));
    expect(last()?.fees).toEqual([small]);
    await stage.redeem(1, 60_000n);
    await stage.leave();
    expect(last()?.fees).toEqual([large]);
  });

  it('leaves half of the fee wallet to payouts, and dust that anybody sends there changes nothing', async () => {
    for (let at = 1; at <= 6; at += 1) await stage.fee(at, 50_000n);
    for (let at = 0; at < 10; at += 1) await stage.fee(0x100 + at, 330n);
    stage.told.rate = 8;
    for (let at = 1; at <= 3; at += 1) await refundDeposit(stage.context, await misfit(at));
    const fourth = await misfit(4);
    await expect(refundDeposit(stage.context, fourth)).rejects.toMatchObject({ code: 'insufficient-funds' });
    await lockedCoins(3, 100_000n);
    for (let at = 1; at <= 3; at += 1) {
      const name = await stage.redeem(at, 60_000n);
      await stage.leave();
      expect((await stage.deposit(name)).status).toBe('paid-out');
    }
  });

  it('takes the only coin there is', async () => {
    await stage.fee(1, 50_000n);
    await refundDeposit(stage.context, await misfit(1));
    expect(last()?.fees).toHaveLength(1);
  });
});
