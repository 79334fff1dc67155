/** A deposit leaves once: another build of its exit cannot confirm beside the first, and another exit is signed only when the first is dead at depth. */
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { aTwin } from './by-hand.ts';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from './exits.ts';
import { UNPAYABLE } from './orders.ts';
import { openStage, verdict } from './stage.ts';

describe('on MVC', () => {
  it('a payout that nobody mines is no reason for a refund, nor for a payout by other tokens', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 100_000n);
    const paid = mintPaid(stage);
    const gave = await give(stage, paid, paid);
    // Two coins of stock are there: the first payout left its change in two.
    const request = await giveRequest(stage, paid, paid);
    const stock = await stage.index.settledTokens([stage.keys('btc').stock.hash], {
      ...stage.parts.trusted.asset('btc').token,
    });
    const other = stock.find(({ outpoint }) => !request.give.tokens.includes(outpoint))?.outpoint;
    const elsewhere = await giveRequest(stage, paid, {
      ...paid,
      spends: other === undefined ? [] : [other],
    });
    const refund = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(elsewhere))).toBe('bridge-exit-made');
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    // A chain that stands still, or goes on without it.
    mineMvc(stage, 10);
    stage.btc.mine(10);
    expect(await verdict(stage.ask(elsewhere))).toBe('bridge-exit-made');
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    send(stage, gave);
    mineMvc(stage, 4);
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
  });

  it('another build spends all tokens of every build before it', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 100_000n);
    const paid = mintPaid(stage);
    await give(stage, paid, paid);
    const again = await giveRequest(stage, paid, { ...paid, paying: 2 });
    expect(await verdict(stage.ask(again))).toBe('signed');
    const stock = await stage.index.settledTokens([stage.keys('btc').stock.hash], {
      ...stage.parts.trusted.asset('btc').token,
    });
    const both = await giveRequest(stage, paid, { ...paid, spends: stock.map(({ outpoint }) => outpoint) });
    expect(await verdict(stage.ask(both))).toBe('signed');
    // From now on both, for both builds may be mined.
    const third = await giveRequest(stage, paid, { ...paid, paying: 3 });
    expect(await verdict(stage.ask(third))).toBe('bridge-exit-made');
  });

  it('its twin under another id is the same exit', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const gave = await give(stage, paid, paid);
    const twin = aTwin(gave.transfer);
    expect(twin.txid).not.toBe(gave.transfer.txid);
    stage.mvc.mine({ first: [writeMvcTransaction(gave.check), writeMvcTransaction(twin)] });
    mineMvc(stage, 6);
    const refund = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    expect(stage.parts.journal.recall.exit(nameMvcTransaction(twin).core)?.deposit).toBe(paid.deposit);
  });

  it('a check that waits is paid by the same SPACE in every build, so that one deposit empties no wallet', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const gave = await give(stage, paid, paid);
    expect(await verdict(stage.ask(await giveRequest(stage, paid, { ...paid, fee: 1 })))).toBe(
      'bridge-exit-made',
    );
    const more = await giveRequest(stage, paid, { ...paid, paying: 2 });
    expect(await verdict(stage.ask(more))).toBe('signed');
    // A check in a block has had its SPACE: another coin pays for the next build.
    stage.mvc.mine({ first: [writeMvcTransaction(gave.check)] });
    stage.mvc.keepOut((txid) => txid === gave.transfer.txid);
    const other = await giveRequest(stage, paid, { ...paid, fee: 2 });
    expect(await verdict(stage.ask(other))).toBe('signed');
  });

  it('what all builds of an hour give to miners has a bound', async () => {
    const stage = await openStage({ config: { BRIDGE_FEES_PER_HOUR: 60_000n } });
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    const gave = await give(stage, one, one);
    send(stage, gave);
    mineMvc(stage, 3);
    const next = await giveRequest(stage, two, { ...two, fee: 1 });
    const { checkFee, fee } = next.give;
    const all = 2n * (BigInt(checkFee) + BigInt(fee));
    expect(all).toBeLessThan(60_000n);
    const dear = { ...next.give, fee: (BigInt(fee) + 60_001n - all).toString() };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: dear }))).toBe('limit-reached');
    stage.restart();
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: dear }))).toBe('limit-reached');
    stage.clock += 3_600_001;
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: dear }))).toBe('signed');
  });

  it('tokens that a build of another deposit may still spend are signed away to nobody', async () => {
    const stage = await openStage();
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    const gave = await give(stage, one, one);
    const request = await giveRequest(stage, two, { ...two, fee: 1 });
    expect(await verdict(stage.ask(request))).toBe('bridge-short');
    mineMvc(stage, 150);
    expect(await verdict(stage.ask(request))).toBe('bridge-short');
    send(stage, gave);
    mineMvc(stage);
    const next = await giveRequest(stage, two, { ...two, fee: 1 });
    expect(await verdict(stage.ask(next))).toBe('signed');
  });

  it('a build of what no block has any more holds up nobody', async () => {
    const stage = await openStage();
    const [two, one] = [mintPaid(stage), mintPaid(stage)];
    await give(stage, one, one);
    expect(await verdict(stage.ask(await giveRequest(stage, two, { ...two, fee: 1 })))).toBe('bridge-short');
    stage.btc.takeBack();
    stage.btc.mine(4);
    expect(stage.btc.heightOf(one.deposit.slice(4, 68))).toBe(undefined);
    expect(await verdict(stage.ask(await giveRequest(stage, two, { ...two, fee: 1 })))).toBe('signed');
  });
});

describe('on Bitcoin', () => {
  it('a payout that fell out of the mempool, or was replaced, is not dead', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    await minted(stage, 'btc', 900_000n);
    const paid = redeemPaid(stage);
    const all = payRequest(stage, paid, paid).pay.locked;
    const [own, rest] = [all.slice(0, 1), all.slice(1)];
    const first = await pay(stage, paid, { ...paid, spends: own });
    const txid = stage.btc.send(hexToBytes(first.raw));
    stage.btc.evict(txid);
    stage.btc.mine(20);
    const refund = await giveRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    const elsewhere = payRequest(stage, paid, { ...paid, spends: rest, fee: 1 });
    expect(await verdict(stage.ask(elsewhere))).toBe('bridge-exit-made');
    const bump = payRequest(stage, paid, { ...paid, spends: own, fee: 2 });
    expect(await verdict(stage.ask(bump))).toBe('signed');
    const more = payRequest(stage, paid, { ...paid, spends: all, fee: 3 });
    expect(await verdict(stage.ask(more))).toBe('signed');
    stage.btc.send(hexToBytes(first.raw));
    stage.btc.mine(3);
    const late = payRequest(stage, paid, { ...paid, spends: rest, fee: 3 });
    expect(await verdict(stage.ask(late))).toBe('bridge-exit-made');
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
  });

  it('locked coins that a build of another deposit may still spend are signed away to nobody', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [one, two] = [redeemPaid(stage, { amount: 200_000n }), redeemPaid(stage)];
    const first = await pay(stage, one, one);
    const request = payRequest(stage, two, { ...two, fee: 1 });
    stage.btc.mine(50);
    expect(await verdict(stage.ask(request))).toBe('bridge-short');
    stage.btc.send(hexToBytes(first.raw));
    stage.btc.mine();
    expect(await verdict(stage.ask(payRequest(stage, two, { ...two, fee: 1 })))).toBe('signed');
  });

  it('what goes out by one build goes out by the next, whatever the fees are then', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const paid = redeemPaid(stage);
    const first = await pay(stage, paid, paid);
    stage.change('btc', {
      fees: {
        mint: { ppm: '0', constant: '0', network: '600' },
        redeem: { ppm: '0', constant: '0', network: '0' },
      },
      minimum: '500000',
    });
    const second = await pay(stage, paid, { ...paid, fee: 1 });
    expect(second.out).toBe(first.out);
    expect(second.txid).not.toBe(first.txid);
  });

  it('a mint’s refund spends its deposit, so all its builds are one', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const paid = mintPaid(stage, { terms: UNPAYABLE });
    const first = await pay(stage, paid, { kind: 'refund', terms: paid.terms });
    const second = await pay(stage, paid, { kind: 'refund', terms: paid.terms, fee: 1 });
    expect(second.txid).not.toBe(first.txid);
    const payout = await giveRequest(stage, paid, paid);
    expect(await verdict(stage.ask(payout))).toBe('bridge-exit-made');
    stage.btc.send(hexToBytes(second.raw));
    stage.btc.mine(10);
    mineMvc(stage, 10);
    expect(await verdict(stage.ask(payout))).toBe('bridge-exit-made');
  });
});
