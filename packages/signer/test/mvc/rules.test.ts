/** What the MVC half does not sign: coins that are not the pool's, coins that are not real, too much, too old, and anything once somebody said stop. */
import { rmSync, truncateSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcAct } from '@rialto/contract';
import { buyExactIn, reachOf, sellExactIn } from '@rialto/market';
import { TOKEN_OUTPUT_SATS, nameMvcTransaction, withHolder, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { readMvcAct } from '../../src/mvc/act.ts';
import type { SignedMvcAct } from '../../src/mvc/books/recall.ts';
import { handleMvc } from '../../src/mvc/requests.ts';
import { accepted, begun, coinsOf, first, mint, moved, payment } from './people.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
  SHARES,
  STRANGER,
  USER,
  buyAct,
  checkOf,
  coinsAt,
  drawn,
  fundedFor,
  neededCheck,
  openMvcWorld,
  openedPool,
  sellAct,
  swapRequest,
  swapped,
  told,
} from './world.ts';
import type { MvcPool, MvcWorld } from './world.ts';

const LP = 3_000n;
const reach = reachOf({ r1: POOL_SPACE, r2: POOL_UNITS, shares: 1n }, []);
const unitsFor = (value: bigint): bigint => buyExactIn(reach, value, LP);

interface Begun {
  readonly world: MvcWorld;
  readonly pool: MvcPool;
  readonly tokens: MvcCoin;
  readonly space: MvcCoin;
}

async function begin(settings: Readonly<Record<string, string>> = {}, lanes = 1): Promise<Begun> {
  const world = await openMvcWorld(settings);
  const pool = await openedPool(world, lanes);
  const [space, tokens] = [pool.first[0], pool.first[lanes]];
  if (space === undefined || tokens === undefined) throw new Error('a lane');
  return { world, pool, tokens, space };
}

/** A purchase of the first lane that fits the price. */
function buyOf({ world, tokens, space }: Begun, value: bigint, more: Partial<MvcAct> = {}): MvcAct {
  const coins = fundedFor(world, USER, value + 400_000n);
  const lane = { tokens: tokens.outpoint, space: space.outpoint };
  const act = buyAct(world, lane, { sats: value, units: unitsFor(value), coins });
  return { ...act, ...more } as MvcAct;
}

const codeOf = async ({ world, pool }: Begun, act: MvcAct): Promise<string> => {
  const answer = await checkOf(world, pool.number, act);
  return answer.ok ? 'signed' : answer.code;
};

it('without a node of MVC everything is closed', async () => {
  await expect(handleMvc(undefined, { op: 'mvcPools' }, () => false)).rejects.toMatchObject({
    code: 'mvc-closed',
  });
});

describe('a pool', () => {
  it('is listed with its key and, once it is opened, its coins; the payer too', async () => {
    const { world, pool } = await begin();
    const { payer, pools } = await told(world.ask({ op: 'mvcPools' }));
    expect(payer).toBe(bytesToHex(world.parts.payer.hash));
    expect(pools).toEqual([
      {
        ...{ pool: 1, keyHash: bytesToHex(pool.key.hash), token: world.token, share: world.share },
        ...{ coins: pool.first.map(({ outpoint }) => outpoint), stopped: false },
      },
    ]);
    const key = pool.key.hash;
    world.restart();
    expect(world.parts.poolKey(1).hash).toEqual(key);
    const { pool: second } = await told(world.ask({ op: 'mvcNewPool', make: { token: world.token } }));
    expect(second).toBe(2);
    expect(statSync(join(world.directory, 'mvc.key')).mode & 0o777).toBe(0o600);
  });

  it('is opened once: the same coins again are taken alike, others are refused', async () => {
    const { world, pool } = await begin();
    const coins = pool.first.map(({ outpoint }) => outpoint);
    const open = (of: readonly string[]) =>
      world.ask({ op: 'mvcOpen', open: { pool: 1, share: world.share, coins: of } });
    expect(await open(coins)).toEqual({ ok: true, data: { opened: true } });
    expect(await open(coins.toReversed())).toEqual({ ok: false, code: 'pool-exists' });
    expect(await world.ask({ op: 'mvcOpen', open: { pool: 9, share: world.share, coins } })).toEqual({
      ok: false,
      code: 'pool-unknown',
    });
  });

  it('opens with nothing but confirmed, genuine coins of its own, and the whole supply of its shares', async () => {
    const world = await openMvcWorld();
    const { chain, token } = world;
    await told(world.ask({ op: 'mvcNewPool', make: { token } }));
    const key = world.parts.poolKey(1);
    const space = first(moved(chain, key.script, [POOL_SPACE]));
    const tokens = mint(chain, world.tokenGenesis, { holder: key.holder, units: POOL_UNITS });
    if (tokens.genesis === undefined) throw new Error('more');
    const { coin: foreign, genesis: next } = mint(chain, tokens.genesis, {
      ...{ holder: STRANGER.hash, units: 5n },
    });
    if (next === undefined) throw new Error('more');
    const shares = mint(chain, begun(chain, 'LP'), { holder: key.holder, units: SHARES, isLast: true });
    const endless = mint(chain, begun(chain, 'LX'), { holder: key.holder, units: SHARES });
    if (endless.genesis === undefined) throw new Error('more');
    const later = mint(chain, endless.genesis, { holder: key.holder, units: SHARES, isLast: true });
    const few = mint(chain, begun(chain, 'LF'), { holder: key.holder, units: 1_000n, isLast: true });
    // Anybody can write such a script for a satoshi.
    const [fake] = coinsOf(
      (() => {
        const tx = payment(STRANGER, moved(chain, STRANGER.script, [10_000n]), [
          { value: TOKEN_OUTPUT_SATS, script: withHolder(tokens.coin.script, key.holder, POOL_UNITS) },
        ]);
        accepted(chain, tx);
        return tx;
      })(),
    );
    if (fake === undefined) throw new Error('a coin');
    const heavy = mint(chain, next, {
      ...{ holder: key.holder, units: POOL_UNITS, tokenSats: sats(2_020n) },
    }).coin;
    const old = payment(
      STRANGER,
      moved(chain, STRANGER.script, [POOL_SPACE + 1_000n]),
      [{ value: sats(POOL_SPACE), script: key.script }],
      1,
    );
    accepted(chain, old);
    chain.mine();
    const fresh = first(moved(chain, key.script, [POOL_SPACE]));
    const open = async (coins: readonly MvcCoin[], share = shares.token): Promise<string> => {
      const answer = await world.ask({
        op: 'mvcOpen',
        open: { pool: 1, share, coins: coins.map(({ outpoint }) => outpoint) },
      });
      return answer.ok ? 'opened' : answer.code;
    };
    expect(await open([fresh, tokens.coin, shares.coin])).toBe('coin-unconfirmed');
    expect(await open([space, fake, shares.coin])).toBe('not-a-lot');
    expect(await open([space, heavy, shares.coin])).toBe('amount-differs');
    expect(await open([first(coinsOf(old)), tokens.coin, shares.coin])).toBe('script-not-allowed');
    expect(await open([space, foreign, shares.coin])).toBe('not-yours');
    expect(await open([space, tokens.coin, tokens.coin])).toBe('bad-request');
    expect(await open([space, space, tokens.coin, shares.coin])).toBe('bad-request');
    expect(await open([space, tokens.coin, endless.coin], endless.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, later.coin], later.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, few.coin], few.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, shares.coin], token)).toBe('lots-differ');
    expect(await open([space, shares.coin, shares.coin])).toBe('bad-request');
    expect(await open([space, tokens.coin, shares.coin])).toBe('opened');
    expect(world.parts.journal.recall.pool(1)?.opened?.shares).toBe('223606797');
  });
});

describe('strangers’ coins', () => {
  it('on the pool’s scripts are never counted and never spent', async () => {
    const one = await begin();
    const { world, pool, tokens, space } = one;
    const { chain } = world;
    const gift = first(moved(chain, pool.key.script, [POOL_SPACE]));
    const units = mint(chain, pool.genesis, { holder: pool.key.holder, units: POOL_UNITS }).coin;
    chain.mine();
    expect((await world.parts.view(pool.number)).confirmed).toMatchObject({ r1: POOL_SPACE, r2: POOL_UNITS });
    const good = buyOf(one, 1_000_000n);
    if (good.side !== 'buy') throw new Error('a purchase');
    expect(await codeOf(one, { ...good, poolSpace: gift.outpoint })).toBe('lane-unknown');
    expect(await codeOf(one, { ...good, poolTokens: units.outpoint })).toBe('lane-unknown');
    // Nor does a gift make a price: what it would buy with both is refused.
    const both = buyExactIn(reachOf({ r1: POOL_SPACE, r2: 2n * POOL_UNITS, shares: 1n }, []), 1_000_000n, LP);
    expect(await codeOf(one, { ...good, units: both.toString() })).toBe('price-changed');
    expect(await codeOf(one, good)).toBe('signed');
    expect([tokens, space].every(({ outpoint: point }) => chain.coin(point) !== undefined)).toBe(true);
  });

  it('of another pool of ours are not this one’s', async () => {
    const one = await begin();
    const other = await openedPool(one.world, 1, one.pool.genesis);
    const good = buyOf(one, 1_000_000n);
    if (good.side !== 'buy') throw new Error('a purchase');
    const [space, tokens] = other.first;
    if (space === undefined || tokens === undefined) throw new Error('a lane');
    // On other scripts: the plan itself refuses them.
    expect(await checkOfOther(one, { ...good, poolSpace: space.outpoint, poolTokens: tokens.outpoint })).toBe(
      'not-yours',
    );
  });

  it('pay for nothing while they wait, and not when they are spent', async () => {
    const one = await begin();
    const { chain } = one.world;
    const good = buyOf(one, 1_000_000n);
    const [waiting] = moved(chain, USER.script, [1_400_000n]);
    if (waiting === undefined) throw new Error('a coin');
    expect(await codeOf(one, { ...good, userCoins: [waiting.outpoint] } as MvcAct)).toBe('coin-unconfirmed');
    chain.mine();
    accepted(chain, payment(USER, [waiting], [{ value: sats(1_000n), script: USER.script }]));
    expect(await codeOf(one, { ...good, userCoins: [waiting.outpoint] } as MvcAct)).toBe('coin-spent');
  });
});

async function checkOfOther({ world, pool }: Begun, act: MvcAct): Promise<string> {
  const checkScript = '00';
  const answer = await world.ask({ op: 'mvcCheck', check: { pool: pool.number, act, checkScript } });
  return answer.ok ? 'signed' : answer.code;
}

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

  it('for a user who leaves three checks without a swap in ten minutes', async () => {
    const one = await begin();
    for (let made = 0; made < 3; made += 1)
      expect(await codeOf(one, buyOf(one, 1_000_000n + BigInt(made)))).toBe('signed');
    const fourth = buyOf(one, 1_000_003n);
    expect(await codeOf(one, fourth)).toBe('limit-reached');
    one.world.clock += 600_000;
    expect(await codeOf(one, fourth)).toBe('signed');
  });

  it('while a fifth of the pool’s SPACE waits for a block', async () => {
    const one = await begin({}, 2);
    const [space, second, tokens, rest] = one.pool.first;
    if (space === undefined || second === undefined || tokens === undefined || rest === undefined)
      throw new Error('two lanes');
    const coins = fundedFor(one.world, USER, 6_000_000n, 3);
    const buy = (value: bigint, units: bigint, at: { tokens: Outpoint; space: Outpoint }): MvcAct =>
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
        ...{ gives: [], check: undefined, half: undefined, change: { d1: 0n, d2: 0n, ds: 0n } },
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
    const sell = (checkFee: bigint): MvcAct => ({
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

async function checkOfStopped(one: Begun, act: MvcAct, stop: string) {
  rmSync(stop);
  return checkOf(one.world, 1, act);
}

it('a check that we never made is not admitted, however good its swap', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n);
  const { check } = await told(checkOf(one.world, 1, act));
  const good = await drawn(one.world, 1, { act, rawCheck: String(check) });
  const other = {
    ...good.check,
    outputs: good.check.outputs.map((output, at) =>
      at === 1 ? { ...output, value: sats(output.value - 1n) } : output,
    ),
  };
  const asked = swapRequest(1, { ...good, check: other });
  expect(await one.world.ask(asked)).toEqual({ ok: false, code: 'not-admitted' });
  expect(bytesToHex(writeMvcTransaction(good.check))).toBe(check);
  expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
});

/** What a node has is no check of ours, however it is built. */
it('a check that was built as ours are, but never asked for, is not admitted', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n);
  const { parts } = one.world;
  const read = await readMvcAct(parts.source.coins, { pool: parts.poolKey(1), payer: parts.payer }, act);
  const unsigned = nameMvcTransaction(read.checkBody(hexToBytes(await neededCheck(one.world, 1, act))));
  const rawCheck = bytesToHex(writeMvcTransaction(unsigned));
  expect(await one.world.ask(swapRequest(1, await drawn(one.world, 1, { act, rawCheck })))).toEqual({
    ok: false,
    code: 'not-admitted',
  });
});

it('a check that cost the wallet more than its swap gives back is not admitted', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n, { checkFee: '60000', fee: '20000' });
  const { check } = await told(checkOf(one.world, 1, act));
  const cheaper = await drawn(one.world, 1, { act: { ...act, checkFee: '6000' }, rawCheck: String(check) });
  expect(await one.world.ask(swapRequest(1, cheaper))).toEqual({ ok: false, code: 'not-admitted' });
});

describe('a sale', () => {
  /** What the user has from the start. */
  const tokensOf = ({ world }: Begun): MvcCoin =>
    first(
      world.chain.coins(
        (script) => script.length > 2_000 && bytesToHex(script).includes(bytesToHex(USER.hash)),
      ),
    );
  const sellOf = (one: Begun, tokens: MvcCoin, value: bigint): MvcAct =>
    sellAct(one.world, one.space.outpoint, { units: 20_000_000n, sats: value, tokens: [tokens.outpoint] });

  it('of what only looks like the token is refused, and so is one of another token', async () => {
    const one = await begin();
    const { chain } = one.world;
    const real = tokensOf(one);
    const fake = payment(STRANGER, moved(chain, STRANGER.script, [10_000n]), [
      { value: TOKEN_OUTPUT_SATS, script: withHolder(real.script, USER.hash, 50_000_000n) },
    ]);
    accepted(chain, fake);
    const other = mint(chain, begun(chain, 'OT'), { holder: USER.hash, units: 50_000_000n });
    chain.mine();
    expect(await codeOf(one, sellOf(one, first(coinsOf(fake)), 100_000n))).toBe('not-a-lot');
    const act = { ...sellOf(one, other.coin, 100_000n), token: other.token };
    expect(await codeOf(one, act)).toBe('lots-differ');
    expect(await codeOf(one, sellOf(one, real, 100_000n))).toBe('signed');
  });

  it('at the very edge of the rule is signed with its check waiting, and with its check mined; a satoshi more is not', async () => {
    const one = await begin();
    const tokens = tokensOf(one);
    const edge = sellExactIn(reach, 20_000_000n, LP / 2n) - 26_000n - 2_019n;
    expect(await codeOf(one, sellOf(one, tokens, edge + 1n))).toBe('price-changed');
    const act = sellOf(one, tokens, edge);
    const { check } = await told(checkOf(one.world, 1, act));
    const good = await drawn(one.world, 1, { act, rawCheck: String(check) });
    const file = join(one.world.directory, 'mvc-journal.jsonl');
    const before = readFileSync(file, 'utf8');
    expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
    writeFileSync(file, before);
    one.world.restart();
    accepted(one.world.chain, good.check);
    one.world.chain.mine();
    expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
  });
});

describe('an index that lies', () => {
  it('makes no act dead that no block has ended', async () => {
    const one = await begin();
    const act = buyOf(one, 1_000_000n);
    const { swap, check } = await swapped(one.world, 1, act, false);
    const coin = first(coinsAt(one.world, USER.script));
    const elsewhere = payment(USER, [coin], [{ value: sats(coin.value - 500n), script: USER.script }]);
    accepted(one.world.chain, elsewhere);
    const { index } = one.world;
    const { height } = one.world.chain;
    one.world.index = {
      ...index,
      spentBy: async (points) =>
        new Map([...(await index.spentBy(points))].map(([point, { core }]) => [point, { core, height }])),
    };
    const { pending } = await one.world.parts.view(1);
    expect(pending.map(({ id }) => id)).toEqual([check.core, swap.core]);
  });

  it('is found out when it makes an act up, or leaves one out, and when it is behind', async () => {
    const one = await begin();
    const { check, swap } = await swapped(one.world, 1, buyOf(one, 1_000_000n));
    const { index } = one.world;
    one.world.index = {
      ...index,
      byCore: async (cores) => {
        const found = new Map(await index.byCore(cores));
        for (const { core, txid } of [check, swap]) found.set(core, { txid, height: one.world.chain.height });
        return found;
      },
    };
    await expect(one.world.parts.view(1)).rejects.toThrow('lane-unknown');
    one.world.chain.mine();
    expect((await one.world.parts.view(1)).confirmed.r1).toBe(POOL_SPACE + 1_000_000n);
    one.world.index = {
      ...index,
      byCore: async (cores) =>
        new Map([...(await index.byCore(cores))].filter(([core]) => core !== swap.core)),
    };
    await expect(one.world.parts.view(1)).rejects.toThrow('lane-unknown');
    const tip = await index.tip();
    one.world.chain.mine();
    one.world.index = { ...index, tip: () => Promise.resolve(tip) };
    await expect(one.world.parts.view(1)).rejects.toThrow('syncing');
  });
});

it('a swap whose check can be in no block any more is refused: another spent the wallet’s coin', async () => {
  const one = await begin({}, 2);
  const [space, second, tokens, rest] = one.pool.first;
  if (space === undefined || second === undefined || tokens === undefined || rest === undefined)
    throw new Error('two lanes');
  const act = buyOf({ ...one, space, tokens }, 1_000_000n);
  const { check } = await told(checkOf(one.world, 1, act));
  const late = await drawn(one.world, 1, { act, rawCheck: String(check) });
  await swapped(one.world, 1, buyOf({ ...one, space: second, tokens: rest }, 500_000n, { units: '9000000' }));
  one.world.chain.mine();
  expect(await one.world.ask(swapRequest(1, late))).toEqual({ ok: false, code: 'coin-spent' });
});
