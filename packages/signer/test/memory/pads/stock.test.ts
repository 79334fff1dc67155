/** The stock of pads: what its own transactions pay, which is the only money that leaves by itself. */
import { bytesToHex, equalBytes, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { line } from '../../lines.ts';
import { coin, operator, pictureOn, runeOn, stranger, waiting } from '../people.ts';
import { HUGE, NOW } from '../stage.ts';
import { answer } from '../world.ts';
import { feeAt, money, openStock } from './stock-stage.ts';

describe('a transaction of the stock', () => {
  it('makes the pads that are missing, all of it to our own script but the fee of its rate', async () => {
    const stock = openStock([money('m')]);
    expect(await stock.refill()).toBe(8);
    const { outputs, txid } = stock.last();
    expect(outputs.map(({ value }) => value)).toEqual([
      ...Array<bigint>(8).fill(600n),
      100_000n - 4800n - feeAt(3, 9),
    ]);
    expect(outputs.every(({ script }) => equalBytes(script, operator().script))).toBe(true);
    const [line] = stock.recall.stock();
    expect(line).toMatchObject({
      kind: 'stock',
      at: new Date(NOW).toISOString(),
      txid,
      stake: feeAt(3, 9).toString(),
      spends: [],
      makes: Array.from({ length: 8 }, (_, vout) => `${txid}:${vout}`),
    });
    expect(stock.recall.usage(NOW)).toEqual({ signatures: 1, stake: 0n, stockFees: feeAt(3, 9) });
  });

  it('pays the node’s estimate, between what it takes at least and our highest', async () => {
    const paying = async (estimate: number | undefined, minimum: number): Promise<bigint> => {
      const stock = openStock([money('m')], { feeRate: { lowest: 2, highest: 50 } });
      stock.world.fees = { byTarget: new Map(estimate === undefined ? [] : [[6, estimate]]), minimum };
      await stock.refill();
      return 100_000n - sumSats(stock.last().outputs.map(({ value }) => value));
    };
    expect(await paying(7, 1)).toBe(feeAt(7, 9));
    expect(await paying(1, 1)).toBe(feeAt(2, 9));
    expect(await paying(undefined, 1)).toBe(feeAt(2, 9));
    expect(await paying(3, 9)).toBe(feeAt(9, 9));
    expect(await paying(900, 1)).toBe(feeAt(50, 9));
    expect(await paying(1, 900)).toBe(feeAt(50, 9));
  });

  it('is not made beyond the fees of an hour, not even written down', async () => {
    const fee = feeAt(3, 9);
    const upTo = async (stockFees: bigint): Promise<unknown> => {
      const stock = openStock([money('m')], { limits: { ...HUGE, stockFees } });
      const said = await answer(stock.refill());
      return [said, stock.sent.length, stock.recall.size];
    };
    expect(await upTo(fee)).toEqual(['accepted', 1, 1]);
    expect(await upTo(fee - 1n)).toEqual(['limit-reached', 0, 0]);
  });

  it('is paid by clean coins of our own in blocks, and never by a pad', async () => {
    const spent = async (...coins: Coin[]): Promise<number> => {
      const stock = openStock(coins);
      stock.node.mined.add(coin('young', operator(), 1n).outpoint);
      return stock.refill();
    };
    expect(await spent(money('m'))).toBe(8);
    expect(await spent(money('young'))).toBe(0);
    expect(await spent(waiting(money('m')))).toBe(0);
    expect(await spent({ ...money('m'), assets: [pictureOn('p')] })).toBe(0);
    expect(await spent({ ...money('m'), assets: [runeOn(840_000, 1n)] })).toBe(0);
    expect(await spent(coin('m', stranger(), 100_000n))).toBe(0);
    const unknown = openStock([money('m')]);
    unknown.node.unfollowed.add(bytesToHex(operator().script));
    expect(await unknown.refill()).toBe(0);
    // Five pads of 2,000 sat are left: money enough for the three that are missing.
    const stock = openStock([money('m')], { padValue: 2000n });
    expect(await stock.refill()).toBe(8);
    stock.mine();
    for (const { outpoint } of [...stock.node.coins.values()].slice(5)) stock.node.coins.delete(outpoint);
    expect(await stock.refill()).toBe(0);
    expect(stock.sent).toHaveLength(1);
  });

  it('is made when more than a quarter of the pads is missing, and only as many as are', async () => {
    const left = async (pads: number): Promise<number> => {
      const stock = openStock([money('m')]);
      await stock.refill();
      stock.mine();
      const made = stock.recall.stock().flatMap((line) => line.makes);
      for (const { outpoint } of [...stock.node.coins.values()])
        if (made.slice(pads).includes(outpoint)) stock.node.coins.delete(outpoint);
      return stock.refill();
    };
    expect(await left(8)).toBe(0);
    expect(await left(7)).toBe(0);
    expect(await left(6)).toBe(2);
    expect(await left(2)).toBe(6);
  });

  it('replaces pads that wait for the fate of a take, up to four times the target', async () => {
    const stock = openStock([money('m')]);
    const rounds: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      rounds.push(await stock.refill());
      if (rounds.at(-1) !== 0) stock.mine();
      for (const pad of stock.recall.stock().at(-1)?.makes ?? [])
        stock.journal.append(line(round, { at: new Date(NOW).toISOString(), spends: [pad], makes: [] }));
    }
    expect(rounds).toEqual([8, 8, 8, 8, 0, 0]);
  });

  it('makes a hundred pads at once at most', async () => {
    expect(await openStock([money('m')], { target: 101 }).refill()).toBe(100);
    expect(await openStock([money('m')], { target: 99 }).refill()).toBe(99);
  });

  it('looks at the twenty largest coins alone: anybody may send us any number of small ones', async () => {
    const values = Array.from({ length: 30 }, (_, at) => 20_000n + 1000n * BigInt((at * 7) % 30));
    const stock = openStock(values.map((value) => money(`${value}`, value)));
    await stock.refill();
    // The smallest that is enough, of those that are looked at.
    expect(stock.recall.stock()[0]?.coins.map(({ value }) => value)).toEqual(['30000']);
  });

  it('is not kept from its money by large coins that are in no block', async () => {
    const large = Array.from({ length: 20 }, (_, at) => waiting(money(`${at}`, 500_000n)));
    expect(await openStock([...large, money('m')]).refill()).toBe(8);
  });

  it('is paid by coins of a thousand sat and more', async () => {
    const paid = (value: bigint): Promise<number> =>
      openStock([money('a', value), money('b', value)], { target: 1, padValue: 600n }).refill();
    expect(await paid(999n)).toBe(0);
    expect(await paid(1000n)).toBe(1);
  });

  it('that fails by a fault of ours is no lack of money: it is told', async () => {
    expect(await openStock([money('m', 1000n)]).refill()).toBe(0);
    await expect(openStock([money('m')], { padValue: -1n }).refill()).rejects.toThrow('invariant');
  });

  it('is none after a stop, also one that came meanwhile', async () => {
    expect(await openStock([money('m')], { stopped: () => true }).refill()).toBe(0);
    let times = 0;
    const stock = openStock([money('m')], { stopped: () => (times += 1) > 1 });
    expect(await stock.refill()).toBe(0);
    expect([stock.sent.length, stock.recall.size]).toEqual([0, 0]);
  });
});
