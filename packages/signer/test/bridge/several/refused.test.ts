/** Several signers of one asset: none of them can pay alone, what one has not seen none lets out, and what was begun is ended (bridge §4). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, writeTransaction } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { writePrivate } from '../../../src/files/private-files.ts';
import { movedTokens } from '../by-hand.ts';
import { give, giveRequest, mineMvc, mintPaid, minted, payRequest, redeemPaid, send } from '../exits.ts';
import { MALLORY_MVC } from '../orders.ts';
import { openStage, told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';
import type { Answered } from './ask-all.ts';

interface Paid {
  readonly raw: string;
  readonly txid: string;
}
interface Given {
  readonly check: string;
  readonly core: string;
  readonly signed: readonly unknown[];
  readonly promise?: { readonly key: string; readonly signature: string };
}

async function redeemed() {
  const stage = await openStage({ signers: 2 });
  await minted(stage, 'btc', 900_000n);
  const paid = redeemPaid(stage);
  return { stage, paid, ...payRequest(stage, paid, paid) };
}

const linesOf = (stage: Stage): number[] =>
  [stage, ...stage.others].map(({ parts }) => parts.journal.recall.size);

/** How long both signatures of the first locked coin are: the second key’s comes first. */
function halvesOn(raw: string): number[] {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx.inputs[0]?.witness.slice(0, 2).map(({ length }) => length) ?? [];
}

/** The same transaction with another item somewhere in its witnesses. */
function tampered(raw: string, input: number, item: number, bytes: Uint8Array): string {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const inputs = tx.inputs.map((one, at) =>
    at === input ? { ...one, witness: one.witness.map((was, index) => (index === item ? bytes : was)) } : one,
  );
  return bytesToHex(writeTransaction({ ...tx, inputs }));
}

describe('on Bitcoin', () => {
  it('the first signs its half alone, and the second makes it whole', async () => {
    const { stage, pay } = await redeemed();
    const half = await told<Paid>(stage.askOne(0, { op: 'bridgePay', pay }));
    expect(halvesOn(half.raw)).toEqual([0, 64]);
    const whole = await told<Paid>(stage.askOne(1, { op: 'bridgePay', pay: { ...pay, signed: half.raw } }));
    expect(whole.txid).toBe(half.txid);
    expect(halvesOn(whole.raw)).toEqual([64, 64]);
    stage.btc.send(hexToBytes(whole.raw));
    stage.btc.mine(3);
    // And again, from the journals.
    expect(await told<Paid>(stage.ask({ op: 'bridgePay', pay }))).toEqual(whole);
  });

  it('another than the first signs nothing before it, and nothing but what it has planned itself', async () => {
    const { stage, pay } = await redeemed();
    const before = linesOf(stage);
    const second = (signed?: string): Promise<string> =>
      verdict(
        stage.askOne(1, { op: 'bridgePay', pay: { ...pay, ...(signed === undefined ? {} : { signed }) } }),
      );
    expect(await second()).toBe('signature-missing');
    expect(await second('00')).toBe('psbt-changed');
    const half = await told<Paid>(stage.askOne(0, { op: 'bridgePay', pay }));
    const dearer = await told<Paid>(stage.askOne(0, { op: 'bridgePay', pay: { ...pay, feeRateSatVb: 4 } }));
    expect(await second(dearer.raw)).toBe('psbt-changed');
    const [none, zeros] = [new Uint8Array(0), new Uint8Array(64)];
    // Of the leaf of two keys the first one’s signature is the last of both.
    expect(await second(tampered(half.raw, 0, 1, none))).toBe('signature-missing');
    expect(await second(tampered(half.raw, 0, 1, zeros))).toBe('signature-missing');
    expect(await second(tampered(half.raw, pay.locked.length, 0, zeros))).toBe('signature-missing');
    expect(linesOf(stage)).toEqual([(before[0] ?? 0) + 2, before[1]]);
    expect(await second(half.raw)).toBe('signed');
    expect(linesOf(stage)).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
  });

  it('what the second refuses is not whole, and is once it does not any more', async () => {
    const { stage, pay } = await redeemed();
    const stop = join(stage.others[0]?.directory ?? '', 'STOP-bridge');
    writePrivate(stop, 'a test\n', true);
    expect(await verdict(stage.ask({ op: 'bridgePay', pay }))).toBe('bridge-paused');
    rmSync(stop);
    stage.restart();
    const whole = await told<Paid>(stage.ask({ op: 'bridgePay', pay }));
    stage.btc.send(hexToBytes(whole.raw));
  });

  it('the signers tell the request with what they signed, so that it can be carried on', async () => {
    const { stage, paid, pay } = await redeemed();
    const half = await told<Paid>(stage.askOne(0, { op: 'bridgePay', pay }));
    const { exits } = await told<{ exits: readonly { raw: string; pay: unknown }[] }>(
      stage.askOne(0, { op: 'bridgeSigned', deposits: [paid.deposit] }),
    );
    expect(exits).toMatchObject([{ raw: half.raw, pay }]);
  });
});

describe('on MVC', () => {
  it('the first lets no signature out before all others have promised', async () => {
    const stage = await openStage({ signers: 3 });
    const paid = mintPaid(stage);
    const { give: asked } = await giveRequest(stage, paid, paid);
    const ask = (at: number, more: object): Promise<Answered> =>
      stage.askOne(at, { op: 'bridgeGive', give: { ...asked, ...more } });
    const first = await told<Given>(ask(0, {}));
    expect(first.signed).toEqual([]);
    const { check, promise } = first;
    expect(await verdict(ask(1, {}))).toBe('signature-missing');
    expect(await verdict(ask(1, { check }))).toBe('signature-missing');
    expect(await verdict(ask(1, { check: '00', promises: [promise] }))).toBe('effects-differ');
    const forged = { ...promise, signature: '00'.repeat(64) };
    expect(await verdict(ask(1, { check, promises: [forged] }))).toBe('signature-missing');
    const second = await told<Given>(ask(1, { check, promises: [promise] }));
    expect(second.signed).toEqual([]);
    expect((await told<Given>(ask(0, { promises: [second.promise] }))).signed).toEqual([]);
    const twice = [second.promise, second.promise];
    expect((await told<Given>(ask(0, { promises: twice }))).signed).toEqual([]);
    const last = await told<Given>(ask(2, { check, promises: [promise] }));
    const all = await told<Given>(ask(0, { promises: [second.promise, last.promise] }));
    expect(all.signed.length).toBeGreaterThan(0);
  });

  it('a promise is of one exit: of another build, or of another deposit, it is none', async () => {
    const stage = await openStage({ signers: 2 });
    const paid = mintPaid(stage);
    const { give: asked } = await giveRequest(stage, paid, paid);
    const ask = (at: number, of: object): Promise<Given> =>
      told<Given>(stage.askOne(at, { op: 'bridgeGive', give: of }));
    const first = await ask(0, asked);
    const second = await ask(1, { ...asked, check: first.check, promises: [first.promise] });
    const dearer = { ...asked, fee: (BigInt(asked.fee) + 1n).toString() };
    expect((await ask(0, { ...dearer, promises: [second.promise] })).signed).toEqual([]);
    expect((await ask(0, { ...asked, promises: [second.promise] })).signed.length).toBeGreaterThan(0);
  });

  it('tokens that whoever has the keys of the first gives away end every payout: the others have promised none of it', async () => {
    const { stage, pay } = await redeemed();
    const half = await told<Paid>(stage.askOne(0, { op: 'bridgePay', pay }));
    const asked = { op: 'bridgePay', pay: { ...pay, signed: half.raw } };
    const { token } = stage.parts.trusted.asset('btc');
    const [stock] = await stage.index.settledTokens([stage.keys('btc').stock.hash], token);
    movedTokens(stage, 'btc', stock?.outpoint as never, { units: 1_000n, to: MALLORY_MVC.hash });
    mineMvc(stage, 5);
    expect(await verdict(stage.askOne(1, asked))).toBe('bridge-break');
  });

  it('each of them has every exit in its journal', async () => {
    const stage = await openStage({ signers: 3 });
    const paid = mintPaid(stage);
    send(stage, await give(stage, paid, paid));
    expect(linesOf(stage)).toEqual([1, 1, 1]);
    stage.restart();
    expect(linesOf(stage)).toEqual([1, 1, 1]);
  });
});
