/** The adapter of the node before a stand-in that answers as documented, wrongly, or not in time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Txid } from '@rialto/protocols';
import { afterEach, describe, expect, it } from 'vitest';
import { BitcoindRpc, NodeError } from '../src/node/bitcoind-rpc.ts';
import { openBitcoind } from '../src/index.ts';
import type { BitcoindChain } from '../src/index.ts';
import { startStandIn } from './node-stand-in.ts';
import type { Methods, StandIn } from './node-stand-in.ts';

const HASH = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const TXID = '11'.repeat(32) as Txid;
const UNKNOWN = '22'.repeat(32) as Txid;
const POINT = `${TXID}:0` as Outpoint;
const SCRIPT = `0014${'33'.repeat(20)}`;
const missing = { code: -5, message: 'No such mempool or blockchain transaction' };

const closes: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

async function nodeWith(
  methods: Methods,
  raw?: Parameters<typeof startStandIn>[1],
): Promise<{ node: BitcoindChain; standIn: StandIn }> {
  const standIn = await startStandIn(methods, raw);
  const node = openBitcoind({ url: standIn.url, user: 'user', password: 'pass:word' });
  closes.push(standIn.close, node.close);
  return { node, standIn };
}

/** Answers every request the same. */
const answersAll =
  (status: number, body: string): NonNullable<Parameters<typeof startStandIn>[1]> =>
  (_request, response) => {
    response.writeHead(status).end(body);
    return true;
  };

/** The refusal's code and detail. */
async function refused(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`);
  return `${error.code}: ${error.detail ?? ''}`;
}

describe('what a node answers', () => {
  it('is read exactly: heights, hashes, amounts without a float', async () => {
    const coins: Readonly<Record<number, string>> = {
      0: `{"bestblock":"${HASH}","confirmations":3,"value":20999999.97690001,"scriptPubKey":{"hex":"${SCRIPT}"},"coinbase":true}`,
      1: `{"bestblock":"${HASH}","confirmations":0,"value":0.00000546,"scriptPubKey":{"hex":"${SCRIPT}"},"coinbase":false}`,
      2: `{"bestblock":"${HASH}","confirmations":1,"value":1e-8,"scriptPubKey":{"hex":""},"coinbase":false}`,
      3: 'null',
    };
    const { node, standIn } = await nodeWith({
      getbestblockhash: () => `"${HASH}"`,
      getblockcount: () => '900000',
      gettxout: ([, vout]) => coins[Number(vout)] ?? 'null',
    });
    const points = [0, 1, 2, 3].map((vout) => `${TXID}:${vout}` as Outpoint);
    const { tip, coins: found } = await node.unspentAt(points);
    expect(tip).toEqual({ height: 900_000, hash: HASH });
    expect(points.map((point) => found.get(point)?.value)).toEqual([
      2_099_999_997_690_001n,
      546n,
      1n,
      undefined,
    ]);
    expect(points.map((point) => found.get(point)?.height)).toEqual([899_998, undefined, 900_000, undefined]);
    expect(points.map((point) => found.get(point)?.coinbase)).toEqual([true, false, false, undefined]);
    expect(standIn.users).toEqual(['user:pass:word']);
  });

  it('is in no block where its block was undone, whatever an index of transactions still has', async () => {
    const { node } = await nodeWith({
      getindexinfo: () => '{"txindex":{"synced":true,"best_block_height":9}}',
      getrawtransaction: ([txid]) => `{"hex":"00","blockhash":"${txid === TXID ? HASH : OTHER}"}`,
      getblockheader: ([hash]) => `{"height":9,"confirmations":${hash === HASH ? 1 : -1}}`,
    });
    expect(await node.heightsOf([TXID, UNKNOWN])).toEqual(new Map([[TXID, 9]]));
  });

  it('is in no block only where the index of transactions is whole', async () => {
    const whole = '{"txindex":{"synced":true,"best_block_height":9}}';
    let indexes = '{"txindex":{"synced":false,"best_block_height":4}}';
    let reason = {
      code: -5,
      message: 'No such mempool transaction. Blockchain transactions are being indexed',
    };
    const { node, standIn } = await nodeWith({
      getindexinfo: () => indexes,
      getrawtransaction: () => reason,
    });
    for (const ask of [node.heightsOf, node.originsOf])
      expect(await refused(ask([TXID]))).toMatch(/^syncing/);
    indexes = '{}';
    expect(await refused(node.heightsOf([TXID]))).toMatch(/^syncing: .*txindex/);
    indexes = whole;
    expect(await node.heightsOf([TXID])).toEqual(new Map());
    // Asked before the transactions, not after them: it may be whole by then.
    expect(standIn.asked.slice(-2)).toEqual(['getindexinfo', 'getrawtransaction']);
    reason = { code: -1, message: 'Block not available' };
    await expect(node.heightsOf([TXID])).rejects.toThrow(NodeError);
  });

  it('is undefined or missing for what it does not have', async () => {
    const { node } = await nodeWith({
      getblockhash: () => ({ code: -8, message: 'Block height out of range' }),
      getblockheader: () => ({ code: -5, message: 'Block not found' }),
      getrawtransaction: ([txid]) => (txid === TXID ? '"00"' : missing),
      getmempoolentry: () => ({ code: -5, message: 'Transaction not in mempool' }),
      gettxspendingprevout: () =>
        `[{"txid":"${TXID}","vout":0},{"txid":"${TXID}","vout":1,"spendingtxid":"${UNKNOWN}"}]`,
    });
    expect(await node.blockHash(9)).toBeUndefined();
    expect(await node.header(HASH)).toBeUndefined();
    expect(await node.rawTransaction(UNKNOWN)).toBeUndefined();
    expect([...(await node.rawTransactions([UNKNOWN, TXID])).keys()]).toEqual([TXID]);
    expect(await node.waiting([TXID])).toEqual(new Map());
    const second = `${TXID}:1` as Outpoint;
    expect(await node.spendingOf([POINT, second])).toEqual(new Map([[second, UNKNOWN]]));
    expect(await node.spendingOf([])).toEqual(new Map());
  });

  it('says what waits, what it pays and what builds on it', async () => {
    const { node } = await nodeWith({
      getmempoolentry: () =>
        `{"vsize":141,"time":1700000000,"height":7,"ancestorsize":300,"descendantsize":500,
          "fees":{"base":0.00000282,"ancestor":0.00001,"descendant":0.0001}}`,
    });
    expect((await node.waiting([TXID])).get(TXID)).toEqual({
      fee: 282n,
      vsize: 141,
      since: 1_700_000_000_000,
      sinceHeight: 7,
      withParents: { fee: 1000n, vsize: 300 },
      withChildren: { fee: 10_000n, vsize: 500 },
    });
  });

  it('estimates fees, leaving out what it cannot estimate', async () => {
    const { node } = await nodeWith({
      getmempoolinfo: () => '{"mempoolminfee":0.00001000}',
      estimatesmartfee: ([target]) =>
        target === 2 ? '{"feerate":0.00012345,"blocks":2}' : '{"errors":["Insufficient data"],"blocks":0}',
    });
    expect(await node.estimateFees()).toEqual({ byTarget: new Map([[2, 12.345]]), minimum: 1 });
  });

  it('is asked again while the chain moves under the question, and not for ever', async () => {
    let asked = 0;
    const { node } = await nodeWith({
      // The second question of a batch is the hash after the coins.
      getbestblockhash: () => `"${asked++ < 4 ? String(asked).repeat(64) : HASH}"`,
      getblockcount: () => '5',
      gettxout: () => 'null',
    });
    expect((await node.unspentAt([POINT])).tip).toEqual({ height: 5, hash: HASH });
    const moving = await nodeWith({
      getbestblockhash: () => `"${String(asked++).padStart(64, '0')}"`,
      getblockcount: () => '5',
      gettxout: () => 'null',
    });
    expect(await refused(moving.node.unspentAt([POINT]))).toBe('node-down: the chain moves while it is read');
    expect(moving.standIn.asked.filter((method) => method === 'gettxout')).toHaveLength(5);
  });
});

describe('a transaction it is given', () => {
  const raw = Uint8Array.of(1, 2, 3);

  it('is checked one by one, 25 at a time', async () => {
    const sizes: number[] = [];
    const { node } = await nodeWith({
      testmempoolaccept: ([raws]) => {
        const list = raws as readonly string[];
        sizes.push(list.length);
        return JSON.stringify(
          list.map((hex) =>
            hex === '01' ? { allowed: true } : { allowed: false, 'reject-reason': 'min relay fee not met' },
          ),
        );
      },
    });
    const verdicts = await node.testAccept(
      Array.from({ length: 27 }, (_, at) => Uint8Array.of(at === 26 ? 1 : 2)),
    );
    expect(sizes).toEqual([25, 2]);
    expect(verdicts.map(({ accepted }) => accepted)).toEqual([
      ...Array.from({ length: 26 }, () => false),
      true,
    ]);
    expect(verdicts[0]).toEqual({ accepted: false, why: 'fee', reason: 'min relay fee not met' });
  });

  it('is a verdict when the node refuses it, and our error when it is something else', async () => {
    for (const code of [-22, -25, -26, -27]) {
      const { node } = await nodeWith({ sendrawtransaction: () => ({ code, message: `words of ${code}` }) });
      expect(await node.send(raw)).toMatchObject({ accepted: false, reason: `words of ${code}` });
    }
    const { node } = await nodeWith({ sendrawtransaction: () => ({ code: -32603, message: 'internal' }) });
    await expect(node.send(raw)).rejects.toThrow(NodeError);
    const taken = await nodeWith({ sendrawtransaction: ([hex]) => JSON.stringify(hex) });
    expect(await taken.node.send(raw)).toMatchObject({ accepted: true });
  });
});

describe('a node that answers nonsense', () => {
  const nonsense: readonly (readonly [string, string])[] = [
    ['<html>busy</html>', 'not JSON'],
    ['{"result":{"blocks":"9"},"error":null,"id":0}', 'lacks a number'],
    ['{"result":{"blocks":9},"error":null,"id":0}', 'lacks a text'],
    ['{"result":null,"error":null,"id":0}', 'lacks a number'],
    ['[]', 'lacks a number'],
  ];
  it.each(nonsense)('is down: %s', async (body, why) => {
    const { node } = await nodeWith({}, answersAll(200, body));
    expect(await refused(node.tip())).toMatch(new RegExp(`^node-down: .*${why}`));
  });

  it('is down when an amount is none', async () => {
    for (const value of ['"much"', '-1', '1.123456789', 'null']) {
      const { node } = await nodeWith({
        getbestblockhash: () => `"${HASH}"`,
        getblockcount: () => '1',
        gettxout: () => `{"confirmations":1,"value":${value},"scriptPubKey":{"hex":""}}`,
      });
      expect(await refused(node.unspent([POINT]))).toMatch(/^node-down: .*lacks an? (amount|text)/);
    }
  });

  it('is down while it starts, and when it is overloaded or forbids us', async () => {
    const starting = await nodeWith({
      getblockchaininfo: () => ({ code: -28, message: 'Loading block index…' }),
    });
    expect(await refused(starting.node.tip())).toBe('node-down: the node is starting');
    for (const [status, why] of [
      [503, 'HTTP 503'],
      [403, 'HTTP 403'],
      [401, 'the node does not accept our credentials'],
    ] as const) {
      const { node } = await nodeWith({}, answersAll(status, ''));
      expect(await refused(node.tip())).toBe(`node-down: ${why}`);
    }
  });
});

describe('a node that does not answer', () => {
  it('is down when nobody listens', async () => {
    const { node, standIn } = await nodeWith({});
    await standIn.close();
    expect(await refused(node.tip())).toBe('node-down: ECONNREFUSED');
  });

  it('is down when it takes too long', async () => {
    const standIn = await startStandIn({}, () => true);
    const rpc = new BitcoindRpc({ url: standIn.url });
    closes.push(standIn.close, () => {
      rpc.close();
    });
    const started = performance.now();
    expect(await refused(rpc.call('getblockcount', [], 60))).toBe('node-down: no answer in time');
    expect(await refused(rpc.rest('block/x.bin', 60))).toBe('node-down: no answer in time');
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('is asked once more when the connection was closed on us', async () => {
    let dropped = 0;
    const { node } = await nodeWith(
      { getblockcount: () => '1', getblockhash: () => `"${OTHER}"` },
      (request) => {
        if (dropped > 0) return false;
        dropped += 1;
        request.socket.destroy();
        return true;
      },
    );
    expect(await node.blockHash(1)).toBe(OTHER);
    expect(dropped).toBe(1);
  });

  it('is known again after a restart, by the cookie it writes anew', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rialto-cookie-'));
    const cookieFile = join(dir, '.cookie');
    closes.push(() => {
      rmSync(dir, { recursive: true });
    });
    let cookie = '__cookie__:one';
    writeFileSync(cookieFile, cookie);
    const standIn = await startStandIn({ getblockhash: () => `"${HASH}"` }, (request, response) => {
      if (request.headers.authorization === `Basic ${Buffer.from(cookie).toString('base64')}`) return false;
      response.writeHead(401).end();
      return true;
    });
    const node = openBitcoind({ url: standIn.url, cookieFile });
    closes.push(standIn.close, node.close);
    expect(await node.blockHash(1)).toBe(HASH);
    cookie = '__cookie__:two';
    writeFileSync(cookieFile, cookie);
    expect(await node.blockHash(1)).toBe(HASH);
    rmSync(cookieFile);
    cookie = '__cookie__:three';
    expect(await refused(node.blockHash(1))).toBe('node-down: the node’s cookie file cannot be read');
  });
});

it('is asked again over a new connection when those that were kept have been closed', async () => {
  const seen = new Set<unknown>();
  let closed = 0;
  const closesKept: NonNullable<Parameters<typeof startStandIn>[1]> = ({ socket }) => {
    if (!seen.has(socket)) {
      seen.add(socket);
      return false;
    }
    closed += 1;
    socket.destroy();
    return true;
  };
  const standIn = await startStandIn({ getblockcount: () => '7' }, closesKept);
  const rpc = new BitcoindRpc({ url: standIn.url, user: 'user', password: 'pass:word' });
  closes.push(standIn.close, () => rpc.close());
  // Several connections are open, and free.
  await Promise.all([1, 2, 3].map(() => rpc.call('getblockcount')));
  expect(await rpc.call('getblockcount')).toBe(7);
  expect(closed).toBe(1);
});
