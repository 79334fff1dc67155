/** Blocks that are undone, on either chain: what was paid waits or counts again, and a deep reorganisation of MVC stops everything. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from '../exits.ts';
import { order, payIn } from '../orders.ts';
import { openStage, verdict } from '../stage.ts';

const STOP = 'STOP-bridge-mvc';

describe('a reorganisation', () => {
  it('of Bitcoin takes a deposit back: what was signed for it is not given again, and nothing else is', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    expect(await verdict(stage.ask(request))).toBe('signed');
    stage.btc.takeBack(1, true);
    stage.btc.height += 3;
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    expect(await verdict(stage.ask(payRequest(stage, paid, { kind: 'refund', terms: paid.terms })))).toBe(
      'bridge-deposit-waits',
    );
    stage.btc.mine();
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('of Bitcoin that brings another payment of the same order to the front does not have it paid again', async () => {
    const stage = await openStage();
    const { terms, id } = order('btc', 'mint');
    const one = payIn(stage, { asset: 'btc', amount: 100_000n, id });
    stage.btc.mine();
    const two = payIn(stage, { asset: 'btc', amount: 90_000n, id });
    stage.btc.mine();
    send(stage, await give(stage, one, { terms }));
    mineMvc(stage, 4);
    stage.btc.takeBack(2, true);
    stage.btc.mine(1, (txid) => two.at.startsWith(txid));
    stage.btc.mine(3);
    const request = await giveRequest(stage, two, { terms });
    expect(await verdict(stage.ask(request))).toBe('bridge-paid-before');
    expect(await verdict(stage.ask(payRequest(stage, two, { kind: 'refund', terms })))).toBe('signed');
  });

  it('of Bitcoin that takes a mined deposit away for good breaks the reserves', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const paid = mintPaid(stage);
    send(stage, await give(stage, paid, paid));
    mineMvc(stage, 4);
    stage.btc.takeBack();
    stage.btc.mine(3);
    const next = mintPaid(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, next, next)))).toBe('bridge-break');
    const redeem = redeemPaid(stage);
    expect(await verdict(stage.ask(payRequest(stage, redeem, redeem)))).toBe('bridge-break');
  });

  it('of MVC that undoes a paid redeem breaks the reserves until the deposit is back', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    stage.change('btc', { tiers: [{ btc: 1, mvc: 1 }] });
    const paid = redeemPaid(stage);
    stage.mvc.takeBack(4);
    mineMvc(stage, 1);
    const redeem = await pay(stage, paid, paid);
    stage.btc.send(hexToBytes(redeem.raw));
    stage.btc.mine(1);
    stage.mvc.takeBack(1);
    stage.mvc.keepOut(() => true);
    mineMvc(stage, 1);
    rmSync(join(stage.directory, STOP), { force: true });
    const next = mintPaid(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, next, next)))).toBe('bridge-break');
  });

  it('of MVC of two blocks is nothing, of three stops all exits until the operator says otherwise', async () => {
    const stage = await openStage();
    mineMvc(stage, 10);
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    await stage.parts.watch();
    stage.mvc.takeBack(2);
    mineMvc(stage, 3);
    await stage.parts.watch();
    expect(stage.hasStopFile(STOP)).toBe(false);
    stage.mvc.takeBack(3);
    mineMvc(stage, 4);
    // Asked before each signature, too.
    expect(await verdict(stage.ask(request))).toBe('bridge-paused');
    expect(stage.hasStopFile(STOP)).toBe(true);
    stage.restart();
    expect(await verdict(stage.ask(request))).toBe('bridge-paused');
    rmSync(join(stage.directory, STOP));
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('of MVC while no signer ran is seen by the block that the journal has', async () => {
    const stage = await openStage();
    mineMvc(stage, 5);
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    await give(stage, one, one);
    stage.end();
    stage.mvc.takeBack(3);
    mineMvc(stage, 4);
    stage.restart();
    const request = await giveRequest(stage, two, { ...two, fee: 1 });
    expect(await verdict(stage.ask(request))).toBe('bridge-paused');
    expect(stage.hasStopFile(STOP)).toBe(true);
  });

  it('of MVC seen step by step, a block at a time, counts as one', async () => {
    const stage = await openStage();
    mineMvc(stage, 10);
    await stage.parts.watch();
    stage.mvc.takeBack(1);
    await stage.parts.watch();
    stage.mvc.takeBack(1);
    await stage.parts.watch();
    stage.mvc.takeBack(1);
    await stage.parts.watch();
    expect(stage.hasStopFile(STOP)).toBe(true);
  });
});

describe('blocks of MVC that come too fast', () => {
  it('stop it, where a setting does not turn that off', async () => {
    const stage = await openStage({ config: { BRIDGE_MVC_SPEED: '1' }, blockSeconds: 299 });
    mineMvc(stage, 145);
    await stage.parts.watch();
    expect(stage.hasStopFile(STOP)).toBe(true);
  });

  it('are the rule on the private chain', async () => {
    const stage = await openStage({ blockSeconds: 1 });
    mineMvc(stage, 145);
    await stage.parts.watch();
    expect(stage.hasStopFile(STOP)).toBe(false);
  });

  it('do not stop it at the usual speed', async () => {
    const stage = await openStage({ config: { BRIDGE_MVC_SPEED: '1' }, blockSeconds: 301 });
    mineMvc(stage, 150);
    await stage.parts.watch();
    expect(stage.hasStopFile(STOP)).toBe(false);
  });
});
