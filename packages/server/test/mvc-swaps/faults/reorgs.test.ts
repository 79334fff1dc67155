/** The chain under an act is another one: its block is replaced, it is mined again, or what it spends is spent otherwise, and back again. */
import type { MvcTrader } from '@rialto/devnet/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { outpoint, sats } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../world.ts';
import { paid, transferred } from '../hands.ts';
import { mvcWorld } from '../mvc-world.ts';
import type { MvcWorld } from '../mvc-world.ts';
import { expectTruth } from '../mvc-truth.ts';
import { raws, readRaw } from '../twins.ts';
import { MVC_ACTS, gainOf, holdingsOf, patiently, taskOf } from './mvc-acts.ts';
import type { MvcAct, Task } from './mvc-acts.ts';

let at: MvcWorld;
let count = 0;

beforeAll(async () => {
  at = await mvcWorld();
}, 240_000);
afterEach(() => expectTruth(at));
afterAll(() => at.world.stop());

const becomes = (task: Task, word: Task['status']): Promise<void> =>
  until(async () => (await taskOf(at, task.buildId)).status === word, `it is ${word}`, 30_000);

/** Done by somebody new, and in a block. */
async function mined(act: MvcAct) {
  count += 1;
  const who = await act.who(at, `reorged ${count}`);
  const before = await holdingsOf(at, who);
  const task = await patiently(async () => (await act.sign(at, who)).send());
  await at.mine();
  await becomes(task, 'completed');
  return { who, before, task };
}

/** Block and coins of the newest are gone; another branch is mined on top. */
function replaceBlock(first: () => readonly MvcTransaction[], only?: () => boolean): void {
  at.mvc.chain.takeBack(1);
  at.mvc.chain.mine({ first: raws(...first()), ...(only === undefined ? {} : { only }) });
}

async function hasGot(who: MvcTrader, before: Awaited<ReturnType<typeof holdingsOf>>, task: Task) {
  const gain = gainOf(task);
  await until(async () => {
    const { units, shares } = await holdingsOf(at, who);
    return units === before.units + gain.units && shares === before.shares + gain.shares;
  }, 'its user has what was agreed, once');
}

const spentIn = (tx: MvcTransaction, { script }: Pick<MvcTrader, 'script'>): MvcCoin[] =>
  tx.inputs.flatMap(({ txid, vout }) => {
    const output = at.mvc.chain.transaction(txid)?.tx.outputs[vout];
    return output !== undefined && output.script.join() === script.join()
      ? [{ outpoint: outpoint(txid, vout), ...output }]
      : [];
  });

describe.each(MVC_ACTS.map((act) => [act.name, act] as const))('%s', (_, act) => {
  it('waits again when its block is gone, and is done once when another has it', async () => {
    const { who, before, task } = await mined(act);
    at.mvc.chain.takeBack(1);
    await becomes(task, 'signed');
    expect(at.mvc.chain.waiting().map(({ core }) => core)).toContain(task.core);
    await expectTruth(at);
    await at.mine();
    await becomes(task, 'completed');
    await hasGot(who, before, task);
  }, 240_000);

  it('waits again when the block in its place has nothing of it', async () => {
    const { who, before, task } = await mined(act);
    replaceBlock(
      () => [],
      () => false,
    );
    await becomes(task, 'signed');
    await expectTruth(at);
    await at.mine();
    await becomes(task, 'completed');
    await hasGot(who, before, task);
  }, 240_000);

  it('has failed when the block in its place spends its user’s coin otherwise, and is done when that block is gone', async () => {
    const { who, before, task } = await mined(act);
    const swap = readRaw(task.swap);
    const own = [readRaw(task.parked ?? task.swap), swap].flatMap((tx) => spentIn(tx, who));
    const [coin] = own;
    const rival = (): readonly MvcTransaction[] => {
      if (coin !== undefined)
        return [paid(who, [coin], [{ value: sats(coin.value - 1_000n), script: who.script }])];
      // Who sells spends tokens alone.
      const [first] = swap.inputs;
      const output =
        first === undefined ? undefined : at.mvc.chain.transaction(first.txid)?.tx.outputs[first.vout];
      if (first === undefined || output === undefined) throw new Error('a token that is sold');
      const token = { outpoint: outpoint(first.txid, first.vout), ...output };
      return transferred(at.mvc.chain, who, { coin: token, to: who.hash, units: 1n });
    };
    replaceBlock(rival);
    await becomes(task, 'failed');
    expect((await taskOf(at, task.buildId)).failedReason).toBe('coin-spent');
    await expectTruth(at);
    at.mvc.chain.takeBack(1);
    const parts = [task.check, task.parked, task.swap].flatMap((raw) => (raw === null ? [] : [readRaw(raw)]));
    at.mvc.chain.mine({ first: raws(...parts) });
    await becomes(task, 'completed');
    await hasGot(who, before, task);
  }, 240_000);
});

it('three blocks of swaps, one on top of the other, are taken back and mined as one', async () => {
  const [buy] = MVC_ACTS;
  if (buy === undefined) throw new Error('a purchase');
  const people: MvcTrader[] = [];
  for (const name of ['one', 'two', 'three']) people.push(await buy.who(at, `deep ${name}`));
  const all: Task[] = [];
  const before = await Promise.all(people.map((who) => holdingsOf(at, who)));
  for (const who of people) {
    all.push(await patiently(async () => (await buy.sign(at, who)).send()));
    await at.mine();
  }
  at.mvc.chain.takeBack(3);
  for (const task of all) await becomes(task, 'signed');
  await expectTruth(at);
  await at.mine();
  for (const [index, who] of people.entries()) {
    const [task, had] = [all[index], before[index]];
    if (task === undefined || had === undefined) throw new Error('one for each');
    await becomes(task, 'completed');
    await hasGot(who, had, task);
  }
}, 240_000);
