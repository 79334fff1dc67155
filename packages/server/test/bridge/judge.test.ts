/** Whether a deposit fits is looked at when something changed, and not again and again. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepDeposit, noteDeposits } from '../../src/store/bridge/deposit-store.ts';
import { depositsToJudge } from '../../src/store/bridge/judge-store.ts';
import { digits, exitStage } from './exits/exit-stage.ts';
import type { ExitStage } from './exits/exit-stage.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

const looked = async (): Promise<string[]> =>
  (await stage.store.transact((tx) => depositsToJudge(tx, 100))).map(({ deposit }) => deposit.name);

it.each([
  ['gone', null],
  ['paid', null],
  ['paid-out', 150],
] as const)('one that is %s has the others of its order looked at once', async (status, height) => {
  const name = await stage.redeem(1, 60_000n);
  const row = await stage.deposit(name);
  const other = `mvc:${digits(0xd)}:0`;
  await keepDeposit(stage.store.db, {
    ...row,
    name: other,
    core: digits(0xd),
    status,
    height,
    judged: false,
  });
  expect(await looked()).toEqual([name]);
  expect(await looked()).toEqual([]);
  await noteDeposits(stage.store.db, [other], { judged: false });
  expect(await looked()).toEqual([name]);
});

it('so many at once are marked, and every other of their orders comes with them', async () => {
  const row = await stage.deposit(await stage.redeem(1, 60_000n));
  for (const at of [2, 3, 4])
    await keepDeposit(stage.store.db, {
      ...row,
      name: `mvc:${digits(at)}:0`,
      core: digits(at),
      judged: false,
    });
  const look = async () => (await stage.store.transact((tx) => depositsToJudge(tx, 2))).length;
  expect([await look(), await look(), await look()]).toEqual([4, 4, 0]);
});
