/** What comes in on the bridge's scripts: whose it is is shown, or it is looked at again; what has anything else on it counts for nothing. */
import { MVC, coins, runeBalances } from '@rialto/ground';
import { bridgeBackingId } from '@rialto/market';
import { readFtScript } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeInBtc } from '../../src/bridge/follow/read-btc.ts';
import { takeInMvc } from '../../src/bridge/follow/read-mvc.ts';
import type { BridgeContext } from '../../src/bridge/context.ts';
import type { KnownAsset } from '../../src/store/bridge/asset-store.ts';
import { openReserves } from '../../src/bridge/reads/reserves.ts';
import { booksOf } from '../../src/store/bridge/books-store.ts';
import { findDeposits, ownAmong } from '../../src/store/bridge/deposit-store.ts';
import { lockedCoins } from '../../src/store/bridge/reserve-store.ts';
import { KEYS, digits, exitStage, pointOf } from './exits/exit-stage.ts';
import type { ExitStage } from './exits/exit-stage.ts';
import { BEGAN, tokenScript } from './token-script.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

const USER = '77'.repeat(20);
const read = readFtScript(tokenScript(KEYS.inletHash));
const TOKEN = { codehash: read?.codehash ?? '', genesis: read?.genesis ?? '' };

describe('a token at the inlet', () => {
  const name = `mvc:${digits(0xc0)}:0`;
  const parent = digits(0xd0) as Txid;
  const tx = (parents: readonly string[], holder = KEYS.inletHash): MvcTransaction =>
    ({
      ...{ txid: digits(0xc9), core: digits(0xc0), version: 10, locktime: 0 },
      inputs: parents.map((txid) => ({ txid, vout: 0, scriptSig: new Uint8Array(), sequence: 0 })),
      outputs: [{ value: 2_000n, script: tokenScript(holder) }],
    }) as unknown as MvcTransaction;

  async function takeIn(made: MvcTransaction, height: number | null = null) {
    const known = await stage.known();
    const asset: KnownAsset = {
      ...known,
      asset: { ...known.asset, token: { ...known.asset.token, ...TOKEN } },
    };
    const context = {
      store: stage.store,
      mvc: {
        ledger: { transaction: () => Promise.resolve(made) },
        chain: { transaction: () => Promise.resolve(undefined) },
      },
    } as unknown as BridgeContext;
    await takeInMvc(context, asset, {
      ...{ txid: made.txid, vout: 0, core: made.core, units: 5n, value: 2_000n, height },
    });
    const [deposit] = await findDeposits(stage.store.db, [name]);
    return { deposit, isOwn: (await ownAmong(stage.store.db, 'btc')).has(name) };
  }

  const held = (txid: string, holder: string, token: object = TOKEN) => ({
    ...{ txid: txid as Txid, vout: 0, value: 2_000n as never, holder, verdict: 'genuine' as const, ...token },
  });

  it('is a redeem where it was made of somebody’s tokens, in a block or waiting', async () => {
    await stage.store.db.insert(MVC.waiting).values({ txid: parent, core: digits(1), raw: new Uint8Array() });
    await stage.store.db.insert(MVC.waitingCoins).values(held(parent, USER));
    const { deposit, isOwn } = await takeIn(tx([parent]));
    expect(isOwn).toBe(false);
    expect(deposit).toMatchObject({ direction: 'redeem', amount: 5n, origin: `76a914${USER}88ac` });
  });

  it('is nobody’s while what it was made of is nowhere: a moment later it is read', async () => {
    expect(await takeIn(tx([parent]))).toEqual({ deposit: undefined, isOwn: false });
    await stage.store.db.insert(MVC.coins).values({ ...held(parent, USER), height: 250 });
    expect((await takeIn(tx([parent]))).deposit?.status).toBe('paid');
  });

  it('waits for all that paid for it, so that its only payer is told', async () => {
    await stage.store.db.insert(MVC.coins).values({ ...held(parent, USER), height: 250 });
    const two = tx([parent, digits(0xd1)]);
    expect((await takeIn(two)).deposit).toBe(undefined);
    // In a block there is nothing more to come.
    expect((await takeIn(two, 260)).deposit).toMatchObject({ origin: '' });
  });

  it('is ours where it was made of ours, or by the one minting', async () => {
    await stage.store.db.insert(MVC.coins).values({ ...held(parent, KEYS.stockHash), height: 250 });
    expect(await takeIn(tx([parent]))).toEqual({ deposit: undefined, isOwn: true });
    await stage.clear();
    await stage.store.db
      .insert(MVC.coins)
      .values({ ...held(parent, USER, { codehash: null, genesis: null, verdict: null }), height: 250 });
    expect(await takeIn(tx([parent, BEGAN]))).toEqual({ deposit: undefined, isOwn: true });
    await stage.clear();
    expect(await takeIn(tx([parent, digits(0xd5)]))).toEqual({ deposit: undefined, isOwn: false });
  });
});

describe('a coin on the locked script', () => {
  const at = pointOf(0x77);
  async function takeIn(id?: string) {
    const known = await stage.known();
    await stage.locked(0x55, 50_000n);
    await stage.store.db.insert(coins).values({
      ...{ outpoint: at, script: KEYS.lockedScript as never, value: 40_000n as never, height: 150 },
      coinbase: false,
    });
    const outputs = id === undefined ? [] : [{ value: 0n, script: hexToBytes(`6a10${id}`) }];
    const spends = id === undefined ? pointOf(0x55) : pointOf(0x66);
    const made = {
      ...{ txid: at.slice(0, 64), outputs },
      inputs: [{ txid: spends.slice(0, 64), vout: 0 }],
    };
    const context = {
      ...stage.context,
      chain: {
        blockHash: () => Promise.resolve(digits(150)),
        transaction: () => Promise.resolve(made),
        originsOf: () => Promise.resolve(new Map()),
      },
    } as unknown as BridgeContext;
    await takeInBtc(context, known, { outpoint: at, value: 40_000n, height: 150 });
    const [deposit] = await findDeposits(stage.store.db, [`btc:${at}`]);
    return { deposit, isOwn: (await ownAmong(stage.store.db, 'btc')).has(`btc:${at}`) };
  }

  it('is ours where it is our change or was put in as backing', async () => {
    expect(await takeIn()).toEqual({ deposit: undefined, isOwn: true });
    await stage.clear();
    expect(await takeIn(bridgeBackingId('btc'))).toEqual({ deposit: undefined, isOwn: true });
  });

  it.each([undefined, bridgeBackingId('btc')])('is nobody’s with an inscription on it', async (id) => {
    await stage.inscribe(at);
    const { deposit, isOwn } = await takeIn(id);
    expect(isOwn).toBe(false);
    expect(deposit).toMatchObject({ mixed: true, amount: 0n, orderId: null });
  });
});

describe('the books', () => {
  it('count no coin with anything else on it', async () => {
    const known = await stage.known();
    const [pure, inscribed, runic] = [
      await stage.locked(1, 10_000n),
      await stage.locked(2, 20_000n),
      await stage.locked(3, 40_000n),
    ];
    expect((await booksOf(stage.store.db, known))?.locked).toBe(70_000n);
    await stage.inscribe(inscribed);
    await rune(runic, '840000:1');
    expect((await booksOf(stage.store.db, known))?.locked).toBe(10_000n);
    const listed = await lockedCoins(stage.store.db, known);
    expect(listed.map((one) => one.pure)).toEqual([true, false, false]);
    expect(listed[0]?.outpoint).toBe(pure);
  });

  it('of a rune count its units alone, where no other lies beside them', async () => {
    const known = await stage.known();
    const of: KnownAsset = {
      ...known,
      asset: { ...known.asset, origin: { network: 'RUNES', rune: '840000:1' } },
    };
    const [one, two] = [await stage.locked(1, 546n), await stage.locked(2, 546n)];
    await rune(one, '840000:1');
    await rune(two, '840000:1');
    expect((await booksOf(stage.store.db, of))?.locked).toBe(2_000n);
    await rune(two, '840000:2');
    expect((await booksOf(stage.store.db, of))?.locked).toBe(1_000n);
  });
});

describe('the reserves', () => {
  const signature = async (...states: (typeof stage.told.states)[number][]) => {
    stage.told.states = states;
    return (await openReserves(stage.context)()).reserves[0]?.signature;
  };

  it('are asked for again at once where the signer is a block before or behind', async () => {
    expect(await signature('syncing', 'effects-differ')).toBe('ab'.repeat(64));
  });

  it('are told without its name where it does not answer, and nobody waits for it', async () => {
    expect(await signature('signer-down')).toBe('');
  });
});

async function rune(outpoint: Outpoint, id: string): Promise<void> {
  await stage.store.db.insert(runeBalances).values({
    ...{ outpoint, rune: id as never, amount: 1_000n as never, script: KEYS.lockedScript as never },
  });
}
