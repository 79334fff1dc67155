/** Tokens that only look like a pool's: right code and right genesis, out of transactions that spend nothing of the kind. None is ever counted, waiting or in a block. */
import { mvcPeople } from '@rialto/devnet';
import { withHolder } from '@rialto/mvc';
import type { TxOutput } from '@rialto/protocols';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepDatabases, openIndexWorld } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import { POOL, PoolOnChain, STRANGER, USER } from './pool-world.ts';

const { accepted, funded, payment, sats } = await mvcPeople();

/** In all. MVC_FAKES makes them more. */
const FAKES = Number.parseInt(process.env['MVC_FAKES'] ?? '500', 10);
/** Of one transaction, and transactions of one block. */
const MOST = { outputs: 20, transactions: 10 };

let world: IndexWorld;

keepDatabases();
beforeEach(async () => {
  world = await openIndexWorld();
});
afterEach(() => world.close());

/** Numbers that look random and are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

it(`of ${FAKES} that strangers make none is credited to anybody`, async () => {
  const { chain, ledger, store } = world;
  const pool = new PoolOnChain(chain);
  chain.mine();
  world.start();
  await world.caughtUp();
  await pool.open(world);
  const real = [pool.tokens.script, pool.shareCoin.script];
  const next = numbers(7);
  const fake = (): TxOutput => {
    const script = real[next(real.length)] ?? pool.tokens.script;
    const holder = [POOL.holder, POOL.hash, USER.hash, USER.holder, STRANGER.hash][next(5)] ?? USER.hash;
    return {
      value: sats(BigInt(1 + next(3_000))),
      script: withHolder(script, holder, BigInt(next(1_000_000_000))),
    };
  };
  const before = await figures();
  let made = 0;
  while (made < FAKES) {
    const coins = funded(
      chain,
      STRANGER,
      Array.from({ length: MOST.transactions }, () => 900_000n),
    );
    for (const coin of coins.slice(0, MOST.transactions)) {
      const outputs = Array.from({ length: Math.min(MOST.outputs, FAKES - made) }, fake);
      if (outputs.length === 0) break;
      made += outputs.length;
      accepted(chain, payment(STRANGER, [coin], [...outputs, { value: sats(1n), script: STRANGER.script }]));
    }
    await world.caughtUp();
    expect(await figures()).toEqual(before);
    chain.mine();
    await world.caughtUp();
    expect(await figures()).toEqual(before);
  }
  const { rows } = await store.pool.query<{ verdict: string; count: string }>(
    `select verdict, count(*)::text as count from mvc.coin where verdict <> 'genuine' group by verdict`,
  );
  expect(rows).toEqual([{ verdict: 'fake', count: String(FAKES) }]);
  const fakes = await store.pool.query<{ txid: string }>(
    `select txid from mvc.coin where verdict = 'fake' and pool is not null`,
  );
  expect(fakes.rows).toEqual([]);

  /** What everybody has of both, and what the pool has. */
  async function figures() {
    const people = [POOL.holder, POOL.hash, USER.hash, USER.holder, STRANGER.hash];
    const held = await Promise.all(
      people.flatMap((who) =>
        [pool.token, pool.share].map(async (key) =>
          (await ledger.tokensOf(who, key)).map(({ token, verdict }) => `${token.amount} ${verdict}`),
        ),
      ),
    );
    return { held, coins: (await ledger.poolCoins(1)).map(({ outpoint }) => outpoint).toSorted() };
  }
}, 600_000);
