/** What strangers send to a pool's scripts, in blocks or waiting: never counted, never told, never spent. */
import { callApi } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import type { MvcPoolFacts } from '@rialto/ground';
import { coinOf, p2pkhScript, scriptHolder } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { hexToBytes, outpoint, sats } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../world.ts';
import { patiently } from './faults/mvc-acts.ts';
import { paid, sendAll, spaceOf, tokensOf, transferred } from './hands.ts';
import { factsOf, trueFigures } from './mvc-figures.ts';
import { expectTruth } from './mvc-truth.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';

const params = { venue: 'mvc' } as const;
/** As large as the coins of the pool itself: whoever takes the largest takes them. */
const SPACE = 300_000_000n;
const UNITS = 100_000_000_000n;
const SHARES = 1_000_000n;

let at: MvcWorld;
let pool: MvcPoolFacts;
let giver: MvcTrader;
let user: MvcTrader;
/** Every outpoint that a stranger gave. */
const gifts: string[] = [];

beforeAll(async () => {
  at = await mvcWorld();
  pool = await factsOf(at);
  giver = await at.funded('giver', 60);
  user = await at.funded('user', 12);
  for (const who of [giver, user]) {
    await patiently(() => who.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '20000000' }));
    await at.mine();
    await patiently(() => who.move({ pair: at.pair, kind: 'add', of: 'space', amount: '6000000' }));
    await at.mine();
  }
}, 240_000);
afterAll(() => at.world.stop());

const hash = (): Uint8Array => hexToBytes(pool.keyHash);

/** SPACE to the pool's key. */
function spaceGift(): MvcTransaction[] {
  const coins = spaceOf(at.mvc.chain, giver).slice(0, 31);
  const held = coins.reduce((sum, { value }) => sum + value, 0n);
  const outputs = [
    { value: sats(SPACE), script: p2pkhScript(hash()) },
    { value: sats(held - SPACE - 10_000n), script: giver.script },
  ];
  const tx = paid(giver, coins, outputs);
  gifts.push(outpoint(tx.txid, 0));
  return [tx];
}

/** Of the traded token, or of the pool's shares; to the pool's script or to its key. */
function tokenGift(genesis: string, to: Uint8Array, units: bigint): readonly MvcTransaction[] {
  const [coin] = tokensOf(at.mvc.chain, giver.hash, genesis);
  if (coin === undefined) throw new Error('the giver has some');
  const made = transferred(at.mvc.chain, giver, { coin, to, units });
  gifts.push(coinOf(made[1], 0).outpoint);
  return made;
}

const GIFTS: readonly (readonly [string, () => readonly MvcTransaction[]])[] = [
  ['SPACE', spaceGift],
  ['tokens, to its script', () => tokenGift(pool.token.genesis, scriptHolder(hash()), UNITS)],
  ['tokens, to its key', () => tokenGift(pool.token.genesis, hash(), UNITS)],
  ['shares, to its script', () => tokenGift(pool.share.genesis, scriptHolder(hash()), SHARES)],
  ['shares, to its key', () => tokenGift(pool.share.genesis, hash(), SHARES)],
];

const told = async () => {
  const { pools } = await callApi(at.world.origin, 'mvcPools', { params });
  const body = { pair: at.pair, side: 'buy', exact: 'in', amount: '2000000' } as const;
  const add = { pair: at.pair, kind: 'add', of: 'space', amount: '2000000' } as const;
  return {
    pools,
    quote: await callApi(at.world.origin, 'mvcPreview', { params, body }),
    move: await callApi(at.world.origin, 'mvcPreviewMove', { params, body: add }),
  };
};

/** The index has what the giver gave. */
async function seen(tx: MvcTransaction | undefined): Promise<void> {
  if (tx === undefined) throw new Error('something was given');
  const last = outpoint(tx.txid, tx.outputs.length - 1);
  const coin = spaceOf(at.mvc.chain, giver).find((one) => one.outpoint === last);
  const held = spaceOf(at.mvc.chain, giver).reduce((sum, { value }) => sum + value, 0n);
  expect(coin, 'the giver’s change waits').toBeDefined();
  await until(async () => BigInt((await giver.account()).space) === held, 'the index has the gift');
}

describe.each(GIFTS)('a gift of %s', (_, give) => {
  it('is not counted while it waits, and not once it is in a block', async () => {
    const before = await told();
    const transactions = give();
    sendAll(at.mvc.chain, ...transactions);
    await seen(transactions.at(-1));
    expect(await told()).toEqual(before);
    await at.mine();
    expect(await told()).toEqual(before);
    await expectTruth(at);
    expect(trueFigures(at, pool, true)).toEqual(trueFigures(at, pool));
  });
});

it('none of it is ever spent: by purchases, sales, or liquidity both ways', async () => {
  const { pair } = at;
  const acts = [
    () => user.swap({ pair, side: 'buy', exact: 'in', amount: '3000000' }),
    () => user.swap({ pair, side: 'sell', exact: 'in', amount: '50000000000' }),
    () => user.move({ pair, kind: 'add', of: 'space', amount: '3000000' }),
    () => user.move({ pair, kind: 'remove', of: 'shares', amount: '10000000' }),
  ];
  for (let round = 0; round < 2; round += 1)
    for (const act of acts) {
      // What waits is tempting too.
      if (round === 1 && act === acts[0]) {
        sendAll(at.mvc.chain, ...tokenGift(pool.token.genesis, scriptHolder(hash()), UNITS));
        sendAll(at.mvc.chain, ...tokenGift(pool.share.genesis, scriptHolder(hash()), SHARES));
      }
      const { status } = await patiently(act);
      expect(status).toBe('signed');
      await at.mine();
    }
  await expectTruth(at);
  expect(gifts.length).toBe(GIFTS.length + 2);
  for (const point of gifts)
    expect(at.mvc.chain.coin(point as ReturnType<typeof outpoint>), point).toBeDefined();
}, 120_000);
