/** Acts on one's own transactions, from prepare to the outbox and into a block, on a real PostgreSQL and a fake chain: milliseconds each. */
import { bytesToHex, equalBytes, sumSats, virtualSize } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOwnAct } from '../../src/store/own/own-store.ts';
import { nodeDown } from '../outbox/fake-chain.ts';
import type { Made } from '../outbox/stage.ts';
import { TOKEN, openActsStage, refusalOf } from './acts-stage.ts';
import type { ActsStage } from './acts-stage.ts';

let stage: ActsStage;

beforeAll(async () => {
  stage = await openActsStage();
});
afterAll(() => stage.drop());

const PAID = 20_000n;
const FEE = 200n;

/** A payment of the owner's own that waits: one plain coin in, change out. */
async function waiting(): Promise<Made & { readonly coin: Outpoint }> {
  const coin = await stage.give(60_000n);
  return { ...stage.wallet([coin], PAID, 60_000n - PAID - FEE), coin };
}

const mempool = (): string[] => [...stage.chain.mempool.keys()];
const allHome = (outputs: readonly { readonly script: Uint8Array }[]): boolean =>
  outputs.every(({ script }) => equalBytes(script, stage.script));

describe('a child', () => {
  it('pays for itself and its parent, from the parent’s change, home', async () => {
    const parent = await waiting();
    const prepared = await stage.prepare({ act: 'child', txId: parent.txid, feeRate: 5 });
    const { txId, act } = await stage.submit(prepared);
    expect(act).toBe('child');
    expect(await stage.row({ txid: txId })).toMatchObject({
      status: 'sent',
      kind: 'own',
      reference: stage.address,
      replaces: null,
    });
    expect(mempool()).toEqual(expect.arrayContaining([parent.txid, txId]));
    const tx = await stage.sent(txId);
    expect(tx.inputs).toMatchObject([{ txid: parent.txid, vout: 1 }]);
    expect(allHome(tx.outputs)).toBe(true);
    const fee = BigInt(prepared.fees.networkFee);
    const both = virtualSize(stage.chain.mempool.get(parent.txid) ?? tx) + prepared.fees.vsize;
    expect(fee + FEE).toBe(BigInt(both * 5));
    await stage.mined(parent, { txid: tx.txid, raw: tx.raw });
    expect((await stage.row({ txid: txId }))?.status).toBe('confirmed');
  });

  it('is refused where the parent pays the rate already, or pays nothing plain back', async () => {
    const parent = await waiting();
    const dear = stage.prepare({ act: 'child', txId: parent.txid, feeRate: 1 });
    expect(await refusalOf(dear)).toBe('own-act-unfit');
    const bare = stage.wallet([await stage.give(30_000n, 5n)], 10_000n, 19_000n);
    // Tokens that go nowhere by a message go to output 0, here the stranger's: the change is plain.
    const child = await stage.prepare({ act: 'child', txId: bare.txid, feeRate: 20 });
    expect(child.transactions[0]?.coins.map(({ outpoint }) => outpoint)).toEqual([`${bare.txid}:1`]);
  });
});

describe('a cancel of a transaction', () => {
  it('takes the coin home instead: the first one is gone, in the mempool and for good', async () => {
    const first = await waiting();
    const prepared = await stage.prepare({ act: 'cancel-transaction', txId: first.txid, feeRate: 12 });
    const { txId } = await stage.submit(prepared);
    expect(await stage.row({ txid: txId })).toMatchObject({
      status: 'sent',
      kind: 'own',
      reference: stage.address,
      replaces: first.txid,
    });
    expect(mempool()).toContain(txId);
    expect(mempool()).not.toContain(first.txid);
    const tx = await stage.sent(txId);
    expect(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`)).toEqual([first.coin]);
    expect(allHome(tx.outputs)).toBe(true);
    const fee = 60_000n - sumSats(tx.outputs.map(({ value }) => value));
    expect(fee).toBe(BigInt(prepared.fees.networkFee));
    expect(fee).toBeGreaterThan(FEE);
    await stage.mined({ txid: tx.txid, raw: tx.raw });
    expect((await stage.row({ txid: txId }))?.status).toBe('confirmed');
  });

  it('never touches what carries a token', async () => {
    const [token, money] = [await stage.give(5_000n, 9n), await stage.give(40_000n)];
    const first = stage.wallet([token, money], 30_000n, 14_000n);
    const prepared = await stage.prepare({ act: 'cancel-transaction', txId: first.txid, feeRate: 12 });
    expect(prepared.transactions[0]?.coins.map(({ outpoint }) => outpoint)).toEqual([money]);
  });
});

describe('a bump', () => {
  it('does the same for more, and takes the first one’s place', async () => {
    const first = await waiting();
    const cancel = await stage.submit(
      await stage.prepare({ act: 'cancel-transaction', txId: first.txid, feeRate: 12 }),
    );
    const old = await stage.sent(cancel.txId);
    const prepared = await stage.prepare({ act: 'bump', txId: cancel.txId, feeRate: 18 });
    const { txId } = await stage.submit(prepared);
    const now = await stage.sent(txId);
    expect(now.inputs.map(({ txid, vout }) => [txid, vout])).toEqual(
      old.inputs.map(({ txid, vout }) => [txid, vout]),
    );
    expect(allHome(now.outputs)).toBe(true);
    const [before, after] = [old, now].map(({ outputs }) => sumSats(outputs.map(({ value }) => value)));
    expect((before ?? 0n) - (after ?? 0n)).toBe(BigInt(prepared.fees.cost));
    expect(await stage.row({ txid: cancel.txId })).toMatchObject({ status: 'replaced' });
    expect(await stage.row({ txid: txId })).toMatchObject({ status: 'sent', replaces: cancel.txId });
    await stage.mined({ txid: now.txid, raw: now.raw });
    expect(await stage.row({ txid: txId })).toMatchObject({ status: 'confirmed' });
    expect(await stage.row({ txid: cancel.txId })).toMatchObject({ status: 'replaced' });
  });

  it('of what a wallet sent elsewhere is refused', async () => {
    const { txid } = await waiting();
    expect(await refusalOf(stage.prepare({ act: 'bump', txId: txid, feeRate: 9 }))).toBe('own-act-unfit');
  });
});

describe('a split', () => {
  it('to sizes goes out as commit and reveal, and the key of the reveal is forgotten', async () => {
    await stage.give(80_000n);
    const lot = await stage.give(2_000n, 100n);
    const prepared = await stage.prepare({
      act: 'split',
      outpoint: lot,
      amounts: ['30', '50'],
      assetId: TOKEN,
      feeRate: 3,
    });
    const before = await findOwnAct(stage.store.db, prepared.ownId);
    expect(before?.plan).toMatchObject({ revealKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const { txIds } = await stage.submit(prepared);
    const after = await findOwnAct(stage.store.db, prepared.ownId);
    expect(after).toMatchObject({ txids: txIds, plan: { revealKey: '' } });
    expect(stage.chain.sent.slice(-2)).toEqual(txIds);
    const [commit = '', reveal = ''] = txIds;
    const tx = await stage.sent(reveal);
    expect(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`)).toContain(lot);
    expect(tx.inputs.some(({ txid }) => txid === commit)).toBe(true);
    expect(allHome(tx.outputs)).toBe(true);
    for (const txid of txIds) expect((await stage.row({ txid }))?.status).toBe('sent');
    // Another commit would leave the reveal without its coin.
    expect(await refusalOf(stage.prepare({ act: 'bump', txId: commit, feeRate: 9 }))).toBe('own-act-unfit');
  });

  it('is refused for more than the coin holds, and for a coin that is spent', async () => {
    const lot = await stage.give(2_000n, 100n);
    const split = (amounts: string[], outpoint: Outpoint = lot) =>
      refusalOf(stage.prepare({ act: 'split', outpoint, amounts, assetId: TOKEN, feeRate: 3 }));
    expect(await split(['60', '50'])).toBe('insufficient-funds');
    expect(await split(['0'])).toBe('amount-differs');
    const { coin } = await waiting();
    expect(await split(['1'], coin)).toBe('coin-spent');
  });
});

describe('a submit', () => {
  const cancelling = async () => {
    const first = await waiting();
    return {
      first,
      prepared: await stage.prepare({ act: 'cancel-transaction', txId: first.txid, feeRate: 12 }),
    };
  };

  it('twice is one act with one answer', async () => {
    const { prepared } = await cancelling();
    const signed = stage.sign(prepared);
    const answer = await stage.submit(prepared, signed);
    const { length } = stage.chain.sent;
    expect(await stage.submit(prepared, signed)).toEqual(answer);
    expect(stage.chain.sent).toHaveLength(length);
  });

  it('is refused for another user, another number of PSBTs, no signature, and too late', async () => {
    const { prepared } = await cancelling();
    const [psbtRaw = ''] = stage.sign(prepared);
    const stranger = { ...stage.session, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };
    expect(await refusalOf(stage.submit(prepared, [psbtRaw], stranger))).toBe('not-yours');
    expect(await refusalOf(stage.submit(prepared, [psbtRaw, psbtRaw]))).toBe('psbt-shape');
    const unsigned = prepared.transactions.map((one) => one.psbtRaw);
    expect(await refusalOf(stage.submit(prepared, unsigned))).toBe('signature-missing');
    stage.clock += 61_000;
    expect(await refusalOf(stage.submit(prepared, [psbtRaw]))).toBe('own-expired');
    expect((await findOwnAct(stage.store.db, prepared.ownId))?.txids).toEqual([]);
  });

  it('is refused once a block has what it is about', async () => {
    const { first, prepared } = await cancelling();
    await stage.mined(first);
    expect(await refusalOf(stage.submit(prepared))).toBe('own-not-waiting');
  });

  it('is refused when a coin that was to help is spent meanwhile', async () => {
    await stage.give(15_000n);
    const small = await stage.give(2_000n);
    const first = stage.wallet([small], 600n, 700n);
    const prepared = await stage.prepare({ act: 'cancel-transaction', txId: first.txid, feeRate: 18 });
    const coins = prepared.transactions.flatMap((one) => one.coins.map(({ outpoint }) => outpoint));
    const help = coins.find((outpoint) => outpoint !== small);
    if (help === undefined) throw new Error('a coin helps');
    stage.wallet([help as Outpoint], 600n, 700n);
    expect(await refusalOf(stage.submit(prepared))).toBe('coin-spent');
  });

  it('writes nothing while the node is down, and is sent by the worker when it dies after the commit', async () => {
    const { first, prepared } = await cancelling();
    const signed = stage.sign(prepared);
    stage.chain.fault = (call) => call === 'testAccept' && nodeDown();
    expect(await refusalOf(stage.submit(prepared, signed))).toBe('node-down');
    expect((await findOwnAct(stage.store.db, prepared.ownId))?.txids).toEqual([]);
    stage.chain.fault = (call) => call === 'send' && nodeDown();
    const { txId } = await stage.submit(prepared, signed);
    expect((await stage.row({ txid: txId }))?.status).toBe('waiting');
    expect(mempool()).toContain(first.txid);
    stage.chain.fault = () => undefined;
    await stage.work();
    expect((await stage.row({ txid: txId }))?.status).toBe('sent');
    expect(mempool()).not.toContain(first.txid);
    expect(bytesToHex((await stage.sent(txId)).raw)).toBe((await stage.row({ txid: txId }))?.raw);
  });
});
