import { PLAIN_DEPLOY } from '@rialto/protocols';
import { callApi, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AnswerOf, QueryOf } from '@rialto/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployMrc20, edict, etch, inscribe, spend, stoneOf } from './coins-acts.ts';
import type { At } from './coins-acts.ts';
import { refusalOf, testWorld } from '../world.ts';

const U128 = (1n << 128n) - 1n;
const net = 'regtest';

let world: World;
let ann: Trader;
let bob: Trader;
let poor: Trader;
let huge: { coin: At; runeId: string };
let token: { coin: At; deployId: string };

const WORDS = {
  ...PLAIN_DEPLOY,
  display: 'Gold',
  tokenName: 'Gold',
  decimals: 2,
  amountPerMint: 100n,
  mintCount: 10n,
  premineCount: 5n,
} as const;

beforeAll(async () => {
  world = await testWorld();
  ann = world.trader('ann', 'p2wpkh');
  bob = world.trader('bob', 'p2wpkh');
  poor = world.trader('poor', 'p2tr');
  huge = await etch(world, ann, { premine: U128 as never, divisibility: 3, symbol: '$' });
  token = await deployMrc20(world, ann, WORDS);
  await world.token('pepe', [{ who: ann, amount: '1000' }]);
}, 180_000);

afterAll(() => world.stop());

const runeBalances = (who: Trader): Promise<AnswerOf<'runeBalances'>> =>
  callApi(world.origin, 'runeBalances', { query: { net, address: who.address } });
const everything = (
  who: Trader,
  more: Partial<QueryOf<'addressCoins'>> = {},
): Promise<AnswerOf<'addressCoins'>> =>
  callApi(world.origin, 'addressCoins', { query: { net, address: who.address, ...more } });

/** Asks without a client, as a stranger's program does. */
async function raw(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${world.origin}/api${path}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function tip(): Promise<{ height: number; hash: string }> {
  const height = await world.chain.height();
  return { height, hash: String(await world.chain.rpc('getblockhash', [height])) };
}

describe('everything on an address', () => {
  it('is told coin by coin, with what protects each', async () => {
    await world.fund(ann, [600n, 50_000n]);
    const waiting = await world.chain.fund(ann.address, 7_000n);
    await expect
      .poll(async () => (await everything(ann)).list.some(({ height }) => height === undefined))
      .toBe(true);
    const { list, total, at } = await everything(ann);
    expect(at).toEqual(await tip());
    expect(total).toBe(list.length);
    const locks = new Map(
      list.map((coin) => [coin.assets.map(({ kind }) => kind).join() || coin.satoshis, coin.lockedBy]),
    );
    expect(locks.get('rune')).toBe('asset');
    expect(locks.get('pin')).toBe('asset');
    expect(locks.get('mrc20')).toBe('asset');
    expect(locks.get('inscription')).toBe('asset');
    expect(locks.get('600')).toBe('small');
    expect(locks.get('7000')).toBe('unconfirmed');
    expect(locks.get('50000')).toBeUndefined();
    const [rune] = list.flatMap(({ assets }) => assets.filter(({ kind }) => kind === 'rune'));
    expect(rune).toMatchObject({ units: U128.toString(), divisibility: 3, symbol: '$' });
    const [mrc20] = list.flatMap(({ assets }) => assets.filter(({ kind }) => kind === 'mrc20'));
    expect(mrc20).toMatchObject({ tick: 'Gold', decimals: 2, units: '50000' });
    expect(list.find(({ txId }) => txId === waiting.txid)?.confirmations).toBe(0);
    await world.mine();
  });

  it('names the order that keeps a lot', async () => {
    await ann.login();
    const [lot] = await ann.lots('pepe');
    if (lot === undefined) throw new Error('ann has a lot');
    await world.mine(3);
    const orderId = await ann.ask(lot, 'pepe', 50_000n);
    const kept = (await everything(ann)).list.find((coin) => coin.orderId !== undefined);
    expect(kept).toMatchObject({ orderId, lockedBy: 'order' });
  });

  it('in pages that make up the whole', async () => {
    const whole = await everything(ann);
    const parts: string[] = [];
    let cursor: string | undefined = '0';
    for (let page = 0; cursor !== undefined && page < 50; page += 1) {
      const answer: AnswerOf<'addressCoins'> = await everything(ann, { cursor, size: '2' });
      expect(answer.list.length).toBeLessThanOrEqual(2);
      parts.push(...answer.list.map(({ txId, vout }) => `${txId}:${vout}`));
      cursor = answer.nextCursor;
    }
    expect(parts).toEqual(whole.list.map(({ txId, vout }) => `${txId}:${vout}`));
  });

  it('is nothing for an address without coins, and a refusal elsewhere', async () => {
    expect(await everything(poor)).toMatchObject({ total: 0, list: [], at: await tip() });
    for (const name of [
      'addressCoins',
      'btcCoins',
      'runeBalances',
      'runeBalanceList',
      'mrc20Balances',
    ] as const) {
      const asked = (query: { net: 'livenet' | 'regtest'; address: string }) =>
        refusalOf(callApi(world.origin, name, { query }));
      expect(await asked({ net: 'livenet', address: ann.address }), name).toBe('wrong-network');
      expect(await asked({ net, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }), name).toBe(
        'wrong-network',
      );
      expect(await asked({ net, address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }), name).toBe(
        'wrong-address-type',
      );
    }
  });

  it('as a bare list says in the envelope where it is true', async () => {
    const { body } = await raw(
      `/book/common/address/btc-utxo?net=${net}&address=${ann.address}&unconfirmed=1`,
    );
    expect(body['at']).toEqual(await tip());
    expect(body['data']).toContainEqual(expect.objectContaining({ addressType: 2, satoshis: '50000' }));
  });
});

describe('the coins of an address with dust', () => {
  const DUST = 510;
  let dusted: Trader;

  it('come five hundred at a time, the largest first, and the envelope says where the next begin', async () => {
    dusted = world.trader('dusted', 'p2wpkh');
    await world.fund(
      dusted,
      Array.from({ length: DUST }, () => 600n),
    );
    await world.fund(dusted, [90_000n, 70_000n]);
    const page = async (more = '') => {
      const { body } = await raw(`/book/common/address/btc-utxo?net=${net}&address=${dusted.address}${more}`);
      return body as { data: { satoshis: string; vout: number }[]; total: number; nextCursor?: string };
    };
    const first = await page();
    expect(first).toMatchObject({ total: DUST + 2, nextCursor: '500', at: await tip() });
    expect(first.data.map(({ satoshis }) => satoshis).slice(0, 3)).toEqual(['90000', '70000', '600']);
    const rest = await page(`&cursor=${first.nextCursor ?? ''}`);
    expect([first.data.length, rest.data.length, 'nextCursor' in rest]).toEqual([500, 12, false]);
    expect(new Set([...first.data, ...rest.data].map((coin) => JSON.stringify(coin))).size).toBe(DUST + 2);
  });

  it('still pay: the large ones for the price, a small one of them in front as the pad', async () => {
    await dusted.login();
    const { results } = await callApi(world.origin, 'orders', {
      book: 'brc20',
      query: { net, tick: 'pepe', orderState: '1', orderType: '1' },
    });
    const { coins } = await dusted.prepare([results[0]?.orderId ?? ''], 2);
    const values = coins.map(({ value }) => value);
    expect(values).toContain('600');
    expect(values).toContain('70000');
  });
});

describe('runes of an address', () => {
  it('confirmed, and those that waiting transactions bring', async () => {
    const [before] = (await runeBalances(ann)).confirmed;
    expect(before).toMatchObject({ runeid: huge.runeId, amount: U128.toString(), divisibility: 3 });
    const fee = await world.chain.fund(ann.address, 5_000n);
    const txid = await spend(
      world,
      ann,
      [huge.coin, fee],
      [
        { script: ann.script, value: 6_000n },
        { script: bob.script, value: 6_000n },
      ],
      stoneOf({ edicts: [edict(huge.runeId, 7n, 1)] }),
    );
    await expect.poll(async () => (await runeBalances(bob)).unconfirmed).toMatchObject([{ amount: '7' }]);
    expect((await runeBalances(bob)).confirmed).toEqual([]);
    await expect
      .poll(async () => (await runeBalances(ann)).unconfirmed)
      .toMatchObject([{ amount: (U128 - 7n).toString() }]);
    expect((await runeBalances(ann)).confirmed).toEqual([]);
    // A child of a waiting transaction is projected through its parent: without a message all goes to the first output.
    const back = [{ txid, vout: 1, value: 6_000n }];
    await spend(world, bob, back, [{ script: ann.script, value: 5_000n }]);
    await expect
      .poll(async () => (await runeBalances(ann)).unconfirmed)
      .toMatchObject([{ amount: U128.toString() }]);
    await world.mine();
    const after = await runeBalances(ann);
    expect(after).toMatchObject({
      confirmed: [{ amount: U128.toString() }],
      unconfirmed: [],
      at: await tip(),
    });
  });

  it('by outpoint, in pages, with the value the node knows', async () => {
    const query = { net, address: ann.address, runeId: huge.runeId } as const;
    const page = await callApi(world.origin, 'runeCoins', { query: { ...query, cursor: '0', size: '1' } });
    expect(page).toMatchObject({ total: 2, nextCursor: '1' });
    const rest = await callApi(world.origin, 'runeCoins', { query: { ...query, cursor: '1', size: '50' } });
    expect(rest.nextCursor).toBeUndefined();
    const all = [...page.list, ...rest.list];
    expect(all.map(({ satoshi }) => satoshi).toSorted()).toEqual(['5000', '6000']);
    const amounts = all.flatMap(({ runes }) => runes.map(({ amount }) => BigInt(amount)));
    expect(amounts.reduce((sum, one) => sum + one, 0n)).toBe(U128);
    expect(
      await callApi(world.origin, 'runeCoins', { query: { ...query, address: poor.address } }),
    ).toMatchObject({
      total: 0,
      list: [],
    });
    expect(await refusalOf(callApi(world.origin, 'runeCoins', { query: { ...query, runeId: '1:9' } }))).toBe(
      'unknown-tick',
    );
  });

  it('by the last block, for any address; the envelope says status', async () => {
    const { body } = await raw(`/runes/runes/address/balance-list?net=${net}&address=${ann.address}`);
    expect(body).toMatchObject({ status: 'ok', data: { list: [{ amount: U128.toString() }] } });
    const wrong = await raw(`/runes/runes/address/balance-list?net=testnet&address=${ann.address}`);
    expect(wrong).toMatchObject({ status: 422, body: { status: 'error', refusal: 'wrong-network' } });
  });

  it('and their list, their raw transactions', async () => {
    const { list } = await callApi(world.origin, 'runeList', { query: { net, search: huge.runeId } });
    expect(list).toMatchObject([{ runeid: huge.runeId, supply: U128.toString(), mintable: false }]);
    const [rune] = list;
    const byName = await callApi(world.origin, 'runeList', {
      query: { net, search: rune?.spacedRune.slice(2, 9) },
    });
    expect(byName.list.map(({ runeid }) => runeid)).toEqual([huge.runeId]);
    expect((await callApi(world.origin, 'runeList', { query: { net, search: "x'; --" } })).list).toEqual([]);
    const query = { net, txId: rune?.etching ?? '' } as const;
    const { rawTx } = await callApi(world.origin, 'rawRuneTransaction', { query });
    expect(rawTx).toBe((await callApi(world.origin, 'rawTransaction', { query })).rawTx);
  });
});

describe('MRC-20 of an address', () => {
  const balances = (who: Trader): Promise<AnswerOf<'mrc20Balances'>> =>
    callApi(world.origin, 'mrc20Balances', { query: { net, address: who.address } });

  it('is safe when confirmed, unsafe while it comes', async () => {
    expect(await balances(ann)).toMatchObject({
      list: [
        { mrc20Id: token.deployId, tick: 'Gold', tag: '', balance: '500', unsafeBalance: '0', decimals: '2' },
      ],
      taggedBy: 'shape',
      at: await tip(),
    });
    const fee = await world.chain.fund(ann.address, 3_000n);
    // Without a transfer PIN everything goes to the first output.
    await spend(world, ann, [token.coin, fee], [{ script: bob.script, value: 1_000n }]);
    await expect
      .poll(async () => (await balances(bob)).list)
      .toMatchObject([{ balance: '0', unsafeBalance: '500' }]);
    await expect.poll(async () => (await balances(ann)).list).toEqual([]);
    await world.mine();
    expect((await balances(bob)).list).toMatchObject([{ balance: '500', unsafeBalance: '0' }]);
  });

  it('has lists: all tokens, and ID-Coins by their shape on the private chain', async () => {
    const issuer = 'ab'.repeat(32);
    const shape = {
      ...WORDS,
      display: 'Fan',
      decimals: 8,
      premineCount: 0n,
      metadata: '{"message":"hi","tickSign":"00"}',
      pinCheck: { creator: '', lvl: '', path: `/follow['${issuer}']`, count: '1' },
      payCheck: { payTo: bob.address, payAmount: '800' },
    };
    await deployMrc20(world, ann, shape);
    const search = (tick: string) => callApi(world.origin, 'mrc20List', { query: { net, tick } });
    expect((await search('gol')).list).toMatchObject([
      { tick: 'Gold', supply: '500', totalSupply: '1000', mints: '5' },
    ]);
    expect((await search(token.deployId)).list).toMatchObject([{ firstDeployed: true, tag: '' }]);
    const coins = await callApi(world.origin, 'idCoinList', { query: { net } });
    expect(coins).toMatchObject({
      taggedBy: 'shape',
      list: [{ tick: 'Fan', tag: 'id-coins', issuer, liquidityPerMint: '800' }],
    });
  });
});

describe('BRC-20', () => {
  it('marks the first of look-alikes, and says in what indexers differ', async () => {
    // Cyrillic е: two bytes, so a tick of three signs.
    await world.token('pеp', [{ who: ann, amount: '1' }]);
    const list = async (tick: string) =>
      (await callApi(world.origin, 'tokenList', { query: { net, tick } })).list;
    expect(await list('pepe')).toMatchObject([{ firstDeployed: true, differences: [], holdersCount: 1 }]);
    await world.token('рep', [{ who: ann, amount: '1' }]);
    const alike = [...(await list('pеp')), ...(await list('рep'))];
    expect(alike.map(({ firstDeployed }) => firstDeployed)).toEqual([true, false]);
  });

  it('a transfer that is inscribed waits among the lots, and is one with its block', async () => {
    const held = async () => {
      const params = { book: 'brc20', address: ann.address, tick: 'pepe' } as const;
      const answer = await callApi(world.origin, 'tokenBalance', { params, query: { net } });
      const { availableBalance, transferBalance, transferBalanceList } = answer;
      return { availableBalance, transferBalance, lots: transferBalanceList };
    };
    const before = await held();
    const { inscriptionId } = await inscribe(world, ann, { tick: 'pepe', amount: '70' });
    await expect.poll(async () => (await held()).lots.length).toBe(2);
    expect(await held()).toMatchObject({
      availableBalance: before.availableBalance,
      transferBalance: '1000',
      lots: [{ amount: '1000' }, { inscriptionId, amount: '70', confirmations: 0, inscriptionNumber: '-1' }],
    });
    // More than there is makes nothing, and another's tokens are not told of.
    const dead = await inscribe(world, ann, { tick: 'pepe', amount: '1000000' });
    const other = await inscribe(world, ann, { tick: 'pеp', amount: '1' });
    const waiting = async () => textList(await world.chain.rpc('getrawmempool'));
    expect(await waiting()).toEqual(expect.arrayContaining([dead.revealTxid, other.revealTxid]));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await held()).lots).toHaveLength(2);
    await world.mine();
    const [, lot, ...others] = (await held()).lots;
    expect(others).toEqual([]);
    expect(lot).toMatchObject({ inscriptionId, amount: '70', confirmations: 1 });
    expect((await held()).transferBalance).toBe('1070');
  });

  it('balances are true at a block', async () => {
    const params = { address: ann.address };
    const all = await callApi(world.origin, 'balances', { params, query: { net } });
    expect(all.at).toEqual(await tip());
    expect(all.balanceList.map(({ token: tick }) => tick)).toContain('pepe');
    const one = await callApi(world.origin, 'tokenBalance', {
      params: { book: 'brc20', ...params, tick: 'PEPE' },
      query: { net },
    });
    expect(one).toMatchObject({
      transferBalance: '1070',
      transferBalanceList: [{ amount: '1000' }, { amount: '70' }],
      at: await tip(),
    });
  });
});

it('health tells the event hashes of the index', async () => {
  const { body } = await raw('/health');
  const hashes = body['hashes'] as Record<string, string>;
  expect(Object.keys(hashes).toSorted()).toEqual(['brc20', 'inscriptions', 'mrc20', 'pins', 'runes']);
  const before = { ...hashes };
  await etch(world, ann, { premine: 5n as never });
  const after = (await raw('/health')).body['hashes'] as Record<string, string>;
  expect(after['runes']).not.toBe(before['runes']);
});
