/** Which lots descend from a transaction that took a sale back: told from few transactions, and never guessed against a seller. */
import { hexToBytes, isFlaw, outpoint, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { descentOf } from '../../src/orders/bids/paused-sellers.ts';

const OLD = 50;
const YOUNG = 100;
const before = (name: number): Txid => name.toString(16).padStart(64, '0') as Txid;

/** A chain that has what is made in it, and counts what is asked of it. */
function openChain() {
  const raws = new Map<Txid, Uint8Array>();
  const heights = new Map<Txid, number>();
  const asked = { transactions: 0 };
  const make = (parents: readonly Txid[], height = YOUNG): Txid => {
    const inputs = parents.map((txid) => {
      return { txid, vout: 0, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] };
    });
    const value = sats(BigInt(1_000 + raws.size));
    const outputs = [{ value, script: hexToBytes(`0014${'11'.repeat(20)}`) }];
    const raw = writeTransaction({ version: 2, locktime: 0, inputs, outputs });
    const read = readTransaction(raw);
    if (isFlaw(read)) throw new Error(read.flaw);
    raws.set(read.txid, raw);
    heights.set(read.txid, height);
    return read.txid;
  };
  const chain = {
    rawTransactions: (txids: readonly Txid[]) => {
      asked.transactions += txids.length;
      return Promise.resolve(
        new Map(txids.flatMap((id) => [[id, raws.get(id) ?? new Uint8Array()] as const])),
      );
    },
    heightsOf: (txids: readonly Txid[]) =>
      Promise.resolve(new Map(txids.flatMap((id) => [[id, heights.get(id) ?? OLD] as const]))),
  };
  return { chain, make, asked };
}

it('a lot descends through young transactions alone, and of several it is the latest', async () => {
  const { chain, make } = openChain();
  const [first, second] = [make([before(1)]), make([before(2)])];
  const from = new Map([
    [first, 90],
    [second, 95],
  ]);
  const lot = make([make([first, before(3)]), make([second])]);
  const look = (txid: Txid) => descentOf(chain, { lots: [outpoint(txid, 0)], since: 90, from });
  expect(await look(lot)).toBe(95);
  expect(await look(first)).toBe(90);
  expect(await look(make([before(4)]))).toBeUndefined();
  expect(await look(make([make([first], OLD)]))).toBeUndefined();
});

it('a seller with very many young transactions is not taken for one who took a sale back', async () => {
  const { chain, make, asked } = openChain();
  const guilty = make([before(1)]);
  const parents = Array.from({ length: 150 }, (_, at) => make([make([before(at + 2)])]));
  const look = (txid: Txid) =>
    descentOf(chain, { lots: [outpoint(txid, 0)], since: 90, from: new Map([[guilty, 95]]) });
  expect(await look(make(parents))).toBeUndefined();
  expect(asked.transactions).toBeLessThan(200);
  // What is near is found, however much there is beside it.
  expect(await look(make([...parents, guilty]))).toBe(95);
});
