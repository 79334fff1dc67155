/** What cannot leave says why, is tried again later and later, and holds up nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderView } from '../../../src/bridge/reads/order-view.ts';
import { openPauses } from '../../../src/bridge/exits/pauses.ts';
import { setAsset } from '../../../src/store/bridge/asset-store.ts';
import { keepDeposit } from '../../../src/store/bridge/deposit-store.ts';
import { exitStage } from './exit-stage.ts';
import type { ExitStage } from './exit-stage.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

/** Coins for so many payouts. */
async function funded(count: number, value = 100_000n): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await stage.locked(0x10000 + at, value);
    await stage.fee(0x20000 + at, 50_000n);
  }
}

const count = (name: string): number => stage.told.asked.filter(({ deposit }) => deposit === name).length;

describe('a deposit that the signer refuses', () => {
  it('holds up none behind it, however many there are, and says why', async () => {
    await funded(10);
    const bad: string[] = [];
    for (let at = 1; at <= 25; at += 1) bad.push(await stage.redeem(at, 50_000n));
    const good = [await stage.redeem(0x1001, 50_000n), await stage.redeem(0x1002, 50_000n)];
    stage.told.says = (deposit) => (bad.includes(deposit) ? 'signer-refused' : undefined);
    await stage.leave();
    await stage.leave();
    for (const name of good) expect((await stage.deposit(name)).status).toBe('paid-out');
    expect(await stage.deposit(bad[0] ?? '')).toMatchObject({
      ...{ status: 'confirming', wait: 'signer', reason: 'signer-refused' },
    });
  });

  it('is asked for again after a pause that grows, and no block shortens it', async () => {
    await funded(2);
    const name = await stage.redeem(1, 50_000n);
    stage.told.says = () => 'coin-spent';
    const look = async (): Promise<number> => {
      stage.leaving.asked.add(name);
      await stage.leave();
      return count(name);
    };
    expect(await look()).toBe(1);
    expect(await look()).toBe(1);
    stage.heights.btc += 1;
    expect(await look()).toBe(1);
    stage.told.now += 5_000;
    expect(await look()).toBe(2);
    stage.told.now += 5_000;
    expect(await look()).toBe(2);
    stage.told.now += 5_000;
    stage.told.says = () => undefined;
    expect(await look()).toBe(3);
    expect(await stage.deposit(name)).toMatchObject({ status: 'paid-out', wait: null, reason: '' });
  });

  it('can go back where the signer finds that it fits no order', async () => {
    await funded(1);
    const name = await stage.redeem(1, 50_000n);
    stage.told.says = () => 'bridge-paid-before';
    await stage.leave();
    expect(await stage.deposit(name)).toMatchObject({ status: 'refused', reason: 'bridge-paid-before' });
  });
});

describe('what it waits for', () => {
  it.each([
    ['limit-reached', 'hour'],
    ['bridge-exposure', 'exposure'],
    ['bridge-fees-high', 'fees'],
  ] as const)('%s: a smaller one behind it leaves', async (code, wait) => {
    await funded(2);
    const large = await stage.redeem(1, 60_000n);
    const small = await stage.redeem(2, 30_000n);
    stage.told.says = (deposit) => (deposit === large ? code : undefined);
    await stage.leave();
    expect(await stage.deposit(large)).toMatchObject({ status: 'confirming', wait, reason: '' });
    const { orderId } = await stage.deposit(large);
    expect(await orderView(stage.context, orderId ?? '')).toMatchObject({ state: 'confirming', waits: wait });
    expect((await stage.deposit(small)).status).toBe('paid-out');
    // A block may change it: it is asked for again at once.
    stage.leaving.asked.add(large);
    await stage.leave();
    expect(count(large)).toBe(1);
    stage.heights.mvc += 1;
    await stage.leave();
    expect(count(large)).toBe(2);
  });

  it('a cap: for an hour smaller ones overtake it, then they wait for it until it has left', async () => {
    await funded(6);
    const large = await stage.redeem(1, 60_000n);
    let isFull = true;
    stage.told.says = (deposit) => (deposit === large && isFull ? 'limit-reached' : undefined);
    const look = async (at: number): Promise<string> => {
      const small = await stage.redeem(at, 30_000n);
      stage.leaving.asked.add(large);
      await stage.leave();
      return (await stage.deposit(small)).status;
    };
    expect(await look(2)).toBe('paid-out');
    stage.told.now += 3_599_999;
    expect(await look(3)).toBe('paid-out');
    stage.told.now += 1;
    expect(await look(4)).toBe('confirming');
    // Also while it is let alone for a moment.
    expect(await look(5)).toBe('confirming');
    expect(count(large)).toBeGreaterThan(1);
    isFull = false;
    stage.told.now += 60_000;
    await stage.leave();
    expect((await stage.deposit(large)).status).toBe('paid-out');
    expect(await look(6)).toBe('paid-out');
  });

  it('what a day does not let out is held by no cap, and holds up nobody', async () => {
    await funded(3);
    const large = await stage.redeem(1, 60_000n);
    stage.told.says = (deposit) => (deposit === large ? 'limit-reached' : undefined);
    await stage.leave();
    stage.told.now += 26 * 3_600_000;
    const small = await stage.redeem(2, 30_000n);
    await stage.leave();
    expect((await stage.deposit(small)).status).toBe('paid-out');
  });

  it('coins that are locked, or a fee wallet', async () => {
    await stage.fee(1, 50_000n);
    const name = await stage.redeem(1, 60_000n);
    await stage.leave();
    expect((await stage.deposit(name)).wait).toBe('short');
    await stage.locked(2, 100_000n);
    await stage.spend(stage.told.asked[0]?.fees[0] ?? `${'0'.repeat(63)}1:0`, 150);
    stage.heights.btc += 1;
    stage.leaving.asked.add(name);
    await stage.leave();
    expect((await stage.deposit(name)).wait).toBe('fees');
  });

  it('a rate at which it would cost too much', async () => {
    await funded(1);
    const name = await stage.redeem(1, 60_000n);
    stage.told.rate = 500;
    await stage.leave();
    expect((await stage.deposit(name)).wait).toBe('fees');
    expect(stage.told.asked).toEqual([]);
  });

  it.each([
    ['signer-down', 'signer', ''],
    ['bridge-break', 'break', ''],
    ['bridge-paused', 'paused', ''],
    ['trading-stopped', 'paused', ''],
    ['mvc-standing-still', 'standing-still', ''],
    ['bridge-units-differ', 'paused', 'bridge-units-differ'],
    ['bridge-units-unchecked', 'paused', 'bridge-units-unchecked'],
  ] as const)('%s: nothing of the asset is asked for until then', async (code, wait, reason) => {
    await funded(2);
    const names = [await stage.redeem(1, 60_000n), await stage.redeem(2, 30_000n)];
    stage.told.says = () => code;
    await stage.leave();
    expect(stage.told.asked).toHaveLength(1);
    expect(await stage.deposit(stage.told.asked[0]?.deposit ?? '')).toMatchObject({ wait, reason });
    stage.told.says = () => undefined;
    for (const name of names) stage.leaving.asked.add(name);
    await stage.leave();
    for (const name of names) expect((await stage.deposit(name)).status).toBe('paid-out');
  });

  it('its operator, and MVC where no block comes', async () => {
    await funded(1);
    const name = await stage.redeem(1, 60_000n);
    await setAsset(stage.store.db, 'btc', { stopped: true });
    await stage.leave();
    expect((await stage.deposit(name)).wait).toBe('paused');
    await setAsset(stage.store.db, 'btc', { stopped: false });
    stage.told.now = 5_000_000;
    stage.told.oldestTipSeconds = 3_999;
    await stage.leave();
    expect((await stage.deposit(name)).wait).toBe('standing-still');
    stage.told.oldestTipSeconds = 4_000;
    await stage.leave();
    expect((await stage.deposit(name)).status).toBe('paid-out');
  });
});

it('an order shows its own payment, though somebody paid dust with its id before', async () => {
  await funded(1);
  const name = await stage.redeem(5, 60_000n);
  const { orderId, ...row } = await stage.deposit(name);
  const dust = { status: 'refused', reason: 'bridge-amount-differs', height: 150, amount: 1_000n } as const;
  await keepDeposit(stage.store.db, { ...row, ...dust, orderId, name: `mvc:${'d'.repeat(64)}:0` });
  await stage.leave();
  const view = await orderView(stage.context, orderId ?? '');
  expect(view.state).toBe('paid-out');
  expect(view.deposits.map(({ state }) => state)).toEqual(['paid-out', 'refused']);
});

it('a coin with an inscription pays nothing', async () => {
  await stage.fee(1, 50_000n);
  await stage.inscribe(await stage.locked(2, 100_000n));
  const name = await stage.redeem(1, 60_000n);
  await stage.leave();
  expect((await stage.deposit(name)).wait).toBe('short');
});

it('pauses grow to an end', () => {
  const pauses = openPauses();
  const heights = { btc: 1, mvc: 1 };
  for (let times = 0; times < 30; times += 1) pauses.failed('one', 'refused', 0, heights);
  expect(pauses.resting(599_999, heights)).toEqual(['one']);
  expect(pauses.resting(600_000, heights)).toEqual([]);
  expect(pauses.timesOf('one')).toBe(30);
  pauses.forget('one');
  expect(pauses.timesOf('one')).toBe(0);
});
