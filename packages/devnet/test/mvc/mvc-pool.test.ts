/** The operator's command opens a pool on a real exchange: a key, the coins that were sent to its addresses, and a swap on it; and it opens nothing that is not whole. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { SIGNER_ANSWERS } from '@rialto/contract';
import { mvcAddress, p2pkhScript, readMvcAddress } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askSigner } from '../../src/exchange/signer-door.ts';
import { openWorld } from '../../src/exchange/world.ts';
import type { World } from '../../src/exchange/world.ts';
import { callApi } from '../../src/market/api.ts';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import { openMvcTrader } from '../../src/mvc-market/mvc-trader.ts';
import { personOf } from '../../src/mvc/person.ts';
import { untilFollowed } from '../../src/mvc-market/seed-mvc.ts';
import { listToken } from '../../src/mvc-market/token-list.ts';

const dist = resolve(import.meta.dirname, '../../../../dist');
const OPERATOR = personOf(new Uint8Array(32).fill(5));
const ADDRESS = mvcAddress(OPERATOR.hash, 'regtest');
const params = { venue: 'mvc' } as const;
let world: World;
let mvc: NonNullable<World['mvc']>;
let token: TokenKey;

beforeAll(async () => {
  world = await openWorld({ bundles: dist, mvc: true });
  if (world.mvc === undefined) throw new Error('a world with MVC');
  mvc = world.mvc;
}, 120_000);
afterAll(() => world.stop());

async function run(...words: readonly string[]): Promise<{ said: string; code: number | null }> {
  const { signerSocket } = world.exchange;
  const all = [...words, '--socket', signerSocket, '--network', 'regtest'];
  const child = spawn(process.execPath, [resolve(dist, 'mvc-pool.mjs'), ...all]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  child.stdin.end(bytesToHex(OPERATOR.secret));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { said, code };
}

const addressIn = (said: string, before: string): Uint8Array => {
  const [, address = ''] = new RegExp(`${before} +(\\w+)`).exec(said) ?? [];
  return readMvcAddress(address, 'regtest');
};

it('from a token to the first swap', async () => {
  const { chain } = mvc;
  const issuance = beginToken(chain, OPERATOR, { name: 'Tok', symbol: 'TOK', decimals: 0 }, 3);
  token = tokenKeyOf(issuance.mint({ holder: OPERATOR.hash, units: 5n }));
  const made = await run(
    'new',
    '--codehash',
    token.codehash,
    '--genesis',
    token.genesis,
    '--kind',
    'mrc20',
    '--mintable',
    'yes',
  );
  expect(made.said).toContain('pool 1: not opened');
  expect(made.said).toContain(JSON.stringify({ ...token, kind: 'mrc20', mintable: 'yes' }));
  const [space, holder] = [addressIn(made.said, 'SPACE to'), addressIn(made.said, 'shares, to')];
  const early = await run('open', '--pool', '1', '--node', mvc.url, '--from', '0', '--open');
  expect(early.said).toContain('found 0 coins of SPACE, 0 of the token and 0 of shares');
  expect(early.code).toBe(1);

  for (const isLast of [false, true]) issuance.mint({ holder, units: 600_000_000n }, isLast);
  const script = p2pkhScript(space);
  coinsFor(chain, OPERATOR, [
    { value: sats(300_000_000n), script },
    { value: sats(300_000_000n), script },
    { value: sats(1_000_000n), script: OPERATOR.script },
  ]);
  const asked = ['shares', '--pool', '1', '--symbol', 'TOK', '--node', mvc.url, '--address', ADDRESS];
  expect((await run(...asked)).said).toContain('Nothing was sent');
  expect(chain.waiting()).toEqual([]);
  expect((await run(...asked, '--send')).said).toContain('sent; open the pool once a block has it');
  expect(chain.waiting()).toHaveLength(3);
  chain.mine();

  const { payer } = await askSigner(world.exchange.signerSocket, SIGNER_ANSWERS.mvcPools, { op: 'mvcPools' });
  const anna = openMvcTrader(world.origin, new Uint8Array(32).fill(9));
  const toPayer = { value: sats(1_000_000n), script: p2pkhScript(hexToBytes(payer)) };
  coinsFor(chain, OPERATOR, [toPayer, toPayer, { value: sats(50_000_000n), script: anna.script }]);
  const dry = await run('open', '--pool', '1', '--node', mvc.url);
  expect(dry.said).toContain('SPACE   600000000 sat in 2 coins');
  expect(dry.said).toContain('token   1200000000 units in 2 coins');
  expect(dry.said).toContain('Nothing was done');
  const opened = await run('open', '--pool', '1', '--node', mvc.url, '--from', '0', '--open');
  expect(opened.said).toContain('pool 1 is open');
  expect((await run('open', '--pool', '1', '--node', mvc.url, '--from', '0', '--open')).said).toContain(
    'open already',
  );
  expect((await run('list')).said).toMatch(/pool 1: opened with 5 coins/);

  listToken(mvc.listFile, token, { kind: 'mrc20', mintable: 'yes' });
  const pools = async () => (await callApi(world.origin, 'mvcPools', { params })).pools;
  await expect
    .poll(async () => (await pools())[0]?.token1PoolConfirmed, { timeout: 30_000 })
    .toBe('600000000');
  await untilFollowed(world.origin, chain.height);
  const done = await anna.swap({
    ...{ pair: `space-${token.genesis}`, side: 'buy', exact: 'in', amount: '2000000' },
  });
  expect(done).toMatchObject({ status: 'signed', failedReason: '' });
}, 480_000);
