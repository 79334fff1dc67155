/**
 * Claims that meet what goes wrong, in a real browser: a coin of one is spent elsewhere, and the second claim of the same rewards confirms; blocks are undone
 * over the end of an epoch; the server is killed while a claim is handed in.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi, coinsOf } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EACH, ID, openClaimant, shown, spendElsewhere, undo } from './claimant.ts';
import type { Claimant } from './claimant.ts';
import { epochNow, mineTo, ripen } from './epochs.ts';
import { TIMEOUT, untilClaimIs } from './reward-stage.ts';
import type { Person, RewardStage } from './reward-stage.ts';

const CLAIM_CALL = '**/api/book/reward/claim';
const folder = mkdtempSync(join(tmpdir(), 'rialto-reward-story-'));
/** Names the step at which the server stands still. */
const holdFile = join(folder, 'hold');

let claimant: Claimant;
let person: Person;
let user: Person['user'];
let world: RewardStage['world'];

beforeAll(async () => {
  writeFileSync(holdFile, '');
  claimant = await openClaimant({ FAULT_HOLD_FILE: holdFile });
  ({ person } = claimant);
  ({ user } = person);
  ({ world } = claimant.place);
}, 240_000);

afterAll(async () => {
  await user.close();
  await claimant.place.stage.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a coin of the claim is spent elsewhere: it is void, its rewards are claimable again, and the second claim confirms', async () => {
  await claimant.earn();
  const coins = await coinsOf(world.origin, person.who);
  await person.pressClaim();
  await person.sign('rewards-void');
  const [first] = await claimant.claims();
  await spendElsewhere(claimant, first?.sendId ?? '', coins);
  await untilClaimIs(user, 'void');
  await person.reads('claim-sent', 'the rewards can be claimed again');
  await user.shot('rewards-void');
  await user.sees('claim-close').click();
  await user.sees('tab-claims').click();
  await person.reads('claim-order', 'Void: claimable again');
  await person.reads('reward-claimable', shown(EACH));
  await person.reads('reward-claimed', shown(0));

  await person.claim('rewards-again');
  await person.reads('reward-claimed', shown(EACH));
  const states = () => user.sees('claim-order').evaluateAll((all) => all.map((one) => one.dataset['state']));
  await expect.poll(states, TIMEOUT).toEqual(['confirmed', 'void']);
  const [second] = await claimant.claims();
  expect(second?.sendId).not.toBe(first?.sendId);
  expect(await world.chain.rpc('getrawmempool', []), 'the first one waits no more').toEqual([]);
}, 120_000);

for (const { depth, isMoved } of [
  { depth: 1, isMoved: true },
  { depth: 3, isMoved: false },
  { depth: 6, isMoved: true },
])
  it(`the last ${depth === 1 ? 'block is' : `${depth} blocks are`} undone over the end of an epoch that is not closed, and the trade is ${isMoved ? 'in a later one' : 'in it again'}: the page shows the reward where it is now`, async () => {
    const { number, last } = await epochNow(world, ID);
    const epoch = { number: number + 1, first: last + 1, last: last + 3 };
    await mineTo(world, epoch.last - 1);
    await claimant.trade();
    await person.open(`/events#${ID}`);
    await person.reads('reward-next', shown(EACH));
    await mineTo(world, epoch.last + depth - 1);
    await undo(claimant, depth, isMoved);
    const now = isMoved ? await epochNow(world, ID) : epoch;
    expect(now.number > epoch.number).toBe(isMoved);
    await ripen(world, ID, now);
    // The page has been open all the time; whoever comes back to its tab sees what is new.
    const comesBack = async () => {
      await user.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return user.sees('reward-earned').innerText();
    };
    await expect.poll(comesBack, TIMEOUT).toMatch(shown(claimant.earned()));
    await person.open(`/events#${ID}`);
    const row = user.sees('reward-record').first();
    await expect.poll(() => row.innerText(), TIMEOUT).toContain(`Epoch ${now.number + 1}`);
    for (const words of [`Blocks ${now.first} to ${now.last}`, shown(EACH)])
      expect(await row.innerText()).toContain(words);
    const params = { campaign: ID, number: String(epoch.number) };
    const { rows } = await callApi(world.origin, 'rewardEpoch', { params, query: { net: 'regtest' } });
    expect(rows.map(({ amount }) => amount)).toEqual(isMoved ? [] : [String(EACH)]);
  }, 120_000);

/** The signed claim is handed in; the server stands still at a step of it, and dies there. */
async function killedAt(step: string): Promise<void> {
  const { server } = world.exchange;
  await person.pressClaim();
  await user.sees('claim-review').waitFor();
  writeFileSync(holdFile, step);
  await user.sees('claim-confirm').click();
  const doing = () => /\) (\w)/.exec(readFileSync(`/proc/${server.pid() ?? 0}/stat`, 'utf8'))?.[1];
  await expect.poll(doing, TIMEOUT).toBe('T');
  writeFileSync(holdFile, '');
  await server.kill();
}

async function paidOnce(): Promise<void> {
  const [claim] = await claimant.claims();
  expect(await world.chain.node.rpc('getrawmempool')).toEqual([claim?.sendId]);
  await world.mine();
  await untilClaimIs(user, 'confirmed');
  await user.sees('claim-close').click();
  await person.reads('reward-claimed', shown(claimant.earned()));
  await person.reads('claim-button', 'Nothing to claim yet');
}

it('the server is killed between the pot’s signature and its own book: the page hands the same claim in again', async () => {
  await person.claim('rewards-undone');
  await claimant.earn();
  await user.page.route(CLAIM_CALL, async (route) => {
    // A busy machine may start it for longer than the page tries.
    await world.exchange.ready();
    await route.continue();
  });
  await killedAt('co-signed');
  await untilClaimIs(user, 'sent');
  await user.page.unroute(CLAIM_CALL);
  await paidOnce();
}, 120_000);

it('the server is killed before it sends what it wrote down: the page never has an answer, and ends with the claim on its way', async () => {
  await claimant.earn();
  let calls = 0;
  await user.page.route(CLAIM_CALL, (route) => {
    calls += 1;
    return calls === 1 ? route.continue() : route.abort();
  });
  await killedAt('outbox-committed');
  // Its own tries are over by then: the list of claims tells it.
  await untilClaimIs(user, 'sent');
  expect(calls, 'it tried again').toBeGreaterThan(1);
  await user.page.unroute(CLAIM_CALL);
  await paidOnce();
}, 120_000);
