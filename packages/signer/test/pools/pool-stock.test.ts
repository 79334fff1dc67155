/** Pools that are ready: etched by ourselves, one at a time, by keys that a number tells, and never out of the money of another transaction. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { loadPoolMaster } from '../../src/files/keys.ts';
import { refill } from '../../src/pads/stock-keeper.ts';
import { keyOfPool, poolKey } from '../../src/pools/pool-keys.ts';
import { SHARE_SUPPLY, refillPools } from '../../src/pools/pool-stock.ts';
import { folder } from '../folder.ts';
import { coin, operator } from '../memory/people.ts';
import { NOW } from '../memory/stage.ts';
import { MASTER, etchedPool, init, done, openPoolSigner, openedPool, unitsOf } from './stage.ts';
import type { PoolSigner } from './stage.ts';

const money = (signer: PoolSigner, value = 100_000n, name = 'stock'): void => {
  signer.chain.put(coin(name, operator(), value));
};
const numbers = ({ recall }: PoolSigner): number[] => recall.pools.pools().map(({ number }) => number);

describe('the stock of pools', () => {
  it('is etched one at a time, until there are enough', async () => {
    const signer = await openPoolSigner({ poolTarget: 2 });
    money(signer);
    expect(await refillPools(signer.parts, NOW)).toBe(0);
    expect(await refillPools(signer.parts, NOW)).toBeUndefined();
    signer.chain.mine();
    expect(await refillPools(signer.parts, NOW)).toBe(1);
    signer.chain.mine();
    expect(await refillPools(signer.parts, NOW)).toBeUndefined();
    expect(numbers(signer)).toEqual([0, 1]);
    const [pool] = signer.recall.pools.pools();
    const share = [...signer.chain.settled.values()].find((one) => bytesToHex(one.script) === pool?.script);
    expect([unitsOf(share), share?.value]).toEqual([SHARE_SUPPLY, 546n]);
  });

  it('is filled again when a pool was opened', async () => {
    const signer = await openedPool();
    money(signer);
    expect(await refillPools(signer.parts, NOW)).toBe(1);
  });

  it('waits for money, for the pads’ own transaction, and for a stop to end', async () => {
    const signer = await openPoolSigner({ target: 4 });
    expect(await refillPools(signer.parts, NOW)).toBeUndefined();
    money(signer);
    expect(await refillPools({ ...signer.parts, stopped: () => true }, NOW)).toBeUndefined();
    expect(await refillPools({ ...signer.parts, poolMaster: undefined }, NOW)).toBeUndefined();
    expect(await refill(signer.parts, NOW)).toBe(4);
    expect(await refillPools(signer.parts, NOW)).toBeUndefined();
    signer.chain.mine();
    expect(await refillPools(signer.parts, NOW)).toBe(0);
    expect(await refill({ ...signer.parts, target: 40 }, NOW)).toBe(0);
  });

  it('is written down before it is sent, and sent again, the same, until a block has it', async () => {
    const signer = await openPoolSigner();
    money(signer);
    const cut = {
      ...signer.parts.sender,
      sendAll: () =>
        signer.recall.size > 0 ? Promise.reject(new Error('the power went')) : Promise.resolve([]),
    };
    await expect(refillPools({ ...signer.parts, sender: cut }, NOW)).rejects.toThrow('the power went');
    expect(signer.chain.waiting.size).toBe(0);
    signer.journal.close();
    const later = await openPoolSigner({}, signer);
    expect(await refillPools(later.parts, NOW)).toBeUndefined();
    expect(await later.parts.sender.sendAll()).toHaveLength(1);
    const [pool] = later.recall.pools.pools();
    expect([...later.chain.waiting.keys()]).toEqual([pool?.etchTxid]);
    later.chain.evict([...later.chain.waiting.keys()][0] as never);
    await later.parts.sender.sendAll();
    expect(later.chain.waiting.size).toBe(1);
  });

  it('keeps to the fees of an hour', async () => {
    const signer = await openPoolSigner({ limits: { signatures: 9, stake: 0n, stockFees: 10n } });
    money(signer);
    await expect(refillPools(signer.parts, NOW)).rejects.toThrow('limit-reached');
    const other = await openPoolSigner();
    money(other);
    await refillPools(other.parts, NOW);
    expect(other.recall.usage(NOW).stockFees).toBeGreaterThan(100n);
  });

  it('is unused after a first liquidity that never came: the same pool takes another', async () => {
    const signer = await etchedPool();
    const first = init(signer);
    const { txid } = await done(signer, first);
    await signer.parts.poolFates.look();
    signer.chain.evict(txid);
    signer.chain.height += 2;
    await done(signer, init(signer, { sats: 20_000_000n }));
    signer.chain.mine();
    expect((await signer.parts.poolViews.view(0)).confirmed.r1).toBe(20_000_000n);
  });
});

describe('the key of a pool', () => {
  it('is told by its number and by nothing else', () => {
    const scripts = [0, 1, 2, 256, 65_536].map((number) => bytesToHex(poolKey(MASTER, number).pool.script));
    expect(new Set(scripts).size).toBe(5);
    expect(bytesToHex(poolKey(MASTER, 1).pool.script)).toBe(scripts[1]);
    expect(bytesToHex(poolKey(new Uint8Array(32).fill(8), 1).pool.script)).not.toBe(scripts[1]);
    expect(() => poolKey(MASTER, -1)).toThrow('counted');
  });

  it('is the journal’s, or the file was changed for another', async () => {
    const { recall } = await etchedPool();
    const [pool] = recall.pools.pools();
    if (pool === undefined) throw new Error('a pool');
    expect(bytesToHex(keyOfPool(MASTER, pool).pool.script)).toBe(pool.script);
    expect(() => keyOfPool(new Uint8Array(32).fill(8), pool)).toThrow('master secret');
  });

  it('comes from a file of its own, which is never replaced once pools were etched', () => {
    const directory = folder();
    expect(() => loadPoolMaster(directory, { mayMake: true, used: true })).toThrow('gone');
    expect(() => loadPoolMaster(directory, { mayMake: false, used: false })).toThrow('SIGNER_MAKE_KEYS=1');
    const made = loadPoolMaster(directory, { mayMake: true, used: false });
    expect(loadPoolMaster(directory, { mayMake: false, used: true })).toEqual(made);
  });
});
