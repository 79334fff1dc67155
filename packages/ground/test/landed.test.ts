/** Of a lot that moved twice in one block the ledger has the last place: the node's transactions say which movement was the first. */
import {
  amount,
  brc20Asset,
  inscriptionId,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
} from '@rialto/protocols';
import { splitOutpoint, writeTransaction } from '@rialto/protocols';
import type { InscriptionId, Outpoint, ScriptHex, Transaction, Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { firstPlaceOf, readLanded, readMade } from '../src/index.ts';
import type { LandedLot } from '../src/index.ts';
import { CONFIRMED, outputOf, SCRIPT, waitingOf } from './waiting.ts';
import type { Waiting } from './waiting.ts';

const TIP = { height: 9, hash: '07'.repeat(32) };
const DATA = Uint8Array.of(0x6a);

const lotOf = (reveal: Waiting, index = 0): LandedLot => ({
  inscription: inscriptionId(reveal.tx.txid, index),
  asset: brc20Asset(`${'ab'.repeat(32)}i0` as InscriptionId),
  amount: amount(5n),
  owner: `0014${'44'.repeat(20)}` as ScriptHex,
});

interface World {
  readonly landed: ReadonlyMap<Outpoint, LandedLot>;
  readonly known: readonly Waiting[];
}

/** What is read of them, and what the node was asked for. */
async function read({ landed, known }: World): Promise<{ points: Outpoint[]; asked: Txid[][] }> {
  const asked: Txid[][] = [];
  const raws = new Map(known.map(({ tx, raw }) => [tx.txid, raw]));
  const said = await readLanded(
    {
      chain: {
        rawTransactions: (txids) => {
          asked.push([...txids]);
          return Promise.resolve(new Map([...raws].filter(([txid]) => txids.includes(txid))));
        },
      },
      ledger: { landedOn: () => Promise.resolve({ tip: TIP, landed }) },
    },
    [...landed.keys()],
  );
  expect(said.tip).toEqual(TIP);
  return { points: [...said.landed.keys()], asked };
}

const one = (point: Outpoint, lot: LandedLot, ...known: readonly Waiting[]) =>
  read({ landed: new Map([[point, lot]]), known });

/** Two outputs: the lot lies on the first. */
const reveal = waitingOf([CONFIRMED], [SCRIPT, SCRIPT]);
const other = waitingOf([outpoint('cd'.repeat(32) as Txid, 0)], [SCRIPT]);

it('a lot has landed where the coin’s own transaction took it from where it was made', async () => {
  const taker = waitingOf([outputOf(reveal, 0), outputOf(other, 0)], [SCRIPT]);
  const { points, asked } = await one(outputOf(taker, 0), lotOf(reveal), reveal, taker);
  expect(points).toEqual([outputOf(taker, 0)]);
  expect(asked).toEqual([[reveal.tx.txid, taker.tx.txid]]);
});

it.each<[string, Waiting, number]>([
  ['as another input than the first', waitingOf([outputOf(other, 0), outputOf(reveal, 0)], [SCRIPT]), 0],
  [
    'to another output than the first, whatever an index says',
    waitingOf([outputOf(reveal, 0)], [SCRIPT, SCRIPT]),
    1,
  ],
])('it has not where it went %s', async (_, taker, vout) => {
  expect((await one(outputOf(taker, vout), lotOf(reveal), reveal, taker)).points).toEqual([]);
});

it('one that has not moved lies where its transaction made it, and nowhere else', async () => {
  const id = inscriptionId(reveal.tx.txid, 0);
  const raws = new Map([[reveal.tx.txid, reveal.raw]]);
  const madeOn = async (point: Outpoint, of = id) => [
    ...(await readMade({ rawTransactions: () => Promise.resolve(raws) }, new Map([[point, of]]))),
  ];
  expect(await madeOn(outputOf(reveal, 0))).toEqual([outputOf(reveal, 0)]);
  expect(await madeOn(outputOf(reveal, 1))).toEqual([]);
  expect(await madeOn(outputOf(other, 0))).toEqual([]);
  expect(await madeOn(outputOf(reveal, 0), inscriptionId(reveal.tx.txid, 1))).toEqual([]);
});

it('it has not where another one did before, in the same block', async () => {
  const first = waitingOf([outputOf(reveal, 0)], [SCRIPT]);
  const second = waitingOf([outputOf(first, 0)], [SCRIPT]);
  expect((await one(outputOf(second, 0), lotOf(reveal), reveal, first, second)).points).toEqual([]);
});

it('nor where the second also spends another output of the reveal', async () => {
  const first = waitingOf([outputOf(reveal, 0)], [SCRIPT]);
  const second = waitingOf([outputOf(reveal, 1), outputOf(first, 0)], [SCRIPT]);
  expect((await one(outputOf(second, 0), lotOf(reveal), reveal, first, second)).points).toEqual([]);
});

it('several are read with one question, each by itself', async () => {
  const [made, again] = [waitingOf([outputOf(other, 0)], [SCRIPT]), waitingOf([CONFIRMED], [DATA, SCRIPT])];
  const [taker, second] = [reveal, made].map((from) => waitingOf([outputOf(from, 0)], [SCRIPT, SCRIPT]));
  if (taker === undefined || second === undefined) throw new Error('two');
  const late = waitingOf([outputOf(again, 0)], [SCRIPT]);
  const landed = new Map([
    [outputOf(taker, 0), lotOf(reveal)],
    [outputOf(second, 0), lotOf(made)],
    [outputOf(late, 0), lotOf(again)],
  ]);
  const { points, asked } = await read({ landed, known: [reveal, made, again, taker, second, late] });
  expect(points).toEqual([outputOf(taker, 0), outputOf(second, 0)]);
  expect(asked).toHaveLength(1);
  expect(new Set(asked[0]).size).toBe(asked[0]?.length);
});

it('an inscription of another number was never a lot, and without any nobody is asked', async () => {
  const taker = waitingOf([outputOf(reveal, 0)], [SCRIPT]);
  expect(await one(outputOf(taker, 0), lotOf(reveal, 1), reveal, taker)).toEqual({ points: [], asked: [] });
});

it('what the node does not know is not taken for nothing', async () => {
  const taker = waitingOf([outputOf(reveal, 0)], [SCRIPT]);
  for (const known of [[reveal], [taker]])
    await expect(one(outputOf(taker, 0), lotOf(reveal), ...known)).rejects.toMatchObject({ code: 'syncing' });
});

it('the first place is the first output with a sat', () => {
  const withValues = (...values: bigint[]): Transaction => {
    const raw = writeTransaction({
      ...{ version: 2, locktime: 0 },
      inputs: [{ ...splitOutpoint(CONFIRMED), scriptSig: new Uint8Array(), sequence: 0, witness: [] }],
      outputs: values.map((value) => ({ value: sats(value), script: SCRIPT })),
    });
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    return tx;
  };
  const placeOf = (tx: Transaction) => firstPlaceOf(tx)?.slice(tx.txid.length);
  expect(placeOf(withValues(546n, 330n))).toBe(':0');
  expect(placeOf(withValues(0n, 0n, 1n, 9n))).toBe(':2');
  expect(placeOf(withValues(0n))).toBeUndefined();
});
