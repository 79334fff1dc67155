/** Who is given which pad: those of our own journal alone, one for each buyer while there are enough, none whose take may still confirm. */
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { line } from '../../lines.ts';
import { coin, operator, pictureOn, point, stranger, user, waiting } from '../people.ts';
import { LEASE, NOW, REST } from '../stage.ts';
import { openStock } from './stock-stage.ts';

const scriptOf = (name: string): Uint8Array => user(name, 'p2wpkh').script;

/** A stock of so many pads, in a block. */
async function stocked(target: number) {
  const stock = openStock([coin('m', operator(), 100_000n)], { target });
  await stock.refill();
  stock.mine();
  const made = stock.recall.stock().flatMap((one) => one.makes);
  const at = (index: number): Outpoint => made[index] ?? point('none');
  /** Signs a pad away for a take that is still nowhere. */
  const sign = (pad: Outpoint, when = NOW): void => {
    const beside = coin(`beside ${pad}`, stranger(), 546n);
    stock.node.coins.set(beside.outpoint, beside);
    const coins = [pad, beside.outpoint].map((outpoint) => ({ outpoint, value: '600' }));
    stock.journal.append(line(1, { at: new Date(when).toISOString(), spends: [pad], coins, makes: [] }));
  };
  const lease = (name: string, now = NOW) => stock.parts.pads.lease(scriptOf(name), now);
  return { ...stock, made, at, sign, lease, pads: stock.parts.pads };
}

describe('a lease of a pad', () => {
  it('is the same again while it runs, and one for each buyer', async () => {
    const { lease, leases, at } = await stocked(4);
    expect(await lease('ann')).toBe(at(0));
    expect(await lease('bob')).toBe(at(1));
    expect(await lease('ann', NOW + LEASE - 1)).toBe(at(0));
    expect(leases.until(at(0))).toBe(NOW + LEASE);
    expect(leases.holder(at(0), NOW)).toBe(bytesToHex(scriptOf('ann')));
  });

  it('that has ended leaves its pad to the next', async () => {
    const { lease, at } = await stocked(4);
    expect(await lease('ann')).toBe(at(0));
    expect(await lease('bob', NOW + LEASE)).toBe(at(0));
  });

  it('that is given up leaves its pad to the next', async () => {
    const { lease, pads, at } = await stocked(4);
    expect(await lease('ann')).toBe(at(0));
    pads.release(at(0));
    expect(await lease('bob')).toBe(at(0));
  });

  it('of a pad that is kept is given only when all are, the one that was kept the longest first', async () => {
    const { lease, at } = await stocked(2);
    expect(await lease('ann', NOW + 5)).toBe(at(0));
    expect(await lease('bob', NOW)).toBe(at(1));
    expect(await lease('eve', NOW + 9)).toBe(at(1));
    expect(await lease('bob', NOW + 10)).toBe(at(0));
  });

  it('is for a pad that was never signed for, while there is one; then for one that has rested', async () => {
    const { lease, sign, at } = await stocked(2);
    sign(at(0));
    const rested = NOW + REST;
    expect(await lease('ann', rested)).toBe(at(1));
    expect(await lease('bob', rested)).toBe(at(0));
  });

  it('is for no pad whose take may confirm, were it the last one, or kept for the very buyer', async () => {
    const { lease, leases, sign, at } = await stocked(1);
    expect(await lease('ann')).toBe(at(0));
    sign(at(0));
    expect(await lease('ann')).toBeUndefined();
    expect(await lease('bob')).toBeUndefined();
    expect(leases.of(bytesToHex(scriptOf('bob')), NOW)).toEqual([]);
    expect(await lease('bob', NOW + REST - 1)).toBeUndefined();
    expect(await lease('bob', NOW + REST)).toBe(at(0));
  });

  it('goes past a dozen that are not to be had', async () => {
    const { lease, sign, at } = await stocked(12);
    for (let index = 0; index < 11; index += 1) sign(at(index));
    expect(await lease('ann')).toBe(at(11));
  });

  it('is of a pad in a block, unspent in the mempool too, with nothing on it and our own script', async () => {
    const bent = async (change: (stock: Awaited<ReturnType<typeof stocked>>) => void) => {
      const stock = await stocked(1);
      change(stock);
      return stock.lease('ann');
    };
    const pad = (at: Outpoint) => ({ ...coin('pad', operator(), 600n), outpoint: at });
    expect(await bent(({ node, at }) => node.coins.set(at(0), pad(at(0))))).toBeDefined();
    expect(await bent(({ node, at }) => node.coins.set(at(0), waiting(pad(at(0)))))).toBeUndefined();
    expect(
      await bent(({ node, at }) => node.coins.set(at(0), { ...pad(at(0)), assets: [pictureOn('p')] })),
    ).toBeUndefined();
    expect(await bent(({ node, at }) => node.mempool.set(at(0), 'fe'.repeat(32) as Txid))).toBeUndefined();
    expect(await bent(({ node, at }) => node.coins.delete(at(0)))).toBeUndefined();
  });

  it('is never of a coin that somebody sent us', async () => {
    const { lease, node, at } = await stocked(1);
    node.coins.delete(at(0));
    const gift = coin('a gift', operator(), 600n);
    node.coins.set(gift.outpoint, gift);
    expect(await lease('ann')).toBeUndefined();
  });
});

describe('the count of pads', () => {
  it('has those that exist, those that may be signed for, and those kept for nobody', async () => {
    const { pads, lease, sign, node, at } = await stocked(4);
    expect(await pads.count(NOW)).toEqual({ stock: 4, usable: 4, free: 4 });
    await lease('ann');
    expect(await pads.count(NOW)).toEqual({ stock: 4, usable: 4, free: 3 });
    sign(at(1));
    expect(await pads.count(NOW)).toEqual({ stock: 4, usable: 3, free: 2 });
    node.coins.delete(at(2));
    expect(await pads.count(NOW)).toEqual({ stock: 3, usable: 2, free: 1 });
    expect(await pads.count(NOW + LEASE)).toEqual({ stock: 3, usable: 2, free: 2 });
  });

  it('sees a pad at work in the mempool, which begins its rest anew', async () => {
    const { pads, sign, node, at } = await stocked(2);
    sign(at(0));
    node.mempool.set(at(0), 'fe'.repeat(32) as Txid);
    const seen = NOW + REST - 1;
    expect(await pads.count(seen)).toEqual({ stock: 1, usable: 1, free: 1 });
    node.mempool.delete(at(0));
    expect(await pads.count(seen + REST - 1)).toEqual({ stock: 2, usable: 1, free: 1 });
    expect(await pads.count(seen + REST)).toEqual({ stock: 2, usable: 2, free: 2 });
  });

  it('forgets what it saw of a pad that is spent for good', async () => {
    const { pads, sign, node, at } = await stocked(2);
    const pad = node.coins.get(at(0));
    if (pad === undefined) throw new Error('a pad');
    sign(at(0));
    node.mempool.set(at(0), 'fe'.repeat(32) as Txid);
    await pads.count(NOW + REST);
    node.mempool.delete(at(0));
    node.coins.delete(at(0));
    await pads.count(NOW + REST);
    node.coins.set(at(0), pad);
    expect(await pads.count(NOW + REST)).toEqual({ stock: 2, usable: 2, free: 2 });
  });

  it('is nothing where the index does not follow our script yet', async () => {
    const { pads, node, lease } = await stocked(2);
    expect(await pads.count(NOW)).toMatchObject({ stock: 2 });
    node.unfollowed.add(bytesToHex(operator().script));
    expect(await pads.count(NOW)).toEqual({ stock: 0, usable: 0, free: 0 });
    expect(await lease('ann')).toBeUndefined();
  });
});
