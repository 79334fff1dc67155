/** Transactions of strangers are read, and however large they are, no more of them is kept than fits. */
import { bytesToHex } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import type { MvcTransaction } from '@rialto/mvc';
import { expect, it } from 'vitest';
import { openMvcCoins } from '../../src/mvc/coins.ts';

const MB = 1_000_000;
const idOf = (at: number): Txid => bytesToHex(Uint8Array.of(...Array<number>(31).fill(0), at)) as Txid;

interface Shape {
  readonly size: number;
  readonly outputs?: number;
}

/** A node of which is known what it was asked for, and how much at once. */
function node(shapeOf: (at: number) => Shape) {
  const asked: number[] = [];
  const now = { running: 0, most: 0 };
  const transaction = async (txid: Txid): Promise<MvcTransaction> => {
    const at = Number.parseInt(txid, 16);
    asked.push(at);
    now.most = Math.max(now.most, (now.running += 1));
    await new Promise((done) => setTimeout(done, 1));
    now.running -= 1;
    const { size, outputs = 1 } = shapeOf(at);
    const output = { value: 1n as never, script: new Uint8Array() };
    return {
      ...{ txid, core: txid, size, version: 10, locktime: 0, inputs: [] },
      outputs: Array.from({ length: outputs }, () => output),
    };
  };
  return { asked, now, coins: openMvcCoins({ transaction }) };
}

it('of large ones the last are kept, up to 64 MB in all', async () => {
  const { asked, coins } = node(() => ({ size: 10 * MB }));
  for (let at = 1; at <= 8; at += 1) await coins.transaction(idOf(at));
  asked.length = 0;
  for (const at of [8, 7, 6, 5, 4, 3]) await coins.transaction(idOf(at));
  expect(asked).toEqual([]);
  await coins.transaction(idOf(2));
  expect(asked).toEqual([2]);
  // The one that was asked for least lately has gone, and the others have not.
  await coins.transaction(idOf(7));
  expect(asked).toEqual([2]);
  await coins.transaction(idOf(8));
  expect(asked).toEqual([2, 8]);
});

it('many small outputs count for what they take up', async () => {
  const { asked, coins } = node(() => ({ size: 2 * MB, outputs: 200_000 }));
  for (const at of [1, 2, 1]) await coins.transaction(idOf(at));
  expect(asked).toEqual([1, 2, 1]);
});

it('small ones are all kept, and each is fetched once', async () => {
  const { asked, coins } = node(() => ({ size: 30_000 }));
  const ids = Array.from({ length: 200 }, (_, at) => idOf(at));
  await Promise.all([...ids, ...ids].map((id) => coins.transaction(id)));
  expect(new Set(asked).size).toBe(200);
  asked.length = 0;
  await Promise.all(ids.map((id) => coins.transaction(id)));
  expect(asked).toEqual([]);
});

it('no more than four are fetched at once', async () => {
  const { now, coins } = node(() => ({ size: 10 * MB }));
  await Promise.all(Array.from({ length: 30 }, (_, at) => coins.transaction(idOf(at))));
  expect(now.most).toBe(4);
});
