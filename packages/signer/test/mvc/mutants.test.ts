/** Mutants of good requests for checks and swaps: what is signed of them does no harm, by an oracle that knows transactions alone; and terms that the user signs too, but that are against the pool. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcSwapAct } from '@rialto/contract';
import { buyExactIn, reachOf, sellExactIn } from '@rialto/market';
import { bodyOfPlan, checkOfBuy, checkOfSell, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, TokenCheck } from '@rialto/mvc';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { harmOfCheck, harmOfSwap } from './oracle.ts';
import { MUTANTS, mutantsOf, sampleOf } from './mutants.ts';
import type { Others } from './mutants.ts';
import { first, mint, moved } from './people.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
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
  told,
} from './world.ts';
import type { Drawn, MvcPool, MvcWorld } from './world.ts';

const LP = 3_000n;
const RESERVES = { r1: POOL_SPACE, r2: POOL_UNITS };
const reach = reachOf({ ...RESERVES, shares: 1n }, []);
/** Of each of the four lists. */
const MOST = Math.ceil(MUTANTS / 4);
const TIMEOUT_MS = 600_000;

interface Stage {
  readonly world: MvcWorld;
  readonly pool: MvcPool;
  readonly act: MvcSwapAct;
  readonly others: Others;
}

/** A good act on a chain that is full of what somebody could name instead. */
async function stageOf(side: 'buy' | 'sell'): Promise<Stage> {
  const world = await openMvcWorld();
  const pool = await openedPool(world);
  const other = await openedPool(world, 1, pool.genesis);
  const { chain } = world;
  const gift = moved(chain, pool.key.script, [POOL_SPACE]);
  const given = mint(chain, other.genesis, { holder: pool.key.holder, units: POOL_UNITS });
  const foreign = moved(chain, STRANGER.script, [2_000_000n]);
  const coins = fundedFor(world, USER, 1_500_000n, 2);
  chain.mine();
  const users = chain.coins(
    (script) => script.length > 2_000 && bytesToHex(script).includes(bytesToHex(USER.hash)),
  );
  const waiting = moved(chain, USER.script, [3_000_000n]);
  const [space, tokens] = pool.first;
  if (space === undefined || tokens === undefined) throw new Error('a lane');
  const act =
    side === 'buy'
      ? buyAct(
          world,
          { tokens: tokens.outpoint, space: space.outpoint },
          { sats: 1_000_000n, units: buyExactIn(reach, 1_000_000n, LP), coins: [first(coins)] },
        )
      : sellAct(world, space.outpoint, {
          units: 20_000_000n,
          sats: sellExactIn(reach, 20_000_000n, LP) - 26_000n - 2_019n,
          tokens: [first(users).outpoint],
        });
  const all: readonly MvcCoin[] = [
    ...[...pool.first, ...other.first, ...gift, given.coin, ...foreign, ...coins, ...users, ...waiting],
    ...coinsAt(world, world.parts.payer.script),
  ];
  const { payer } = world.parts;
  return {
    ...{ world, pool, act },
    others: {
      points: all.map(({ outpoint }) => outpoint),
      keys: [STRANGER.key, hexToBytes(`02${bytesToHex(payer.hash).padEnd(64, '0')}`)].map(bytesToHex),
      hashes: [world.share.genesis, world.share.codehash, bytesToHex(payer.hash)],
      raws: [bytesToHex(payer.script), bytesToHex(tokens.script)],
    },
  };
}

/** Puts the journal back after every mutant that was signed, so that none stands in the way of the next. */
function keeper(world: MvcWorld): () => void {
  const file = join(world.directory, 'mvc-journal.jsonl');
  const copy = join(world.directory, 'kept.jsonl');
  copyFileSync(file, copy);
  return () => {
    copyFileSync(copy, file);
    world.restart();
  };
}

/** What an act needs counted, from the chain. */
function countedIn({ world, pool }: Stage, act: MvcSwapAct): TokenCheck {
  const coinAt = (point: Outpoint): MvcCoin => {
    const coin = world.chain.coin(point);
    if (coin === undefined) throw new Error('a coin');
    return coin;
  };
  const parties = {
    ...{ token: act.token, userKey: hexToBytes(act.userKey), poolHash: pool.key.hash },
    ...{ sats: sats(BigInt(act.sats)), units: BigInt(act.units), tokenSats: sats(BigInt(act.tokenSats)) },
  };
  if (act.side === 'sell') return checkOfSell({ ...parties, userTokens: act.userTokens.map(coinAt) });
  const lane = { tokens: act.poolTokens.map(coinAt), space: coinAt(act.poolSpace) };
  const refill = { value: sats(1n), script: world.parts.payer.script };
  return checkOfBuy({ ...parties, lane, userCoins: act.userCoins.map(coinAt), refill });
}

const SIDES = ['buy', 'sell'] as const;
const counts = { all: 0, run: 0, signed: 0 };

describe.each(SIDES)('of a %s', (side) => {
  it(
    'no mutant of the request for its check is signed to anybody’s harm',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const good = {
        op: 'mvcCheck',
        check: { pool: pool.number, act, checkScripts: [await neededCheck(world, pool.number, act)] },
      };
      const restore = keeper(world);
      const all = mutantsOf(good, stage.others);
      const mutants = sampleOf(all, MOST);
      counts.all += all.length;
      counts.run += mutants.length;
      for (const { what, request } of mutants) {
        const answer = await world.ask(request);
        if (!answer.ok) continue;
        counts.signed += 1;
        const { check } = answer.data as { check: string };
        const { act: asked } = (request as typeof good).check;
        expect(
          `${what}: ${harmOfCheck({ world, pool, reserves: RESERVES }, check, countedIn(stage, asked))}`,
        ).toBe(`${what}: `);
        restore();
      }
      expect(await world.ask(good)).toMatchObject({ ok: true });
      expect(all.length).toBeGreaterThan(150);
    },
    TIMEOUT_MS,
  );

  it(
    'no mutant of the request for the swap is answered but with the signature of the good one',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const { check } = await told(checkOf(world, pool.number, act));
      const good = swapRequest(
        pool.number,
        await drawn(world, pool.number, { act, rawCheck: String(check) }),
      );
      const restore = keeper(world);
      const { signed: half } = await told(world.ask(good));
      restore();
      const all = mutantsOf(good, { ...stage.others, raws: [...stage.others.raws, String(check)] });
      const mutants = sampleOf(all, MOST);
      counts.all += all.length;
      counts.run += mutants.length;
      for (const { what, request } of mutants) {
        const answer = await world.ask(request);
        if (!answer.ok) continue;
        expect({ what, data: answer.data }).toEqual({ what, data: { signed: half } });
        restore();
      }
      expect(await world.ask(good)).toMatchObject({ ok: true, data: { signed: half } });
      expect(all.length).toBeGreaterThan(150);
    },
    TIMEOUT_MS,
  );

  it(
    'terms that the user signs are signed by the pool only where they are the pool’s price, and never at the wallet’s cost',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const restore = keeper(world);
      let [taken, refused] = [0, 0];
      for (const changed of termsOf(act)) {
        const answer = await asked(world, pool.number, changed);
        if (answer === undefined) refused += 1;
        else {
          taken += 1;
          const swap = bodyOfPlan(answer.plan);
          const harm = harmOfSwap({ world, pool, reserves: RESERVES }, answer.check, swap);
          expect({ changed, harm }).toEqual({ changed, harm: '' });
        }
        restore();
      }
      expect(taken).toBeGreaterThan(10);
      expect(refused).toBeGreaterThan(20);
    },
    TIMEOUT_MS,
  );
});

it('there were enough of them', () => {
  expect(counts.run).toBeGreaterThanOrEqual(Math.min(MUTANTS, counts.all));
  // Some do no harm: another coin of the wallet's, another fee.
  expect(counts.signed).toBeGreaterThan(0);
});

/** Each number of an act a little and a lot beside what it is. */
function termsOf(act: MvcSwapAct): MvcSwapAct[] {
  const names = ['sats', 'units', 'fee', 'checkSats', 'checkFee', 'tokenSats'] as const;
  const near = [-1n, 1n, -100n, 100n, -1_000n, 1_000n];
  const parts = [
    -1n,
    1n,
    -500n,
    500n,
    -1_000n,
    1_000n,
    -1_400n,
    1_400n,
    -1_600n,
    1_600n,
    -3_000n,
    3_000n,
    -50_000n,
    50_000n,
  ];
  return names.flatMap((name) => {
    const value = BigInt(act[name]);
    const changed = [
      ...near.map((by) => value + by),
      ...parts.map((ppm) => value + (value * ppm) / 1_000_000n),
    ];
    return changed.filter((one) => one > 0n).map((one) => ({ ...act, [name]: one.toString() }));
  });
}

/** The whole way with these terms, with their own check and the user's own signatures; undefined where the signer declines. */
async function asked(world: MvcWorld, pool: number, act: MvcSwapAct): Promise<Drawn | undefined> {
  const check = await checkOf(world, pool, act);
  if (!check.ok) return undefined;
  const one = await drawn(world, pool, { act, rawCheck: (check.data as { check: string }).check });
  const swap = await world.ask(swapRequest(pool, one));
  expect(bytesToHex(writeMvcTransaction(one.check))).toBe((check.data as { check: string }).check);
  return swap.ok ? one : undefined;
}
