/** What may be spent: change of ours, deposits that have left, what the operator put in; and nothing that is owed. The equations say so of every coin. */
import { writePrivate } from '../../src/files/private-files.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeBackingId } from '@rialto/market';
import { TOKEN_OUTPUT_SATS, withHolder } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { accepted, moved, payment } from '../mvc/people.ts';
import { movedTokens } from './by-hand.ts';
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
import { ALICE_MVC, MALLORY_MVC, UNPAYABLE, order, payIn, redeemIn, tokensOf } from './orders.ts';
import { openStage, verdict } from './stage.ts';

describe('locked coins', () => {
  it('are spent once the mint they paid for is deep on MVC', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [redeem, paid] = [redeemPaid(stage), mintPaid(stage, { amount: 500_000n })];
    const request = payRequest(stage, redeem, { ...redeem, spends: [paid.at] });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    send(stage, await give(stage, paid, paid));
    mineMvc(stage, 2);
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    mineMvc(stage);
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('are put in by the operator under the backing id, and owed to nobody', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 200_000n);
    const backing = payIn(stage, { asset: 'btc', amount: 70_000n, id: bridgeBackingId('btc') });
    stage.btc.mine(3);
    const paid = redeemPaid(stage, { amount: 50_000n });
    expect(await verdict(stage.ask(payRequest(stage, paid, { ...paid, spends: [backing.at] })))).toBe(
      'signed',
    );
    const stray = payIn(stage, { asset: 'btc', amount: 70_000n, id: bridgeBackingId('rune') });
    stage.btc.mine(3);
    const other = redeemPaid(stage, { amount: 50_000n });
    expect(await verdict(stage.ask(payRequest(stage, other, { ...other, spends: [stray.at] })))).toBe(
      'bridge-deposit-waits',
    );
  });

  it('are our own change, also of exits that nobody asked about since', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const one = redeemPaid(stage);
    const first = await pay(stage, one, one);
    stage.btc.send(hexToBytes(first.raw));
    stage.btc.mine();
    const two = redeemPaid(stage);
    const change = outpoint(first.txid, 1);
    expect(await verdict(stage.ask(payRequest(stage, two, { ...two, spends: [change] })))).toBe('signed');
  });
});

describe('tokens', () => {
  it('of a redeem are spent once it is paid and deep on Bitcoin', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const redeem = redeemPaid(stage, { amount: 200_000n });
    const paid = await pay(stage, redeem, redeem);
    const mint = mintPaid(stage, { amount: 50_000n });
    const request = await giveRequest(stage, mint, { ...mint, spends: [redeem.at] });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine(1);
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.mine(1);
    expect(await verdict(stage.ask(request))).toBe('signed');
    const gave = await give(stage, mint, { ...mint, spends: [redeem.at] });
    send(stage, gave);
    mineMvc(stage, 3);
    // What was a deposit is stock now, and the equations hold on.
    const more = mintPaid(stage, { amount: 50_000n });
    expect(await verdict(stage.ask(await giveRequest(stage, more, more)))).toBe('signed');
  });

  it('that the operator put back count as nobody’s', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const id = bridgeBackingId('btc');
    const backing = redeemIn(stage, { asset: 'btc', units: 50_000n, id });
    mineMvc(stage, 4);
    const mint = mintPaid(stage, { amount: 20_000n });
    const gave = await give(stage, mint, { ...mint, spends: [backing.at] });
    send(stage, gave);
    mineMvc(stage, 2);
    const next = mintPaid(stage, { amount: 20_000n });
    expect(await verdict(stage.ask(await giveRequest(stage, next, next)))).toBe('signed');
  });
});

describe('the equations', () => {
  it('hold when tokens that came in are moved by hand with the backing id, and break without it', async () => {
    for (const [id, said] of [
      [bridgeBackingId('btc'), 'signed'],
      [undefined, 'bridge-break'],
    ] as const) {
      const stage = await openStage();
      await minted(stage, 'btc', 900_000n);
      const redeem = redeemPaid(stage, { amount: 200_000n });
      stage.btc.send(hexToBytes((await pay(stage, redeem, redeem)).raw));
      stage.btc.mine(3);
      movedTokens(stage, 'btc', redeem.at, { from: 'inlet', units: 200_000n, ...(id && { id }) });
      mineMvc(stage, 4);
      const next = mintPaid(stage);
      expect(await verdict(stage.ask(await giveRequest(stage, next, next)))).toBe(said);
    }
  });

  it('count no copy of a token’s script, whatever the index calls it', async () => {
    const stage = await openStage();
    const { at } = await minted(stage, 'btc', 900_000n);
    const [held] = tokensOf(stage, 'btc', ALICE_MVC);
    const [coin] = moved(stage.mvc, MALLORY_MVC.script, [50_000n]);
    if (held === undefined || coin === undefined) throw new Error('both are there');
    const script = withHolder(held.script, stage.keys('btc').stock.hash, 800_000n);
    const message = new TextEncoder().encode(bridgeBackingId('btc'));
    const copy = payment(
      MALLORY_MVC,
      [coin],
      [
        { value: TOKEN_OUTPUT_SATS, script },
        { value: sats(0n), script: Uint8Array.from([0x00, 0x6a, 0x20, ...message]) },
      ],
    );
    accepted(stage.mvc, copy);
    mineMvc(stage, 4);
    const next = mintPaid(stage);
    const request = await giveRequest(stage, next, next);
    expect(await verdict(stage.ask(request))).toBe('signed');
    // And so it hides nothing that is gone.
    const locked = stage.btc.settled.get(at);
    if (locked === undefined) throw new Error('it is locked');
    stage.btc.settled.set(at, { ...locked, value: sats(150_000n) });
    stage.btc.mine();
    stage.restart();
    const dearer = { ...request.give, fee: (BigInt(request.give.fee) + 1n).toString() };
    expect(await verdict(stage.ask({ op: 'bridgeGive', give: dearer }))).toBe('bridge-break');
  });

  it('stop everything where the file says more or fewer than were minted', async () => {
    for (const supply of ['2100000000000001', '2099999999999999']) {
      const stage = await openStage();
      const paid = mintPaid(stage);
      const request = await giveRequest(stage, paid, paid);
      const token = { ...(stage.files.get('btc')?.['token'] as object), supply };
      stage.change('btc', { token });
      expect(await verdict(stage.ask(request))).toBe('bridge-break');
    }
  });

  it.each([
    ['more can be minted', { isLast: false }],
    ['others got a part', { units: 100_000_000n }],
    ['it was minted to somebody else', { holder: ALICE_MVC.hash }],
  ] as const)('stop everything where %s', async (_, minting) => {
    const stage = await openStage({ minted: minting });
    const paid = mintPaid(stage);
    if (!('holder' in minting)) {
      const request = await giveRequest(stage, paid, paid);
      expect(await verdict(stage.ask(request))).toBe('bridge-break');
      return;
    }
    const spends = tokensOf(stage, 'btc', ALICE_MVC);
    const redeem = order('btc', 'redeem');
    const back = redeemIn(stage, { asset: 'btc', units: 100_000n, id: redeem.id, spends });
    mineMvc(stage, 4);
    const refund = await giveRequest(stage, back, { kind: 'refund', terms: redeem.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-break');
  });

  it('stop everything where fewer are locked by less than the fees of the next exit', async () => {
    const stage = await openStage();
    const { at } = await minted(stage, 'btc', 900_000n);
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    const coin = stage.btc.settled.get(at);
    if (coin === undefined) throw new Error('it is there');
    // 900,000 came in, 898,400 are with people.
    for (const [left, said] of [
      [898_399n, 'bridge-break'],
      [898_400n, 'signed'],
    ] as const) {
      stage.btc.settled.set(at, { ...coin, value: left as never });
      stage.btc.mine();
      stage.restart();
      expect(await verdict(stage.ask(request))).toBe(said);
    }
  });

  it('stop everything where a token of ours is gone, however much is locked', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    payIn(stage, { asset: 'btc', amount: 900_000n, id: bridgeBackingId('btc') });
    const redeem = redeemPaid(stage, { amount: 200_000n });
    stage.btc.send(hexToBytes((await pay(stage, redeem, redeem)).raw));
    stage.btc.mine(3);
    const mint = mintPaid(stage, { amount: 150_000n });
    const gave = await give(stage, mint, { ...mint, spends: [redeem.at] });
    send(stage, gave);
    mineMvc(stage, 3);
    const next = mintPaid(stage);
    const request = await giveRequest(stage, next, next);
    const honest = stage.index;
    stage.index = {
      ...honest,
      settledTokens: async (holders, key) =>
        (await honest.settledTokens(holders, key)).filter(({ core }) => core !== gave.transfer.core),
    };
    expect(await verdict(stage.ask(request))).toBe('bridge-break');
    stage.index = honest;
    stage.restart();
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('stop everything where locked coins are gone', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [coin] = [...stage.btc.settled.values()].filter(
      ({ script }) => bytesToHex(script) === bytesToHex(stage.keys('btc').locked.script.script),
    );
    const paid = mintPaid(stage);
    if (coin !== undefined) stage.btc.settled.delete(coin.outpoint);
    stage.btc.mine();
    expect(await verdict(stage.ask(await giveRequest(stage, paid, paid)))).toBe('bridge-break');
  });

  it('do not believe an index that has coins which the node does not have', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [coin] = [...stage.btc.settled.values()].filter(
      ({ script }) => bytesToHex(script) === bytesToHex(stage.keys('btc').locked.script.script),
    );
    const paid = mintPaid(stage);
    if (coin !== undefined) stage.btc.settled.delete(coin.outpoint);
    stage.btc.mine();
    const honest = stage.btcIndex;
    stage.btcIndex = {
      ...honest,
      coinsOf: async (script) => {
        const found = (await honest.coinsOf(script)) ?? [];
        return coin === undefined || bytesToHex(script) !== bytesToHex(coin.script)
          ? found
          : [...found, { ...coin, coinbase: false }];
      },
    };
    stage.restart();
    expect(await verdict(stage.ask(await giveRequest(stage, paid, paid)))).toBe('bridge-break');
  });

  it('do not believe an index that has tokens which nobody holds any more', async () => {
    const stage = await openStage();
    const { gave } = await minted(stage, 'btc', 900_000n);
    const paid = mintPaid(stage);
    const honest = stage.index;
    const { stock } = stage.keys('btc');
    const request = await giveRequest(stage, paid, paid);
    stage.index = {
      ...honest,
      settledTokens: async (holders, key) => {
        const found = await honest.settledTokens(holders, key);
        const [spent] = gave.transfer.inputs;
        const coin = coinAt(stage, outpoint(spent?.txid as never, spent?.vout ?? 0));
        const lie = { outpoint: coin.outpoint, vout: spent?.vout ?? 0, core: 'f'.repeat(64), height: 3 };
        return [...found, { ...lie, holder: bytesToHex(stock.hash), units: 2_100_000_000_000_000n }];
      },
    };
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('see a payout that our journal does not have', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const path = join(stage.directory, 'bridge.jsonl');
    const lines = readFileSync(path, 'utf8');
    expect(lines.trim().split('\n')).toHaveLength(1);
    stage.end();
    writeFileSync(path, '');
    writePrivate(join(stage.directory, 'bridge.count'), '0\n', false);
    stage.restart();
    const paid = mintPaid(stage, { terms: UNPAYABLE });
    const refund = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-break');
  });
});
