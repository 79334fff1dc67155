/** A pool of runes from its first liquidity to its last removal, on the real node and with the real signer: exact to the sat and the unit. */
import { callApi } from '@rialto/devnet';
import { BURNED_SHARES, poolServiceFee } from '@rialto/market';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../world.ts';
import {
  act,
  asked,
  build,
  exitsOf,
  expectChain,
  lanesOf,
  mempoolOf,
  net,
  paidTo,
  poolOf,
  poolWorld,
  preview,
  reorg,
  submit,
  task,
  transactionsOf,
  unitsOf,
} from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;
const R1 = 2_000_000n;
const R2 = 10_000_000n;

beforeAll(async () => {
  place = await poolWorld();
}, 240_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  if (
    (await callApi(place.world.origin, 'pools', { params: { kind: 'runes' }, query: { net } })).length > 0
  ) {
    await place.world.mine();
    await expectChain(place);
  }
});

describe('a pool of runes', () => {
  it('is none before its first liquidity, and those of BRC-20 are still to come', async () => {
    const { world, rune } = place;
    for (const kind of ['runes', 'swap'] as const) {
      expect(await callApi(world.origin, 'pools', { params: { kind }, query: { net } })).toEqual([]);
      const params = { kind, pair: `btc-${rune}` };
      expect(await refusalOf(callApi(world.origin, 'pool', { params, query: { net } }))).toBe('pool-unknown');
    }
    const swap = build(place, place.first, 'build1x', { sourceAmount: '50000' });
    expect(await refusalOf(swap)).toBe('pool-unknown');
  });

  it('opens by whoever brings both sides: the shares are the root of their product, and a thousand burn', async () => {
    const { world, first } = place;
    const poor = { token1Amount: '999999', token2Amount: R2.toString() };
    expect(await refusalOf(build(place, first, 'buildInit', poor))).toBe('liquidity-too-small');
    const before = await unitsOf(place, first);
    const amounts = { token1Amount: R1.toString(), token2Amount: R2.toString() };
    const { buildId, txid } = await act(place, first, 'buildInit', amounts);
    expect(await task(place, first, buildId)).toMatchObject({ status: 'signed', txid });
    await world.mine();
    expect(await task(place, first, buildId)).toMatchObject({ status: 'completed', txid });
    const pool = await poolOf(place, first.address);
    const shares = 4_472_135n;
    expect(pool).toMatchObject({
      token1Pool: R1.toString(),
      token2Pool: R2.toString(),
      poolEquity: shares.toString(),
      addressEquityAvailable: (shares - BURNED_SHARES).toString(),
    });
    expect(await unitsOf(place, first)).toBe(before - R2);
    expect(await unitsOf(place, first, pool.shareRune)).toBe(shares - BURNED_SHARES);
    expect(await transactionsOf(place)).toMatchObject([{ txid, type: 'init', status: 'completed' }]);
    expect(await refusalOf(build(place, first, 'buildInit', amounts))).toBe('pool-exists');
    const { exits } = await exitsOf(place);
    const { lanes } = await lanesOf(place);
    expect(exits.map(({ lane }) => lane)).toEqual(lanes.map(({ outpoint }) => outpoint));
  });

  it('sells for exactly so many sats what the preview said', async () => {
    const { world, others } = place;
    const [buyer] = others;
    if (buyer === undefined) throw new Error('a buyer');
    const before = await unitsOf(place, buyer);
    const said = await preview(place, '1x', '50000');
    const { txid, ...built } = await act(place, buyer, 'build1x', { sourceAmount: '50000' });
    expect([built.amount1, built.amount2]).toEqual([said.sourceAmount, said.targetAmount]);
    await world.mine();
    expect((await unitsOf(place, buyer)) - before).toBe(BigInt(said.targetAmount));
    const pool = await poolOf(place);
    expect(pool.token2Pool).toBe((R2 - BigInt(said.targetAmount)).toString());
    expect(BigInt(pool.token1Pool) - R1 + BigInt(said.serviceFee)).toBe(50_000n);
    expect(await transactionsOf(place, { type: 'swap', address: buyer.address })).toMatchObject([
      { txid, type: '1x', address: buyer.address },
    ]);
  });

  it('buys exactly so many units, and pays the seller what the preview said less the network fee', async () => {
    const { world, others } = place;
    const [seller] = others;
    if (seller === undefined) throw new Error('a seller');
    const before = await unitsOf(place, seller);
    const was = await poolOf(place);
    const said = await preview(place, '2x', '300000');
    const { txid, minerFee, coins } = await act(place, seller, 'build2x', { sourceAmount: '300000' });
    await world.mine();
    expect(before - (await unitsOf(place, seller))).toBe(300_000n);
    const now = await poolOf(place);
    const out = BigInt(was.token1Pool) - BigInt(now.token1Pool);
    expect(BigInt(said.targetAmount)).toBe(out - poolServiceFee(out));
    const got = (await paidTo(place, txid, seller.script)).reduce((sum, value) => sum + value, 0n);
    const own = coins.filter(({ script }) => script === Buffer.from(seller.script).toString('hex'));
    const brought = own.reduce((sum, { value }) => sum + BigInt(value), 0n);
    expect(got - brought).toBe(BigInt(said.targetAmount) - BigInt(minerFee));
  });

  it('gives exactly the units, and exactly the sats, that were asked for', async () => {
    const { world, others } = place;
    const [, , third] = others;
    if (third === undefined) throw new Error('a third');
    const before = await unitsOf(place, third);
    await act(place, third, 'buildX2', { sourceAmount: '77777' });
    await world.mine();
    expect((await unitsOf(place, third)) - before).toBe(77_777n);
    const built = await act(place, third, 'buildX1', { sourceAmount: '33333' });
    expect(built.amount1).toBe('33333');
    await world.mine();
    const got = (await paidTo(place, built.txid, third.script)).reduce((sum, value) => sum + value, 0n);
    const own = built.coins.filter(({ script }) => script === Buffer.from(third.script).toString('hex'));
    const brought = own.reduce((sum, { value }) => sum + BigInt(value), 0n);
    expect(got - brought).toBe(33_333n - BigInt(built.minerFee));
  });

  it('chains the swaps of one block, each on the one before, and tells every one of them', async () => {
    const { world, others } = place;
    const txids: string[] = [];
    for (let round = 0; round < 2; round += 1)
      for (const who of others)
        txids.push(
          (
            await act(place, who, round === 0 ? 'build1x' : 'build2x', {
              sourceAmount: round === 0 ? '20000' : '100000',
            })
          ).txid,
        );
    // The signer may etch shares for the next pool beside them.
    expect(await mempoolOf(place)).toEqual(expect.arrayContaining(txids));
    expect((await lanesOf(place)).lanes).toMatchObject([{ waiting: 6, most: 20 }]);
    const pending = await poolOf(place);
    expect(pending.token1Pool).not.toBe(pending.token1PoolConfirmed);
    await world.mine();
    const told = await transactionsOf(place, { type: 'swap' });
    expect(told.slice(0, 6).map(({ txid }) => txid)).toEqual(txids.toReversed());
    expect(await poolOf(place)).toMatchObject({
      token1PoolConfirmed: pending.token1Pool,
      token2PoolConfirmed: pending.token2Pool,
    });
    const { rows } = await asked(world, 'select status from pool_acts where txid = any($1)', [
      `{${txids.join(',')}}`,
    ]);
    expect(rows.map(({ status }) => status)).toEqual(txids.map(() => 'confirmed'));
  });

  it('says what its day was, and what liquidity would bring', async () => {
    const { world, rune } = place;
    const params = { kind: 'runes' } as const;
    const pair = { ...params, pair: `btc-${rune}` };
    const stats = await callApi(world.origin, 'poolStats', { params: pair, query: { net } });
    const swaps = await transactionsOf(place, { type: 'swap' });
    const volume = swaps.reduce((sum, { amount1 }) => sum + BigInt(amount1), 0n);
    expect(stats).toMatchObject({ volume24h: volume.toString(), swaps24h: swaps.length });
    expect(stats.fees24h).toBe(((volume * 7n) / 1000n).toString());
    const pool = await poolOf(place);
    const tokens = { token1: 'btc', token2: rune } as const;
    const more = await callApi(world.origin, 'previewAdd', {
      params,
      body: { ...tokens, source: 'token1', sourceAmount: '200000' },
    });
    expect(BigInt(more.poolEquity) - BigInt(more.addEquity)).toBe(BigInt(pool.poolEquity));
    const less = await callApi(world.origin, 'previewRemove', {
      params,
      body: { ...tokens, removeEquity: '1000000' },
    });
    const part = (of: string): string => ((BigInt(of) * 1_000_000n) / BigInt(pool.poolEquity)).toString();
    expect([less.token1Amount, less.token2Amount]).toEqual([part(pool.token1Pool), part(pool.token2Pool)]);
    const all = callApi(world.origin, 'previewRemove', {
      params,
      body: { ...tokens, removeEquity: pool.poolEquity },
    });
    expect(await refusalOf(all)).toBe('pool-too-small');
  });

  it('takes more liquidity at its own ratio, and gives shares for it', async () => {
    const { world, others } = place;
    const [who] = others;
    if (who === undefined) throw new Error('a provider');
    const was = await poolOf(place);
    const built = await act(place, who, 'buildAdd', { source: 'token1', sourceAmount: '200000' });
    await world.mine();
    const now = await poolOf(place, who.address);
    expect(BigInt(now.token1Pool) - BigInt(was.token1Pool)).toBe(BigInt(built.amount1));
    expect(BigInt(now.poolEquity) - BigInt(was.poolEquity)).toBe(BigInt(built.equity));
    expect(now.addressEquityAvailable).toBe(built.equity);
    const fair = (BigInt(was.token2Pool) * BigInt(built.amount1)) / BigInt(was.token1Pool);
    expect(Number(built.amount2)).toBeCloseTo(Number(fair), -2);
  });

  it('lets a provider wait for the swaps before him, and then leave with his part', async () => {
    const { world, first, others } = place;
    const [, swapper] = others;
    if (swapper === undefined) throw new Error('a swapper');
    const was = await poolOf(place, first.address);
    await act(place, swapper, 'build1x', { sourceAmount: '20000' });
    const waiting = await build(place, first, 'buildRemove', { removeEquity: '1000000' });
    expect(waiting).toMatchObject({ rawPsbt: null, expiresAt: null });
    expect(await task(place, first, waiting.buildId)).toMatchObject({ status: 'waiting', place: 0 });
    await world.mine();
    await until(async () => (await task(place, first, waiting.buildId)).status === 'built', 'his turn');
    // The pool is his until he signs, or lets it go.
    expect(await refusalOf(build(place, swapper, 'build1x', { sourceAmount: '20000' }))).toBe('lane-waits');
    const built = await task(place, first, waiting.buildId);
    await submit(place, first, built);
    await world.mine();
    const now = await poolOf(place, first.address);
    expect(BigInt(was.addressEquityAvailable) - BigInt(now.addressEquityAvailable)).toBe(1_000_000n);
    expect(BigInt(was.poolEquity) - BigInt(now.poolEquity)).toBe(1_000_000n);
  });
});

describe('what is refused', () => {
  it('a fourth swap that waits, a stranger’s task, a task too late, a poor fee', async () => {
    const { first, others } = place;
    const [who, stranger] = others;
    if (who === undefined || stranger === undefined) throw new Error('traders');
    for (let at = 0; at < 3; at += 1) await act(place, who, 'build1x', { sourceAmount: '20000' });
    expect(await refusalOf(build(place, who, 'build1x', { sourceAmount: '20000' }))).toBe('swaps-waiting');
    const built = await build(place, stranger, 'build1x', { sourceAmount: '20000' });
    const stolen = { buildId: built.buildId, rawPsbt: built.rawPsbt ?? '', address: first.address };
    const asStranger = callApi(place.world.origin, 'submitTask', {
      params: { kind: 'runes' },
      body: stolen,
      headers: first.headers(),
    });
    expect(await refusalOf(asStranger)).toBe('not-yours');
    const unsigned = callApi(place.world.origin, 'submitTask', {
      params: { kind: 'runes' },
      body: { ...stolen, address: stranger.address },
      headers: stranger.headers(),
    });
    expect(await refusalOf(unsigned)).toBe('signature-missing');
    const expired = (since: string) =>
      asked(place.world, 'update pool_acts set expires_at = now() - $2::interval where id = $1', [
        built.buildId,
        since,
      ]);
    const status = async () => {
      const { rows } = await asked(place.world, 'select status from pool_acts where id = $1', [
        built.buildId,
      ]);
      return rows[0]?.['status'];
    };
    await expired('5 seconds');
    expect(await refusalOf(submit(place, stranger, built))).toBe('take-expired');
    // One that was handed in before may be with the signer.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await status()).toBe('built');
    await expired('1 minute');
    await until(async () => (await status()) === 'failed', 'given up');
    const cheap = build(place, stranger, 'build1x', { sourceAmount: '20000', feeRate: 0.5 });
    expect(await refusalOf(cheap)).toBe('fee-too-low');
    const little = build(place, stranger, 'build1x', { sourceAmount: '9000' });
    expect(await refusalOf(little)).toBe('swap-too-small');
    const huge = build(place, stranger, 'buildX2', { sourceAmount: '100000000' });
    expect(await refusalOf(huge)).toBe('pool-too-small');
    // The signer would sign no more than 30 % of a reserve: whoever asks is told before he signs.
    const { token2Pool: reserve } = await poolOf(place);
    const most = (BigInt(reserve) * 3n) / 10n;
    const over = build(place, stranger, 'buildX2', { sourceAmount: (most + 1n).toString() });
    await expect(over).rejects.toThrow(`${most} at most`);
  });

  it('a named coin without the rune', async () => {
    const [, who] = place.others;
    if (who === undefined) throw new Error('a trader');
    const { shareCoin } = await poolOf(place);
    for (const runePosition of [shareCoin.replace(':', 'i'), `${'b'.repeat(64)}i1`]) {
      const runeUtxos = [{ runePosition }];
      const sale = build(place, who, 'build2x', { sourceAmount: '100000', runeUtxos });
      expect(await refusalOf(sale)).toBe('rune-not-in-utxo');
    }
  });

  it('a quote whose lane another swap took first: one builds anew, and the task says why', async () => {
    const { others } = place;
    const [, who, faster] = others;
    if (who === undefined || faster === undefined) throw new Error('traders');
    const slow = await build(place, who, 'build1x', { sourceAmount: '30000' });
    await act(place, faster, 'build1x', { sourceAmount: '60000' });
    expect(await refusalOf(submit(place, who, slow))).toBe('price-changed');
    expect(await task(place, who, slow.buildId)).toMatchObject({
      status: 'failed',
      failedReason: 'price-changed',
    });
    await act(place, who, 'build1x', { sourceAmount: '30000' });
  });

  it('the same task again is answered again, and nothing is done twice', async () => {
    const [who] = place.others;
    if (who === undefined) throw new Error('a trader');
    const built = await build(place, who, 'build1x', { sourceAmount: '20000' });
    const answers = await Promise.all([submit(place, who, built), submit(place, who, built)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await submit(place, who, built)).toEqual(answers[0]);
  });
});

const DAY_MS = 86_400_000;
/** Between the least and the most another depth every day. */
const day = Number.parseInt(process.env['REORG_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

describe('what the chain does to it', () => {
  it.each([1, 6, 2 + (day % 4)])(
    '%i blocks that are undone with swaps and a removal in them',
    async (depth) => {
      const { world, first, others } = place;
      const [one, two] = others;
      if (one === undefined || two === undefined) throw new Error('traders');
      const built: { who: typeof one; id: string }[] = [];
      for (let at = 0; at < depth; at += 1) {
        const { buildId } = await act(place, one, 'build1x', { sourceAmount: '25000' });
        built.push({ who: one, id: buildId });
        await world.mine();
      }
      const before = await poolOf(place);
      await reorg(place, depth);
      const after = await poolOf(place);
      expect([after.token1Pool, after.token2Pool]).toEqual([before.token1Pool, before.token2Pool]);
      for (const { who, id } of built)
        expect(await task(place, who, id)).toMatchObject({ status: 'completed' });
      const removed = await act(place, first, 'buildRemove', { removeEquity: '200000' });
      await world.mine();
      await reorg(place, 1);
      expect(await task(place, first, removed.buildId)).toMatchObject({ status: 'completed' });
      await expectChain(place);
    },
  );

  it('all of it is read from the chain again', async () => {
    const { world } = place;
    const told = async () => {
      const { at: _pool, ...pool } = await poolOf(place);
      const { lanes } = await lanesOf(place);
      const moves = await transactionsOf(place);
      return {
        pool,
        lanes,
        moves: moves.map(({ txid, amount1, amount2, equity }) => [txid, amount1, amount2, equity]),
      };
    };
    const before = await told();
    for (const table of ['pool_moves', 'pool_coins', 'pools']) await asked(world, `delete from ${table}`);
    await asked(world, 'update block set version = version - 1');
    await world.exchange.server.kill();
    await until(
      async () => (await told().catch(() => undefined)) !== undefined,
      'the pool is known again',
      60_000,
    );
    await world.exchange.ready();
    expect(await told()).toEqual(before);
  });
});
