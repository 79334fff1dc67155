/** Somebody spends a coin of a swap otherwise, before it is handed in or after; and two users are at the same lane. */
import { ApiRefusal } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../../world.ts';
import { paid, sendAll } from '../hands.ts';
import { mvcWorld } from '../mvc-world.ts';
import type { MvcWorld } from '../mvc-world.ts';
import { expectTruth } from '../mvc-truth.ts';
import { raws, readRaw } from '../twins.ts';
import { patiently, taskOf } from './mvc-acts.ts';
import type { Task } from './mvc-acts.ts';

let at: MvcWorld;
let count = 0;

beforeAll(async () => {
  at = await mvcWorld();
}, 240_000);
afterEach(async () => {
  await at.mine();
  await expectTruth(at);
});
afterAll(() => at.world.stop());

const BUY = { side: 'buy', exact: 'in', amount: '2000000' } as const;
const somebody = (): Promise<MvcTrader> => at.funded(`rival ${(count += 1)}`, 6);
const becomes = (task: Task, word: Task['status']): Promise<void> =>
  until(async () => (await taskOf(at, task.buildId)).status === word, `it is ${word}`, 30_000);

/** The swap's coins that are its user's. */
function coinsIn(points: readonly string[]): MvcCoin[] {
  return points.map((point) => {
    const coin = at.mvc.chain.coin(point as MvcCoin['outpoint'], false);
    if (coin === undefined) throw new Error('it is in a block');
    return coin;
  });
}

function rivalOf(who: MvcTrader, points: readonly string[]): MvcTransaction {
  const coins = coinsIn(points);
  const value = coins.reduce((sum, coin) => sum + coin.value, -1_000n);
  return paid(who, coins, [{ value: sats(value), script: who.script }]);
}

async function signedBuy(who: MvcTrader) {
  const asked = { pair: at.pair, ...BUY };
  const built = await patiently(() => who.build(asked));
  return { built, body: await who.sign(built, asked) };
}

const REFUSED = ['price-changed', 'coin-spent'];

describe('a user spends his own coin before he hands in', () => {
  it('in a block: it is refused, and nothing was sent', async () => {
    const who = await somebody();
    const { built, body } = await signedBuy(who);
    at.mvc.chain.mine({ first: raws(rivalOf(who, built.userCoins)) });
    expect(REFUSED).toContain(await refusalOf(who.submit(body)));
    expect(at.mvc.chain.waiting()).toEqual([]);
  });

  it('in the mempool, at the same moment: it is refused, and his other coins buy', async () => {
    const who = await somebody();
    const { built, body } = await signedBuy(who);
    sendAll(at.mvc.chain, rivalOf(who, built.userCoins));
    expect(REFUSED).toContain(await refusalOf(who.submit(body)));
    expect(at.mvc.chain.waiting()).toHaveLength(1);
    const again = await patiently(() => who.swap({ pair: at.pair, ...BUY }));
    await at.mine();
    await becomes(again, 'completed');
  });
});

describe('a user spends his own coin after he handed in', () => {
  it('a mempool does not take it', async () => {
    const who = await somebody();
    const { built, body } = await signedBuy(who);
    const task = await who.submit(body);
    const [sent] = at.mvc.chain.send([writeMvcTransaction(rivalOf(who, built.userCoins))]);
    expect(sent).toMatchObject({ result: 'refused' });
    await at.mine();
    await becomes(task, 'completed');
  });

  it('a block has it: his swap and what was built on it have failed, and nothing else; all of it can be asked again', async () => {
    const [liar, ...others] = [await somebody(), await somebody(), await somebody()];
    const { built, body } = await signedBuy(liar);
    const first = await liar.submit(body);
    const all: Task[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const who of others) all.push(await patiently(() => who.swap({ pair: at.pair, ...BUY })));
    const behind = new Set<string>([readRaw(first.swap).txid]);
    for (const { swap } of all) {
      const tx = readRaw(swap);
      if (tx.inputs.some(({ txid }) => behind.has(txid))) behind.add(tx.txid);
    }
    at.mvc.chain.mine({ first: raws(rivalOf(liar, built.userCoins)) });
    await at.mine();
    await becomes(first, 'failed');
    for (const task of all) await becomes(task, behind.has(readRaw(task.swap).txid) ? 'failed' : 'completed');
    expect(behind.size).toBeGreaterThan(1);
    const [again] = others;
    const anew = await patiently(() => again.swap({ pair: at.pair, ...BUY }));
    await at.mine();
    await becomes(anew, 'completed');
  }, 240_000);
});

it('of all who signed over the same lane one is taken; the others are told so, and are taken when they ask again', async () => {
  const people = [await somebody(), await somebody(), await somebody(), await somebody(), await somebody()];
  const signed = await Promise.all(people.map((who) => signedBuy(who)));
  const answers = await Promise.allSettled(
    people.map((who, index) => {
      const body = signed[index]?.body;
      if (body === undefined) throw new Error('signed');
      return who.submit(body);
    }),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  // Five on four lanes.
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused)
    expect(one.reason instanceof ApiRefusal ? one.reason.refusal : '').toMatch(/price-changed|coin-spent/);
  for (const [index, answer] of answers.entries())
    if (answer.status === 'rejected')
      await patiently(() => (people[index] as MvcTrader).swap({ pair: at.pair, ...BUY }));
  await at.mine();
  const held = await Promise.all(people.map((who) => who.account()));
  expect(held.every(({ tokens }) => tokens.length === 1)).toBe(true);
}, 240_000);
