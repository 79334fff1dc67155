/** A token for another on MVC with the real programs: sale and purchase sent together to the sat; a second signature that never comes; a sale mined as a twin, and one whose coin is spent by another. */
import { callApi } from '@rialto/devnet';
import { firstLeg, secondLeg } from '@rialto/devnet/mvc';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { readFtScript } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mvcActs } from '../../src/mvc/store/act-schema.ts';
import { openStore } from '../../src/store/database.ts';
import { refusalOf, until } from '../world.ts';
import { expectTruth } from './mvc-truth.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';
import { rivalSale, strangersSpace } from './rival-sale.ts';
import { minersTwin, raws, readRaw } from './twins.ts';

const params = { venue: 'mvc' } as const;
const AMOUNT = '80000000000';
let at: MvcWorld;
let anna: MvcTrader;
let sell: string;
let buy: string;

beforeAll(async () => {
  at = await mvcWorld({}, 2);
  [sell = '', buy = ''] = at.pairs;
  anna = await at.funded('anna', 6);
  await anna.swap({ pair: sell, side: 'buy', exact: 'in', amount: '20000000' });
  await at.mine();
}, 240_000);
afterEach(() => expectTruth(at));
afterAll(() => at.world.stop());

const asked = () => ({ sell, buy, amount: AMOUNT });
const task = (buildId: string) => callApi(at.world.origin, 'mvcTask', { params, query: { buildId } });
const becomes = (buildId: string, word: string): Promise<void> =>
  until(async () => (await task(buildId)).status === word, `it is ${word}`);
const first = (limit?: string) =>
  firstLeg(at.world.origin, anna, { ...asked(), ...(limit === undefined ? {} : { limit }) });
const both = async () => secondLeg(at.world.origin, anna, { second: (await first()).second, buy });

/** SPACE, and units of what is sold and of what is bought. */
async function held() {
  const { space, tokens } = await anna.account();
  const units = (pair: string): bigint =>
    BigInt(tokens.find(({ genesis }) => pair === `space-${genesis}`)?.amount ?? '0');
  return { space: BigInt(space), sold: units(sell), bought: units(buy) };
}

/** What its miners got, by the chain. */
function feeOf({ inputs, outputs }: MvcTransaction): bigint {
  const sum = (all: readonly { readonly value: bigint }[]): bigint =>
    all.reduce((total, { value }) => total + value, 0n);
  const spent = inputs.map(({ txid, vout }) => {
    const output = at.mvc.chain.transaction(txid)?.tx.outputs[vout];
    if (output === undefined) throw new Error('what it spends');
    return output;
  });
  return sum(spent) - sum(outputs);
}

/** As if its minute were over. */
async function late(buildId: string): Promise<void> {
  const store = openStore(at.world.database.ownerUrl, () => undefined);
  try {
    await store.db
      .update(mvcActs)
      .set({ expiresAt: new Date(0) })
      .where(eq(mvcActs.id, buildId));
  } finally {
    await store.close();
  }
}

describe('both are signed', () => {
  it('what was quoted is paid and got, fees to the sat, and all of it goes out together', async () => {
    const [before, quote] = [
      await held(),
      await callApi(at.world.origin, 'mvcPreviewTokens', { params, body: asked() }),
    ];
    const { sale, second } = await first(quote.buy.units);
    expect(second.quote).toEqual(quote.buy);
    expect(sale.quote).toEqual(quote.sell);
    expect(at.mvc.chain.waiting()).toEqual([]);
    const done = await secondLeg(at.world.origin, anna, { second, buy });
    const signed = { status: 'signed', failedReason: '' };
    expect(done).toMatchObject({ sell: signed, buy: signed });
    const sent = at.mvc.chain.waiting();
    const own = [done.sell.check, done.sell.swap, done.buy.check, done.buy.swap].map(readRaw);
    expect(sent.map(({ txid }) => txid)).toEqual(own.map(({ txid }) => txid));
    const fees = own.reduce((total, tx) => total + feeOf(tx), 0n);
    expect(fees).toBe(BigInt(quote.sell.networkFee) + BigInt(quote.buy.networkFee));
    // The same again is the same.
    const again = await secondLeg(at.world.origin, anna, { second, buy });
    expect([again.sell.core, again.buy.core]).toEqual([done.sell.core, done.buy.core]);
    await at.mine();
    for (const { buildId } of [done.sell, done.buy]) await becomes(buildId, 'completed');
    expect(at.mvc.chain.waiting()).toEqual([]);
    expect(await held()).toEqual({
      space: before.space,
      sold: before.sold - BigInt(AMOUNT),
      bought: before.bought + BigInt(quote.buy.units),
    });
  });
});

describe('the second signature never comes', () => {
  it('nothing was sent, nothing is sent later, and the lanes are free', async () => {
    const before = await held();
    const { sale, second } = await first();
    for (const { buildId } of [sale, second]) {
      expect(await task(buildId)).toMatchObject({ status: 'built', swap: null, check: null });
      await late(buildId);
      await becomes(buildId, 'failed');
    }
    expect(await refusalOf(secondLeg(at.world.origin, anna, { second, buy }))).toBe('take-expired');
    await at.mine();
    expect(at.mvc.chain.waiting()).toEqual([]);
    expect(await held()).toEqual(before);
    expect(await task(sale.buildId)).toMatchObject({ failedReason: 'take-expired', swap: null });
    const done = await both();
    await at.mine();
    for (const { buildId } of [done.sell, done.buy]) await becomes(buildId, 'completed');
  });

  it('the sale is late though the purchase is not: neither is sent', async () => {
    const { sale, second } = await first();
    await late(sale.buildId);
    expect(await refusalOf(secondLeg(at.world.origin, anna, { second, buy }))).toBe('take-expired');
    expect(at.mvc.chain.waiting()).toEqual([]);
  });
});

describe('what is refused', () => {
  it('less than the limit, the same pool twice, a purchase in place of a sale, too little', async () => {
    const { second } = await first();
    expect(await refusalOf(first((BigInt(second.quote.units) + 1n).toString()))).toBe('price-changed');
    expect(await refusalOf(firstLeg(at.world.origin, anna, { ...asked(), buy: sell }))).toBe('bad-request');
    const body = { sell, buy: sell, amount: AMOUNT };
    expect(await refusalOf(callApi(at.world.origin, 'mvcPreviewTokens', { params, body }))).toBe(
      'bad-request',
    );
    const little = { ...asked(), amount: '1' };
    const preview = callApi(at.world.origin, 'mvcPreviewTokens', { params, body: little });
    expect(await refusalOf(preview)).toBe('swap-too-small');
    const bought = { pair: buy, side: 'buy', exact: 'in', amount: '1000000' } as const;
    const signed = await anna.sign(await anna.build(bought), bought);
    const wrong = { params, body: { ...signed, pair: sell, limit: '0' } };
    expect(await refusalOf(callApi(at.world.origin, 'mvcBuildSecond', wrong))).toBe('not-found');
    // Of one that comes after no sale.
    expect(await refusalOf(callApi(at.world.origin, 'mvcSubmitBoth', { params, body: signed }))).toBe(
      'not-found',
    );
  });

  it('a purchase whose sale was handed in by itself meanwhile', async () => {
    const sale = { pair: sell, side: 'sell', exact: 'in', amount: AMOUNT } as const;
    const built = await anna.build(sale);
    const signed = await anna.sign(built, sale);
    const body = { ...signed, pair: buy, limit: '0' };
    const second = await callApi(at.world.origin, 'mvcBuildSecond', { params, body });
    expect(await anna.submit(signed)).toMatchObject({ status: 'signed', failedReason: '' });
    expect(await refusalOf(secondLeg(at.world.origin, anna, { second, buy }))).toBe('take-expired');
    await at.mine();
    await becomes(built.buildId, 'completed');
  });
});

describe('what a block ends', () => {
  it('the sale is mined as a twin: the purchase is over, and she holds the SPACE', async () => {
    const before = await held();
    const done = await both();
    const twin = minersTwin(readRaw(done.sell.swap));
    at.mvc.chain.mine({ first: raws(readRaw(done.sell.check), twin) });
    await at.mine();
    await becomes(done.sell.buildId, 'completed');
    await becomes(done.buy.buildId, 'failed');
    expect(await task(done.buy.buildId)).toMatchObject({ failedReason: 'coin-spent' });
    expect(await held()).toEqual({
      space: before.space + BigInt(done.sell.sats),
      sold: before.sold - BigInt(AMOUNT),
      bought: before.bought,
    });
  });

  it('another has the coin of the sale: both are over, and the pools’ coins are free', async () => {
    const before = await held();
    const pays = strangersSpace(at.mvc.chain);
    await at.mine();
    const done = await both();
    const [point] = readRaw(done.sell.swap).inputs;
    const output = point && at.mvc.chain.transaction(point.txid)?.tx.outputs[point.vout];
    const token = output && readFtScript(output.script);
    if (point === undefined || output === undefined || token === undefined) throw new Error('her token');
    const coin = { outpoint: outpoint(point.txid, point.vout), ...output };
    const rival = rivalSale(at.mvc.chain, anna, { coin, token, units: token.amount, pays });
    at.mvc.chain.mine({ first: raws(...rival) });
    expect(at.mvc.chain.transaction(rival[1].txid)?.height, 'the rival is in').toBeDefined();
    await at.mine();
    for (const { buildId } of [done.sell, done.buy]) await becomes(buildId, 'failed');
    expect((await held()).bought).toBe(before.bought);
    await anna.swap({ pair: sell, side: 'buy', exact: 'in', amount: '20000000' });
    await at.mine();
    const again = await both();
    await at.mine();
    for (const { buildId } of [again.sell, again.buy]) await becomes(buildId, 'completed');
  });
});
