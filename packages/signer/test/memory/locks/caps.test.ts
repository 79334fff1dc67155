/** The caps of bids: one, an hour's, and all that may still be filled, each to the sat. */
import { describe, expect, it } from 'vitest';
import { admit } from '../../../src/locks/admit.ts';
import type { LockCaps } from '../../../src/locks/caps.ts';
import { admitOf, bid, lockedCoin } from '../bids.ts';
import type { Bid } from '../bids.ts';
import { ROOMY, admitted, here, openLockStage, publish } from '../lock-stage.ts';
import type { LockStage } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { coin } from '../people.ts';
import { NOW } from '../stage.ts';
import { answer } from '../world.ts';
import type { Txid } from '@rialto/protocols';

const HOUR = 3_600_000;
const of = (name: string, more: Parameters<typeof bid>[0] = {}): Bid =>
  bid({ name, rungs: [{ price: 30_000n }, { price: 20_000n }], ...more });
const asked = ({ parts }: LockStage, given: Bid, caps: Partial<LockCaps> = {}): Promise<string> =>
  answer(admit({ ...parts, caps: { ...ROOMY, ...caps } }, admitOf(given), here));

it('one bid holds so much and no sat more', async () => {
  const given = of('a');
  const stage = await openLockStage(given.plan.payments);
  expect(await asked(stage, given, { bid: 49_999n })).toBe('bid-too-large');
  expect(await asked(stage, given, { bid: 50_000n })).toBe('accepted');
});

it('within an hour so much is taken on, and it counts again after it', async () => {
  const [first, second] = [of('a'), of('b')];
  const stage = await admitted([first], second.plan.payments);
  expect(await asked(stage, second, { hour: 99_999n })).toBe('limit-reached');
  stage.clock.now = NOW + HOUR - 1;
  expect(await asked(stage, second, { hour: 99_999n })).toBe('limit-reached');
  stage.clock.now = NOW + HOUR;
  expect(await asked(stage, second, { hour: 50_000n })).toBe('accepted');
});

describe('the hour counts', () => {
  const [first, other] = [of('a'), of('b')];
  const EDITS = 50;
  const edit = (at: number): Bid => of('a', { rungs: [{ price: 50_000n }], expiry: 2300 + at });
  const edited = async (hour: bigint): Promise<LockStage> => {
    const stage = await admitted([first], other.plan.payments);
    for (let at = 0; at < EDITS; at += 1) expect(await asked(stage, edit(at), { hour })).toBe('accepted');
    return stage;
  };

  it('one bid once, however often it is edited, and another beside it, also after a restart', async () => {
    const stage = await edited(50_000n);
    expect(stage.locks.usage(NOW).admitted).toBe(50_000n);
    expect(await asked(stage, other, { hour: 99_999n })).toBe('limit-reached');
    stage.journal.close();
    const later = await openLockStage([...first.plan.payments, ...other.plan.payments], {}, stage.directory);
    expect(later.journal.recall.size).toBe(EDITS + 1);
    expect(later.locks.usage(NOW).admitted).toBe(50_000n);
    expect(await asked(later, other, { hour: 99_999n })).toBe('limit-reached');
    expect(await asked(later, other, { hour: 100_000n })).toBe('accepted');
    expect(later.locks.usage(NOW).admitted).toBe(100_000n);
    expect(await asked(later, edit(EDITS), { hour: 100_000n })).toBe('accepted');
  }, 120_000);

  it('of an edit what it is worth now, to the sat', async () => {
    const stage = await admitted([first]);
    const [dear, cheap] = [
      of('a', { rungs: [{ price: 60_000n }] }),
      of('a', { rungs: [{ price: 20_000n }] }),
    ];
    expect(await asked(stage, dear, { hour: 59_999n })).toBe('limit-reached');
    expect(stage.locks.usage(NOW).admitted).toBe(50_000n);
    expect(await asked(stage, dear, { hour: 60_000n })).toBe('accepted');
    expect(stage.locks.usage(NOW).admitted).toBe(60_000n);
    expect(await asked(stage, cheap, { hour: 60_000n })).toBe('accepted');
    expect(stage.locks.usage(NOW).admitted).toBe(20_000n);
  });

  it('an edit in full whose earlier bid is older than the hour', async () => {
    const stage = await admitted([first, other]);
    stage.clock.now = NOW + HOUR;
    expect(await asked(stage, edit(0), { hour: 49_999n })).toBe('limit-reached');
    expect(await asked(stage, edit(0), { hour: 50_000n })).toBe('accepted');
    expect(stage.locks.usage(stage.clock.now).admitted).toBe(50_000n);
  });

  it('a bid over the coins of two once, and both again in two that it is parted into', async () => {
    const money = [1, 2].map((at) => coin(`money ${at} of a`, first.bidder, 45_000n));
    const both = of('a', { money });
    expect(both.plan.payments).toHaveLength(2);
    const parts = (expiry: number): Bid[] =>
      money.map((one) => of('a', { money: [one], rungs: [{ price: 30_000n }], expiry }));
    const stage = await openLockStage(money);
    for (const given of parts(2400)) expect(await asked(stage, given)).toBe('accepted');
    expect(stage.locks.usage(NOW).admitted).toBe(60_000n);
    expect(await asked(stage, both, { hour: 50_000n })).toBe('accepted');
    expect(stage.locks.usage(NOW).admitted).toBe(50_000n);
    for (const given of parts(2500)) expect(await asked(stage, given, { hour: 60_000n })).toBe('accepted');
    expect(stage.locks.usage(NOW).admitted).toBe(60_000n);
  });
});

describe('all that may still be filled', () => {
  const [first, next] = [of('a'), of('b')];
  const all = 99_999n;
  const stageWith = (one = first): Promise<LockStage> => admitted([one], next.plan.payments);

  it('is so much and no sat more, also after a restart', async () => {
    const stage = await stageWith();
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    stage.journal.close();
    const coins = [...first.plan.payments, ...next.plan.payments];
    const later = await openLockStage(coins, {}, stage.directory);
    expect(await asked(later, next, { all })).toBe('limit-reached');
    expect(await asked(later, next, { all: 100_000n })).toBe('accepted');
  });

  it('has room again once a block has spent a coin of the funding', async () => {
    const stage = await stageWith();
    const [money] = first.plan.payments;
    if (money === undefined) throw new Error('it is paid');
    stage.node.mempool.set(money.outpoint, 'fe'.repeat(32) as Txid);
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    stage.node.mempool.delete(money.outpoint);
    stage.node.coins.delete(money.outpoint);
    expect(await asked(stage, next, { all: 50_000n })).toBe('accepted');
  });

  it('counts a published lock until a block has spent it', async () => {
    const stage = await stageWith();
    const [large, small] = [lockedCoin(first, 0, 200), lockedCoin(first, 1, 200)];
    publish(stage, first, [large, small]);
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    stage.node.mempool.set(large.outpoint, 'fe'.repeat(32) as Txid);
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    stage.node.mempool.delete(large.outpoint);
    stage.node.coins.delete(large.outpoint);
    expect(await asked(stage, next, { all: 69_999n })).toBe('limit-reached');
    expect(await asked(stage, next, { all: 70_000n })).toBe('accepted');
  });

  it('has no bid in it that is expired', async () => {
    const stage = await stageWith(of('a', { expiry: TIP.height + 5 }));
    stage.node.tip.height = TIP.height + 4;
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    stage.node.tip.height = TIP.height + 5;
    expect(await asked(stage, next, { all: 50_000n })).toBe('accepted');
  });

  it('has no bid in it whose place another takes over the same coins', async () => {
    const stage = await stageWith();
    const edited = of('a', { expiry: 2500 });
    expect(await asked(stage, edited, { all: 50_000n })).toBe('accepted');
    expect(await asked(stage, next, { all })).toBe('limit-reached');
    expect(await asked(stage, next, { all: 100_000n })).toBe('accepted');
  });

  it('is looked up in handfuls, the oldest first', async () => {
    const many = Array.from({ length: 45 }, (_, at) => of(`many ${at}`));
    const stage = await admitted(many, next.plan.payments);
    const gone = many[44]?.plan.payments ?? [];
    for (const { outpoint } of gone) stage.node.coins.delete(outpoint);
    const full = 45n * 50_000n;
    expect(await asked(stage, next, { all: full - 1n })).toBe('limit-reached');
    expect(await asked(stage, next, { all: full })).toBe('accepted');
  });
});
