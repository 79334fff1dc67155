/** The stock's transactions are sent until a block has held them for six blocks; while one waits, no other is made. */
import { describe, expect, it } from 'vitest';
import { coin, operator } from '../people.ts';
import { NOW } from '../stage.ts';
import { openStock } from './stock-stage.ts';

/** A stock whose first transaction was just sent. */
async function begun() {
  const money = [coin('m', operator(), 100_000n), coin('n', operator(), 100_000n)];
  const stock = openStock(money);
  expect(await stock.refill()).toBe(8);
  expect(stock.sent).toHaveLength(1);
  return stock;
}

describe('a transaction of the stock', () => {
  it('that is nowhere is sent again, the very same', async () => {
    const { sender, sent, recall } = await begun();
    expect(await sender.sendAll()).toEqual(recall.stock());
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('that waits is not sent again, and nothing else is made of the same money', async () => {
    const stock = await begun();
    stock.wait();
    expect(await stock.sender.sendAll()).toEqual(stock.recall.stock());
    expect(await stock.refill(NOW + 1)).toBe(0);
    expect([stock.sent.length, stock.recall.size]).toEqual([1, 1]);
  });

  it('that is in a block is done with for now, and is sent again when the block is undone', async () => {
    const stock = await begun();
    const before = [...stock.node.coins];
    stock.mine();
    expect(await stock.sender.sendAll()).toEqual([]);
    stock.world.height += 5;
    expect(await stock.sender.sendAll()).toEqual([]);
    stock.node.coins.clear();
    for (const [point, one] of before) stock.node.coins.set(point, one);
    expect(await stock.sender.sendAll()).toEqual(stock.recall.stock());
    expect(stock.sent).toHaveLength(2);
  });

  it('is final six blocks after it was seen in one, counted anew after a reorg', async () => {
    const stock = await begun();
    const before = [...stock.node.coins];
    const undo = (): void => {
      stock.node.coins.clear();
      for (const [point, one] of before) stock.node.coins.set(point, one);
    };
    stock.mine();
    await stock.sender.sendAll();
    undo();
    await stock.sender.sendAll();
    stock.world.height += 5;
    stock.mine();
    await stock.sender.sendAll();
    stock.world.height += 5;
    await stock.sender.sendAll();
    undo();
    expect(await stock.sender.sendAll()).toHaveLength(1);
    stock.mine();
    await stock.sender.sendAll();
    stock.world.height += 6;
    await stock.sender.sendAll();
    const { length } = stock.sent;
    undo();
    expect(await stock.sender.sendAll()).toEqual([]);
    expect(stock.sent).toHaveLength(length);
  });

  it('that the node does not take is told once, and again when it says something else', async () => {
    const stock = await begun();
    const refuse = (reason: string): void => {
      stock.world.verdict = { accepted: false, why: 'fee', reason };
    };
    refuse('too little');
    await stock.sender.sendAll();
    await stock.sender.sendAll();
    refuse('full');
    await stock.sender.sendAll();
    stock.world.verdict = { accepted: true };
    await stock.sender.sendAll();
    refuse('full');
    await stock.sender.sendAll();
    const name = `stock ${stock.last().txid.slice(0, 8)} is not taken`;
    expect(stock.said).toEqual([`${name}: too little`, `${name}: full`, `${name}: full`]);
  });
});

it('a stock without transactions asks nothing and sends nothing', async () => {
  const stock = openStock([]);
  expect(await stock.sender.sendAll()).toEqual([]);
  expect(stock.world.asked).toBe(0);
});
