/** Purchases that came to nothing: whose doing it was, and what too many of one's own mean. */
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetCallers } from '../../src/store/orders/taken-back-store.ts';
import { requireFewWaiting, requireMayTake } from '../../src/orders/late/taken-back.ts';
import type { Taker } from '../../src/orders/late/taken-back.ts';
import { putTrade } from '../orders/rows.ts';
import { made } from '../outbox/stage.ts';
import { buyerOf, openLateStage } from './late-stage.ts';
import type { Bought, LateStage } from './late-stage.ts';

let stage: LateStage;
beforeAll(async () => {
  stage = await openLateStage();
});
afterAll(() => stage.drop());

let people = 60;
/** A buyer nobody has met, from a place nobody has called from. */
function stranger(): Taker {
  people += 1;
  return { buyerAddress: buyerOf(people), caller: `caller ${people}` };
}

async function bought(row: Partial<Taker> & { readonly padOutpoint?: string } = {}): Promise<Bought> {
  const sold = await stage.buy([await stage.offer()], row);
  await stage.look();
  return sold;
}

const spentElsewhere = async (points: readonly Outpoint[]): Promise<void> => {
  stage.chain.push(made(points, 500n).raw);
  await stage.look();
};

/** The buyer spends the money elsewhere. */
async function takenBack(who: Taker): Promise<Bought> {
  const purchase = await bought(who);
  await spentElsewhere([purchase.money]);
  return purchase;
}

const lotOf = ({ asks: [ask] }: Bought) => ask?.outpoint as Outpoint;

async function answerTo(who: Taker): Promise<string> {
  try {
    await requireMayTake(stage.context, who);
    return 'may take';
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.detail ?? ''}`;
    throw error;
  }
}

describe('a purchase that is void', () => {
  it('counts when its buyer spends a coin of their own elsewhere, in the mempool or in a block', async () => {
    const one = await takenBack(stranger());
    const { height } = stage.chain.tip;
    expect(await stage.trade(one)).toMatchObject({ status: 'void', takenBackHeight: height });
    const other = await bought(stranger());
    await stage.block(made([other.money], 500n));
    expect(await stage.trade(other)).toMatchObject({ status: 'void', takenBackHeight: height + 1 });
  });

  it('counts when the node tells of that spend before the mempool is looked at', async () => {
    const purchase = await bought(stranger());
    stage.chain.push(made([purchase.money], 500n).raw);
    await stage.work();
    expect(await stage.trade(purchase)).toMatchObject({
      status: 'void',
      takenBackHeight: stage.chain.tip.height,
    });
  });

  it('does not count when the lot was spent, or a pad of the exchange', async () => {
    const lot = await bought(stranger());
    await spentElsewhere([lotOf(lot)]);
    expect(await stage.trade(lot)).toMatchObject({ status: 'void', takenBackHeight: null });
    const sniped = await bought(stranger());
    await stage.block(made([lotOf(sniped), stage.coin()], 9_000n));
    expect(await stage.trade(sniped)).toMatchObject({ status: 'void', takenBackHeight: null });
    const pad = await bought(stranger());
    await stage.store.pool.query('update trades set pad_outpoint = $2 where id = $1', [
      pad.sale.id,
      pad.money,
    ]);
    await spentElsewhere([pad.money]);
    expect(await stage.trade(pad)).toMatchObject({ status: 'void', takenBackHeight: null });
  });

  it('counts when the lot went with the money: that was its buyer too', async () => {
    const purchase = await bought(stranger());
    await spentElsewhere([lotOf(purchase), purchase.money]);
    expect((await stage.trade(purchase))?.takenBackHeight).not.toBeNull();
  });

  it('does not count any more once a block has it after all', async () => {
    const who = stranger();
    const purchase = await takenBack(who);
    await stage.block(purchase.tx);
    expect(await stage.trade(purchase)).toMatchObject({ status: 'confirmed', takenBackHeight: null });
  });

  it('does not count when its money is missing because a block was undone', async () => {
    const purchase = await bought(stranger());
    stage.chain.mempool.delete(purchase.tx.txid);
    stage.chain.forget(purchase.money);
    await stage.work();
    expect(await stage.trade(purchase)).toMatchObject({ status: 'void', takenBackHeight: null });
  });
});

describe('a buyer who takes purchases back', () => {
  it('may take two back, and has to wait six blocks after the third', async () => {
    const who = stranger();
    await takenBack(who);
    await takenBack(who);
    expect(await answerTo(who)).toBe('may take');
    await takenBack(who);
    const until = stage.chain.tip.height + 6;
    expect(await answerTo(who)).toBe(`takes-paused from block ${until} on`);
    await stage.blocks(5);
    expect(await answerTo(who)).toBe(`takes-paused from block ${until} on`);
    await stage.blocks(1);
    expect(await answerTo(who)).toBe('may take');
    await takenBack(who);
    expect(await answerTo(who)).toBe(`takes-paused from block ${until + 6} on`);
  });

  it('waits with every address from the same place, and with the address from every place', async () => {
    const who = stranger();
    for (let at = 0; at < 3; at += 1) await takenBack({ ...stranger(), caller: who.caller });
    expect(await answerTo(who)).toContain('takes-paused');
    expect(await answerTo({ ...who, caller: 'another place' })).toBe('may take');
    const one = stranger();
    for (let at = 0; at < 3; at += 1) await takenBack({ ...stranger(), buyerAddress: one.buyerAddress });
    expect(await answerTo(one)).toContain('takes-paused');
    expect(await answerTo(stranger())).toBe('may take');
  });

  it('is not stopped by what lies 144 blocks back, nor by any number where none is too many', async () => {
    const who = stranger();
    const { height } = stage.chain.tip;
    for (const at of [height - 144, height - 1, height])
      await putTrade(stage.store.db, { ...who, status: 'void', takenBackHeight: at });
    expect(await answerTo(who)).toBe('may take');
    await putTrade(stage.store.db, { ...who, status: 'void', takenBackHeight: height - 143 });
    expect(await answerTo(who)).toContain('takes-paused');
    const { settings } = stage.context;
    const voids = { ...settings.voids, limit: 0 };
    await requireMayTake({ ...stage.context, settings: { ...settings, voids } }, who);
  });
});

describe('purchases that wait for a block', () => {
  /** Writes one and asks, as a claim does. */
  async function wait(who: Taker): Promise<string> {
    try {
      await stage.store.transact(async (tx) => {
        await putTrade(tx, { ...who, status: 'submitted' });
        await requireFewWaiting(tx, { takesWaiting: 3 }, who);
      });
      return 'waits';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  it('are so many for an address, and for a caller, and no more', async () => {
    const who = stranger();
    for (let at = 0; at < 3; at += 1) expect(await wait(who)).toBe('waits');
    expect(await wait(who)).toBe('takes-waiting');
    expect(await wait({ ...stranger(), caller: who.caller })).toBe('takes-waiting');
    expect(await wait({ ...who, caller: stranger().caller })).toBe('takes-waiting');
    expect(await wait(stranger())).toBe('waits');
  });

  it('are no more when many are submitted at once', async () => {
    const { caller } = stranger();
    const answers = await Promise.all(Array.from({ length: 8 }, () => wait({ ...stranger(), caller })));
    expect(answers.filter((answer) => answer === 'waits')).toHaveLength(3);
  });

  it('do not count once they are in a block, or void', async () => {
    const who = stranger();
    for (const status of ['confirmed', 'final', 'void'] as const)
      for (let at = 0; at < 3; at += 1) await putTrade(stage.store.db, { ...who, status });
    expect(await wait(who)).toBe('waits');
  });
});

it('forgets who called once a purchase is final', async () => {
  const purchase = await bought(stranger());
  await stage.block(purchase.tx);
  expect((await stage.trade(purchase))?.caller).not.toBeNull();
  await stage.blocks(6);
  expect(await stage.trade(purchase)).toMatchObject({ status: 'final', caller: null });
});

it('forgets who called of void purchases that do not count any more', async () => {
  const who = stranger();
  const { height } = stage.chain.tip;
  for (const takenBackHeight of [height - 145, height - 144, null])
    await putTrade(stage.store.db, { ...who, status: 'void', takenBackHeight });
  const kept = async (): Promise<(number | null)[]> => {
    const { rows } = await stage.store.pool.query<{ at: number | null }>(
      'select taken_back_height as at from trades where caller = $1 order by at',
      [who.caller],
    );
    return rows.map(({ at }) => at);
  };
  await forgetCallers(stage.store.db, 144);
  expect(await kept()).toEqual([height - 144, null]);
  await stage.store.pool.query(
    `update trades set updated_at = now() - interval '25 hours' where caller = $1`,
    [who.caller],
  );
  await forgetCallers(stage.store.db, 144);
  expect(await kept()).toEqual([height - 144]);
});
