/** What holders have by the index: SPACE and tokens, waiting and mined; fakes are never told, and what is not known is told as that. */
import { mvcPeople } from '@rialto/devnet';
import { openMvcLedger, openPool } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import { readFtScript, withHolder } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyMvcIndex } from '../../src/mvc/follower/verify-mvc.ts';
import { keepDatabases, openIndexWorld, untilTrue } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import { POOL, PoolOnChain, SHARES, SPACE, STRANGER, UNITS, USER, USER_UNITS, mint } from './pool-world.ts';

const { accepted, coinsOf, funded, only, payment, sats } = await mvcPeople();

let world: IndexWorld;

keepDatabases();

beforeEach(async () => {
  world = await openIndexWorld();
});

afterEach(() => world.close());

const to = (who: typeof USER, value: bigint) => ({ value: sats(value), script: who.script });

describe('SPACE', () => {
  it('is told of a key, the largest coin first, with what waits in it', async () => {
    const { chain, ledger } = world;
    world.start();
    const [large, small] = funded(chain, USER, [900_000n, 5_000n]);
    if (large === undefined || small === undefined) throw new Error('two coins');
    const tx = payment(USER, [large], [to(STRANGER, 300_000n), to(USER, 590_000n)]);
    accepted(chain, tx);
    const child = payment(STRANGER, coinsOf(tx).slice(0, 1), [to(USER, 290_000n)]);
    accepted(chain, child);
    await world.caughtUp();
    const held = await ledger.spaceOf(USER.hash, 10);
    expect(held.map(({ value, height }) => [value, height])).toEqual([
      [590_000n, undefined],
      [290_000n, undefined],
      [5_000n, chain.height],
    ]);
    expect(held[0]).toMatchObject({ outpoint: outpoint(tx.txid, 1), script: USER.script, core: tx.core });
    expect(await ledger.spaceOf(USER.hash, 1)).toEqual(held.slice(0, 1));
    expect(await ledger.spaceSum(USER.hash)).toEqual({ all: 885_000n, waiting: 880_000n, coins: 3 });
    expect(await ledger.spaceSum(STRANGER.hash)).toEqual({ all: 0n, waiting: 0n, coins: 0 });
    expect(await ledger.spentBy([large.outpoint, small.outpoint, outpoint(tx.txid, 0)])).toEqual(
      new Map([
        [large.outpoint, { core: tx.core, height: undefined }],
        [outpoint(tx.txid, 0), { core: child.core, height: undefined }],
      ]),
    );
    chain.mine();
    await world.caughtUp();
    expect(await ledger.spaceSum(USER.hash)).toEqual({ all: 885_000n, waiting: 0n, coins: 3 });
    expect(await ledger.spentBy([large.outpoint])).toEqual(
      new Map([[large.outpoint, { core: tx.core, height: chain.height }]]),
    );
    // Payments are not kept whole.
    expect(await ledger.transaction(tx.txid)).toBeUndefined();
  });
});

describe('tokens', () => {
  it('are told from their minting through a sale, and kept whole with what they come from', async () => {
    const { chain, ledger } = world;
    world.start();
    const pool = new PoolOnChain(chain);
    await world.caughtUp();
    const [held] = await ledger.tokensOf(USER.hash, pool.token);
    expect(held).toMatchObject({ outpoint: pool.userTokens.outpoint, verdict: 'genuine' });
    expect(held?.token.amount).toBe(USER_UNITS);
    expect(await ledger.tokensOf(USER.hash, pool.share)).toEqual([]);
    const [shares] = await ledger.tokensOf(POOL.holder, pool.share);
    expect(shares?.token.amount).toBe(SHARES);
    for (const mined of [false, true]) {
      const { swap } = pool.sell(10_000n, 300_000n);
      if (mined) chain.mine();
      await world.caughtUp();
      const left = only(await ledger.tokensOf(USER.hash));
      expect(left.core).toBe(swap.core);
      expect(left.height).toBe(mined ? chain.height : undefined);
      expect(await ledger.transaction(swap.txid)).toEqual(swap);
    }
    expect(only(await ledger.tokensOf(USER.hash)).token.amount).toBe(USER_UNITS - 20_000n);
    const minted = held?.outpoint.slice(0, 64) as Txid;
    const genesis = (await ledger.transaction(minted))?.inputs[0]?.txid as Txid;
    expect((await ledger.transaction(genesis))?.txid).toBe(genesis);
  });

  it('are told by blocks alone where waiting spends have no part in it', async () => {
    const { chain, ledger } = world;
    world.start();
    const pool = new PoolOnChain(chain);
    await world.caughtUp();
    const settled = () => ledger.settledTokens([USER.hash, POOL.holder], pool.token);
    const before = await settled();
    const { outpoint: point } = pool.userTokens;
    expect(before.find(({ holder }) => holder === bytesToHex(USER.hash))).toMatchObject({
      ...{ outpoint: point, vout: Number(point.slice(65)), units: USER_UNITS },
    });
    const { swap } = pool.sell(10_000n, 300_000n);
    await world.caughtUp();
    expect(await settled()).toEqual(before);
    const spenders = (since: number) => ledger.spendersOfTokens([USER.hash, POOL.holder], pool.token, since);
    const earlier = await spenders(0);
    expect(earlier).not.toContain(swap.core);
    chain.mine();
    await world.caughtUp();
    expect(new Set(await spenders(0))).toEqual(new Set([...earlier, swap.core]));
    expect(await spenders(chain.height)).toEqual([swap.core]);
    expect(await spenders(chain.height + 1)).toEqual([]);
    expect(await ledger.spendersOfTokens([STRANGER.hash], pool.token, 0)).toEqual([]);
    const after = await settled();
    const sumOf = (coins: typeof after): bigint => coins.reduce((sum, { units }) => sum + units, 0n);
    expect(sumOf(after)).toBe(sumOf(before));
    expect(after.find(({ holder }) => holder === bytesToHex(USER.hash))).toMatchObject({
      ...{ core: swap.core, height: chain.height, units: USER_UNITS - 10_000n },
    });
    expect(await ledger.settledTokens([USER.hash], pool.share)).toEqual([]);
  });

  it('that only look so are never told, waiting or mined', async () => {
    const { chain, ledger } = world;
    world.start();
    const { token } = mint(chain, 'TC', { holder: USER.hash, units: 500n });
    const key = readFtScript(token.script);
    const fake = withHolder(token.script, STRANGER.hash, 1_000_000n);
    const coin = only(funded(chain, STRANGER, [500_000n]));
    const tx = payment(STRANGER, [coin], [{ value: sats(2_019n), script: fake }, to(STRANGER, 400_000n)]);
    accepted(chain, tx);
    await world.caughtUp();
    expect(await ledger.tokensOf(STRANGER.hash, key)).toEqual([]);
    chain.mine();
    await world.caughtUp();
    expect(await ledger.tokensOf(STRANGER.hash)).toEqual([]);
    if (key !== undefined) expect(await ledger.settledTokens([STRANGER.hash], key)).toEqual([]);
    expect((await ledger.spaceSum(STRANGER.hash)).all).toBe(400_000n);
  });
});

/** A node without an index of transactions: old ones are not to be found. */
function forgetful(node: MvcChain): { node: MvcChain; knows: boolean } {
  const memory = {
    knows: false,
    node: {
      ...node,
      transaction: async (txid: Txid) =>
        memory.knows || (await node.waiting()).includes(txid) ? node.transaction(txid) : undefined,
    },
  };
  return memory;
}

describe('an index that begins after a token', () => {
  it('tells what it cannot follow back as unknown, and the pool’s coins with it once the node knows', async () => {
    const { chain, ledger } = world;
    const pool = new PoolOnChain(chain);
    const memory = forgetful(world.node);
    world.start({ node: memory.node, startHeight: pool.bornAt + 1 });
    chain.mine();
    await world.caughtUp();
    const verdicts = async () =>
      (await ledger.tokensOf(POOL.holder, pool.token)).map(({ verdict, height }) => [
        verdict,
        height !== undefined,
      ]);
    expect(await verdicts()).toEqual([['unknown', true]]);
    expect(await pool.open(world)).toEqual([pool.firstCoins[0]]);
    pool.sell(10_000n, 300_000n);
    await world.caughtUp();
    expect(await verdicts()).toEqual([
      ['unknown', true],
      ['unknown', false],
    ]);
    const units = async () =>
      (await ledger.poolCoins(1)).reduce(
        (sum, { token }) => sum + (token?.genesis === pool.token.genesis ? token.amount : 0n),
        0n,
      );
    expect(await units()).toBe(0n);
    memory.knows = true;
    await untilTrue(async () => (await units()) === UNITS + 10_000n);
    expect((await ledger.poolMoves({ pool: 1, most: 1 }))[0]?.d2).toBe(10_000n);
    expect(await verdicts()).toEqual([
      ['genuine', true],
      ['genuine', false],
    ]);
    chain.mine();
    await world.caughtUp();
    const moves = await ledger.poolMoves({ pool: 1, most: 9 });
    expect(moves.reduce((sum, { d1 }) => sum + d1, 0n)).toBeLessThan(SPACE);
    expect(moves.reduce((sum, { d2 }) => sum + d2, 0n)).toBe(UNITS + 10_000n);
    const compared = await verifyMvcIndex({
      live: world.store,
      chain: world.node,
      progress: () => undefined,
    });
    expect(compared.differences).toEqual([]);
  });

  it('asks the node for what came before it', async () => {
    const { chain, ledger } = world;
    const pool = new PoolOnChain(chain);
    world.start({ startHeight: pool.bornAt + 1 });
    await world.caughtUp();
    expect(only(await ledger.tokensOf(POOL.holder, pool.token)).verdict).toBe('genuine');
    // Earlier blocks are wanted: all is built again.
    await world.follower.stop();
    world.start();
    await untilTrue(async () => (await ledger.tokensOf(USER.hash)).length === 1);
    expect(world.warnings.join()).toContain('built again');
  });
});

describe('who may know', () => {
  it('is the signer’s role, of the index and nothing else in its schema; everybody hears that something changed', async () => {
    const { database, chain } = world;
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: database.ownerUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query('listen rialto_mvc');
    world.start();
    funded(chain, USER, [900_000n]);
    await world.caughtUp();
    const signer = openPool({ url: database.signerUrl, most: 2, onError: () => undefined });
    try {
      const ledger = openMvcLedger(signer);
      expect((await ledger.spaceSum(USER.hash)).all).toBe(900_000n);
      expect(await ledger.tokensOf(USER.hash)).toEqual([]);
      expect(await ledger.byCore([])).toEqual(new Map());
      for (const answer of [ledger.pools(), ledger.poolCoins(1), ledger.poolMoves({ most: 1 })])
        expect(await answer).toEqual([]);
      await expect(signer.query('select * from mvc.act')).rejects.toThrow('permission denied');
      await expect(signer.query('delete from mvc.waiting')).rejects.toThrow();
      await untilTrue(() => heard.includes(String(chain.height)));
    } finally {
      await signer.end();
      await listener.end();
    }
  });
});
