/** What is not signed whatever its price: beyond a cap, over too much that waits, on an old tip, and once somebody said stop or the journal is not whole. */
import { rmSync, truncateSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcSwapAct } from '@rialto/contract';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import type { SignedMvcAct } from '../../src/mvc/books/recall.ts';
import { handleMvc } from '../../src/mvc/requests.ts';
import { first, moved } from './people.ts';
import { begin, buyOf, codeOf, unitsFor } from './stage.ts';
import type { Begun } from './stage.ts';
import { USER, buyAct, checkOf, drawn, fundedFor, sellAct, swapRequest, swapped, told } from './world.ts';

describe('nothing is signed', () => {
  it('while a file says stop, for all or for one pool', async () => {
    const one = await begin();
    const act = buyOf(one, 1_000_000n);
    const stop = join(one.world.directory, 'STOP-MVC-1');
    writeFileSync(stop, '');
    expect(await codeOf(one, act)).toBe('pool-paused');
    expect((await told(one.world.ask({ op: 'mvcPools' })))['pools']).toMatchObject([{ stopped: true }]);
    rmSync(stop);
    const { parts } = one.world;
    one.world.parts = { ...parts, stopped: () => true };
    expect(await codeOf(one, act)).toBe('trading-stopped');
    one.world.parts = parts;
    expect(await codeOf(one, act)).toBe('signed');
    writeFileSync(stop, '');
    const { check } = await told(checkOfStopped(one, act, stop));
    const drawnUp = await drawn(one.world, 1, { act, rawCheck: String(check) });
    writeFileSync(stop, '');
    expect(await one.world.ask(swapRequest(1, drawnUp))).toEqual({ ok: false, code: 'pool-paused' });
  });

  it('while MVC stands still', async () => {
    const one = await begin();
    one.world.restart({ MVC_TIP_HOURS: '3' });
    const act = buyOf(one, 1_000_000n);
    const time = one.world.chain.block(one.world.chain.height)?.block.header.time ?? 0;
    one.world.clock = (time + 3 * 3600) * 1000;
    expect(await codeOf(one, act)).toBe('signed');
    one.world.clock += 1;
    expect(await codeOf(one, act)).toBe('mvc-standing-still');
  });

  it('once the journal’s disk failed, and nothing that a torn line said counts', async () => {
    const one = await begin();
    const act = buyOf(one, 1_000_000n);
    const file = join(one.world.directory, 'mvc-journal.jsonl');
    const before = readFileSync(file, 'utf8');
    expect(await codeOf(one, act)).toBe('signed');
    const whole = readFileSync(file).length;
    truncateSync(file, whole - 9);
    one.world.restart();
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(one.world.parts.journal.recall.signed(1)).toEqual([]);
    expect(await codeOf(one, act)).toBe('signed');
    writeFileSync(file, `${before}{"kind":"check"}\n`);
    expect(() => one.world.restart()).toThrow('of the journal of MVC cannot be read');
    writeFileSync(file, before);
    one.world.restart();
  });

  it('when the journal has forgotten what the chain has', async () => {
    const one = await begin();
    const file = join(one.world.directory, 'mvc-journal.jsonl');
    const before = readFileSync(file, 'utf8');
    await swapped(one.world, 1, buyOf(one, 1_000_000n));
    one.world.chain.mine();
    const next = buyOf(one, 500_000n);
    writeFileSync(file, before);
    one.world.restart();
    expect(['lane-unknown', 'coin-spent']).toContain(await codeOf(one, next));
    await expect(one.world.parts.view(1)).rejects.toThrow('lane-unknown');
  });

  it('beyond the caps of one swap, of an hour, of the pool and of a fee', async () => {
    const one = await begin({
      MVC_SWAP_PPM: '100000',
      MVC_HOUR_PPM: '150000',
      MVC_POOL_SATS: '58000000',
      MVC_MOST_FEE: '20000',
    });
    expect(await codeOf(one, buyOf(one, 6_000_000n))).toBe('pool-too-small');
    expect(await codeOf(one, buyOf(one, 1_000_000n, { fee: '20001' }))).toBe('fee-too-high');
    expect(await codeOf(one, buyOf(one, 1_000_000n, { checkFee: '20001' }))).toBe('fee-too-high');
    expect(await codeOf(one, buyOf(one, 51_999n))).toBe('swap-too-small');
    expect(await codeOf(one, buyOf(one, 52_000n))).toBe('signed');
    one.world.restart({ MVC_SWAP_PPM: '1000000' });
    expect(await codeOf(one, buyOf(one, 8_000_001n))).toBe('limit-reached');
    expect(await codeOf(one, buyOf(one, 9_000_000n))).toBe('limit-reached');
    one.world.restart({ MVC_SWAP_PPM: '1000000', MVC_POOL_SATS: '90000000' });
    expect(await codeOf(one, buyOf(one, 9_000_000n))).toBe('limit-reached');
    one.world.restart({ MVC_SWAP_PPM: '1000000', MVC_POOL_SATS: '90000000', MVC_HOUR_PPM: '900000' });
    expect(await codeOf(one, buyOf(one, 9_000_000n))).toBe('signed');
  });

  it('beyond what checks without a swap may cost the wallet in an hour; of those on one coin it could lose one', async () => {
    const one = await begin();
    const coins = moved(
      one.world.chain,
      one.world.parts.payer.script,
      Array.from({ length: 6 }, (_, at) => 400_000n + BigInt(at)),
    );
    const dear = (at: number, value: bigint) =>
      buyOf(one, value, { checkFee: '190000', checkCoin: coins[at]?.outpoint });
    for (let made = 0; made < 8; made += 1)
      expect(await codeOf(one, dear(0, 1_000_000n + BigInt(made)))).toBe('signed');
    for (const at of [1, 2, 3, 4]) expect(await codeOf(one, dear(at, 1_000_000n))).toBe('signed');
    const sixth = dear(5, 1_000_000n);
    expect(await codeOf(one, sixth)).toBe('limit-reached');
    one.world.clock += 3_600_000;
    expect(await codeOf(one, sixth)).toBe('signed');
  });

  it('while a fifth of the pool’s SPACE waits for a block', async () => {
    const one = await begin({}, 2);
    const [space, second, tokens, rest] = one.pool.first;
    if (space === undefined || second === undefined || tokens === undefined || rest === undefined)
      throw new Error('two lanes');
    const coins = fundedFor(one.world, USER, 6_000_000n, 3);
    const buy = (value: bigint, units: bigint, at: { tokens: Outpoint; space: Outpoint }): MvcSwapAct =>
      buyAct(one.world, at, { sats: value, units, coins: coins.splice(0, 1) });
    const onFirst = { tokens: tokens.outpoint, space: space.outpoint };
    const { swap } = await swapped(one.world, 1, buy(5_500_000n, unitsFor(5_500_000n), onFirst));
    const onSecond = { tokens: rest.outpoint, space: second.outpoint };
    await swapped(one.world, 1, buy(5_000_000n, 70_000_000n, onSecond));
    const third = buy(60_000n, 500_000n, { tokens: outpoint(swap.txid, 1), space: outpoint(swap.txid, 2) });
    expect(await codeOf(one, third)).toBe('lanes-full');
    one.world.chain.mine();
    expect(await codeOf(one, third)).toBe('signed');
  });

  it('on top of two hundred swaps that wait', async () => {
    const one = await begin();
    const act = buyOf(one, 1_000_000n);
    const { parts } = one.world;
    const view = await parts.view(1);
    const name = one.world.parts.journal.recall.pool(1)?.opened?.coins[0]?.coin ?? '';
    const below = (count: number): SignedMvcAct[] =>
      Array.from({ length: count }, (_, at) => ({
        ...{ id: `${at}`, kind: 'swap', pool: 1, side: 'buy', userKey: '', at: 0, points: new Map() },
        ...{ gives: [], check: undefined, half: undefined, costs: 0n, change: { d1: 0n, d2: 0n, ds: 0n } },
        ...{ spends: [`coin ${at}`], makes: [at === count - 1 ? name : `coin ${at + 1}`] },
      }));
    one.world.parts = { ...parts, view: () => Promise.resolve({ ...view, pending: below(200) }) };
    expect(await codeOf(one, act)).toBe('lanes-full');
    one.world.parts = { ...parts, view: () => Promise.resolve({ ...view, pending: below(199) }) };
    expect(await codeOf(one, act)).toBe('signed');
  });

  it('that makes the pool pay for more checks of sales than a hundredth of its SPACE', async () => {
    const one = await begin({ MVC_MOST_FEE: '1000000' });
    const tokens = first(
      one.world.chain.coins(
        (script) => script.length > 2_000 && bytesToHex(script).includes(bytesToHex(USER.hash)),
      ),
    );
    const sell = (checkFee: bigint): MvcSwapAct => ({
      ...sellAct(one.world, one.space.outpoint, {
        ...{ units: 50_000_000n, sats: 1_000_000n, tokens: [tokens.outpoint] },
      }),
      checkFee: checkFee.toString(),
    });
    // What one check costs counts once for its coin, whichever of them it will be.
    expect(await codeOf(one, sell(400_000n))).toBe('signed');
    expect(await codeOf(one, sell(90_000n))).toBe('signed');
    expect(await codeOf(one, sell(100_000n))).toBe('limit-reached');
    one.world.clock += 3_600_000;
    expect(await codeOf(one, sell(100_000n))).toBe('signed');
  });

  it('for whoever has hung up', async () => {
    const one = await begin();
    const { parts } = one.world;
    const make = { token: one.world.token };
    await expect(handleMvc(parts, { op: 'mvcNewPool', make }, () => true)).rejects.toBeInstanceOf(Refusal);
    expect(parts.journal.recall.pools()).toHaveLength(1);
  });
});

async function checkOfStopped(one: Begun, act: MvcSwapAct, stop: string) {
  rmSync(stop);
  return checkOf(one.world, 1, act);
}
