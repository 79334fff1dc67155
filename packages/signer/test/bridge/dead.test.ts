/** An exit is dead when a block has given a coin of it, or of what made that coin, to another transaction, and deep enough (bridge §5). */
import { writeMvcTransaction } from '@rialto/mvc';
import { bridgeBackingId } from '@rialto/market';
import { hexToBytes, outpoint, sats, splitOutpoint, writeTransaction } from '@rialto/protocols';
import type { Outpoint, TxOutput, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { aTwin, coinsOn, movedSats, movedTokens } from './by-hand.ts';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from './exits.ts';
import { ALICE, ALICE_MVC, order, payIn, redeemIn, tokensOf } from './orders.ts';
import type { PaidIn } from './orders.ts';
import { openStage, verdict } from './stage.ts';
import type { Stage } from './stage.ts';

describe('on MVC', () => {
  it('a check that was mined under another id ends its transfer: another build goes over the same tokens', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const gave = await give(stage, paid, paid);
    const twin = aTwin(gave.check);
    expect([twin.txid === gave.check.txid, twin.core]).toEqual([false, gave.check.core]);
    stage.mvc.mine({ first: [writeMvcTransaction(twin)] });
    mineMvc(stage, 150);
    const [token] = (await giveRequest(stage, paid, paid)).give.tokens;
    expect(token).toBe(stage.stock.get('btc')?.outpoint);
    send(stage, await give(stage, paid, { ...paid, fee: 2 }));
    mineMvc(stage, 3);
    const next = mintPaid(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, next, { ...next, fee: 3 })))).toBe('signed');
  });

  it('is dead when its tokens were moved by hand, 144 blocks deep, and not before', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    await give(stage, paid, paid);
    movedTokens(stage, 'btc', stage.stock.get('btc')?.outpoint as Outpoint);
    mineMvc(stage, 143);
    const request = await giveRequest(stage, paid, { ...paid, fee: 2 });
    expect(await verdict(stage.ask(request))).toBe('bridge-exit-made');
    mineMvc(stage);
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('a twin of what moved them kills it as well, and its own twin does not', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    await give(stage, paid, paid);
    const [check, moved] = movedTokens(stage, 'btc', stage.stock.get('btc')?.outpoint as Outpoint);
    if (check === undefined || moved === undefined) throw new Error('two were sent');
    const twin = aTwin(moved);
    stage.mvc.keepOut((txid) => txid === moved.txid);
    stage.mvc.mine({ only: () => true });
    stage.mvc.mine({ first: [writeMvcTransaction(twin)] });
    mineMvc(stage, 143);
    const request = await giveRequest(stage, paid, { ...paid, fee: 2 });
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('is dead with what made a coin of it, where that was undone and can come no more', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    const { token } = stage.parts.trusted.asset('btc');
    const [first, second] = await stage.index.settledTokens([stage.keys('btc').stock.hash], token);
    if (first === undefined || second === undefined) throw new Error('two coins of stock');
    const parent = await give(stage, one, { ...one, spends: [first.outpoint] });
    send(stage, parent);
    mineMvc(stage);
    const change = parent.transfer.outputs.length - 1;
    const space = outpoint(parent.transfer.txid, change);
    const child = await giveRequest(stage, two, { ...two, spends: [second.outpoint], space: [space] });
    expect(child.give.space).toEqual([space]);
    expect(await verdict(stage.ask(child))).toBe('signed');
    stage.mvc.takeBack(1);
    stage.mvc.keepOut((txid) => [parent.check.txid, parent.transfer.txid].includes(txid));
    movedTokens(stage, 'btc', first.outpoint);
    mineMvc(stage, 143);
    const stock = await stage.index.settledTokens([stage.keys('btc').stock.hash], token);
    const spends = stock.map((row) => row.outpoint).filter((point) => point !== second.outpoint);
    const elsewhere = await giveRequest(stage, two, { ...two, fee: 3, spends: spends.slice(0, 1) });
    expect(await verdict(stage.ask(elsewhere))).toBe('bridge-exit-made');
    mineMvc(stage);
    expect(await verdict(stage.ask(elsewhere))).toBe('signed');
  });

  it('is dead with a redeem that was undone and spent otherwise', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    stage.change('btc', { tiers: [{ btc: 1, mvc: 1 }] });
    payIn(stage, { asset: 'btc', amount: 300_000n, id: bridgeBackingId('btc') });
    const { terms, id } = order('btc', 'redeem');
    const spends = tokensOf(stage, 'btc', ALICE_MVC);
    const redeem = redeemIn(stage, { asset: 'btc', units: 300_000n, id, spends });
    mineMvc(stage);
    const paid = await pay(stage, redeem, { terms });
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    const mint = mintPaid(stage);
    await give(stage, mint, { ...mint, spends: [redeem.at] });
    const elsewhere = { ...mint, fee: 1 };
    expect(await verdict(stage.ask(await giveRequest(stage, mint, elsewhere)))).toBe('bridge-exit-made');
    stage.mvc.takeBack(1);
    stage.mvc.keepOut((txid) => redeem.txs.some((tx) => tx.txid === txid));
    redeemIn(stage, { asset: 'btc', units: 1_000n, id: undefined, to: ALICE_MVC.hash, spends });
    mineMvc(stage, 143);
    expect(await verdict(stage.ask(await giveRequest(stage, mint, elsewhere)))).toBe('bridge-exit-made');
    mineMvc(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, mint, elsewhere)))).toBe('signed');
  });
});

describe('on Bitcoin', () => {
  it('is dead when its coins were moved by hand, as deep as the tier, and not before', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    await minted(stage, 'btc', 900_000n);
    const paid = redeemPaid(stage, { amount: 200_000n });
    const [first, second] = coinsOn(stage, stage.keys('btc').locked.script.script);
    if (first === undefined || second === undefined) throw new Error('two coins');
    const { raw } = await pay(stage, paid, { ...paid, spends: [first] });
    movedSats(stage, [first]);
    const other = payRequest(stage, paid, { ...paid, spends: [second], fee: 1 });
    stage.btc.mine();
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    // Undone again, the build is as good as ever.
    stage.btc.takeBack();
    stage.btc.mine(2);
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    movedSats(stage, [first]);
    stage.btc.mine();
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    stage.btc.mine();
    expect(await verdict(stage.ask(other))).toBe('signed');
    expect(() => stage.btc.send(hexToBytes(raw))).toThrow(/missing-inputs/);
  });

  it('is dead with an exit whose change paid for it, where that was undone for another build', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    await minted(stage, 'btc', 900_000n);
    const [one, two] = [redeemPaid(stage), redeemPaid(stage)];
    const { locked, fees } = stage.keys('btc');
    const [first, second] = coinsOn(stage, locked.script.script);
    if (first === undefined || second === undefined) throw new Error('two coins');
    const parent = await pay(stage, one, { ...one, spends: [first] });
    stage.btc.send(hexToBytes(parent.raw));
    stage.btc.mine();
    const change = coinsOn(stage, fees.btc.script.script).findIndex((point) => point.startsWith(parent.txid));
    await pay(stage, two, { ...two, spends: [second], fee: change });
    stage.btc.takeBack();
    const bump = await pay(stage, one, { ...one, spends: [first], fee: 2 });
    stage.btc.send(hexToBytes(bump.raw));
    stage.btc.mine(3);
    const left = outpoint(bump.txid, 1);
    const elsewhere = payRequest(stage, two, { ...two, spends: [left], fee: 3 });
    expect(await verdict(stage.ask(elsewhere))).toBe('signed');
  });

  it('is dead with a deposit that was undone and spent otherwise, as deep as the tier, and not before', async () => {
    const stage = await openStage();
    const { kept, at } = await mintedOfChange(stage);
    const redeem = redeemPaid(stage, { amount: 300_000n });
    await pay(stage, redeem, { ...redeem, spends: [at, kept.at] });
    const other = payRequest(stage, redeem, { ...redeem, spends: [kept.at], fee: 1 });
    stage.btc.takeBack();
    stage.btc.send(ofChange(kept, [{ value: sats(50_000n), script: ALICE.script }]));
    // What was paid out for it is lost.
    payIn(stage, { asset: 'btc', amount: 60_000n, id: bridgeBackingId('btc') });
    stage.btc.mine();
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    // Of so much two blocks.
    stage.btc.mine();
    expect(await verdict(stage.ask(other))).toBe('signed');
  });

  it('is not dead while a coin of it is there, whatever a node has forgotten of what made it', async () => {
    const stage = await openStage();
    const { kept, txid, at } = await mintedOfChange(stage);
    mineMvc(stage, 4);
    stage.btc.mine(6);
    const redeem = redeemPaid(stage, { amount: 45_000n });
    await pay(stage, redeem, { ...redeem, spends: [at] });
    const other = payRequest(stage, redeem, { ...redeem, spends: [kept.at], fee: 1 });
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
    const node = stage.parts.source.btc.chain;
    const { heightsOf } = node;
    Object.assign(node, { heightsOf: (txids: Txid[]) => heightsOf(txids.filter((one) => one !== txid)) });
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
  });
});

/** A mint of 50,000 sat, paid in with the change of another one and paid out: a coin whose maker can be undone and spent otherwise. */
async function mintedOfChange(stage: Stage): Promise<{ kept: PaidIn; txid: Txid; at: Outpoint }> {
  const kept = await minted(stage, 'btc', 900_000n);
  const { terms, id } = order('btc', 'mint');
  const message = { value: sats(0n), script: hexToBytes(`6a10${id}`) };
  const { script } = stage.keys('btc').locked.script;
  const txid = stage.btc.send(ofChange(kept, [{ value: sats(50_000n), script }, message]));
  const at = outpoint(txid, 0);
  stage.btc.mine();
  send(stage, await give(stage, { asset: 'btc', deposit: `btc:${at}`, at }, { terms }));
  return { kept, txid, at };
}

/** What spends the change of a payment. */
function ofChange({ at }: PaidIn, outputs: readonly TxOutput[]): Uint8Array {
  const nothing = { scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const inputs = [{ ...nothing, txid: splitOutpoint(at).txid, vout: 2 }];
  return writeTransaction({ version: 2, locktime: 0, inputs, outputs });
}
