/** Swaps on MVC through the API, with the real programs on a private chain: bought, sold, mined, told; and what is refused. */
import { ApiRefusal, callApi, mvcPeople } from '@rialto/devnet';
import { readFtScript, writeMvcTransaction } from '@rialto/mvc';
import { hexToBytes, outpoint, sats, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../world.ts';
import { readOurs } from '../../src/mvc/swaps/plan-act.ts';
import { expectTruth } from './mvc-truth.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';

const { coinsOf, payment } = await mvcPeople();
let at: MvcWorld;
const mvc = { venue: 'mvc' } as const;
const poolOf = async () => {
  const { pools } = await callApi(at.world.origin, 'mvcPools', { params: mvc });
  const [pool] = pools;
  if (pool === undefined) throw new Error('the pool');
  return pool;
};
const task = (buildId: string) => callApi(at.world.origin, 'mvcTask', { params: mvc, query: { buildId } });
const amountOf = async (trader: Awaited<ReturnType<MvcWorld['funded']>>): Promise<bigint> => {
  const { tokens } = await trader.account();
  return BigInt(tokens[0]?.amount ?? '0');
};

beforeAll(async () => {
  at = await mvcWorld();
}, 180_000);
afterAll(() => at.world.stop());

describe('a purchase', () => {
  it('gives exactly what was quoted, takes exactly what was said, and is in the next block', async () => {
    const anna = await at.funded('anna');
    const before = await poolOf();
    const space = BigInt((await anna.account()).space);
    const asked = { pair: at.pair, side: 'buy', exact: 'in', amount: '2000000' } as const;
    const quote = await callApi(at.world.origin, 'mvcPreview', { params: mvc, body: asked });
    const built = await anna.build(asked);
    expect(built.quote).toEqual(quote);
    const done = await anna.submit(await anna.sign(built, asked));
    expect(done).toMatchObject({ status: 'signed', failedReason: '', sats: '2000000', units: quote.units });
    await until(async () => (await amountOf(anna)) === BigInt(quote.units), 'her tokens wait');
    await at.mine();
    await until(async () => (await task(done.buildId)).status === 'completed', 'it is in a block');
    const paid = 2_000_000n + BigInt(quote.networkFee) + BigInt(quote.tokenSats);
    expect(BigInt((await anna.account()).space)).toBe(space - paid);
    const after = await poolOf();
    expect(BigInt(after.token1PoolConfirmed)).toBe(BigInt(before.token1PoolConfirmed) + 2_000_000n);
    expect(BigInt(after.token2PoolConfirmed)).toBe(BigInt(before.token2PoolConfirmed) - BigInt(quote.units));
    expect(after.swaps24h).toBe(1);
  });
});

describe('a purchase of more than any coin of the pool holds', () => {
  it('takes several of them, costs more, and leaves one in their place', async () => {
    const hugo = await at.funded('hugo', 1);
    at.mvc.chain.pay([{ value: sats(2_000_000_000n), script: hugo.script }]);
    await at.mine();
    const pool = await poolOf();
    const units = (BigInt(pool.token2Pool) * 28n) / 100n;
    const asked = { pair: at.pair, side: 'buy', exact: 'out', amount: units.toString() } as const;
    const few = await callApi(at.world.origin, 'mvcPreview', {
      ...{ params: mvc, body: { ...asked, amount: (units / 100n).toString() } },
    });
    const before = BigInt((await hugo.account()).space);
    const built = await hugo.build(asked);
    expect(BigInt(built.quote.networkFee)).toBeGreaterThan(BigInt(few.networkFee));
    const done = await hugo.submit(await hugo.sign(built, asked));
    const inputs = readOurs(hexToBytes(done.swap ?? '')).inputs.map(({ txid, vout }) => outpoint(txid, vout));
    const { chain } = at.mvc;
    const spent = inputs.flatMap(
      (point) => chain.transaction(splitOutpoint(point).txid)?.tx.outputs[splitOutpoint(point).vout] ?? [],
    );
    expect(spent.filter(({ script }) => readFtScript(script) !== undefined).length).toBeGreaterThan(1);
    await at.mine();
    await until(async () => (await task(done.buildId)).status === 'completed', 'it is in a block');
    expect(await amountOf(hugo)).toBe(units);
    const paid = [built.quote.sats, built.quote.networkFee, built.quote.tokenSats];
    expect(before - BigInt((await hugo.account()).space)).toBe(
      paid.reduce((sum, one) => sum + BigInt(one), 0n),
    );
    await expectTruth(at);
  });
});

describe('a build that nobody signs', () => {
  it('shuts the pool for nobody, and makes no purchase dearer', async () => {
    const ida = await at.funded('ida', 20);
    const jan = await at.funded('jan', 20);
    await ida.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '20000000' });
    await at.mine();
    // Five small coins of tokens for the pool.
    for (let count = 0; count < 5; count += 1) {
      await ida.swap({ pair: at.pair, side: 'sell', exact: 'in', amount: '5000000000' });
      await at.mine();
    }
    const asked = { pair: at.pair, side: 'buy', exact: 'in', amount: '40000000' } as const;
    const preview = () => callApi(at.world.origin, 'mvcPreview', { params: mvc, body: asked });
    const before = await preview();
    for (let count = 0; count < 6; count += 1) await jan.build(asked);
    expect(await preview()).toMatchObject({ units: before.units, networkFee: before.networkFee });
    const done = await ida.swap({ ...asked, amount: '30000000' });
    expect(done).toMatchObject({ status: 'signed' });
    await at.mine();
  }, 60_000);
});

describe('its transaction, as anybody reads it', () => {
  const view = (txid: string) => callApi(at.world.origin, 'mvcTransaction', { params: { ...mvc, txid } });

  it('by its id and by its core, with what it spends and makes, its fee and its depth', async () => {
    const fred = await at.funded('fred');
    const done = await fred.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '2000000' });
    const { txid, core } = done;
    if (txid === null || core === null) throw new Error('it is signed');
    await until(async () => (await view(txid)).height === null, 'it waits');
    await at.mine();
    const one = await view(txid);
    expect(one).toMatchObject({ txid, core, height: at.mvc.chain.height, confirmations: 1 });
    expect(await view(core)).toEqual(one);
    expect(one.size).toBe((done.swap ?? '').length / 2);
    const sum = (places: typeof one.inputs): bigint =>
      places.reduce((total, { value }) => total + BigInt(value ?? 0), 0n);
    expect(BigInt(one.fee ?? 0)).toBe(sum(one.inputs) - sum(one.outputs));
    const [got] = one.outputs;
    expect(got).toMatchObject({ address: fred.address, token: { amount: done.units, verdict: 'genuine' } });
    expect(one.inputs.some(({ address, token }) => address === fred.address && token === null)).toBe(true);
  });

  it('says that a token out of nothing is not genuine', async () => {
    const gus = await at.funded('gus');
    const real = at.mvc.chain
      .block(at.mvc.chain.height - 1)
      ?.block.transactions.flatMap(({ outputs }) => outputs)
      .find(({ script }) => readFtScript(script) !== undefined);
    if (real === undefined) throw new Error('a token of the swap before');
    const coin = at.mvc.chain.block(at.mvc.chain.height)?.block.transactions[0];
    if (coin === undefined) throw new Error('his coins');
    const [first] = coinsOf(coin);
    if (first === undefined) throw new Error('his coin');
    const forged = payment(gus, [first], [{ value: sats(5_000n), script: real.script }]);
    expect(at.mvc.chain.send([writeMvcTransaction(forged)])).toMatchObject([{ result: 'accepted' }]);
    const { outputs } = await view(forged.txid);
    expect(outputs[0]?.token?.verdict).toBe('fake');
  });

  it('of no transaction at all is refused', async () => {
    expect(await refusalOf(view('7'.repeat(64)))).toBe('not-found');
    expect(await refusalOf(view('7'.repeat(63)))).toBe('bad-request');
  });
});

describe('a sale', () => {
  it('pays what was quoted, and brings the rest of the tokens back', async () => {
    const ben = await at.funded('ben');
    await ben.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '5000000' });
    await at.mine();
    const [space, units] = [BigInt((await ben.account()).space), await amountOf(ben)];
    const asked = { pair: at.pair, side: 'sell', exact: 'in', amount: (units / 2n).toString() } as const;
    const built = await ben.build(asked);
    const before = await poolOf();
    const done = await ben.submit(await ben.sign(built, asked));
    expect(done).toMatchObject({ status: 'signed', failedReason: '' });
    await at.mine();
    await until(async () => (await task(done.buildId)).status === 'completed', 'it is in a block');
    expect(await amountOf(ben)).toBe(units - units / 2n);
    expect(BigInt((await ben.account()).space)).toBe(space + BigInt(built.quote.sats));
    const after = await poolOf();
    const costs = BigInt(built.quote.networkFee) + BigInt(built.quote.tokenSats);
    expect(BigInt(before.token1PoolConfirmed) - BigInt(after.token1PoolConfirmed)).toBe(
      BigInt(built.quote.sats) + costs,
    );
  });
});

describe('what is refused', () => {
  it('a swap under the smallest, with what that is', async () => {
    const body = { pair: at.pair, side: 'buy', exact: 'in', amount: '5000' } as const;
    const refusal = await callApi(at.world.origin, 'mvcPreview', { params: mvc, body }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(String(refusal)).toMatch(/\d+ sat at least/);
  });
  it('calls that hand over an unbroadcast payment', async () => {
    const answer = await fetch(`${at.world.origin}/api/mvc/reqswapargs`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ status: 'error', refusal: 'no-such-call' });
  });
  it('a swap without money', async () => {
    const poor = await at.funded('poor', 1);
    const asked = { pair: at.pair, side: 'buy', exact: 'in', amount: '100000000' } as const;
    expect(await refusalOf(poor.build(asked))).toBe('insufficient-funds');
  });
  it('a swap whose coin the node has seen spent, before the index has; nothing of it is sent', async () => {
    const gail = await at.funded('gail', 6);
    const asked = { pair: at.pair, side: 'buy', exact: 'in', amount: '2000000' } as const;
    for (let round = 0; round < 3; round += 1) {
      const built = await gail.build(asked);
      const signed = await gail.sign(built, asked);
      const { chain } = at.mvc;
      const coins = built.userCoins.map((point) => {
        const coin = chain.coin(point as Outpoint, true);
        if (coin === undefined) throw new Error('her coin');
        return { ...coin, outpoint: point as Outpoint };
      });
      const value = sats(coins.reduce((sum, coin) => sum + coin.value, -1000n));
      chain.send([writeMvcTransaction(payment(gail, coins, [{ value, script: gail.script }]))]);
      const waiting = chain.waiting().length;
      expect(await refusalOf(gail.submit(signed))).toBe('price-changed');
      expect(chain.waiting()).toHaveLength(waiting);
      expect(await task(built.buildId)).toMatchObject({ status: 'failed', failedReason: 'price-changed' });
      await at.mine();
    }
  });
});
