/** A redeem's payout and refund: everything that is asked before they are signed, each by a case that fails it alone (bridge §6). */
import { TOKEN_OUTPUT_SATS, readFtScript, withHolder } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { accepted, first, moved, payment } from '../mvc/people.ts';
import {
  coinAt,
  give,
  giveRequest,
  mineMvc,
  mintPaid,
  minted,
  pay,
  payRequest,
  redeemPaid,
  send,
} from './exits.ts';
import {
  ALICE,
  ALICE_MVC,
  MALLORY_MVC,
  UNPAYABLE,
  btcScript,
  mvcScript,
  order,
  redeemIn,
  tokensOf,
} from './orders.ts';
import { openStage, verdict } from './stage.ts';
import type { AssetId, Stage } from './stage.ts';

async function funded(asset: AssetId = 'btc', amount = 900_000n): Promise<Stage> {
  const stage = await openStage({ assets: [asset] });
  await minted(stage, asset, amount);
  return stage;
}

describe('a redeem is paid out', () => {
  it('when nothing is wrong, and the same request is answered alike', async () => {
    const stage = await funded();
    const paid = redeemPaid(stage);
    const request = payRequest(stage, paid, paid);
    const answer = await stage.ask(request);
    expect(answer.ok).toBe(true);
    expect(await stage.ask(request)).toEqual(answer);
    stage.btc.send(hexToBytes((await pay(stage, paid, paid)).raw));
    stage.btc.mine(3);
    expect(await stage.ask(request)).toEqual(answer);
  });

  it('only when its deposit is in a block of MVC, as deep as its tier, and still there', async () => {
    const stage = await funded();
    const { terms, id } = order('btc', 'redeem');
    const paid = redeemIn(stage, { asset: 'btc', units: 100_000n, id });
    const request = payRequest(stage, paid, { terms });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    mineMvc(stage);
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    mineMvc(stage);
    const [, transfer] = paid.txs;
    const change = { ...paid, at: outpoint(transfer?.txid as never, 1), deposit: `mvc:${transfer?.core}:1` };
    expect(await verdict(stage.ask(payRequest(stage, change, { terms })))).toBe('bridge-deposit-unknown');
    const nowhere = { ...request.pay, at: `${'0'.repeat(64)}:0` };
    expect(await verdict(stage.ask({ op: 'bridgePay', pay: nowhere }))).toBe('bridge-deposit-unknown');
    const named = { ...request.pay, deposit: `mvc:${'0'.repeat(64)}:0` };
    expect(await verdict(stage.ask({ op: 'bridgePay', pay: named }))).toBe('bad-request');
    stage.mvc.takeBack(2);
    stage.mvc.keepOut((txid) => paid.txs.some((tx) => tx.txid === txid));
    mineMvc(stage, 3);
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
  });

  it('for real tokens alone', async () => {
    const stage = await funded();
    const { terms, id } = order('btc', 'redeem');
    const held = first(tokensOf(stage, 'btc', ALICE_MVC));
    const script = withHolder(held.script, stage.keys('btc').inlet.hash, 100_000n);
    const [coin] = moved(stage.mvc, MALLORY_MVC.script, [50_000n]);
    const message = Uint8Array.from([0x00, 0x6a, 0x20, ...new TextEncoder().encode(id)]);
    const fake = payment(MALLORY_MVC, coin === undefined ? [] : [coin], [
      { value: TOKEN_OUTPUT_SATS, script },
      { value: 0n as never, script: message },
    ]);
    accepted(stage.mvc, fake);
    mineMvc(stage, 4);
    const paid = { asset: 'btc' as const, deposit: `mvc:${fake.core}:0`, at: outpoint(fake.txid, 0) };
    const request = payRequest(stage, paid, { terms });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-unknown');
  });

  it.each([
    ['another receiver', { receiver: btcScript(ALICE).replace(/..$/, '00') }],
    ['less', { least: '0' }],
    ['another nonce', { nonce: 'e'.repeat(32) }],
  ] as const)('only by the terms that the payment names, not by ones with %s', async (_, change) => {
    const stage = await funded();
    const paid = redeemPaid(stage);
    const request = payRequest(stage, paid, { terms: { ...paid.terms, ...change } });
    expect(await verdict(stage.ask(request))).toBe('bridge-terms-differ');
  });

  it('not to the bridge itself, nor to a script of MVC', async () => {
    const stage = await funded();
    const { locked, fees } = stage.keys('btc');
    const receivers = [locked.script.script, fees.btc.script.script].map(bytesToHex);
    for (const receiver of [...receivers, mvcScript(ALICE_MVC)]) {
      const paid = redeemPaid(stage, { amount: 50_000n, terms: { receiver } });
      expect(await verdict(stage.ask(payRequest(stage, paid, paid)))).toBe('bridge-terms-differ');
    }
  });

  it('with settled locked coins alone', async () => {
    const stage = await funded();
    const paid = redeemPaid(stage);
    const other = mintPaid(stage, { amount: 300_000n });
    const stolen = payRequest(stage, paid, { ...paid, spends: [other.at] });
    expect(await verdict(stage.ask(stolen))).toBe('bridge-deposit-waits');
    const [fee] = stolen.pay.fees;
    const swapped = { ...stolen.pay, locked: [fee] };
    expect(await verdict(stage.ask({ op: 'bridgePay', pay: swapped }))).toBe('coin-spent');
  });

  it('of young deposits up to the exposure in all, those that are gone with their block among them', async () => {
    const stage = await funded('btc', 1_000_000n);
    stage.change('btc', { exposure: '150000', tiers: [{ btc: 1, mvc: 2 }] });
    const [one, two] = [redeemPaid(stage), redeemPaid(stage)];
    stage.btc.send(hexToBytes((await pay(stage, one, one)).raw));
    stage.btc.mine(3);
    const request = payRequest(stage, two, two);
    expect(await verdict(stage.ask(request))).toBe('bridge-exposure');
    mineMvc(stage, 139);
    // The one is old now, the other one block younger.
    expect(await verdict(stage.ask(request))).toBe('signed');
  });
});

describe('a redeem is refunded', () => {
  it('to the one key that owned everything it spent, where nothing else is known', async () => {
    const stage = await funded();
    const paid = redeemIn(stage, { asset: 'btc', units: 100_000n, id: undefined });
    mineMvc(stage, 4);
    const gave = await give(stage, paid, { kind: 'refund', to: mvcScript(ALICE_MVC) });
    send(stage, gave);
    mineMvc(stage);
    const back = readFtScript(coinAt(stage, outpoint(gave.transfer.txid, 0)).script);
    expect([back?.holder, back?.amount]).toEqual([bytesToHex(ALICE_MVC.hash), 99_000n]);
    expect(await verdict(stage.ask(await giveRequest(stage, paid, { kind: 'refund', fee: 1 })))).toBe(
      'bridge-exit-made',
    );
  });

  it('from the stock, where somebody sent his tokens by mistake', async () => {
    const stage = await funded();
    const to = stage.keys('btc').stock.hash;
    const paid = redeemIn(stage, { asset: 'btc', units: 100_000n, id: undefined, to });
    mineMvc(stage, 4);
    // As much as is there would pay it.
    const other = mintPaid(stage, { amount: 50_000n });
    const stolen = await giveRequest(stage, other, { ...other, spends: [paid.at] });
    expect(await verdict(stage.ask(stolen))).toBe('bridge-deposit-waits');
    send(stage, await give(stage, paid, { kind: 'refund', to: mvcScript(ALICE_MVC) }));
  });

  it('not with tokens of another', async () => {
    const stage = await funded();
    const paid = redeemPaid(stage, { terms: UNPAYABLE });
    const other = redeemPaid(stage, { amount: 200_000n });
    const request = await giveRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    const swapped = { ...request.give, tokens: [other.at] };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: swapped }))).toBe('bad-request');
    const both = { ...request.give, tokens: [paid.at, other.at] };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: both }))).toBe('bad-request');
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('of tokens that somebody else signed for, not without terms', async () => {
    const stage = await funded();
    const spends = tokensOf(stage, 'btc', ALICE_MVC);
    const paid = redeemIn(stage, { asset: 'btc', units: 100_000n, id: undefined, spends });
    mineMvc(stage, 4);
    const { coins } = stage.parts.source.mvc;
    const { transaction } = coins;
    const request = await giveRequest(stage, paid, { kind: 'refund' });
    Object.assign(coins, {
      // As if a stranger had paid for it.
      transaction: async (txid: never) => {
        const tx = await transaction(txid);
        const outputs = tx.outputs.map((output) =>
          bytesToHex(output.script) === mvcScript(ALICE_MVC)
            ? { ...output, script: MALLORY_MVC.script }
            : output,
        );
        return { ...tx, outputs };
      },
    });
    expect(await verdict(stage.ask(request))).toBe('bridge-no-refund');
  });
});
