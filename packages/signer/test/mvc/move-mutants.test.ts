/** Mutants of good requests for liquidity: what is signed of them does no harm, by an oracle that knows transactions alone; and terms that the user signs too, but that are against the providers. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcMoveAct } from '@rialto/contract';
import { bodyOfPlan, readMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { harmOfMove } from './move-oracle.ts';
import type { JudgedMove } from './move-oracle.ts';
import {
  FIRST_SHARES,
  addAct,
  drawnMove,
  firstOf,
  moveChecks,
  moveRequest,
  moved as movedBy,
  neededChecks,
  removeAct,
} from './moves.ts';
import type { DrawnMove } from './moves.ts';
import { MUTANTS, mutantsOf, sampleOf } from './mutants.ts';
import type { Others } from './mutants.ts';
import { first, mint, moved } from './people.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
  STRANGER,
  USER,
  coinsAt,
  fundedFor,
  openMvcWorld,
  openedPool,
  told,
} from './world.ts';
import type { MvcPool, MvcWorld } from './world.ts';

const RESERVES = { r1: POOL_SPACE, r2: POOL_UNITS, shares: FIRST_SHARES };
/** Of each of the four lists, of which one is longer than the others. */
const MOST = Math.ceil(MUTANTS / 3);

interface Stage extends JudgedMove {
  readonly act: MvcMoveAct;
  readonly others: Others;
}

const pointOf = (tx: MvcTransaction, vout: number): Outpoint => outpoint(tx.txid, vout);

/** A good act on a chain that is full of what somebody could name instead. */
async function stageOf(side: 'add' | 'remove'): Promise<Stage> {
  const world = await openMvcWorld();
  const pool = await openedPool(world);
  const { chain } = world;
  const [token, share] = [world.token, world.share];
  const other = await openedPool(world, 1, pool.genesis);
  world.share = share;
  const gift = moved(chain, pool.key.script, [POOL_SPACE]);
  const given = mint(chain, other.genesis, { holder: pool.key.holder, units: POOL_UNITS });
  const foreign = moved(chain, STRANGER.script, [2_000_000n]);
  chain.mine();
  const users = chain.coins(
    (script) => script.length > 2_000 && bytesToHex(script).includes(bytesToHex(USER.hash)),
  );
  const tokens = first(users).outpoint;
  const opening = firstOf(pool);
  const add = addAct(world, RESERVES, { space: opening[0], given: opening[2], userTokens: [tokens] });
  const made = side === 'add' ? undefined : await movedBy(world, pool.number, add);
  const act =
    made === undefined
      ? add
      : removeAct(
          world,
          standAfter(add),
          { space: pointOf(made, 3), given: opening[1], userTokens: [pointOf(made, 1)] },
          BigInt(add.shares) / 2n,
        );
  const own = made === undefined ? opening : [opening[1], ...[0, 2, 3].map((vout) => pointOf(made, vout))];
  const waiting = moved(chain, USER.script, [3_000_000n]);
  const more: readonly MvcCoin[] = [
    ...[...pool.first, ...other.first, ...gift, given.coin, ...foreign, ...users, ...waiting],
    ...[...fundedFor(world, USER, 1_500_000n), ...coinsAt(world, world.parts.payer.script)],
  ];
  return {
    ...{ world, pool, act, own: new Set<string>(own) },
    reserves: made === undefined ? RESERVES : standAfter(add),
    others: {
      points: [...more.map((coin) => coin.outpoint), ...own],
      keys: [STRANGER.key, hexToBytes(`02${bytesToHex(world.parts.payer.hash).padEnd(64, '0')}`)].map(
        bytesToHex,
      ),
      hashes: [share.genesis, share.codehash, token.genesis, bytesToHex(world.parts.payer.hash)],
      raws: [bytesToHex(world.parts.payer.script)],
    },
  };
}

const standAfter = ({ sats, units, shares }: MvcMoveAct) => ({
  r1: RESERVES.r1 + BigInt(sats),
  r2: RESERVES.r2 + BigInt(units),
  shares: RESERVES.shares + BigInt(shares),
});

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

function read(raw: string): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const counts = { all: 0, run: 0, signed: 0 };
const sampled = (stage: Stage, good: unknown, raws: readonly string[] = []) => {
  const all = mutantsOf(good, { ...stage.others, raws: [...stage.others.raws, ...raws] });
  const some = sampleOf(all, MOST);
  expect(all.length).toBeGreaterThan(200);
  counts.all += all.length;
  counts.run += some.length;
  return some;
};
const TIMEOUT_MS = 600_000;

describe.each(['add', 'remove'] as const)('of liquidity, %s', (side) => {
  it(
    'no mutant of the request for its checks is signed to anybody’s harm',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const checkScripts = await neededChecks(world, pool.number, act);
      const good = { op: 'mvcCheck', check: { pool: pool.number, act, checkScripts } };
      const restore = keeper(world);
      for (const { what, request } of sampled(stage, good)) {
        const answer = await world.ask(request);
        if (!answer.ok) continue;
        counts.signed += 1;
        const { check } = answer.data as { check: string };
        expect(`${what}: ${harmOfMove(stage, [read(check)])}`).toBe(`${what}: `);
        restore();
      }
      expect(await world.ask(good)).toMatchObject({ ok: true });
    },
    TIMEOUT_MS,
  );

  it(
    'no mutant of the request for the move is answered but with the signature of the good one',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const { check } = await told(moveChecks(world, pool.number, act));
      const drawn = await drawnMove(world, pool.number, { act, rawCheck: String(check) });
      const good = moveRequest(pool.number, drawn);
      const restore = keeper(world);
      const { signed: half } = await told(world.ask(good));
      restore();
      for (const { what, request } of sampled(stage, good, [good.swap.check, good.swap.parked])) {
        const answer = await world.ask(request);
        if (!answer.ok) continue;
        counts.signed += 1;
        // Whoever changes what nobody reads of the parking's scriptSigs has made it another parking: that is signed or refused as such.
        const isOtherParking = (request as typeof good).swap.parked !== good.swap.parked;
        if (!isOtherParking) expect({ what, data: answer.data }).toEqual({ what, data: { signed: half } });
        restore();
      }
      expect(await world.ask(good)).toMatchObject({ ok: true, data: { signed: half } });
    },
    TIMEOUT_MS,
  );

  it(
    'terms that the user signs are signed by the pool only where nobody’s share is worth less',
    async () => {
      const stage = await stageOf(side);
      const { world, pool, act } = stage;
      const restore = keeper(world);
      let [taken, refused] = [0, 0];
      for (const changed of sampleOf(termsOf(act), MOST)) {
        const one = await asked(world, pool, changed);
        if (one === undefined) refused += 1;
        else {
          taken += 1;
          const harm = harmOfMove(stage, [one.check, one.parked], bodyOfPlan(one.plan));
          expect({ changed, harm }).toEqual({ changed, harm: '' });
        }
        restore();
      }
      expect(taken).toBeGreaterThan(5);
      expect(refused).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );
});

it('there were enough of them, and some did no harm', () => {
  expect(counts.run).toBeGreaterThanOrEqual(Math.min(MUTANTS, counts.all));
  expect(counts.signed).toBeGreaterThan(0);
});

/** Each number of an act a little and a lot beside what it is. */
function termsOf(act: MvcMoveAct): MvcMoveAct[] {
  const names = ['sats', 'units', 'shares', 'fee', 'parkFee', 'checkSats', 'checkFee', 'tokenSats'] as const;
  const near = [-1n, 1n, -2n, 2n, -100n, 100n, -1_000n, 1_000n];
  const parts = [-1n, 1n, -500n, 500n, -1_400n, 1_400n, -1_600n, 1_600n, -3_000n, 3_000n, -50_000n, 50_000n];
  return names.flatMap((name) => {
    const value = BigInt(act[name]);
    const changed = [
      ...near.map((by) => value + by),
      ...parts.map((ppm) => value + (value * ppm) / 1_000_000n),
    ];
    return changed.filter((one) => one > 0n).map((one) => ({ ...act, [name]: one.toString() }));
  });
}

/** The whole way with these terms, with their own checks and the user's own signatures; undefined where the signer declines. */
async function asked(world: MvcWorld, pool: MvcPool, act: MvcMoveAct): Promise<DrawnMove | undefined> {
  const check = await moveChecks(world, pool.number, act).catch((error: unknown) => {
    // No check counts such terms: there is nothing to ask for.
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (check?.ok !== true) return undefined;
  const { check: rawCheck } = check.data as { check: string };
  const one = await drawnMove(world, pool.number, { act, rawCheck });
  const answer = await world.ask(moveRequest(pool.number, one));
  return answer.ok ? one : undefined;
}
