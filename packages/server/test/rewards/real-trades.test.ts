/** Epochs of real trades made again from the node's blocks: of everything that pays a service fee, by people of both kinds, nothing differs; and what is left out or changed is named. */
import type { OwnLot, Trader } from '@rialto/devnet';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf, placeBid, sellInto } from '../bids/bidder.ts';
import { act, asked } from '../pools/pooler.ts';
import type { PoolWorld } from '../pools/pooler.ts';
import { placeProtected } from '../protected/locker.ts';
import { until } from '../world.ts';
import { TRADING, campaign } from './claims/claim-calls.ts';
import { claimWorld } from './claims/claim-stage.ts';
import { closed, epochOf, madeAgain } from './claims/made-again.ts';

const ID = 'real';
const RUNE = 'POOLED•RIVER•STONES';
const TICK = 'gold';
/** So many blocks that all trades are in the first epoch. */
const EPOCH = 30;
const EPOCHS = 3;

let place: PoolWorld;
let wpkh: Trader;
let tr: Trader;

beforeAll(async () => {
  place = await claimWorld();
  const { world, others } = place;
  const [second, third] = others;
  if (second === undefined || third === undefined) throw new Error('there are traders');
  [wpkh, tr] = [second, third];
  await world.token(
    TICK,
    [wpkh, tr].flatMap((who) => Array.from({ length: 4 }, () => ({ who, amount: '1000' }))),
  );
  const lastBlock = (await world.chain.height()) + EPOCHS * EPOCH;
  await campaign(place, ID, {
    ...TRADING,
    pairs: [`rune:${place.rune}`, `brc20:${TICK}`],
    epochBlocks: EPOCH,
    ...{ lastBlock, claimUntil: lastBlock + 4_320 },
  });
}, 240_000);
afterAll(() => place.world.stop());

async function lotOf(who: Trader, tick: string): Promise<OwnLot> {
  const [lot] = await who.lots(tick);
  if (lot === undefined) throw new Error(`${who.address} has a lot of ${tick} left`);
  return lot;
}

/** By `who`, who pays the fee, with `other` on the other side. */
async function tradesOf(who: Trader, other: Trader): Promise<void> {
  const { world } = place;
  for (const [book, tick] of [
    ['runes', RUNE],
    ['brc20', TICK],
  ] as const) {
    const [payer, maker] = [who.at(book), other.at(book)];
    const lot = await lotOf(maker, tick);
    await payer.take([await maker.ask(lot, tick, 40_000n)]);
    await world.mine();
    if (book === 'runes') {
      const { orderId: locked } = await placeProtected(maker, await lotOf(maker, tick));
      await world.mine(3);
      await until(async () => (await orderOf(world, maker, locked)).state === 'open', 'the lock is offered');
      await payer.take([locked]);
      await world.mine();
    }
    const sold = await lotOf(payer, tick);
    const { orderIds } = await placeBid(maker, tick, [{ coinAmount: sold.amount, amount: '50000' }]);
    for (const orderId of orderIds) await sellInto(payer, [{ orderId, lot: sold }]);
    await world.mine();
  }
  await act(place, who, 'build1x', { sourceAmount: '40000' });
  await act(place, who, 'build2x', { sourceAmount: '90000' });
  await world.mine();
  await act(place, who, 'buildX1', { sourceAmount: '30000' });
  await act(place, who, 'buildX2', { sourceAmount: '90000' });
  await world.mine();
}

/** A lot of BRC-20 can’t lie in a lock. */
const COUNT = 2 * (3 + 2 + 4);

describe('real trades', () => {
  it('come out of the blocks as they were published', async () => {
    await tradesOf(wpkh, tr);
    await tradesOf(tr, wpkh);
    // A provider's acts pay the operator nothing.
    await act(place, place.first, 'buildAdd', { source: 'token1', sourceAmount: '100000' });
    await place.world.mine();
    await act(place, place.first, 'buildRemove', { removeEquity: '100000' });
    await place.world.mine();
    const { rows } = await asked(
      place.world,
      `select kind, side, market, fee_paid_by, service_fee::int as fee from fills order by height, place`,
    );
    expect(rows).toHaveLength(COUNT);
    expect(rows.filter(({ fee, fee_paid_by: payer }) => Number(fee) > 0 && payer === '')).toEqual([]);
    const height = await place.world.chain.height();
    const epoch = await epochOf(place, ID, height);
    expect(epoch.number).toBe(0);
    await closed(place, ID, epoch);
    const [made] = await madeAgain(place, ID);
    expect(made).toMatchObject({ number: 0, rows: 2, differences: [], unlisted: [] });
  }, 240_000);

  it('are missed where one is not published', async () => {
    const txid = await aTrade('order');
    await instead('delete from fills where txid = $1', txid, async () => {
      const [made] = await madeAgain(place, ID);
      expect(made?.unlisted).toEqual([txid]);
      expect(made?.differences).toContain('the hash of its trades');
      expect(made?.differences).toHaveLength(2);
    });
  });

  it('differ where a fee or a payer is not what the block says', async () => {
    const txid = await aTrade('pool');
    await instead('update fills set service_fee = service_fee + 1 where txid = $1', txid, async () => {
      const [made] = await madeAgain(place, ID);
      expect(made?.differences).toContainEqual(expect.stringContaining(`${txid}: pays the operator `));
      expect(made?.differences).toContain('the hash of its trades');
    });
    const stranger = place.first.address;
    await instead(`update fills set fee_paid_by = '${stranger}' where txid = $1`, txid, async () => {
      const [made] = await madeAgain(place, ID);
      expect(made?.differences).toContain(`${txid}: ${stranger} spends nothing in it`);
    });
    const [made] = await madeAgain(place, ID);
    expect(made, 'it is as it was').toMatchObject({ differences: [], unlisted: [] });
  });
});

async function aTrade(kind: 'order' | 'pool'): Promise<string> {
  const { rows } = await asked(
    place.world,
    'select txid from fills where kind = $1 and service_fee > 0 order by height limit 1',
    [kind],
  );
  return z.string().parse(rows[0]?.['txid']);
}

/** While the table says something else. */
async function instead(change: string, txid: string, during: () => Promise<void>): Promise<void> {
  const { world } = place;
  await asked(world, 'create table kept_fills as select * from fills');
  await asked(world, change, [txid]);
  try {
    await during();
  } finally {
    await asked(world, 'delete from fills');
    await asked(world, 'insert into fills select * from kept_fills');
    await asked(world, 'drop table kept_fills');
  }
}
