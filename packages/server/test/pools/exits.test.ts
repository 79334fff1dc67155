/** The way home: kept by anybody, sent when the exchange is gone for good; and a pool that was paid out is none any more. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { callApi, integer } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { openVerifier } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitRow } from '../../src/pools/acts/exit-row.ts';
import { refusalOf, until } from '../world.ts';
import { act, build, exitsOf, lanesOf, net, paidTo, poolOf, poolWorld, preview, unitsOf } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const COMMAND = resolve(import.meta.dirname, '../../../../dist/exits.mjs');
const EXIT_BLOCKS = 2_016;

let place: PoolWorld;
let first: Trader;
let one: Trader;
const folder = mkdtempSync(join(tmpdir(), 'rialto-exits-'));

beforeAll(async () => {
  place = await poolWorld();
  ({ first } = place);
  [one] = place.others as [Trader];
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await place.world.mine();
  await act(place, one, 'buildAdd', { source: 'token1', sourceAmount: '1000000' });
  await place.world.mine();
}, 240_000);

afterAll(async () => {
  await place.world.stop();
  rmSync(folder, { recursive: true });
});

const run = async (...args: readonly string[]) => {
  const done = await promisify(execFile)(process.execPath, [COMMAND, ...args]).catch(
    (error: unknown) => error,
  );
  return (done as { stdout: string }).stdout;
};
const kept = () => readdirSync(folder).filter((name) => name.endsWith('.exit.json'));

describe('a way home that a signer hands out', () => {
  it('counts for the pool whose keys signed it, and for no other', async () => {
    const text = (await exitsOf(place)).exits[0]?.text ?? '';
    const verifier = await openVerifier();
    const { pool, lane, locktime } = readExit(text, verifier);
    const own = { number: 7, script: pool.script };
    const row = { lane: lane.outpoint, pool: 7, height: locktime, exit: text };
    expect(exitRow(text, own, verifier)).toEqual(row);
    const another = {
      ...own,
      script: Uint8Array.from(pool.script, (byte, at) => (at === 5 ? byte ^ 1 : byte)),
    };
    expect(() => exitRow(text, another, verifier)).toThrow('signer-refused');
  });
});

describe('a provider who keeps the ways home', () => {
  it('has each from the moment it is signed, although no block has its lane', async () => {
    const { world, rune } = place;
    const mirror = spawn(process.execPath, [COMMAND, 'keep', world.origin, `runes/btc-${rune}`, folder]);
    try {
      await until(() => kept().length === 1, 'the one there is');
      for (let count = 0; count < 2; count += 1) await act(place, one, 'build1x', { sourceAmount: '20000' });
      await until(() => kept().length === 3, 'those of two swaps');
    } finally {
      mirror.kill();
    }
    await world.mine();
    const [lane] = (await lanesOf(place)).lanes;
    expect(kept()).toContain(`${lane?.outpoint.replace(':', '-') ?? ''}.exit.json`);
  });

  it('is paid by it with the exchange dead, and so is everybody else', async () => {
    const { world } = place;
    const { chain, exchange } = world;
    const [lane] = (await lanesOf(place)).lanes;
    const file = join(folder, `${lane?.outpoint.replace(':', '-') ?? ''}.exit.json`);
    const exit = readExit(readFileSync(file, 'utf8'));
    const before = await unitsOf(place, first);
    await exchange.stop();
    const node = ['--node', chain.rpcUrl, '--cookie', chain.cookieFile];
    expect(await run('send', folder, ...node)).toContain('not before block');
    const tip = integer(await chain.rpc('getblockcount'));
    expect(exit.locktime - tip).toBeLessThanOrEqual(EXIT_BLOCKS);
    await chain.mine(exit.locktime - tip, chain.faucetAddress);
    const shown = await run('show', file);
    for (const who of [first, one]) expect(shown).toContain(who.address);
    const said = await run('send', folder, ...node);
    expect(said).toContain('sent');
    await chain.mine(1, chain.faucetAddress);
    const [root] = exit.transactions;
    for (const who of [first, one]) {
      const listed = exit.holders.find(({ script }) => bytesToHex(script) === bytesToHex(who.script));
      expect(await paidTo(place, root?.txid ?? '', who.script)).toEqual([listed?.value]);
    }
    await exchange.signer.restart();
    await exchange.server.restart();
    await exchange.ready(120_000);
    const own = exit.holders.find(({ script }) => bytesToHex(script) === bytesToHex(first.script));
    expect((await unitsOf(place, first)) - before).toBe(own?.amount);
  }, 240_000);
});

describe('a pool that was paid out', () => {
  it('is read as one, and nothing can be done on it', async () => {
    const { world, rune } = place;
    for (const who of [first, one]) await who.login();
    const list = callApi(world.origin, 'pools', { params: { kind: 'runes' }, query: { net } });
    expect(await list).toEqual([]);
    const pool = await poolOf(place, first.address);
    expect(pool).toMatchObject({
      ...{ token1Pool: '0', token2Pool: '0', token1AmountAvailable: '0', token2AmountAvailable: '0' },
      dissolvedAt: pool.at.height,
    });
    expect((await lanesOf(place)).lanes).toEqual([]);
    expect(await refusalOf(preview(place, '1x', '20000'))).toBe('pool-dissolved');
    expect(await refusalOf(build(place, one, 'build1x', { sourceAmount: '20000' }))).toBe('pool-dissolved');
    const more = { source: 'token1', sourceAmount: '200000' } as const;
    expect(await refusalOf(build(place, one, 'buildAdd', more))).toBe('pool-dissolved');
    const less = { removeEquity: '1000' };
    expect(await refusalOf(build(place, one, 'buildRemove', less))).toBe('pool-dissolved');
    const query = { address: first.address };
    const bell = await callApi(world.origin, 'notifications', { query, headers: first.headers() });
    expect(bell.items.map(({ event }) => event)).toContain('paid-out');
    expect(rune).not.toBe('');
  });

  it('lets another of its token open, and is there again when its block is undone', async () => {
    const { world } = place;
    const opened = await build(place, first, 'buildInit', {
      token1Amount: '2000000',
      token2Amount: '10000000',
    });
    expect(opened.rawPsbt).not.toBeNull();
    const { rpc } = world.chain;
    await rpc('invalidateblock', [String(await rpc('getbestblockhash'))]);
    await world.chain.mine(2, first.address);
    await world.exchange.ready();
    // The same transaction waits and is mined again, one block higher.
    expect((await poolOf(place)).dissolvedAt).toBeDefined();
  });
});
