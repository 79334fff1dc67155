import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import {
  bytesToHex,
  hexToBytes,
  isFlaw,
  readTransaction,
  virtualSize,
  writeTransaction,
} from '@rialto/protocols';
import type { Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertNode, openBitcoind } from '../src/index.ts';
import type { BitcoindChain } from '../src/index.ts';
import { parseExact, satsOf } from '../src/node/json.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-node-'));
let chain: PrivateChain;
let node: BitcoindChain;

beforeAll(async () => {
  chain = await startPrivateChain({ dataDir: dir });
  node = openBitcoind({ url: chain.rpcUrl, cookieFile: chain.cookieFile });
}, 120_000);

afterAll(async () => {
  node.close();
  await chain.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Passes everything on except REST, as a node started without it. */
async function withoutRest(target: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url?.startsWith('/rest/') === true) return response.writeHead(404).end();
      const body: Buffer[] = [];
      for await (const part of request) body.push(part as Buffer);
      const headers = { authorization: request.headers.authorization ?? '' };
      const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(body) });
      return response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, server };
}

const MISSING = `${'ab'.repeat(32)}:0` as Outpoint;
const SCRIPT = '0014' + '11'.repeat(20);
const ADDRESS = scriptToAddress(hexToBytes(SCRIPT), 'regtest') ?? '';

describe('bitcoind', () => {
  test('blocks and their spent outputs are the same over REST and RPC', async () => {
    await chain.fundMany([
      { address: chain.faucetAddress, sats: 123_456_789n },
      { address: chain.faucetAddress, sats: 546n },
    ]);
    const [hash = ''] = await chain.mine(1);
    const bare = await withoutRest(chain.rpcUrl);
    const slow = openBitcoind({ url: bare.url, cookieFile: chain.cookieFile });
    const [rest, rpc] = await Promise.all([node.block(hash), slow.block(hash)]);
    expect(rest).toEqual(rpc);
    expect(rest.block.hash).toBe(hash);
    expect(rest.spent[0]).toEqual([]);
    expect(rest.spent[1]).toHaveLength(rest.block.transactions[1]?.inputs.length ?? 0);
    for (const tx of rest.block.transactions) {
      const again = readTransaction(writeTransaction(tx));
      expect(isFlaw(again) ? again : again.txid).toBe(tx.txid);
    }
    slow.close();
    bare.server.close();
  });

  test('headers, hashes and the tip agree', async () => {
    const tip = await node.tip();
    expect(await node.blockHash(tip.height)).toBe(tip.hash);
    expect(await node.blockHash(tip.height + 1)).toBeUndefined();
    const header = await node.header(tip.hash);
    expect(header).toMatchObject({ height: tip.height, previousHash: await node.blockHash(tip.height - 1) });
    expect(await node.header('00'.repeat(32))).toBeUndefined();
    expect(await node.waitForBlock(tip.hash, 100)).toEqual(tip);
    expect((await node.waitForBlock('00'.repeat(32), 5_000)).hash).toBe(tip.hash);
  });

  test('coins: confirmed, waiting, spent, missing', async () => {
    const coin = await chain.fund(ADDRESS, 77_777n);
    const point = `${coin.txid}:${coin.vout}` as Outpoint;
    const waiting = await node.unspent([point, MISSING]);
    expect(waiting.get(point)).toMatchObject({ value: 77_777n, coinbase: false });
    expect(waiting.get(point)?.height).toBeUndefined();
    expect(bytesToHex(waiting.get(point)?.script ?? new Uint8Array(0))).toBe(SCRIPT);
    expect(waiting.has(MISSING)).toBe(false);
    expect(await node.mempool()).toContain(coin.txid);
    const raws = await node.rawTransactions([coin.txid as Txid, 'cd'.repeat(32) as Txid]);
    expect([...raws.keys()]).toEqual([coin.txid]);
    const spent = await node.transaction(coin.txid as Txid);
    const source = `${spent?.inputs[0]?.txid ?? ''}:${spent?.inputs[0]?.vout ?? 0}` as Outpoint;
    expect([...(await node.spendingOf([source, point]))]).toEqual([[source, coin.txid]]);
    const entries = await node.waiting([coin.txid as Txid, 'cd'.repeat(32) as Txid]);
    const entry = entries.get(coin.txid as Txid);
    if (entry === undefined || spent === undefined) throw new Error('it waits');
    expect([...entries.keys()]).toEqual([coin.txid]);
    expect(entry.vsize).toBe(virtualSize(spent));
    expect(entry.sinceHeight).toBe((await node.tip()).height);
    const alone = { fee: entry.fee, vsize: entry.vsize };
    expect([entry.withParents, entry.withChildren]).toEqual([alone, alone]);
    expect(entry.fee >= BigInt(entry.vsize)).toBe(true);
    await chain.mine(1);
    const mined = (await node.tip()).height;
    const known = [coin.txid, 'cd'.repeat(32)] as Txid[];
    expect(await node.heightsOf(known)).toEqual(new Map([[coin.txid, mined]]));
    expect([...(await node.originsOf(known)).keys()]).toEqual([coin.txid]);
    expect((await node.waiting([coin.txid as Txid])).size).toBe(0);
    const { tip, coins } = await node.unspentAt([point, source]);
    expect(coins.get(point)?.height).toBe(tip.height);
    expect(coins.has(source)).toBe(false);
    const scan = await node.scanScripts([SCRIPT as ScriptHex]);
    expect(scan).toMatchObject({
      ...tip,
      coins: [{ outpoint: point, value: 77_777n, script: SCRIPT, coinbase: false }],
    });
    expect(await node.rawTransaction('cd'.repeat(32) as Txid)).toBeUndefined();
  });

  test('what the node does not want is a verdict', async () => {
    const coin = await chain.fund(ADDRESS, 20_000n);
    const raw = (await node.rawTransaction(coin.txid as Txid)) ?? new Uint8Array(0);
    expect(await node.testAccept([raw])).toMatchObject([{ accepted: false, reason: /already/ }]);
    expect(await node.send(hexToBytes('00'))).toMatchObject({ accepted: false });
    expect(await node.testAccept([hexToBytes('00')])).toMatchObject([{ accepted: false }]);
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    const stripped = writeTransaction({
      ...tx,
      inputs: tx.inputs.map((input) => ({ ...input, witness: [] })),
    });
    expect(await node.testAccept([stripped])).toMatchObject([{ accepted: false }]);
    await chain.mine(1);
    expect(await node.send(raw)).toMatchObject({ accepted: false, reason: /already/i });
    expect(await node.sendPackage([stripped])).toMatchObject({ accepted: false });
  });

  test('fees: a floor always, estimates when the node has some', async () => {
    const { minimum, byTarget } = await node.estimateFees();
    expect(minimum).toBeGreaterThan(0);
    expect(byTarget.size).toBeLessThanOrEqual(4);
  });

  test('a node that is not there is a refusal', async () => {
    const away = openBitcoind({ url: 'http://127.0.0.1:9', cookieFile: chain.cookieFile });
    await expect(away.tip()).rejects.toMatchObject({ code: 'node-down' });
    const stranger = openBitcoind({ url: chain.rpcUrl, user: 'nobody', password: 'wrong' });
    await expect(stranger.tip()).rejects.toMatchObject({ code: 'node-down' });
  });
});

describe('which node may serve which network', () => {
  const saying = (name: string, deployments: string[] = []) => ({
    ...node,
    identity: () => Promise.resolve({ chain: name, deployments }),
  });

  test('the private chain is taken, other networks are not', async () => {
    expect(await assertNode(node, 'regtest')).toBe('regtest');
    await expect(assertNode(node, 'livenet')).rejects.toThrow('this server serves livenet');
    await expect(assertNode(node, 'testnet')).rejects.toThrow('regtest');
    expect(await assertNode(node, 'livenet', { pretend: true })).toBe('regtest');
    await expect(assertNode(saying('main'), 'livenet', { pretend: true })).rejects.toThrow('it follows main');
    expect(await assertNode(saying('signet'), 'testnet')).toBe('signet');
    await expect(assertNode(saying('moon'), 'livenet')).rejects.toThrow('unknown');
  });

  test.each(['blake2b', 'reduced_data'])('a node with %s has left the chain', async (deployment) => {
    await expect(assertNode(saying('main', ['taproot', deployment]), 'livenet')).rejects.toThrow(deployment);
    await expect(assertNode(saying('testnet4', [deployment]), 'testnet')).rejects.toThrow('another chain');
    expect(await assertNode(saying('main', ['taproot']), 'livenet')).toBe('main');
    expect(await assertNode(saying('regtest', [deployment]), 'regtest')).toBe('regtest');
  });
});

describe('amounts in the node’s JSON', () => {
  test('are exact to the satoshi', () => {
    const amounts = {
      '20999999.97690000': 2_099_999_997_690_000n,
      '0.00000001': 1n,
      '1e-8': 1n,
      '50': 5_000_000_000n,
    };
    for (const [text, value] of Object.entries(amounts)) expect(satsOf(parseExact(text))).toBe(value);
    expect(parseExact('{"a":[1,2.50,"x\\"1.5"],"b":12345678901234567890}')).toEqual({
      a: [1, '2.50', 'x"1.5'],
      b: '12345678901234567890',
    });
    expect(() => satsOf(parseExact('"many"'))).toThrow('node-down');
    expect(() => parseExact('nothing')).toThrow('node-down');
  });
});
