/** A purchase that no block takes is ended by its seller: not before its time, at no lower fee, and never against a block. */
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROW_INVARIANTS } from '../../src/invariants/rows.ts';
import { cancelTerms } from '../../src/orders/late/late-sale.ts';
import { made } from '../outbox/stage.ts';
import { buyerOf, openLateStage } from './late-stage.ts';
import type { Bought, LateStage } from './late-stage.ts';

let stage: LateStage;
beforeAll(async () => {
  stage = await openLateStage();
  for (let at = 0; at < 12; at += 1) await stage.give(100_000n);
});
afterAll(() => stage.drop());

async function refusal(act: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  if (error instanceof Error) throw error;
  return expect.fail('it should have been refused');
}

/** A purchase of some orders that six blocks came without. */
async function late(lots = 1): Promise<Bought> {
  const asks = await Promise.all(Array.from({ length: lots }, () => stage.offer()));
  const bought = await stage.buy(asks);
  await stage.look();
  await stage.blocks(6);
  return bought;
}

const first = ({ asks: [ask] }: Bought) => ask ?? expect.fail('it has an order');
const end = async (bought: Bought): Promise<string> =>
  stage.submitCancel(await stage.prepareCancel(first(bought)));

async function expectSound(): Promise<void> {
  for (const { name, sql } of ROW_INVARIANTS)
    expect((await stage.store.pool.query(sql)).rows, name).toEqual([]);
}

describe('the seller of a purchase that waits', () => {
  it('is refused until six blocks came without it, and told from which block on', async () => {
    const ask = await stage.offer();
    const bought = await stage.buy([ask]);
    await stage.look();
    const from = stage.chain.tip.height + 6;
    await stage.blocks(5);
    expect(await refusal(stage.prepareCancel(ask))).toMatchObject({
      code: 'cancel-too-early',
      detail: `from block ${from} on`,
    });
    await stage.blocks(1);
    const txid = await end(bought);
    expect(await stage.order(ask)).toMatchObject({
      status: 'cancelling',
      cancelTxid: txid,
      liveTrade: null,
    });
    expect([...stage.chain.mempool.keys()]).toEqual([txid]);
  });

  it('waits no longer because the buyer pays more', async () => {
    const ask = await stage.offer();
    const bought = await stage.buy([ask]);
    await stage.blocks(5);
    const bump = await stage.bump(bought);
    await stage.blocks(1);
    const txid = await end(bought);
    expect(await stage.row(bump)).toMatchObject({ status: 'void' });
    expect((await stage.row({ txid }))?.replaces).toBe(bump.txid);
    expect(await stage.trade(bought)).toMatchObject({ status: 'void' });
  });

  it('waits no longer because the buyer lets it come to nothing and takes it again', async () => {
    const [own, strangers] = [await stage.offer(), await stage.offer()];
    const again = async (caller: string, more: { buyerAddress?: string } = {}): Promise<Bought> => {
      const bought = await stage.buy([strangers], { caller, ...more });
      await stage.look();
      return bought;
    };
    const first = await stage.buy([own, strangers], { caller: 'one' });
    await stage.look();
    await stage.blocks(5);
    // Another name of the buyer's sold that lot: moving it ends the purchase, and is not the buyer's doing.
    stage.chain.push(made([own.outpoint as Outpoint], 5_000n).raw);
    await stage.look();
    expect(await stage.trade(first)).toMatchObject({
      status: 'void',
      takenBackHeight: null,
      waitedBlocks: 5,
    });
    const cancelFrom = async () => {
      const of = { orderIds: [strangers.id], owner: stage.address };
      const terms = await cancelTerms(stage.context, of, stage.chain.tip.height);
      return (terms.get(strangers.id)?.cancelFrom ?? Number.NaN) - stage.chain.tip.height;
    };
    const end = async ({ money }: Bought): Promise<void> => {
      stage.chain.push(made([money], 5_000n).raw);
      await stage.look();
    };
    const second = await again('elsewhere');
    expect(await cancelFrom()).toBe(1);
    await end(second);
    const third = await again('one', { buyerAddress: buyerOf(40) });
    expect(await cancelFrom()).toBe(1);
    await end(third);
    // Nobody else has less time for what these did.
    const other = await again('another', { buyerAddress: buyerOf(41) });
    expect(await cancelFrom()).toBe(6);
    await end(other);
    await again('one');
    expect(await refusal(stage.prepareCancel(strangers))).toMatchObject({ code: 'cancel-too-early' });
    await stage.blocks(1);
    await stage.submitCancel(await stage.prepareCancel(strangers));
    await expectSound();
  });

  it('was allowed while it was prepared, and not any more when blocks were undone since', async () => {
    const bought = await late();
    const prepared = await stage.prepareCancel(first(bought));
    await stage.undo();
    expect(await refusal(stage.submitCancel(prepared))).toMatchObject({ code: 'cancel-too-early' });
    expect(await stage.trade(bought)).toMatchObject({ status: 'seen' });
    expect(await stage.order(first(bought))).toMatchObject({ status: 'open', liveTrade: bought.sale.id });
    await stage.blocks(1);
    await stage.submitCancel(prepared);
  });

  it('is told the rate that is enough, and ends it at that', async () => {
    const bought = await late();
    const { id } = first(bought);
    const { code, detail = '' } = await refusal(stage.prepareCancel(first(bought), 1));
    expect(code).toBe('fee-too-low');
    const rate = Number(/([0-9.]+) sat\/vB$/.exec(detail)?.[1]);
    const told = { orderIds: [id], owner: stage.address };
    const terms = (await cancelTerms(stage.context, told, stage.chain.tip.height)).get(id);
    expect(terms).toEqual({ cancelFrom: stage.chain.tip.height, cancelRate: rate });
    const prepared = await stage.prepareCancel(first(bought), rate);
    expect(BigInt(prepared.fees.networkFee)).toBeGreaterThan(1_000n);
    await stage.submitCancel(prepared);
    expect(await stage.trade(bought)).toMatchObject({ status: 'void' });
  });

  it('is refused when the buyer paid more after it was prepared', async () => {
    const bought = await late();
    const { detail = '' } = await refusal(stage.prepareCancel(first(bought), 1));
    const rate = Number(/([0-9.]+) sat\/vB$/.exec(detail)?.[1]);
    const prepared = await stage.prepareCancel(first(bought), rate);
    await stage.bump(bought);
    expect(await refusal(stage.submitCancel(prepared))).toMatchObject({ code: 'fee-too-low' });
    expect(await stage.trade(bought)).toMatchObject({ status: 'seen' });
    expect(await stage.order(first(bought))).toMatchObject({ status: 'open' });
    await end(bought);
  });

  it('may end it when the node lost it: then what was written counts', async () => {
    const bought = await late();
    stage.chain.mempool.delete(bought.tx.txid);
    expect(await refusal(stage.prepareCancel(first(bought), 1))).toMatchObject({ code: 'fee-too-low' });
    await end(bought);
    await stage.work();
    expect(await stage.row(bought.tx)).toMatchObject({ status: 'void' });
    expect(await stage.trade(bought)).toMatchObject({ status: 'void' });
  });

  it('is not helped while somebody who did not buy here spends the coin', async () => {
    const bought = await late();
    const { outpoint } = first(bought);
    stage.chain.push(made([outpoint as Outpoint], 500n).raw);
    expect(await refusal(stage.prepareCancel(first(bought)))).toMatchObject({ code: 'coin-spent' });
  });
});

describe('a purchase that its seller ended', () => {
  it('is void with its reason, its other orders are open, and its buyer is not blamed', async () => {
    const bought = await late(2);
    await end(bought);
    expect(await stage.trade(bought)).toMatchObject({
      status: 'void',
      reason: 'ended by the seller, because no block took it; nothing was paid',
      takenBackHeight: null,
    });
    const [one, other] = await Promise.all(bought.asks.map((ask) => stage.order(ask)));
    expect(one).toMatchObject({ status: 'cancelling', liveTrade: null });
    expect(other).toMatchObject({ status: 'open', liveTrade: null });
    await expectSound();
  });

  it('that a block takes after all is a sale, and the cancel is void', async () => {
    const bought = await late();
    const txid = await end(bought);
    await stage.block(bought.tx);
    expect(await stage.trade(bought)).toMatchObject({ status: 'confirmed', reason: '' });
    expect(await stage.order(first(bought))).toMatchObject({ status: 'done', dealTxid: bought.tx.txid });
    expect(await stage.row({ txid })).toMatchObject({ status: 'void' });
    await stage.undo(bought.tx.txid);
    expect(await stage.order(first(bought))).toMatchObject({ status: 'cancelling', dealTxid: null });
    await stage.block(bought.tx);
    expect(await stage.order(first(bought))).toMatchObject({ status: 'done' });
  });

  it('stays ended when the block of the cancel is undone, unless the other branch has it', async () => {
    const bought = await late();
    const txid = await end(bought);
    const raw = (await stage.sent(txid)).raw;
    const cancel = { txid: (await stage.sent(txid)).txid, raw };
    await stage.block(cancel);
    expect(await stage.order(first(bought))).toMatchObject({ status: 'cancelled', dealTxid: txid });
    await stage.undo();
    expect(await stage.order(first(bought))).toMatchObject({ status: 'cancelling' });
    expect(await stage.trade(bought)).toMatchObject({ status: 'void' });
    await stage.block(bought.tx);
    expect(await stage.order(first(bought))).toMatchObject({ status: 'done', dealTxid: bought.tx.txid });
    expect(await stage.trade(bought)).toMatchObject({ status: 'confirmed' });
    expect(await stage.row({ txid })).toMatchObject({ status: 'void' });
  });

  it('is not ended when a block takes it while the owner signs', async () => {
    const bought = await late();
    const prepared = await stage.prepareCancel(first(bought));
    await stage.block(bought.tx);
    expect(['coin-spent', 'order-closed', 'order-taken']).toContain(
      (await refusal(stage.submitCancel(prepared))).code,
    );
    expect(await stage.order(first(bought))).toMatchObject({ status: 'done', cancelTxid: null });
  });

  it('lives on when the node keeps it; its seller may try again', async () => {
    const bought = await late();
    const prepared = await stage.prepareCancel(first(bought));
    // Between the question whether it is taken and the sending somebody made it too cheap.
    let keeps = true;
    stage.chain.fault = (call) => {
      if (call !== 'send' || !keeps) return;
      keeps = false;
      stage.chain.push(bought.tx.raw);
      stage.chain.stubborn.add(bought.tx.txid);
    };
    const txid = await stage.submitCancel(prepared);
    stage.chain.fault = () => undefined;
    expect(await stage.row({ txid })).toMatchObject({ status: 'void' });
    expect(await stage.trade(bought)).toMatchObject({ status: 'seen' });
    expect(await stage.order(first(bought))).toMatchObject({
      status: 'cancelling',
      liveTrade: bought.sale.id,
    });
    await expectSound();
    stage.chain.stubborn.clear();
    await stage.submitCancel(await stage.prepareCancel(first(bought), 30));
    expect(await stage.trade(bought)).toMatchObject({ status: 'void' });
  });
});
