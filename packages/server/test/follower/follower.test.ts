import { setTimeout as sleep } from 'node:timers/promises';
import { loadCoinPage, loadCoins, openLedger, openPool } from '@rialto/ground';
import { formatBrc20Amount, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import { ledgerRows, makeLots, moveLot, openFollowWorld, user, untilTrue } from './follow-world.ts';
import type { FollowWorld } from './follow-world.ts';

const MISSING = `${'00'.repeat(32)}:7` as Outpoint;
let world: FollowWorld;
const alice = user(1);
const bob = user(2);

beforeAll(async () => {
  world = await openFollowWorld();
  await makeLots(world.chain, alice, 'Test', ['100', '50.5', '7', '8', '9', '10', '11']);
  await world.caughtUp();
}, 120_000);

afterAll(async () => {
  await world.close();
}, 60_000);

const source = () => ({ chain: world.node, ledger: world.ledger });

const ALL = { from: 0, size: 1_000, unconfirmed: true, immature: false };
const coinsOf = async (script: Uint8Array) => (await loadCoinPage(source(), script, ALL)).coins;

async function have(who: typeof alice): Promise<string> {
  const [balance] = await world.ledger.balancesOf(who.script);
  if (balance === undefined) return 'nothing';
  return `${formatBrc20Amount(balance.available)}+${formatBrc20Amount(balance.transferable)}`;
}

async function firstLot() {
  const [lot] = await world.ledger.lotsOf(alice.script);
  if (lot === undefined) throw new Error('no lot left');
  return lot;
}

describe('a follower on a real node', () => {
  test('reads tokens, balances and lots', async () => {
    expect(await world.ledger.token('TEST')).toMatchObject({
      tick: 'Test',
      holders: 1,
      operations: 9,
      decimals: 18,
    });
    expect(await have(alice)).toBe('804.5+195.5');
    const lots = await world.ledger.lotsOf(alice.script);
    expect(lots.map((lot) => formatBrc20Amount(lot.amount))).toEqual([
      '100',
      '50.5',
      '7',
      '8',
      '9',
      '10',
      '11',
    ]);
    const points = lots.map((lot) => lot.outpoint);
    const { coins, tip } = await loadCoins(source(), points);
    expect(coins.size).toBe(7);
    expect(tip).toEqual(await world.node.tip());
    expect(coins.get(points[0] ?? MISSING)?.assets).toMatchObject([
      { kind: 'inscription', transfer: { tick: 'Test' } },
    ]);
    expect((await world.ledger.tokens({ search: 'es', limit: 5 })).map((token) => token.tick)).toEqual([
      'Test',
    ]);
    expect(await world.ledger.tokens({ search: '%', limit: 5 })).toEqual([]);
  });

  test('a role that may only read sees the same', async () => {
    const pool = openPool({ url: world.database.signerUrl, most: 2, onError: () => undefined });
    const reader = openLedger(pool);
    expect(await reader.tip()).toEqual(await world.ledger.tip());
    expect(await reader.lotsOf(alice.script)).toEqual(await world.ledger.lotsOf(alice.script));
    const points = (await reader.lotsOf(alice.script)).map((lot) => lot.outpoint);
    expect((await reader.assetsOn(points)).assets.size).toBe(7);
    const [lot] = await reader.lotsOf(alice.script);
    if (lot === undefined) throw new Error('no lot left');
    const { asset, height } = lot;
    const counted = (scripts: Uint8Array[], upTo: number): Promise<number> =>
      reader.countLots(scripts, { asset, height: upTo });
    const { height: top } = await reader.tip();
    expect(await counted([bob.script, alice.script], top)).toBe(7);
    expect(await Promise.all([counted([bob.script], top), counted([], top)])).toEqual([0, 0]);
    expect(await counted([alice.script], height - 1)).toBe(0);
    await expect(pool.query('update tip set height = 0')).rejects.toThrow(/permission denied|read-only/);
    await pool.end();
  });

  test('hears of a spent lot at once, then moves the balance with the block', async () => {
    const lot = await firstLot();
    const raw = await moveLot(world.chain, alice, lot, bob);
    await sleep(100);
    const sent = performance.now();
    expect(await world.node.send(hexToBytes(raw))).toEqual({ accepted: true });
    await untilTrue(() => world.heard.spent.some(({ point }) => point === lot.outpoint));
    const took = (world.heard.spent.find(({ point }) => point === lot.outpoint)?.at ?? Infinity) - sent;
    // Alone on the machine it is under 150 ms; this bound leaves room for other tests beside it.
    expect(took).toBeLessThan(2_000);
    expect((await world.node.spendingOf([lot.outpoint])).size).toBe(1);
    await world.chain.mine(1);
    await world.caughtUp();
    expect([await have(alice), await have(bob)]).toEqual(['804.5+95.5', '100+0']);
  });

  test('is told of the height of every block, and of the content of those that spend something', async () => {
    const before = world.heard.spending.length;
    const height = await world.chain.height();
    await world.chain.mine(3);
    await world.caughtUp();
    expect(world.heard.blocks.slice(-3).map((block) => block.height)).toEqual(
      [1, 2, 3].map((n) => height + n),
    );
    expect(world.heard.spending).toHaveLength(before);
    await world.chain.fund(alice.address, 70_000n);
    await world.chain.mine(1);
    await world.caughtUp();
    expect(world.heard.spending.slice(before)).toEqual([{ height: height + 4, spent: 1 }]);
  });

  test('follows a script at once, in the mempool and in blocks', async () => {
    await expect(coinsOf(bob.script)).rejects.toMatchObject({ code: 'not-followed' });
    await followScript(world.store, world.node, bob.script);
    expect(await coinsOf(bob.script)).toMatchObject([{ value: 546n, assets: [{ kind: 'inscription' }] }]);
    const paid = await world.chain.fund(bob.address, 70_000n);
    const isPaid = async (): Promise<boolean> =>
      (await coinsOf(bob.script)).some(({ outpoint }) => outpoint === `${paid.txid}:${paid.vout}`);
    await untilTrue(isPaid);
    const waiting = (await coinsOf(bob.script)).find(({ value }) => value === 70_000n);
    expect(waiting?.height).toBeUndefined();
    await world.chain.mine(1);
    await world.caughtUp();
    const mined = (await coinsOf(bob.script)).find(({ value }) => value === 70_000n);
    expect(mined?.height).toBe((await world.node.tip()).height);
  });

  test('a script followed while its coin waits in the mempool sees the coin', async () => {
    const carol = user(3);
    await world.chain.fund(carol.address, 33_000n);
    await sleep(200);
    await followScript(world.store, world.node, carol.script);
    await untilTrue(async () => (await coinsOf(carol.script)).length === 1);
    await world.chain.mine(1);
    await world.caughtUp();
    expect(await coinsOf(carol.script)).toMatchObject([{ value: 33_000n }]);
  });

  test.each([1, 3, 6])('a reorg of %i is undone and redone', async (depth) => {
    const undone = world.heard.undone.length;
    const lot = await firstLot();
    const before = await ledgerRows(world.store);
    const raw = await moveLot(world.chain, alice, lot, bob);
    await world.node.send(hexToBytes(raw));
    await world.chain.mine(depth);
    await world.caughtUp();
    const hash = await world.node.blockHash((await world.node.tip()).height - depth + 1);
    await world.chain.node.rpc('invalidateblock', [hash]);
    await world.caughtUp();
    expect(world.heard.undone.length - undone).toBe(depth);
    expect(await ledgerRows(world.store)).toEqual(before);
    // Paid elsewhere: the invalid blocks would else be made again, byte for byte.
    await world.chain.mine(depth + 1, user(20 + depth).address);
    await world.caughtUp();
    expect((await world.ledger.lotsOf(alice.script)).map((one) => one.outpoint)).not.toContain(lot.outpoint);
    expect(world.heard.stops).toEqual([]);
  });

  test('goes on after a restart, and after the database went away under it', async () => {
    const warnings = world.heard.warnings.length;
    await world.restart();
    const before = await world.chain.fund(bob.address, 81_000n);
    await world.chain.mine(2);
    await world.caughtUp();
    const { rows } = await world.store.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { pid } of rows)
      await world.store.pool.query('select pg_terminate_backend($1)', [pid]).catch(() => undefined);
    const after = await world.chain.fund(bob.address, 82_000n);
    const [hash = ''] = await world.chain.mine(1);
    await world.caughtUp();
    const points = (await coinsOf(bob.script)).map(({ outpoint }) => outpoint);
    expect(points).toEqual(
      expect.arrayContaining([before, after].map(({ txid, vout }) => `${txid}:${vout}`)),
    );
    // Each block was told once, the one that was under way when the connections died too.
    expect(world.heard.blocks.filter((block) => block.hash === hash)).toHaveLength(1);
    expect(world.follower.status()).toBe('ok');
    expect(world.heard.stops).toEqual([]);
    expect(world.heard.warnings.slice(warnings).join('\n')).not.toContain('another follower');
  });

  test('a second leader is fenced off', async () => {
    await world.store.pool.query('update tip set epoch = epoch + 1');
    const warnings = world.heard.warnings.length;
    await world.chain.mine(1);
    await untilTrue(() =>
      world.heard.warnings.slice(warnings).some((line) => line.includes('another follower')),
    );
    await world.caughtUp();
  });

  test('a reorg of seven stops loudly and undoes nothing; back on our chain it goes on', async () => {
    await world.chain.mine(7);
    await world.caughtUp();
    const before = await ledgerRows(world.store);
    const hash = await world.node.blockHash((await world.node.tip()).height - 6);
    await world.chain.node.rpc('invalidateblock', [hash]);
    await world.chain.mine(8, bob.address);
    await untilTrue(() => world.heard.stops.length === 1);
    expect(world.follower.status()).toBe('stopped');
    expect(world.heard.stops[0]).toContain('REBUILD_LEDGER=1');
    expect((await world.ledger.status()).stopped).toContain('more than 6 blocks deep');
    const after = await ledgerRows(world.store);
    expect(after['balance']).toEqual(before['balance']);
    await world.chain.node.rpc('reconsiderblock', [hash]);
    for (const tip of [await world.node.tip()])
      await world.chain.node.rpc('invalidateblock', [await world.node.blockHash(tip.height - 7)]);
    await world.caughtUp();
    await untilTrue(() => world.follower.status() === 'ok');
    expect((await world.ledger.status()).stopped).toBeUndefined();
  }, 60_000);
});
