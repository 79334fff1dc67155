/** The exchange's view of MVC through the door of a node: the private chain answers as a node does, and a batch is a check with its swap. */
import { openMvcNode } from '@rialto/ground';
import { outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { afterEach, expect, it } from 'vitest';
import { openNodeDoor } from '../../src/mvc/node-door.ts';
import { coinsOf, funded, openChain, payment, person, sats } from './private-world.ts';
import type { Person } from './private-world.ts';

const ALICE = person(1);
const BOB = person(2);
const to = (who: Person, value: bigint) => ({ value: sats(value), script: who.script });

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open() {
  const chain = openChain();
  const door = await openNodeDoor(chain);
  // What is no call is answered, and ends nobody.
  for (const body of [undefined, '[]', '{"id":"x"}'])
    await fetch(door.url, body === undefined ? {} : { method: 'POST', body });
  const node = openMvcNode({ url: door.url });
  closing.push(door.close, () => node.close());
  return { chain, node };
}

it('reads tip, blocks, transactions and coins', async () => {
  const { chain, node } = await open();
  const [coin] = funded(chain, ALICE, [123_456_789n]);
  if (coin === undefined) throw new Error('a coin');
  const tip = await node.tip();
  expect(tip).toEqual({ height: 1, hash: chain.block(1)?.block.hash });
  expect(await node.blockHash(1)).toBe(tip.hash);
  expect(await node.blockHash(2)).toBeUndefined();
  expect(await node.block(tip.hash)).toEqual(chain.block(1)?.block);
  expect(await node.block('00'.repeat(32))).toBeUndefined();
  const txid = coin.outpoint.slice(0, 64) as Txid;
  expect((await node.transaction(txid))?.txid).toBe(txid);
  expect(await node.transaction('11'.repeat(32) as Txid)).toBeUndefined();
  const { value, script } = coin;
  expect(await node.unspent(coin.outpoint, 'blocks')).toEqual({ value, script, confirmations: 1 });
});

it('sends a batch, children behind their parents, and says of each what became of it', async () => {
  const { chain, node } = await open();
  const [coin, other] = funded(chain, ALICE, [100_000n, 60_000n]);
  if (coin === undefined || other === undefined) throw new Error('two coins');
  const parent = payment(ALICE, [coin], [to(BOB, 99_000n)]);
  const child = payment(BOB, coinsOf(parent), [to(BOB, 98_000n)]);
  const forged = payment(BOB, [other], [to(BOB, 50_000n)]);
  expect(await node.send([parent, child, forged])).toEqual([
    { accepted: true },
    { accepted: true },
    expect.objectContaining({ accepted: false, why: 'invalid' }),
  ]);
  const [rival, orphan] = [
    payment(ALICE, [coin], [to(ALICE, 90_000n)]),
    payment(BOB, coinsOf(forged), [to(BOB, 40_000n)]),
  ];
  const second = await node.send([parent, rival, orphan]);
  expect(second.map((verdict) => ('why' in verdict ? verdict.why : 'accepted'))).toEqual([
    'known',
    'conflict',
    'missing-inputs',
  ]);
  expect(await node.waiting()).toEqual([parent.txid, child.txid]);
  expect(await node.send([])).toEqual([]);
});

it('tells a coin that something waiting spends from one that a block has spent', async () => {
  const { chain, node } = await open();
  const [coin] = funded(chain, ALICE, [100_000n]);
  if (coin === undefined) throw new Error('a coin');
  const tx = payment(ALICE, [coin], [to(BOB, 99_000n)]);
  await node.send([tx]);
  const made = outpoint(tx.txid, 0);
  expect(await node.unspent(coin.outpoint, 'mempool')).toBeUndefined();
  expect(await node.unspent(coin.outpoint, 'blocks')).toBeDefined();
  expect((await node.unspent(made, 'mempool'))?.confirmations).toBe(0);
  expect(await node.unspent(made, 'blocks')).toBeUndefined();
  chain.mine();
  expect(await node.unspent(coin.outpoint, 'blocks')).toBeUndefined();
  expect((await node.unspent(made, 'blocks'))?.confirmations).toBe(1);
  expect((await node.block((await node.tip()).hash))?.transactions.map(({ txid }) => txid)).toContain(
    tx.txid,
  );
});
