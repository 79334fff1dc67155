import { Address, OutScript } from '@scure/btc-signer';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, list, prepareReveal, REGTEST, startPrivateChain, text } from '../src/index.ts';
import type { PrivateChain } from '../src/index.ts';

let chain: PrivateChain;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rialto-chain-'));
  chain = await startPrivateChain({ dataDir: dir });
}, 120_000);

afterAll(async () => {
  await chain.stop();
  await rm(dir, { recursive: true, force: true });
});

async function commitAndReveal(body = '{"p":"brc-20","op":"mint","tick":"abcd","amt":"1"}') {
  const to = OutScript.encode(Address(REGTEST).decode(chain.address));
  const prepared = prepareReveal({
    envelope: { contentType: 'text/plain;charset=utf-8', body },
    to,
    postage: 546n,
    feeRate: 2,
  });
  const commit = await chain.fund(prepared.commitAddress, prepared.commitValue);
  return {
    commit,
    parent: text(await chain.rpc('getrawtransaction', [commit.txid])),
    reveal: prepared.reveal(commit),
  };
}

/** Turns one digit inside the signature. */
function spoilt(reveal: string): string {
  const at = 200;
  return reveal.slice(0, at) + (reveal[at] === '0' ? '1' : '0') + reveal.slice(at + 1);
}

async function isConfirmed(txid: string): Promise<boolean> {
  return field(await chain.rpc('getrawtransaction', [txid, true]), 'confirmations') !== undefined;
}

describe('a private chain', () => {
  it('funds exactly, from a key of its own and without a wallet in the node', async () => {
    const coin = await chain.fund(chain.address, 12_345n);
    // A node built without wallets does not know the call.
    await expect(chain.rpc('getwalletinfo')).rejects.toThrow(/No wallet is loaded|Method not found/);
    await chain.mine();
    const out = await chain.rpc('gettxout', [coin.txid, coin.vout]);
    expect(field(out, 'value')).toBe(0.00012345);
  });

  it('funds sixty times without a block in between', async () => {
    for (let count = 0; count < 60; count += 1) await chain.fund(chain.address, 1000n);
    await chain.mine();
    expect(await chain.rpc('getrawmempool')).toEqual([]);
  });

  it('answers REST on the address the exchange uses', async () => {
    const response = await fetch(`${chain.rpcUrl}/rest/chaininfo.json`);
    expect(response.status).toBe(200);
    expect(field(await response.json(), 'chain')).toBe('regtest');
  });

  it('refuses a caller without the cookie, for checked calls too', async () => {
    const body = JSON.stringify({ method: 'sendrawtransaction', params: ['00'], id: 1 });
    const response = await fetch(chain.rpcUrl, { method: 'POST', body });
    expect(response.status).toBe(401);
  });
});

describe('an inscription reveal', () => {
  it('is allowed, waits, and is in the next block with its commit', async () => {
    const { commit, reveal } = await commitAndReveal();
    const [tested] = list(await chain.rpc('testmempoolaccept', [[reveal]]));
    expect(field(tested, 'allowed')).toBe(true);
    const txid = text(await chain.rpc('sendrawtransaction', [reveal]));
    expect(await isConfirmed(txid)).toBe(false);
    await chain.mine();
    expect(await isConfirmed(txid)).toBe(true);
    expect(await isConfirmed(commit.txid)).toBe(true);
  });

  it('goes as a package, and the answer has the node’s shape', async () => {
    const { parent, reveal } = await commitAndReveal('a'.repeat(900));
    const answer = await chain.rpc('submitpackage', [[parent, reveal]]);
    expect(field(answer, 'package_msg')).toBe('success');
    const results = Object.values(field(answer, 'tx-results') ?? {});
    expect(results).toHaveLength(2);
    for (const result of results) expect(field(result, 'error')).toBeUndefined();
  });

  it('is refused when its signature is wrong, by all three calls', async () => {
    const { parent, reveal } = await commitAndReveal();
    const before = await chain.height();
    const bad = spoilt(reveal);
    const [tested] = list(await chain.rpc('testmempoolaccept', [[bad]]));
    expect(field(tested, 'allowed')).toBe(false);
    await expect(chain.rpc('sendrawtransaction', [bad])).rejects.toThrow(/Schnorr/);
    expect(field(await chain.rpc('submitpackage', [[parent, bad]]), 'package_msg')).not.toBe('success');
    expect(await chain.height()).toBe(before);
  });

  it('answers a batch call by call', async () => {
    const { reveal } = await commitAndReveal();
    const { readFile } = await import('node:fs/promises');
    const cookie = (await readFile(chain.cookieFile, 'utf8')).trim();
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie).toString('base64')}` },
      body: JSON.stringify([
        { method: 'getblockcount', params: [], id: 'a' },
        { jsonrpc: '2.0', method: 'testmempoolaccept', params: [[reveal]], id: 'b' },
      ]),
    });
    const [height, tested] = list(await response.json());
    expect(field(height, 'id')).toBe('a');
    expect(field(tested, 'id')).toBe('b');
    expect(field(list(field(tested, 'result'))[0], 'allowed')).toBe(true);
  });

  it('waits again after a reorg of its block', async () => {
    const { reveal } = await commitAndReveal();
    const txid = text(await chain.rpc('sendrawtransaction', [reveal]));
    await chain.mine();
    const before = await chain.height();
    await chain.reorg(2);
    expect(await chain.height()).toBeGreaterThan(before);
    expect(await chain.rpc('getrawmempool')).toContain(txid);
    await chain.mine();
    expect(await isConfirmed(txid)).toBe(true);
  });

  it('leaves a standard payment waiting again after a reorg', async () => {
    const coin = await chain.fund(chain.address, 5000n);
    await chain.mine();
    await chain.reorg(1);
    expect(await chain.rpc('getrawmempool')).toContain(coin.txid);
    expect(await isConfirmed(coin.txid)).toBe(false);
    await chain.mine();
    expect(await isConfirmed(coin.txid)).toBe(true);
  });
});
