/** The adapter to a node of MVC before nodes that are wrong, slow, gone or another one than they say. */
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint, Sats, Txid } from '@rialto/protocols';
import { afterEach, describe, expect, it } from 'vitest';
import { openMvcNode } from '../src/index.ts';
import { startStandIn } from './node-stand-in.ts';
import type { Methods } from './node-stand-in.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(methods: Methods) {
  const standIn = await startStandIn(methods);
  const node = openMvcNode({ url: standIn.url });
  closing.push(standIn.close, () => node.close());
  return node;
}

const ID = 'ab'.repeat(32);
const TX = nameMvcTransaction({
  version: 10,
  locktime: 0,
  inputs: [{ txid: ID as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0xffffffff }],
  outputs: [{ value: 5n as Sats, script: Uint8Array.of(0x51) }],
});
const RAW = JSON.stringify(bytesToHex(writeMvcTransaction(TX)));

type Wrong = [string, Methods, (node: Awaited<ReturnType<typeof open>>) => Promise<unknown>];

describe('a wrong answer is none', () => {
  it.each<Wrong>([
    ['another transaction', { getrawtransaction: () => RAW }, (node) => node.transaction(ID as Txid)],
    ['no transaction', { getrawtransaction: () => '"00"' }, (node) => node.transaction(ID as Txid)],
    ['no hex', { getrawtransaction: () => '"xy"' }, (node) => node.transaction(ID as Txid)],
    ['no block', { getblock: () => '"00"' }, (node) => node.block(ID)],
    [
      'another block’s header',
      { getblockheader: () => `{"hash":"${'cd'.repeat(32)}","height":3,"time":1}` },
      (node) => node.header(ID),
    ],
    ['no hash', { getblockhash: () => '"abc"' }, (node) => node.blockHash(3)],
    ['a list with something else in it', { getrawmempool: () => '["x"]' }, (node) => node.waiting()],
    [
      'a coin without a script',
      { gettxout: () => '{"value":1.0,"confirmations":1}' },
      (node) => node.unspent(`${ID}:0` as Outpoint, 'blocks'),
    ],
    ['a mempool that is no list', { getrawmempool: () => 'null' }, (node) => node.waiting()],
    ...[
      'null',
      '"ok"',
      '[]',
      '{"invalid":{}}',
      `{"known":["${ID}"]}`,
      `{"invalid":[{"txid":"${TX.txid}"}]}`,
    ].map((answer): Wrong => [
      `a verdict ${answer}`,
      { sendrawtransactions: () => answer },
      (node) => node.send([TX]),
    ]),
    ['no JSON', { getbestblockhash: () => 'oops' }, (node) => node.tip()],
  ])('%s', async (_, methods, ask) => {
    await expect(ask(await open(methods))).rejects.toMatchObject({ code: 'node-down' });
  });
});

it('the right answer is taken', async () => {
  const node = await open({
    getblockheader: ([hash]) =>
      hash === ID
        ? `{"hash":"${ID}","height":3,"time":7,"previousblockhash":"${'cd'.repeat(32)}"}`
        : { code: -5, message: 'Block not found' },
    getrawtransaction: () => RAW,
    gettxout: () => '{"value":0.00000005,"confirmations":7,"scriptPubKey":{"hex":"51"}}',
  });
  expect(await node.header(ID)).toEqual({ hash: ID, height: 3, time: 7, previousHash: 'cd'.repeat(32) });
  expect(await node.header('cd'.repeat(32))).toBeUndefined();
  expect(await node.transaction(TX.txid)).toEqual(TX);
  expect(await node.unspent(`${TX.txid}:0` as Outpoint, 'blocks')).toEqual({
    ...TX.outputs[0],
    confirmations: 7,
  });
});

it.each([
  ['{}', 'accepted'],
  [`{"known":["${TX.txid}"]}`, 'known'],
  [`{"evicted":["${TX.txid}"]}`, 'fee'],
  [`{"invalid":[{"txid":"${TX.txid}","reject_code":16,"reject_reason":"missing-inputs"}]}`, 'missing-inputs'],
  [
    `{"invalid":[{"txid":"${TX.txid}","reject_code":258,"reject_reason":"txn-mempool-conflict"}]}`,
    'conflict',
  ],
  [`{"invalid":[{"txid":"${TX.txid}","reject_code":66,"reject_reason":"insufficient priority"}]}`, 'fee'],
  [
    `{"invalid":[{"txid":"${TX.txid}","reject_code":16,"reject_reason":"mandatory-script-verify-flag-failed (x)"}]}`,
    'invalid',
  ],
])('a batch that is answered %s', async (answer, expected) => {
  const node = await open({ sendrawtransactions: () => answer });
  const [verdict] = await node.send([TX]);
  expect(verdict?.accepted === false ? verdict.why : 'accepted').toBe(expected);
});

it('a node that refuses the whole batch is heard, and one that is gone is a refusal', async () => {
  const refuses = await open({ sendrawtransactions: () => ({ code: -22, message: 'TX decode failed' }) });
  await expect(refuses.send([TX])).rejects.toThrow('TX decode failed');
  const gone = openMvcNode({ url: 'http://127.0.0.1:1' });
  closing.push(() => gone.close());
  await expect(gone.tip()).rejects.toMatchObject({ code: 'node-down' });
});

it('what the node does not know is undefined, and any other error is not', async () => {
  const unknown = { code: -5, message: 'No such mempool or blockchain transaction' };
  const node = await open({
    getrawtransaction: () => unknown,
    getblock: () => unknown,
    getblockhash: () => ({ code: -8, message: 'Block height out of range' }),
    gettxout: () => 'null',
  });
  expect(await node.transaction(TX.txid)).toBeUndefined();
  expect(await node.block(ID)).toBeUndefined();
  expect(await node.blockHash(9)).toBeUndefined();
  expect(await node.unspent(`${TX.txid}:0` as Outpoint, 'mempool')).toBeUndefined();
  const other = await open({ getblock: () => ({ code: -1, message: 'Block not available (pruned data)' }) });
  await expect(other.block(ID)).rejects.toThrow('pruned');
  const odd = await open({ getblock: () => ({ code: -8, message: 'blockhash must be of length 64' }) });
  await expect(odd.block(ID)).rejects.toThrow('length');
});
