/** Acts that nobody signs, in any number, shut out none that were signed, and go again but for the checks that the pool's books need. */
import type { MvcAct } from '@rialto/contract';
import type { IndexedPoolCoin, MvcPoolFacts } from '@rialto/ground';
import { outpoint, sats } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { mvcActs } from '../../src/mvc/store/act-schema.ts';
import type { MvcContext } from '../../src/mvc/context.ts';
import { standOf } from '../../src/mvc/stand.ts';
import { dropOldActs, keepAct, openActs } from '../../src/mvc/store/acts.ts';
import { testStore } from '../store/test-store.ts';
import type { TestStore } from '../store/test-store.ts';

let opened: TestStore;
const store = () => opened.store;
beforeAll(async () => {
  opened = await testStore();
});
afterAll(() => opened.drop());

const MINUTE_MS = 60_000;
const now = Date.now();
const pointOf = (byte: string) => outpoint(byte.repeat(64) as Txid, 0);
const token = { codehash: 'a'.repeat(40), genesis: 'b'.repeat(40) };

const rowOf = (
  id: string,
  side: 'buy' | 'sell',
  set: Partial<typeof mvcActs.$inferInsert> = {},
): typeof mvcActs.$inferInsert => {
  const common = { token, userKey: '02', sats: '1', units: '1', tokenSats: '1', fee: '1' };
  const checks = { checkSats: '1', checkFee: '1' };
  const act: MvcAct =
    side === 'buy'
      ? {
          ...{ ...common, ...checks, side, poolTokens: [pointOf('1')], poolSpace: pointOf('2') },
          ...{ userCoins: [pointOf('3')], checkCoin: pointOf('4') },
        }
      : { ...common, ...checks, side, userTokens: [pointOf('5')], poolSpace: pointOf('6') };
  const quote = { ...{ sats: '1', units: '1', shares: '0', networkFee: '1', tokenSats: '1', lpFee: '0' } };
  return {
    ...{
      id,
      pool: 1,
      side,
      userKey: '02',
      user: 'f'.repeat(40),
      status: 'built',
      act,
      books: [],
      inputs: [],
    },
    quote: { ...quote, impactPpm: '0', least: '1', needs: '0' },
    ...{ core: id, checkCore: `${id} check`, checkRaw: '00', expiresAt: new Date(now) },
    ...set,
  };
};
const ago = (minutes: number): Date => new Date(now - minutes * MINUTE_MS);
const idsOpen = async (): Promise<string[]> => (await openActs(store().db, 0)).map(({ id }) => id);

it('five thousand that were built earlier do not hide one that was signed', async () => {
  const { db } = store();
  await keepAct(db, rowOf('first', 'buy', { createdAt: ago(5) }));
  await db.execute(sql`insert into mvc.act
    select 'copy' || n, pool, side, user_key, user_hash, status, act, quote, books, inputs, core, check_core, check_raw,
      parked_raw, park_signed, swap_raw, txid, height, dead_height, last_answer, reason, expires_at, created_at
    from mvc.act, generate_series(1, 5000) n where id = 'first'`);
  await keepAct(db, rowOf('signed', 'buy', { status: 'signed', swapRaw: '00', createdAt: ago(1) }));
  const open = await idsOpen();
  expect(open).toHaveLength(5000);
  expect(open[0]).toBe('signed');
});

it('old ones go, but for the youngest sale over each coin of the pool, and for what was signed', async () => {
  const { db } = store();
  await db.execute(sql`delete from mvc.act`);
  const failed = { status: 'failed' } as const;
  await keepAct(db, rowOf('old buy', 'buy', { ...failed, createdAt: ago(20) }));
  await keepAct(db, rowOf('signed buy', 'buy', { status: 'signed', swapRaw: '00', createdAt: ago(20) }));
  await keepAct(db, rowOf('new buy', 'buy', { createdAt: ago(1) }));
  await keepAct(db, rowOf('oldest sale', 'sell', { ...failed, createdAt: ago(30) }));
  await keepAct(db, rowOf('older sale', 'sell', { ...failed, createdAt: ago(20) }));
  await keepAct(db, rowOf('ended sale', 'sell', { ...failed, deadHeight: 7, createdAt: ago(15) }));
  await dropOldActs(db, ago(10));
  expect((await idsOpen()).toSorted()).toEqual(['new buy', 'older sale', 'signed buy']);
});

it('an act that is signed and sent while a pool is read is among its acts when its coin is among its coins', async () => {
  const core = 'c'.repeat(64);
  const coin: IndexedPoolCoin = {
    ...{ outpoint: outpoint(core as Txid, 2), core, height: undefined, value: sats(1n) },
    ...{ script: new Uint8Array(25), token: undefined, spentBy: undefined },
  };
  const book = { id: core, spends: [pointOf('7')], makes: [`${core}:2`], d1: '5', d2: '-1', ds: '0' };
  const tip = { height: 9, hash: 'd'.repeat(64), time: 0, eventsHash: '' };
  const ledger: Partial<MvcContext['ledger']> = {
    tip: () => Promise.resolve(tip),
    byCore: () => Promise.resolve(new Map()),
    poolCoins: async () => {
      await sleep(50);
      const set = { status: 'signed', pool: 7, books: [book] } as const;
      await keepAct(store().db, rowOf(core, 'buy', set));
      return [coin];
    },
  };
  const context = { store: store(), ledger, now: Date.now } as unknown as MvcContext;
  const pool = { number: 7, token, share: token, shareSupply: 0n, firstShares: 0n } as MvcPoolFacts;
  const { coins, pending } = await standOf(context, pool);
  expect(coins).toEqual([coin]);
  expect(pending.map(({ id }) => id)).toEqual([core]);
});
