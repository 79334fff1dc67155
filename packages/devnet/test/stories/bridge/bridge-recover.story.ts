/** What was paid otherwise than an order wants: twice, late, without one. It is shown to whoever paid, and goes back to nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WireBridgeTerms } from '@rialto/contract';
import { callApi } from '@rialto/devnet';
import { idOfTerms } from '@rialto/devnet/mvc';
import type { BridgeUser } from '@rialto/devnet/mvc';
import type { User } from '../support/stage.ts';
import { TIMEOUT, openBridgeStage, satsOf, stateOf } from './bridge-stage.ts';
import type { BridgeStage } from './bridge-stage.ts';

let stage: BridgeStage;
let anna: User;
let hers: BridgeUser;

beforeAll(async () => {
  stage = await openBridgeStage();
  anna = await stage.enter('anna');
  hers = stage.programOf('anna');
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});
afterEach(async () => {
  const { holds, paused } = await stage.reserve('btc');
  expect({ holds, paused }).toEqual({ holds: true, paused: null });
});

const AMOUNT = 100_000n;
/** Less the network's part. */
const BACK = AMOUNT - 2_000n;

const openRecover = () => anna.page.goto(`${stage.world.origin}/recover`);
const open = () =>
  anna.page.locator('[data-testid="own-deposit"]').filter({ has: anna.page.getByTestId('bridge-take-back') });

/** The one deposit that Recover offers to take back, by its button. */
async function takesOneBack(): Promise<void> {
  await openRecover();
  await expect.poll(() => open().count(), TIMEOUT).toBe(1);
  const before = await satsOf(stage, hers.btc.address);
  await open().getByTestId('bridge-take-back').click();
  await expect.poll(() => open().count(), TIMEOUT).toBe(0);
  await stage.mineBtc();
  expect((await satsOf(stage, hers.btc.address)) - before).toBe(BACK);
  await stage.mineBtc(2);
}

/** Mines both chains until the order has left. */
async function finishes(orderId: string): Promise<void> {
  await stage.mineBtc(2);
  await expect.poll(async () => (await hers.look(orderId)).state, TIMEOUT).toBe('paid-out');
  await stage.mineMvc(2);
  await expect.poll(async () => (await hers.look(orderId)).state, TIMEOUT).toBe('done');
}

describe('an order', () => {
  it('that is paid twice is paid out once; what came on top goes back', async () => {
    const orderId = await hers.mint('btc', AMOUNT);
    await stage.mineBtc();
    await hers.pay('btc', 'mint', AMOUNT, orderId);
    await finishes(orderId);
    await stage.mineBtc(2);
    expect((await hers.look(orderId)).deposits.map(({ state }) => state)).toEqual(['done', 'refused']);
    await openRecover();
    await expect.poll(() => open().count(), TIMEOUT).toBe(1);
    await anna.shot('bridge-paid-twice');
    await takesOneBack();
    const out = AMOUNT - 200n - 500n - 2_000n;
    expect(stage.held('anna', stage.btc)).toBe(out);
  });

  it('that is paid after its height is honoured while it brings what was promised', async () => {
    const height = await stage.world.chain.height();
    const terms = await hers.terms('btc', 'mint', AMOUNT, { expires: height + 1 });
    const orderId = await hers.order(terms);
    await stage.mineBtc(2);
    await anna.page.goto(`${stage.world.origin}/bridge/btc#${orderId}`);
    await expect.poll(() => stateOf(anna), TIMEOUT).toBe('expired');
    await anna.shot('bridge-expired');
    await hers.pay('btc', 'mint', AMOUNT, orderId);
    await finishes(orderId);
    await expect.poll(() => stateOf(anna), TIMEOUT).toBe('done');
  });

  it('that promises more than it can bring is not accepted, and the payment goes back', async () => {
    const height = await stage.world.chain.height();
    const terms = await hers.terms('btc', 'mint', AMOUNT, { expires: height + 1, least: AMOUNT.toString() });
    const id = idOfTerms(terms);
    await hers.order(terms).catch(() => undefined);
    await stage.mineBtc(2);
    await hers.pay('btc', 'mint', AMOUNT, id);
    await stage.mineBtc(2);
    await shows(terms);
    await takesOneBack();
  });
});

/** What the page has kept. */
const shows = (terms: WireBridgeTerms) => callApi(stage.world.origin, 'bridgeRestore', { body: { terms } });

describe('without an order', () => {
  it('a payment is found on the chain, waits for the terms of its id, and goes back by them', async () => {
    const terms = await hers.terms('btc', 'mint', AMOUNT + 1_000n);
    await hers.pay('btc', 'mint', AMOUNT, idOfTerms(terms));
    await stage.mineBtc(2);
    await openRecover();
    expect(await open().count()).toBe(0);
    await shows(terms);
    await takesOneBack();
  });

  it('a payment on MVC too: the tokens come home', async () => {
    const before = stage.held('anna', stage.btc);
    const terms = await hers.terms('btc', 'redeem', 51_000n);
    await hers.pay('btc', 'redeem', 50_000n, idOfTerms(terms));
    await stage.mineMvc(2);
    await shows(terms);
    await openRecover();
    await expect.poll(() => open().count(), TIMEOUT).toBe(1);
    expect(before - stage.held('anna', stage.btc)).toBe(50_000n);
    await open().getByTestId('bridge-take-back').click();
    await expect.poll(() => open().count(), TIMEOUT).toBe(0);
    await stage.mineMvc();
    expect(before - stage.held('anna', stage.btc), 'less the network’s part').toBe(3_000n);
    await stage.mineMvc(2);
  });
});
