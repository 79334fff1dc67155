/** New ready lots: live ones, out of what is free and no more; paid once, sent whatever dies, and sold like any other. */
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { restock } from '../../../src/pools/lots/restock.ts';
import { revealSecret } from '../../../src/pools/pool-keys.ts';
import { coin, operator, point } from '../../memory/people.ts';
import { answer } from '../../memory/world.ts';
import { NOW } from '../../memory/stage.ts';
import { MASTER, etchedPool, here, openPoolSigner, openedPool } from '../stage.ts';
import type { PoolSigner } from '../stage.ts';
import {
  ONE,
  TOKEN,
  buyLots,
  firstPlace,
  initLots,
  keysOf,
  lotUnits,
  lotsDone,
  openedLots,
  ready,
  sellLots,
} from './lot-stage.ts';

type Request = Parameters<typeof restock>[1];

const request = (signer: PoolSigner, amounts: readonly bigint[], change: Partial<Request> = {}): Request => ({
  ...{ poolNumber: 0, amounts: amounts.map(String), feeRateSatVb: 2 },
  place: change.place ?? firstPlace(signer),
  ...change,
});

const asked = (signer: PoolSigner, amounts: readonly bigint[], change: Partial<Request> = {}) =>
  restock(signer.parts, request(signer, amounts, change), here);

/** What came of it, and that nothing was written where it was refused. */
async function verdict(...given: Parameters<typeof asked>): Promise<string> {
  const [{ recall, chain }] = given;
  const { size } = recall;
  const code = await answer(asked(...given));
  expect(recall.size).toBe(code === 'accepted' ? size + 1 : size);
  if (code !== 'accepted') expect(chain.waiting.size).toBe(0);
  return code;
}

const freeAt = (signer: PoolSigner): bigint =>
  signer.chain.tokens.freeOn(assetScript(keysOf(signer), firstPlace(signer)).pool.script, TOKEN);

describe('restocking', () => {
  it('inscribes lots on a script of the pool’s, and they are sold three blocks later', async () => {
    const signer = await openedLots();
    const free = freeAt(signer);
    const { commit, reveals, lots, fee } = await asked(signer, [5n * ONE, ONE / 2n]);
    expect([...signer.chain.waiting.keys()]).toEqual([commit.txid, ...reveals.map(({ txid }) => txid)]);
    const tx = readTransaction(hexToBytes(commit.raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(tx.txid).toBe(commit.txid);
    const { stockFees } = signer.recall.usage(NOW);
    expect(BigInt(fee) > 0n && stockFees > BigInt(fee) + 1_092n).toBe(true);
    signer.chain.mine(3);
    const script = assetScript(keysOf(signer), firstPlace(signer));
    const made = lots.flatMap((at) => signer.chain.settled.get(at) ?? []);
    expect(made.map(lotUnits)).toEqual([5n * ONE, ONE / 2n]);
    expect(made.map((lot) => bytesToHex(lot.script))).toEqual(lots.map(() => bytesToHex(script.pool.script)));
    expect(freeAt(signer)).toBe(free - 5n * ONE - ONE / 2n);
    await lotsDone(signer, buyLots(signer, { lots: made.map((lot) => ({ coin: lot, script })) }));
  });

  it('never inscribes more than is free there: such a lot would be dead for good', async () => {
    const signer = await openedLots();
    const free = 40n * ONE;
    // The rest is in lots of somebody else’s.
    ready(signer, freeAt(signer) - free);
    expect(await verdict(signer, [free + 1n])).toBe('insufficient-funds');
    expect(await verdict(signer, [free - ONE, ONE, 1n])).toBe('insufficient-funds');
    expect(await verdict(signer, [free - ONE, ONE])).toBe('accepted');
    // The index has not read it yet, and nothing more is begun.
    expect(await answer(asked(signer, [ONE]))).toBe('lane-waits');
    signer.chain.mine();
    expect(await verdict(signer, [1n])).toBe('insufficient-funds');
    signer.chain.lag = 1;
    expect(await verdict(signer, [1n])).toBe('syncing');
  });

  it('makes no lot above a twentieth of the pool: hardly anybody could buy it', async () => {
    const signer = await openedLots();
    expect(await verdict(signer, [ONE, 50n * ONE + 1n])).toBe('bad-request');
    expect(await verdict(signer, [ONE, 50n * ONE])).toBe('accepted');
  });

  it('is for scripts that an act in a block brought tokens to, of a pool that has lots and runs', async () => {
    const signer = await openedLots();
    expect(await verdict(signer, [ONE], { place: point('somewhere') })).toBe('script-not-allowed');
    expect(await verdict(signer, [ONE], { poolNumber: 7 })).toBe('pool-unknown');
    expect(await verdict(await openedPool(), [ONE], { place: point('somewhere') })).toBe('lots-differ');
    signer.stops.add(0);
    expect(await verdict(signer, [ONE])).toBe('pool-paused');
    signer.stops.clear();
    const stopped = { ...signer, parts: { ...signer.parts, stopped: () => true } };
    expect(await verdict(stopped, [ONE])).toBe('trading-stopped');
    const sold = sellLots(signer);
    await lotsDone(signer, sold);
    const place = sold.plan.lots?.coins[0]?.outpoint as Outpoint;
    expect(await answer(asked(signer, [ONE], { place }))).toBe('script-not-allowed');
    signer.chain.mine();
    expect(await verdict(signer, [ONE, 4n * ONE], { place })).toBe('accepted');
    const other = await etchedPool();
    await lotsDone(other, initLots(other));
    expect(await answer(asked(other, [ONE]))).toBe('script-not-allowed');
  });

  it('keeps to the stock’s rates and limits, and pays for nobody who is gone', async () => {
    const signer = await openedLots();
    expect(await verdict(signer, [ONE], { feeRateSatVb: 51 })).toBe('fee-too-high');
    expect(await verdict(signer, [ONE], { feeRateSatVb: 0.5 })).toBe('fee-too-low');
    const limits = { ...signer.parts.limits, stockFees: 1_500n };
    const limited = { ...signer, parts: { ...signer.parts, limits } };
    expect(await verdict(limited, [ONE, ONE])).toBe('limit-reached');
    expect(await answer(restock(signer.parts, request(signer, [ONE]), () => true))).toBe('signer-refused');
    expect(signer.chain.waiting.size).toBe(0);
    for (const [at, held] of signer.chain.settled)
      if (bytesToHex(held.script) === bytesToHex(operator().script)) signer.chain.settled.delete(at);
    expect(await verdict(signer, [ONE])).toBe('insufficient-funds');
  });

  it('is sent by the next process, commit and reveals, and again after an eviction', async () => {
    const signer = await openedLots();
    const { sender } = signer.parts;
    let calls = 0;
    // It dies behind its line.
    const dying = { sendAll: () => (++calls > 1 ? Promise.reject(new Error('died')) : sender.sendAll()) };
    await expect(
      restock({ ...signer.parts, sender: dying }, request(signer, [2n * ONE, ONE]), here),
    ).rejects.toThrow('died');
    expect(signer.chain.waiting.size).toBe(0);
    signer.journal.close();
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    const waiting = await later.parts.sender.sendAll();
    const ids = [...signer.chain.waiting.keys()];
    expect([waiting.length, ids.length]).toEqual([1, 3]);
    expect(ids[0]).toBe(waiting[0]?.txid);
    signer.chain.evict(ids[0] as Txid);
    await later.parts.sender.sendAll();
    expect([...signer.chain.waiting.keys()]).toEqual(ids);
    signer.chain.evict(ids[2] as Txid);
    await later.parts.sender.sendAll();
    expect([...signer.chain.waiting.keys()]).toEqual(ids);
    signer.chain.mine();
    expect(await later.parts.sender.sendAll()).toEqual([]);
    expect(ids.slice(1).map((id) => signer.chain.settled.get(outpoint(id, 0))?.assets.length)).toEqual([
      1, 1,
    ]);
    expect(later.recall.pools.restocked(firstPlace(later))).toBe(2);
  });

  it('reveals each lot by a key of its own, told by number, place and index', async () => {
    const places = [point('one'), point('two')];
    const keys = [0, 1].flatMap((number) =>
      places.flatMap((place) =>
        [0, 1].map((index) => bytesToHex(revealSecret(MASTER, number, { place, index }))),
      ),
    );
    expect(new Set(keys).size).toBe(8);
    const signer = await openedLots();
    const first = await asked(signer, [ONE]);
    signer.chain.put(coin('more stock', operator(), 50_000n));
    signer.chain.mine();
    const second = await asked(signer, [ONE]);
    const scripts = [first, second].map(({ commit }) => {
      const tx = readTransaction(hexToBytes(commit.raw));
      return isFlaw(tx) ? '' : bytesToHex(tx.outputs.at(-1)?.script ?? new Uint8Array());
    });
    expect(new Set(scripts).size).toBe(2);
  });
});
