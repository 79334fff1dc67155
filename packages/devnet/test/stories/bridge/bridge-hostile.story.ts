/** What goes wrong around an order: blocks that are undone, a chain that stands still, programs that die, and an exchange that lies. */
import type { AnswerOf } from '@rialto/contract';
import { coinFromWire } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { planBridgePayment } from '@rialto/psbt';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeIn } from '../support/fakes.ts';
import type { User } from '../support/stage.ts';
import {
  TIMEOUT,
  closeOrder,
  openBridgeStage,
  pays,
  reviews,
  satsOf,
  stateOf,
  untilState,
} from './bridge-stage.ts';
import type { BridgeStage } from './bridge-stage.ts';

const OUT = 100_000n - 200n - 500n - 2_000n;
let stage: BridgeStage;
let anna: User;

beforeAll(async () => {
  stage = await openBridgeStage();
  anna = await stage.enter('anna');
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});
beforeEach(async () => {
  await anna.page.goto(`${stage.world.origin}/bridge/btc`);
});

const held = (): bigint => stage.held('anna', stage.btc);

/** A mint of 100,000 sat, seen and in no block. */
async function paid(): Promise<void> {
  await reviews(anna, '0.001');
  await pays(anna);
  await untilState(anna, 'paid');
}

/** From paid to done. */
async function finishes(): Promise<void> {
  await stage.mineBtc(2);
  await untilState(anna, 'paid-out');
  await stage.mineMvc(2);
  await untilState(anna, 'done');
}

describe('an undone block', () => {
  it('of Bitcoin, before the tier, takes the order a step back and pays nothing', async () => {
    const before = held();
    await paid();
    await stage.mineBtc();
    await untilState(anna, 'confirming');
    await stage.world.chain.reorg(1);
    await stage.followed();
    await untilState(anna, 'paid');
    await anna.shot('bridge-taken-back');
    expect(held()).toBe(before);
    await finishes();
    expect(held() - before).toBe(OUT);
    await closeOrder(anna);
  });

  it('of Bitcoin, after the payout, changes nothing of it: it is paid once', async () => {
    const before = held();
    await paid();
    await stage.mineBtc(2);
    await untilState(anna, 'paid-out');
    await stage.world.chain.reorg(2);
    await stage.followed();
    await stage.mineBtc(3);
    await stage.mineMvc(2);
    await untilState(anna, 'done');
    expect(held() - before).toBe(OUT);
    await closeOrder(anna);
  });

  it('of MVC, with the payout in it, has it mined again, once', async () => {
    const before = held();
    await paid();
    await stage.mineBtc(2);
    await untilState(anna, 'paid-out');
    await stage.mineMvc();
    const { chain } = stage.mvc;
    chain.takeBack(1);
    chain.mine({ only: () => false });
    chain.mine({ only: () => false });
    await stage.followed();
    expect(await stateOf(anna)).toBe('paid-out');
    await stage.mineMvc(2);
    await untilState(anna, 'done');
    expect(held() - before).toBe(OUT);
    await closeOrder(anna);
  });

  it('of MVC, before the tier, takes a redeem back, and Bitcoin pays nothing for it', async () => {
    await reviews(anna, '0.001', 'redeem');
    await pays(anna);
    await stage.mineMvc();
    await untilState(anna, 'confirming');
    const { chain } = stage.mvc;
    chain.takeBack(1);
    chain.mine({ only: () => false });
    chain.mine({ only: () => false });
    await stage.followed();
    await untilState(anna, 'paid');
    await stage.mineMvc(2);
    await untilState(anna, 'paid-out');
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    await closeOrder(anna);
  });
});

describe('a chain that stands still', () => {
  it('has the payout wait, and the page say so; Bitcoin may go on', async () => {
    const before = held();
    await paid();
    await stage.mineBtc(2);
    await untilState(anna, 'paid-out');
    await stage.mineBtc(4);
    await expect
      .poll(() => anna.sees('bridge-order-view').innerText(), TIMEOUT)
      .toContain('Paid out, waiting for its blocks');
    expect(await anna.sees('bridge-take-back').count(), 'it has left: there is no way back').toBe(0);
    await anna.shot('bridge-stands-still');
    await stage.mineMvc(2);
    await untilState(anna, 'done');
    expect(held() - before).toBe(OUT);
    await closeOrder(anna);
  });
});

describe('programs that die', () => {
  it('the server, and then the signer, in the middle of an order: it is paid once', async () => {
    const { exchange } = stage.world;
    const before = held();
    await paid();
    await exchange.server.kill();
    await stage.world.chain.mine(2);
    await exchange.signer.kill();
    await exchange.ready();
    await stage.followed();
    await expect.poll(() => stateOf(anna), { timeout: 60_000 }).toBe('paid-out');
    await exchange.signer.kill();
    await stage.mineMvc(2);
    await exchange.ready();
    await expect.poll(() => stateOf(anna), { timeout: 60_000 }).toBe('done');
    expect(held() - before).toBe(OUT);
    await closeOrder(anna);
  });
});

describe('one of two signers', () => {
  it('is away when a redeem is due: nobody signs for it, and the page says so; once it is back, it is paid once', async () => {
    const { exchange } = stage.world;
    const [second] = exchange.bridgeSigners;
    if (second === undefined) throw new Error('two lock the sats');
    const { btc } = stage.programOf('anna');
    await reviews(anna, '0.0005', 'redeem');
    await pays(anna);
    await second.part.stop();
    const before = await satsOf(stage, btc.address);
    await stage.mineMvc(2);
    await expect
      .poll(() => anna.sees('bridge-order-view').innerText(), TIMEOUT)
      .toContain('The signer does not answer. The payout waits.');
    await stage.mineBtc(1);
    expect(await satsOf(stage, btc.address)).toBe(before);
    await second.part.restart();
    await untilState(anna, 'paid-out');
    await stage.mineBtc(2);
    await untilState(anna, 'done');
    expect(await satsOf(stage, btc.address)).toBe(before + 50_000n - 100n - 500n - 3_000n);
    await closeOrder(anna);
  });
});

describe('an exchange that lies', () => {
  type Created = AnswerOf<'bridgeMintBtc'>;
  const CREATE = '**/api/bridge/createPrepayOrder*';
  afterEach(() => anna.page.unroute(CREATE));

  const stranger = new Uint8Array(34).fill(3);
  stranger.set([0x51, 0x20]);

  /** The payment as the exchange makes it, but for what it lies about. */
  function paymentOf(
    { coins }: Created,
    change: { bridge?: Uint8Array; amount?: bigint; id?: string },
    orderId: string,
  ): string {
    const { btc } = stage.programOf('anna');
    const planned = planBridgePayment({
      payer: { script: btc.script, key: btc.publicKey, coins: coins.map(coinFromWire) },
      ...{ pays: 'sats', coins: [], amount: 100_000n, id: orderId, feeRateSatVb: 2 },
      bridge: hexToBytes(stage.btc.keys.lockedScript),
      ...change,
    });
    return bytesToHex(planned.psbt);
  }

  const LIES: Readonly<Record<string, Parameters<typeof paymentOf>[1]>> = {
    'another receiver of the coins': { bridge: stranger },
    'another amount': { amount: 200_000n },
    'the id of another order, whose receiver is somebody else': { id: 'ab'.repeat(16) },
  };

  const signatures = async (): Promise<number> =>
    (await fakeIn(anna.page, 'metalet').state()).calls.filter((name) => name === 'btc.signPsbt').length;

  it.each(Object.keys(LIES))('with %s is stopped by the page, and no wallet is asked', async (lie) => {
    let lied = 0;
    await anna.page.route(CREATE, async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Created };
      const rawPsbt = paymentOf(body.data, LIES[lie] ?? {}, body.data.orderId);
      lied += 1;
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, rawPsbt } } });
    });
    await anna.sees('bridge-amount').fill('0.001');
    await expect.poll(() => anna.sees('bridge-button').isEnabled(), TIMEOUT).toBe(true);
    await anna.sees('bridge-button').click();
    const warned = anna.page.locator('[data-testid="bridge-problems"], [data-testid="bridge-stopped"]');
    await warned.first().waitFor();
    expect(lied).toBe(1);
    await anna.shot(`bridge-lie-${Object.keys(LIES).indexOf(lie)}`);
    const confirm = anna.sees('bridge-confirm');
    expect((await confirm.count()) === 0 || !(await confirm.isEnabled())).toBe(true);
    expect(await signatures()).toBe(0);
  });

  it('with another address for the tokens is stopped likewise', async () => {
    await anna.page.route(CREATE, async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: AnswerOf<'bridgeRedeemBtc'> };
      const data = { ...body.data, bridgeAddress: 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8' };
      await route.fulfill({ response: answer, json: { ...body, data } });
    });
    await anna.sees('bridge-flip').click();
    await anna.sees('bridge-amount').fill('0.001');
    await expect.poll(() => anna.sees('bridge-button').isEnabled(), TIMEOUT).toBe(true);
    await anna.sees('bridge-button').click();
    const warned = anna.page.locator('[data-testid="bridge-problems"], [data-testid="bridge-stopped"]');
    await warned.first().waitFor();
    const { calls } = await fakeIn(anna.page, 'metalet').state();
    expect(calls).not.toContain('transfer');
  });
});
