/** The server's node of MVC is gone, slow, or goes in the middle of a batch, while somebody acts: a clear refusal, or it happens; nothing is lost. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../../world.ts';
import { expectTruth } from '../mvc-truth.ts';
import { openFaultStage } from './fault-stage.ts';
import type { FaultStage } from './fault-stage.ts';
import { MVC_ACTS, gainOf, holdingsOf, patiently, taskOf } from './mvc-acts.ts';
import type { Task } from './mvc-acts.ts';

let stage: FaultStage;
let count = 0;

beforeAll(async () => {
  stage = await openFaultStage();
}, 240_000);
afterEach(() => expectTruth(stage));
afterAll(() => stage.stop());

const becomes = (task: Pick<Task, 'buildId'>, word: Task['status']): Promise<void> =>
  until(async () => (await taskOf(stage, task.buildId)).status === word, `it is ${word}`, 30_000);

describe.each(MVC_ACTS.map((act) => [act.name, act] as const))('%s', (_, act) => {
  const begun = async () => {
    count += 1;
    const who = await act.who(stage, `unlucky ${count}`);
    const before = await holdingsOf(stage, who);
    return { who, before, signed: await patiently(() => act.sign(stage, who)) };
  };
  const ends = async (
    { who, before }: Pick<Awaited<ReturnType<typeof begun>>, 'who' | 'before'>,
    task: Task,
  ) => {
    const { core } = task;
    await until(() => stage.mvc.chain.waiting().some((tx) => tx.core === core), 'it was sent', 30_000);
    await stage.mine();
    await becomes(task, 'completed');
    const gain = gainOf(task);
    await until(async () => {
      const { units, shares } = await holdingsOf(stage, who);
      return units === before.units + gain.units && shares === before.shares + gain.shares;
    }, 'its user has what was agreed, once');
  };

  it('handed in while the node is gone is refused as such or kept, and happens once the node is back', async () => {
    const one = await begun();
    stage.node.gone();
    const told = await one.signed.send().catch((error: unknown) => error);
    expect(stage.node.met()).toBeGreaterThan(0);
    const isKept = typeof told === 'object' && told !== null && 'buildId' in told;
    if (isKept) expect(told).toMatchObject({ status: 'signed', failedReason: 'node-down' });
    else expect(told).toMatchObject({ refusal: 'node-down' });
    expect(stage.mvc.chain.waiting()).toEqual([]);
    stage.node.open();
    await ends(one, await patiently(() => one.signed.send()));
  }, 240_000);

  it('sent when the node goes after the checks is sent again', async () => {
    const one = await begun();
    stage.node.cut(1);
    const going = one.signed.send();
    await until(() => stage.node.met() > 0, 'the node has the checks');
    expect(stage.mvc.chain.waiting()).toHaveLength(1);
    stage.node.open();
    const task = await going;
    expect(task.status).toBe('signed');
    await ends(one, task);
    expect((await taskOf(stage, task.buildId)).failedReason).toBe('');
  }, 240_000);

  it('handed in to a node that is slow is done', async () => {
    const one = await begun();
    stage.node.slow(700);
    const task = await patiently(() => one.signed.send());
    expect(stage.node.met()).toBeGreaterThan(0);
    stage.node.open();
    await ends(one, task);
  }, 240_000);
});

it('what is asked of a node that is gone is refused as such, and is done when it is back', async () => {
  const who = await stage.funded('unlucky', 4);
  const asked = { pair: stage.pair, side: 'buy', exact: 'in', amount: '2000000' } as const;
  stage.node.gone();
  // What it needs may all be in the index: then it is built, and the node is asked when it is sent.
  const built = await who.build(asked).then(
    () => 'built',
    (error: unknown) => refusalOf(Promise.reject(error as Error)),
  );
  expect(['built', 'node-down', 'syncing']).toContain(built);
  await until(() => stage.node.met() > 0, 'somebody asked the node');
  stage.node.open();
  const task = await patiently(() => who.swap(asked));
  await stage.mine();
  await becomes(task, 'completed');
});
