/** A deposit leaves once: another build of its exit cannot confirm beside the first, and another exit is signed only when the first is dead at depth. */
import { nameMvcTransaction, readP2pkhScriptSig, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { concatBytes, hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from './exits.ts';
import { openStage, verdict } from './stage.ts';

/** A push that nobody reads: no mempool takes it, and a miner may. */
const UNREAD = Uint8Array.of(0x51);

/** The same transaction under another id, as a miner can make it. */
function aTwin(tx: MvcTransaction): MvcTransaction {
  const at = tx.inputs.findIndex(({ scriptSig }) => readP2pkhScriptSig(scriptSig) !== undefined);
  const input = tx.inputs[at];
  if (input === undefined) throw new Error('it spends a P2PKH coin');
  const scriptSig = concatBytes(UNREAD, input.scriptSig);
  return nameMvcTransaction({ ...tx, inputs: tx.inputs.with(at, { ...input, scriptSig }) });
}

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
    const again = await giveRequest(stage, paid, { ...paid, fee: 2 });
    expect(await verdict(stage.ask(again))).toBe('signed');
    const stock = await stage.index.settledTokens([stage.keys('btc').stock.hash], {
      ...stage.parts.trusted.asset('btc').token,
    });
    const both = await giveRequest(stage, paid, { ...paid, spends: stock.map(({ outpoint }) => outpoint) });
    expect(await verdict(stage.ask(both))).toBe('signed');
    // From now on both, for both builds may be mined.
    const third = await giveRequest(stage, paid, { ...paid, fee: 3 });
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

  it('is free again when its tokens were spent by another exit, as deep as the tier', async () => {
    const stage = await openStage();
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    await give(stage, one, one);
    const refund = payRequest(stage, one, { kind: 'refund', terms: one.terms });
    send(stage, await give(stage, two, { ...two, fee: 1 }));
    mineMvc(stage, 2);
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    mineMvc(stage, 1);
    expect(await verdict(stage.ask(refund))).toBe('signed');
    // And the payout is no longer signed.
    const again = await giveRequest(stage, one, { ...one, fee: 2 });
    expect(await verdict(stage.ask(again))).toBe('bridge-exit-made');
  });

  it('a twin of the other exit frees it as well, and its own twin does not', async () => {
    const stage = await openStage();
    const [one, two] = [mintPaid(stage), mintPaid(stage)];
    await give(stage, one, one);
    const other = await give(stage, two, { ...two, fee: 1 });
    stage.mvc.mine({ first: [writeMvcTransaction(other.check), writeMvcTransaction(aTwin(other.transfer))] });
    mineMvc(stage, 2);
    const refund = payRequest(stage, one, { kind: 'refund', terms: one.terms });
    expect(await verdict(stage.ask(refund))).toBe('signed');
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

  it('is free again when another exit has spent its coins, as deep as the tier, and not before', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [one, two] = [redeemPaid(stage, { amount: 200_000n }), redeemPaid(stage)];
    await pay(stage, one, one);
    const other = await pay(stage, two, { ...two, fee: 1 });
    stage.btc.send(hexToBytes(other.raw));
    stage.btc.mine(1);
    const refund = await giveRequest(stage, one, { kind: 'refund', terms: one.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    stage.btc.mine(1);
    expect(await verdict(stage.ask(refund))).toBe('signed');
    expect(await verdict(stage.ask(payRequest(stage, one, { ...one, fee: 2 })))).toBe('bridge-exit-made');
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
    const paid = mintPaid(stage);
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
