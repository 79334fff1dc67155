/** What a node refuses by policy waits for the next block, as in the mempool of one that takes it: with Bitcoin Core the same holds without the shim. */
import { concatBytes } from '@noble/hashes/utils.js';
import { p2wpkh, Script, Transaction } from '@scure/btc-signer';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import { publicKeyOf } from '@rialto/psbt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { field, list, prepareReveal, REGTEST, startPrivateChain, text, textList } from '../src/index.ts';
import type { PrivateChain, Rpc } from '../src/index.ts';
import { openDesk } from '../src/shim/desk.ts';
import { createHeld } from '../src/shim/held.ts';
import type { HeldTransaction } from '../src/shim/held.ts';
import { generatetoaddress } from '../src/shim/mining.ts';

let chain: PrivateChain;
let dir: string;
const key = Uint8Array.from({ length: 32 }, () => 7);
const own = p2wpkh(publicKeyOf(key), REGTEST);
const address = own.address;
/** Bitcoin Core weighs a conflict by its fee; the shim refuses every one. */
const CONFLICT = /txn-mempool-conflict|insufficient fee/;
/** More than this node relays, less than Bitcoin Core does. */
const LONG = new Uint8Array(200);

interface Spent {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rialto-held-'));
  chain = await startPrivateChain({ dataDir: dir });
}, 120_000);
afterAll(async () => {
  await chain.stop();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  if ((await waiting()).length > 0) await chain.mine();
  expect(await waiting()).toEqual([]);
});

const waiting = async (rpc: Rpc = chain.rpc): Promise<string[]> => textList(await rpc('getrawmempool'));
const send = async (raw: string): Promise<string> => text(await chain.rpc('sendrawtransaction', [raw]));
const entryOf = (txid: string) => chain.rpc('getmempoolentry', [txid]);

async function isAllowed(...raws: string[]): Promise<unknown[]> {
  return list(await chain.rpc('testmempoolaccept', [raws])).map((one) => field(one, 'allowed'));
}

async function blockOf(txid: string): Promise<unknown> {
  return field(await chain.rpc('getrawtransaction', [txid, true]), 'blockhash');
}

async function coin(): Promise<Spent> {
  const funded = await chain.fund(address, 100_000n);
  await chain.mine();
  return funded;
}

/** Pays all but the fee back to ourselves; with data the node refuses it by policy. */
function spend({ txid, vout, value }: Spent, data?: Uint8Array, fee = 1_000n): { raw: string; made: Spent } {
  const tx = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: own.script, amount: value };
  tx.addInput({ txid, index: vout, sequence: 0xfffffffd, witnessUtxo });
  tx.addOutput({ script: own.script, amount: value - fee });
  if (data !== undefined)
    tx.addOutput({ script: concatBytes(Script.encode(['RETURN']), Script.encode([data])), amount: 0n });
  tx.sign(key);
  tx.finalize();
  return { raw: tx.hex, made: { txid: tx.id, vout: 0, value: value - fee } };
}

async function commitAndReveal(): Promise<{ commit: Spent; reveal: string }> {
  const envelope = { contentType: 'text/plain', body: 'it waits' };
  const prepared = prepareReveal({ envelope, to: own.script, postage: 10_000n, feeRate: 2 });
  const commit = await chain.fund(prepared.commitAddress, prepared.commitValue);
  return { commit, reveal: prepared.reveal(commit) };
}

describe('a reveal', () => {
  it('waits with its commit, is told of by every call, and both are in the next block', async () => {
    const { commit, reveal } = await commitAndReveal();
    expect(await isAllowed(reveal)).toEqual([true]);
    const before = await chain.height();
    const txid = await send(reveal);
    expect(await chain.height()).toBe(before);

    expect((await waiting()).toSorted()).toEqual([commit.txid, txid].toSorted());
    const counted = field(await chain.rpc('getrawmempool', [false, true]), 'txids');
    expect(textList(counted)).toContain(txid);
    expect(field(await chain.rpc('getrawmempool', [true]), txid)).toEqual(await entryOf(txid));
    expect(await chain.rpc('getrawtransaction', [txid])).toBe(reveal);
    const told = await chain.rpc('getrawtransaction', [txid, 1]);
    expect(told).toMatchObject({ txid, hex: reveal });
    expect(field(told, 'confirmations')).toBeUndefined();
    const [spent] = list(
      await chain.rpc('gettxspendingprevout', [[{ txid: commit.txid, vout: commit.vout }]]),
    );
    expect(field(spent, 'spendingtxid')).toBe(txid);
    const [again] = list(await chain.rpc('testmempoolaccept', [[reveal]]));
    expect(again).toMatchObject({ txid, allowed: false, 'reject-reason': 'txn-already-in-mempool' });
    expect(await send(reveal)).toBe(txid);

    await chain.mine();
    expect(await waiting()).toEqual([]);
    expect(await blockOf(txid)).toBe(await blockOf(commit.txid));
    await expect(entryOf(txid)).rejects.toThrow(/not in mempool/);
  });

  it('counts for its commit and with it', async () => {
    const { commit, reveal } = await commitAndReveal();
    const alone = await entryOf(commit.txid);
    const txid = await send(reveal);
    const [above, below] = [await entryOf(commit.txid), await entryOf(txid)];
    const size = Number(field(below, 'vsize'));
    expect(above).toMatchObject({
      spentby: [txid],
      descendantcount: 2,
      descendantsize: Number(field(alone, 'vsize')) + size,
      fees: { descendant: field(field(below, 'fees'), 'ancestor') },
    });
    expect(below).toMatchObject({ depends: [commit.txid], ancestorcount: 2, descendantcount: 1 });
    expect(field(below, 'weight')).toBe(weightOf(reveal));
  });

  it('goes as a package, comes once more, and its child waits with it', async () => {
    const { commit, reveal } = await commitAndReveal();
    const parent = text(await chain.rpc('getrawtransaction', [commit.txid]));
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await chain.rpc('submitpackage', [[parent, reveal]]);
      expect(field(answer, 'package_msg')).toBe('success');
    }
    const txid = (await waiting()).find((one) => one !== commit.txid) ?? '';
    const { raw, made } = spend({ txid, vout: 0, value: 10_000n });
    expect(await isAllowed(raw)).toEqual([true]);
    await send(raw);
    expect(await waiting()).toHaveLength(3);
    expect(await entryOf(made.txid)).toMatchObject({ depends: [txid], ancestorcount: 3 });
    expect(await entryOf(commit.txid)).toMatchObject({ descendantcount: 3, spentby: [txid] });
    await chain.mine();
    expect(await blockOf(made.txid)).toBe(await blockOf(txid));
  });
});

function weightOf(raw: string): number | undefined {
  const tx = readTransaction(hexToBytes(raw));
  return isFlaw(tx) ? undefined : tx.weight;
}

describe('a coin that a waiting transaction spends', () => {
  it('is refused to another, by all three calls, whichever of them the node knows', async () => {
    const [first, second] = [await coin(), await coin()];
    for (const [kept, other] of [
      [spend(first, LONG), spend(first)],
      [spend(second), spend(second, LONG)],
    ] as const) {
      await send(kept.raw);
      expect(await isAllowed(other.raw)).toEqual([false]);
      await expect(send(other.raw)).rejects.toThrow(CONFLICT);
      const child = spend(other.made);
      const answer = await chain.rpc('submitpackage', [[other.raw, child.raw]]);
      expect(field(answer, 'package_msg')).not.toBe('success');
    }
    expect(await waiting()).toHaveLength(2);
  });

  it('is lost to it in a block, and what waited goes, its children too', async () => {
    const from = await coin();
    const parent = spend(from, LONG);
    const child = spend(parent.made);
    await send(parent.raw);
    await send(child.raw);
    expect(await waiting()).toHaveLength(2);
    await chain.node.rpc('generateblock', [address, [spend(from).raw]]);
    expect(await waiting()).toEqual([]);
    expect(await isAllowed(child.raw)).toEqual([false]);
  });

  it('goes with a parent that is replaced', async () => {
    const from = await coin();
    const parent = spend(from);
    const child = spend(parent.made, LONG);
    await send(parent.raw);
    await send(child.raw);
    const { raw, made } = spend(from, undefined, 20_000n);
    await send(raw);
    expect(await waiting()).toEqual([made.txid]);
  });
});

describe('a block', () => {
  it('of a list holds no more than the list', async () => {
    const { raw, made } = spend(await coin(), LONG);
    await send(raw);
    await chain.node.rpc('generateblock', [address, []]);
    expect(await waiting()).toEqual([made.txid]);
  });

  it('takes what was sent a moment ago, and later blocks of the same call hold nothing', async () => {
    await send(spend(await coin(), LONG).raw);
    const plain = await chain.fund(address, 5_000n);
    const [first, ...others] = await chain.mine(3);
    expect(others).toHaveLength(2);
    expect(await blockOf(plain.txid)).toBe(first);
    expect(field(await chain.rpc('getblock', [first]), 'nTx')).toBe(3);
  });

  it('leaves out what builds on something the node leaves out', async () => {
    const parent = spend(await coin());
    const child = spend(parent.made, LONG);
    await send(parent.raw);
    await send(child.raw);
    await chain.rpc('prioritisetransaction', [parent.made.txid, 0, -1_000_000]);
    await chain.mine();
    expect((await waiting()).toSorted()).toEqual([parent.made.txid, child.made.txid].toSorted());
    await chain.rpc('prioritisetransaction', [parent.made.txid, 0, 1_000_000]);
    await chain.mine();
    expect(await waiting()).toEqual([]);
  });

  it('that goes in a reorg lets wait what it held, and what built on it', async () => {
    const parent = spend(await coin(), LONG);
    await send(parent.raw);
    await chain.mine();
    const child = spend(parent.made, LONG);
    await send(child.raw);
    await chain.reorg(1);
    expect((await waiting()).toSorted()).toEqual([parent.made.txid, child.made.txid].toSorted());
  });
});

it('a caller without the cookie learns and changes nothing while something waits', async () => {
  const from = await coin();
  await send(spend(from, LONG).raw);
  for (const [method, ...params] of [
    ['getrawmempool'],
    ['sendrawtransaction', spend(from).raw],
    ['generatetoaddress', 1, address],
  ]) {
    const body = JSON.stringify({ method, params, id: 1 });
    expect((await fetch(chain.rpcUrl, { method: 'POST', body })).status).toBe(401);
  }
  expect(await waiting()).toHaveLength(1);
});

it('what waits outlives a clean stop', async () => {
  const parent = spend(await coin());
  const child = spend(parent.made, LONG);
  await send(parent.raw);
  await send(child.raw);
  await chain.stop();
  chain = await startPrivateChain({ dataDir: dir });
  const both = [parent.made.txid, child.made.txid].toSorted();
  await expect.poll(async () => (await waiting()).toSorted()).toEqual(both);
  await chain.mine();
  expect(await blockOf(child.made.txid)).toBeDefined();
});

describe('what is held', () => {
  const heldOf = (raw: string): HeldTransaction => {
    const tx = readTransaction(hexToBytes(raw));
    if (isFlaw(tx)) throw new Error('it is a transaction');
    return { tx, raw, fee: 1_000n, time: 0, height: 0 };
  };
  const point: Spent = { txid: '11'.repeat(32), vout: 0, value: 100_000n };

  it('asserts that one coin is spent once, that each is there once, and that parents come first', () => {
    const held = createHeld();
    const parent = spend(point, LONG);
    const child = heldOf(spend(parent.made).raw);
    held.add(heldOf(parent.raw));
    expect(() => held.add(heldOf(parent.raw))).toThrow('invariant: a transaction is held once');
    expect(() => held.add(heldOf(spend(point).raw))).toThrow(
      'invariant: held transactions spend different coins',
    );
    held.add(child);
    held.drop(parent.made.txid);
    expect(() => held.add(heldOf(parent.raw))).toThrow('invariant: a parent is held before its children');
    held.drop(child.tx.txid);
    held.add(heldOf(parent.raw));
    expect(held.all()).toHaveLength(1);
  });

  it('asserts that a block which took it has it', async () => {
    const { raw } = spend(await coin(), LONG);
    const held = createHeld();
    held.add(heldOf(raw));
    // A node that forgets what its block spent.
    const forgetful: Rpc = async (method, params) =>
      method === 'gettxout' ? {} : chain.node.rpc(method, params);
    const mined = async () => generatetoaddress.before?.(openDesk(forgetful, held), [1, address]);
    await expect(mined()).rejects.toThrow('invariant: what is in a block is held no more');
  });
});
