/** A mint's payout and refund: everything that is asked before they are signed, each by a case that fails it alone (bridge §6). */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { p2pkhScript } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { WireBridgeTerms } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import { moved } from '../mvc/people.ts';
import { give, giveRequest, mineMvc, mintPaid, pay, send } from './exits.ts';
import { ALICE, ALICE_MVC, BOB, MALLORY, MALLORY_MVC, btcScript, mvcScript, order, payIn } from './orders.ts';
import type { PaidIn } from './orders.ts';
import { openStage, verdict } from './stage.ts';
import type { Stage } from './stage.ts';

const touch = ({ directory }: Stage, name: string): void => writeFileSync(join(directory, name), '');

describe('a mint is paid out', () => {
  it('when nothing is wrong, and the same request is answered alike', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    const first = await stage.ask(request);
    expect(first.ok).toBe(true);
    expect(await stage.ask(request)).toEqual(first);
    expect(stage.parts.journal.recall.size).toBe(1);
  });

  it('not while somebody has stopped it', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    for (const name of ['STOP-bridge', 'STOP-bridge-btc', 'STOP-bridge-mvc']) {
      touch(stage, name);
      expect(await verdict(stage.ask(request))).toBe('bridge-paused');
      rmSync(join(stage.directory, name));
    }
    stage.stopped = true;
    expect(await verdict(stage.ask(request))).toBe('trading-stopped');
    stage.stopped = false;
    expect(await verdict(stage.ask(request, () => true))).toBe('signer-refused');
    expect(await verdict(stage.ask(request))).toBe('signed');
    // What was signed is not given again either.
    touch(stage, 'STOP-bridge');
    expect(await verdict(stage.ask(request))).toBe('bridge-paused');
  });

  it('only by a file of the operator’s', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    stage.change('btc', { minimum: '5000000' });
    expect(await verdict(stage.ask(request))).toBe('bridge-asset-impossible');
    writeFileSync(join(stage.directory, 'bridge', 'btc.json'), '{');
    expect(await verdict(stage.ask(request))).toBe('bridge-asset-impossible');
    rmSync(join(stage.directory, 'bridge', 'btc.json'));
    expect(await verdict(stage.ask(request))).toBe('bridge-asset-unknown');
  });

  it('only while nodes and indexes are at one block', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    stage.btc.lag = 1;
    expect(await verdict(stage.ask(request))).toBe('syncing');
    stage.btc.lag = 0;
    const honest = stage.index;
    stage.index = {
      ...honest,
      tip: () => Promise.resolve({ height: 1, hash: 'a', time: 1, eventsHash: '' }),
    };
    expect(await verdict(stage.ask(request))).toBe('syncing');
    stage.index = honest;
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('only when its deposit is in a block, as deep as its tier, on the right script', async () => {
    const stage = await openStage();
    const { terms, id } = order('btc', 'mint');
    const paid = payIn(stage, { asset: 'btc', amount: 200_000n, id });
    const request = await giveRequest(stage, paid, { terms });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    const at = `${paid.at.slice(0, 64)}:2`;
    const elsewhere = { ...request.give, at, deposit: `btc:${at}` };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: elsewhere }))).toBe('bridge-deposit-unknown');
    const nowhere = `${'0'.repeat(64)}:0`;
    const unknown = { ...request.give, at: nowhere, deposit: `btc:${nowhere}` };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: unknown }))).toBe('bridge-deposit-unknown');
    const other = { ...request.give, deposit: `btc:${at}` };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: other }))).toBe('bad-request');
    stage.btc.takeBack();
    stage.btc.takeBack();
    stage.btc.mine(5);
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
  });

  it('only to the receiver whose terms the payment names', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const changes: Partial<WireBridgeTerms>[] = [
      { receiver: mvcScript(MALLORY_MVC) },
      { refund: btcScript(MALLORY) },
      { least: '2' },
      { amount: '200000' },
      { nonce: 'f'.repeat(32) },
      { expires: 7 },
      { net: 'testnet' },
      { direction: 'redeem' },
      { asset: 'rune' },
    ];
    for (const change of changes) {
      const terms = { ...paid.terms, ...change };
      const request = await giveRequest(stage, paid, { terms });
      expect(await verdict(stage.ask(request))).toBe('bridge-terms-differ');
    }
    const { give: asked } = await giveRequest(stage, paid, paid);
    const { terms: _, ...without } = asked;
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: without }))).toBe('bad-request');
  });

  it.each([
    ['of another bridge', { net: 'livenet' }, 'bridge-terms-differ'],
    ['of the other direction', { direction: 'redeem' }, 'bridge-terms-differ'],
    ['of another asset', { asset: 'other' }, 'bridge-terms-differ'],
    ['to a script of the other chain', { receiver: btcScript(ALICE) }, 'bridge-terms-differ'],
    ['with more than fees leave', { least: '199101' }, 'bridge-terms-differ'],
    ['of another amount', { amount: '200001' }, 'bridge-amount-differs'],
  ] as const)('not by terms %s, which the payment names all the same', async (_, terms, code) => {
    const stage = await openStage();
    const paid = mintPaid(stage, { terms });
    const sane = { ...paid.terms, receiver: mvcScript(ALICE_MVC) };
    const request = await giveRequest(stage, paid, { terms: sane });
    const give = { ...request.give, terms: paid.terms };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give }))).toBe(code);
  });

  it('not to the bridge itself', async () => {
    const stage = await openStage();
    const { stock, inlet, fees } = stage.keys('btc');
    for (const { hash } of [stock, inlet, fees.mvc]) {
      const paid = mintPaid(stage, { terms: { receiver: bytesToHex(p2pkhScript(hash)) } });
      const { give: asked } = await giveRequest(stage, paid, { terms: order('btc', 'mint').terms });
      const own = { ...asked, terms: paid.terms };
      expect(await verdict(stage.ask({ op: 'bridgeGive', give: own }))).toBe('bridge-terms-differ');
    }
  });

  it.each([
    ['btc', 9_000n, 'bridge-under-minimum'],
    ['btc', 2_000_001n, 'bridge-over-maximum'],
    ['rune', 200_050n, 'bridge-digits-lost'],
  ] as const)('of %s not for %d, which can be refunded', async (asset, amount, code) => {
    const stage = await openStage({ assets: [asset] });
    const paid = mintPaid(stage, { asset, amount });
    const request = await giveRequest(stage, paid, { terms: paid.terms, amount: 200_000n });
    expect(await verdict(stage.ask(request))).toBe(code);
    const refund = await pay(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(refund.out).toBe((amount - 600n).toString());
  });

  it('for the first payment of an order that fits alone, whatever became of it', async () => {
    const stage = await openStage();
    const { terms, id } = order('btc', 'mint', { amount: '200000' });
    const [first, second, third] = [200_000n, 200_000n, 200_000n].map((amount) => {
      const paid = payIn(stage, { asset: 'btc', amount, id });
      stage.btc.mine();
      return paid;
    }) as [PaidIn, PaidIn, PaidIn];
    stage.btc.mine(3);
    const asked = await giveRequest(stage, third, { terms });
    expect(await verdict(stage.ask(asked))).toBe('bridge-paid-before');
    const refund = await pay(stage, second, { kind: 'refund', terms });
    stage.btc.send(hexToBytes(refund.raw));
    stage.btc.mine(3);
    // The first is nowhere, as after a reorganisation; what came before it and went back still came before.
    stage.btc.settled.delete(first.at);
    stage.btc.mine();
    expect(await verdict(stage.ask(asked))).toBe('bridge-paid-before');
    await pay(stage, third, { kind: 'refund', terms });
  });

  it('whatever came before it with the same id and does not fit', async () => {
    const stage = await openStage();
    const { terms, id } = order('btc', 'mint', { amount: '200000' });
    const { terms: open, id: another } = order('btc', 'mint', { least: '199000' });
    const dust = payIn(stage, { asset: 'btc', amount: 600n, id, by: MALLORY });
    const wrong = payIn(stage, { asset: 'btc', amount: 199_999n, id, by: MALLORY });
    const little = payIn(stage, { asset: 'btc', amount: 199_000n, id: another, by: MALLORY });
    stage.btc.mine();
    const [one, two] = [id, another].map((of) => payIn(stage, { asset: 'btc', amount: 200_000n, id: of }));
    stage.btc.mine(3);
    if (one === undefined || two === undefined) throw new Error('two were paid');
    const back = await pay(stage, wrong, { kind: 'refund', terms });
    stage.btc.send(hexToBytes(back.raw));
    stage.btc.mine();
    expect(await verdict(stage.ask(await giveRequest(stage, one, { terms })))).toBe('signed');
    expect(await verdict(stage.ask(await giveRequest(stage, dust, { terms, amount: 200_000n })))).toBe(
      'bridge-amount-differs',
    );
    expect(await verdict(stage.ask(await giveRequest(stage, two, { terms: open, fee: 1 })))).toBe(
      'bridge-short',
    );
    send(stage, await give(stage, one, { terms }));
    mineMvc(stage, 4);
    expect(await verdict(stage.ask(await giveRequest(stage, two, { terms: open, fee: 1 })))).toBe('signed');
    await pay(stage, little, { kind: 'refund', terms: open, fee: 1 });
  });

  it('for the first in its block', async () => {
    const stage = await openStage();
    const { terms, id } = order('btc', 'mint');
    const first = payIn(stage, { asset: 'btc', amount: 200_000n, id });
    const second = payIn(stage, { asset: 'btc', amount: 200_000n, id, by: BOB });
    stage.btc.mine(3);
    expect(await verdict(stage.ask(await giveRequest(stage, second, { terms })))).toBe('bridge-paid-before');
    send(stage, await give(stage, first, { terms }));
    mineMvc(stage, 4);
    expect(await verdict(stage.ask(await giveRequest(stage, second, { terms })))).toBe('bridge-paid-before');
  });

  it('with settled tokens of ours alone', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const [space] = moved(stage.mvc, stage.keys('btc').stock.p2pkh, [5_000n]);
    mineMvc(stage);
    const request = await giveRequest(stage, paid, paid);
    for (const tokens of [[space?.outpoint], [`${'1'.repeat(64)}:0`]]) {
      const give = { ...request.give, tokens };
      expect(await verdict(stage.ask({ op: 'bridgeGive', give }))).toMatch(/^coin-(spent|unknown)$/);
    }
    const twice = { ...request.give, tokens: [request.give.tokens[0], request.give.tokens[0]] };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: twice }))).toBe('duplicate-input');
  });

  it('with SPACE of the fees alone, in blocks or our own, at a fee within bounds', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const [strange] = moved(stage.mvc, MALLORY_MVC.script, [400_000n]);
    const [young] = moved(stage.mvc, stage.keys('btc').fees.mvc.p2pkh, [400_000n]);
    const request = await giveRequest(stage, paid, paid);
    const bends = [
      [{ space: [strange?.outpoint] }, /^not-yours$/],
      [{ space: [young?.outpoint] }, /^coin-unconfirmed$/],
      [{ checkFee: '200001' }, /^bridge-fees-high$/],
      [{ fee: '200001' }, /^bridge-fees-high$/],
      [{ fee: '0' }, /^outputs-exceed-inputs$/],
      [{ checkScript: '00' }, /^script-not-allowed$/],
    ] as const;
    for (const [bend, code] of bends) {
      const give = { ...request.give, ...bend };
      expect(await verdict(stage.ask({ op: 'bridgeGive', give }))).toMatch(code);
    }
  });

  it('up to so much within an hour', async () => {
    const stage = await openStage();
    stage.change('btc', { hourCap: '300000', maximum: '300000' });
    const [first, second] = [mintPaid(stage), mintPaid(stage)];
    send(stage, await give(stage, first, first));
    mineMvc(stage, 4);
    const request = await giveRequest(stage, second, second);
    expect(await verdict(stage.ask(request))).toBe('limit-reached');
    stage.clock += 3_600_001;
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('up to so much within a day', async () => {
    const stage = await openStage();
    stage.change('btc', { hourCap: '300000', maximum: '300000', dayCap: '300000' });
    const [first, second] = [mintPaid(stage), mintPaid(stage)];
    send(stage, await give(stage, first, first));
    mineMvc(stage, 4);
    const request = await giveRequest(stage, second, second);
    stage.clock += 3_600_001;
    const refused = await stage.ask(request);
    expect(refused.ok ? 'signed' : `${refused.code} ${refused.detail}`).toMatch(
      /^limit-reached .*of 300000 left within the day/,
    );
    stage.restart();
    expect(await verdict(stage.ask(request))).toBe('limit-reached');
    stage.clock += 23 * 3_600_000;
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('up to six hours’ caps within a day where the file names no other', async () => {
    const stage = await openStage();
    stage.change('btc', { hourCap: '300000', maximum: '300000' });
    expect(stage.parts.trusted.asset('btc').dayCap).toBe(1_800_000n);
  });
});
