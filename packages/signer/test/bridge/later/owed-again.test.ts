/** A deposit that had left, whose coin went out for another, and whose payout a block took back: it is owed, and paid by another build. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from '../exits.ts';
import { openStage, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';

/** Of small amounts and large ones alike: what is undone here is two blocks. */
async function begun(): Promise<Stage> {
  const stage = await openStage();
  await minted(stage, 'btc', 900_000n);
  stage.change('btc', { tiers: [{ btc: 1, mvc: 1 }] });
  return stage;
}

describe('a deposit is owed again', () => {
  it('as a mint whose locked coin a redeem has spent', async () => {
    const stage = await begun();
    const redeem = redeemPaid(stage, { amount: 100_000n });
    const mint = mintPaid(stage, { amount: 120_000n });
    const request = await giveRequest(stage, mint, mint);
    const gave = await give(stage, mint, mint);
    send(stage, gave);
    mineMvc(stage);
    const paid = await pay(stage, redeem, { ...redeem, spends: [mint.at] });
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    const other = await giveRequest(stage, mint, { ...mint, amount: 120_000n, fee: 1 });
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    stage.mvc.takeBack(1);
    stage.mvc.keepOut((txid) => [gave.check.txid, gave.transfer.txid].includes(txid));
    mineMvc(stage, 2);
    rmSync(join(stage.directory, 'STOP-bridge-mvc'), { force: true });
    expect(await verdict(stage.ask(request))).toBe('signed');
    const [spare] = other.give.space;
    const space = [...request.give.space, ...(spare === undefined ? [] : [spare])];
    const again = await giveRequest(stage, mint, {
      ...{ ...mint, amount: 120_000n, spends: request.give.tokens, space },
    });
    expect(await verdict(stage.ask(again))).toBe('signed');
    // Its coin is gone: it goes back to nobody.
    const refund = payRequest(stage, mint, { kind: 'refund', terms: mint.terms, fee: 1 });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    // And nobody else is paid with what it is owed.
    const script = stage.keys('btc').locked.script.script;
    const rest = [...stage.btc.settled.values()].find(
      (one) => Buffer.from(one.script).equals(Buffer.from(script)) && one.value > 500_000n,
    );
    if (rest === undefined) throw new Error('the first mint is there');
    stage.btc.settled.set(rest.outpoint, { ...rest, value: (rest.value - 2_801n) as never });
    stage.btc.mine();
    stage.restart();
    const next = mintPaid(stage);
    const { token } = stage.parts.trusted.asset('btc');
    const stock = await stage.index.settledTokens([stage.keys('btc').stock.hash], token);
    const spends = stock.map(({ outpoint }) => outpoint).filter((at) => !request.give.tokens.includes(at));
    const wanted = { ...next, spends: spends.slice(0, 1), fee: 3 };
    expect(await verdict(stage.ask(await giveRequest(stage, next, wanted)))).toBe('bridge-break');
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('as a redeem whose tokens a mint has spent', async () => {
    const stage = await begun();
    const redeem = redeemPaid(stage, { amount: 200_000n });
    const mint = mintPaid(stage, { amount: 50_000n });
    const paid = await pay(stage, redeem, redeem);
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    send(stage, await give(stage, mint, { ...mint, spends: [redeem.at] }));
    mineMvc(stage, 2);
    stage.btc.takeBack();
    stage.btc.mine(3);
    const again = payRequest(stage, redeem, { ...redeem, fee: 1 });
    expect(await verdict(stage.ask(again))).toBe('signed');
    const refund = await giveRequest(stage, redeem, { kind: 'refund', terms: redeem.terms, fee: 1 });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
  });
});
