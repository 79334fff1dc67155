/** Exits that wait: built once more when fees rise or a coin of theirs lies elsewhere, given up when they are dead, and found again in the signer's journal. */
import { MVC, coins } from '@rialto/ground';
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renewExits } from '../../../src/bridge/exits/renew.ts';
import { isDead, isLate, isLost, lookAt } from '../../../src/bridge/exits/late.ts';
import { takeUpSigned } from '../../../src/bridge/exits/signed/take-up.ts';
import { allAssets } from '../../../src/store/bridge/asset-store.ts';
import { moveDeposits } from '../../../src/store/bridge/deposit-store.ts';
import { mineExits, namedCoins } from '../../../src/store/bridge/exit-store.ts';
import type { ExitRow } from '../../../src/store/bridge/exit-store.ts';
import { KEYS, digits, exitStage } from './exit-stage.ts';
import type { ExitStage } from './exit-stage.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

const renew = async () =>
  renewExits(stage.context, await allAssets(stage.store.db), stage.heights, stage.leaving);
const takeUp = async () => takeUpSigned(stage.context, await allAssets(stage.store.db), stage.leaving.asked);

/** A redeem whose payout was sent, over the first of three locked coins and of three that pay fees. */
async function sent(amount = 60_000n): Promise<{ readonly name: string; readonly first: ExitRow }> {
  for (const at of [1, 2, 3]) {
    await stage.locked(0x100 + at, amount * 2n);
    await stage.fee(0x200 + at, 50_000n);
  }
  const name = await stage.redeem(1, amount);
  await stage.leave();
  const [first] = await stage.exits(name);
  if (first === undefined) throw new Error('it was sent');
  return { name, first };
}

describe('a payout on Bitcoin', () => {
  it('is built again over the same coins once it waits for blocks and the rate is a quarter higher', async () => {
    const { name, first } = await sent();
    stage.told.rate = 6.25;
    await renew();
    stage.heights.btc += 2;
    stage.told.rate = 6.24;
    await renew();
    expect(await stage.exits(name)).toHaveLength(1);
    stage.told.rate = 6.25;
    await renew();
    const [, second] = await stage.exits(name);
    expect(second).toMatchObject({ inputs: first.inputs, fees: first.fees, feeRate: 6.25 });
    // It has to wait anew.
    await renew();
    expect(await stage.exits(name)).toHaveLength(2);
  });

  it('is built again with another coin of the fee wallet where a block gave that one away', async () => {
    const { name, first } = await sent(1_200_000n);
    await stage.spend(first.fees[0] ?? '', 201);
    stage.heights.btc += 1;
    await renew();
    const [, second] = await stage.exits(name);
    expect(second?.inputs).toEqual(first.inputs);
    expect(second?.fees).not.toContain(first.fees[0]);
  });

  it('is let alone while a block has another build of it', async () => {
    const { name, first } = await sent();
    stage.heights.btc += 2;
    stage.told.rate = 10;
    await renew();
    const [, second] = await stage.exits(name);
    await stage.store.transact((tx) => mineExits(tx, [second?.id ?? ''], 203));
    for (const point of [...first.inputs, ...first.fees]) await stage.spend(point, 203);
    stage.heights.btc += 1;
    stage.told.rate = 50;
    await renew();
    expect(await stage.exits(name)).toHaveLength(2);
    expect(stage.told.warned).toEqual([]);
    // And what it left over pays for others, once that is for good.
    expect((await namedCoins(stage.store.db)).size).toBe(2);
    await moveDeposits(stage.store.db, 'settle', [name]);
    expect((await namedCoins(stage.store.db)).size).toBe(0);
  });

  it('is given up when a block gave a locked coin of it away so long ago, and leaves again', async () => {
    const { name, first } = await sent();
    await stage.spend(first.inputs[0] ?? '', 201);
    stage.told.says = () => 'coin-spent';
    await renew();
    expect((await stage.deposit(name)).status).toBe('paid-out');
    stage.heights.btc = 201;
    await renew();
    expect(await stage.deposit(name)).toMatchObject({ status: 'confirming', wait: null });
    expect((await stage.exits(name)).every(({ dead }) => dead)).toBe(true);
    // The journal still has the dead one: it is not taken for one that may be mined.
    const { id, deposit, asset, kind } = first;
    stage.told.signed = [{ id, deposit, asset, kind, chain: 'btc', out: '1000', raw: '00' }];
    stage.told.says = () => undefined;
    // Its judgement is made anew before it leaves.
    await stage.store.pool.query('update bridge_deposits set judged = true');
    expect(await takeUp()).toEqual(new Set());
    await stage.leave();
    expect((await stage.deposit(name)).status).toBe('paid-out');
    expect((await stage.exits(name)).at(-1)?.inputs).not.toEqual(first.inputs);
  });

  it('whose coin a reorganisation took out for good leaves over other coins, when the signer finds it dead', async () => {
    const { name, first } = await sent();
    await stage.store.db.delete(coins).where(eq(coins.outpoint, (first.inputs[0] ?? '') as Outpoint));
    stage.told.says = () => 'bridge-exit-made';
    await renew();
    expect(stage.told.asked.at(-1)?.locked).not.toEqual(first.inputs);
    expect(await stage.exits(name)).toHaveLength(1);
    // The signer is let alone for a while.
    const asked = stage.told.asked.length;
    await renew();
    expect(stage.told.asked).toHaveLength(asked);
    stage.told.now += 5_000;
    stage.told.says = () => undefined;
    await renew();
    const [, second] = await stage.exits(name);
    expect(second?.inputs).toHaveLength(1);
    expect(second?.inputs).not.toEqual(first.inputs);
    // From then on that one is built again, and not over what is lost.
    stage.heights.btc += 2;
    stage.told.rate *= 2;
    await renew();
    expect((await stage.exits(name)).at(2)?.inputs).toEqual(second?.inputs);
  });

  it('is let alone while what came in for it is in no block', async () => {
    const { name } = await sent();
    await stage.store.pool.query('update bridge_deposits set height = null');
    stage.heights.btc += 2;
    stage.told.rate = 50;
    await renew();
    expect(await stage.exits(name)).toHaveLength(1);
  });

  it('that cannot be built, whatever the fault, holds up no other', async () => {
    const { name } = await sent();
    const other = await stage.redeem(2, 60_000n);
    await stage.leave();
    stage.heights.btc += 2;
    stage.told.rate = 50;
    stage.told.says = (deposit) => {
      if (deposit === name) throw new Error('a fault of ours');
      return undefined;
    };
    await renew();
    expect(await stage.exits(name)).toHaveLength(1);
    expect(await stage.exits(other)).toHaveLength(2);
  });

  it('that is mined and in no row here is found in the journal, with another build in the rows', async () => {
    const { name, first } = await sent();
    const tx = `0200000001${'77'.repeat(32)}0000000000ffffffff01e803000000000000160014${'44'.repeat(20)}00000000`;
    const id = digits(0xfeed);
    const { deposit, asset, kind } = first;
    await stage.store.db.insert(coins).values({
      ...{ outpoint: `${'77'.repeat(32)}:0` as Outpoint, script: KEYS.lockedScript as never, height: 100 },
      ...{ value: 1_410n as never, coinbase: false },
    });
    stage.told.signed = [{ id, deposit, asset, kind, chain: 'btc', out: '1000', raw: tx }];
    // A server that starts asks for all that has not left for good.
    stage.leaving.asked.clear();
    await takeUp();
    expect((await stage.exits(name)).map((row) => row.id)).toEqual([first.id, id]);
    // 410 sat for 82 vB: another build pays more than that.
    expect((await stage.exits(name)).at(1)?.feeRate).toBe(5);
  });
});

describe('an exit on MVC', () => {
  const HASH = '66'.repeat(20);
  const spending = (points: readonly [string, number][], lock: number): MvcTransaction =>
    nameMvcTransaction({
      ...{ version: 10, locktime: lock },
      inputs: points.map(([txid, vout]) => ({
        ...{ txid: txid as Txid, vout, scriptSig: new Uint8Array(), sequence: 0xffffffff },
      })),
      outputs: [{ value: sats(1_000n), script: hexToBytes(`76a914${HASH}88ac`) }],
    });
  const mined = async (tx: { readonly txid: string; readonly core: string }, height: number) => {
    await stage.store.db
      .insert(MVC.transactions)
      .values({ txid: tx.txid as Txid, core: tx.core, height, place: 0 });
  };
  const coinSpent = async (txid: string, by: string, height: number) => {
    await stage.store.db.insert(MVC.coins).values({
      ...{ txid: txid as Txid, vout: 0, value: 1_000n as never, height: 200, holder: HASH },
      ...{ spentBy: by as Txid, spentHeight: height },
    });
  };
  const token = { txid: digits(0xa1), core: digits(0xa2) };
  const space = { txid: digits(0xb1), core: digits(0xb2) };
  const check = spending([[space.txid, 0]], 1);
  const transfer = spending(
    [
      [token.txid, 0],
      [check.txid, 0],
    ],
    2,
  );
  const row = {
    ...{ id: transfer.core, txid: transfer.txid, chain: 'mvc', deposit: 'one', asset: 'btc', kind: 'payout' },
    ...{ raw: bytesToHex(writeMvcTransaction(transfer)), checkRaw: bytesToHex(writeMvcTransaction(check)) },
    ...{ checkCore: check.core, inputs: [`${token.core}:0`], fees: [`${space.core}:0`], feeRate: 0 },
    ...{ out: 1n, height: null, dead: false, lastAnswer: '', sinceHeight: 290, createdAt: new Date() },
  } as ExitRow;
  const late = async (): Promise<boolean> =>
    isLate(stage.context, row, await lookAt(stage.context, [row], stage.heights));

  it('is let alone while its coins and its check are where they were', async () => {
    await mined(token, 200);
    await mined(space, 200);
    expect(await late()).toBe(false);
    await mined(check, 295);
    await coinSpent(space.txid, check.txid, 295);
    expect(await late()).toBe(false);
  });

  it('is built again when its check is in a block under another id', async () => {
    await mined(token, 200);
    await mined(space, 200);
    const twin = { txid: digits(0xc1), core: check.core };
    await mined(twin, 295);
    await coinSpent(space.txid, twin.txid, 295);
    expect(await late()).toBe(true);
  });

  it('is built again when a coin of it was made under another id after all', async () => {
    await mined({ ...token, txid: digits(0xa9) }, 200);
    await mined(space, 200);
    expect(await late()).toBe(true);
  });

  it('is built again with other SPACE when what made that is nowhere, and not with the first block', async () => {
    await mined(token, 200);
    stage.heights.mvc = 291;
    expect(await late()).toBe(false);
    stage.heights.mvc = 292;
    expect(await late()).toBe(true);
  });

  it('is lost when what made a token of it is nowhere for 144 blocks', async () => {
    await mined(space, 200);
    const known = await stage.known();
    const lost = async (mvc: number): Promise<boolean> =>
      isLost(row, { amount: 1n }, known, await lookAt(stage.context, [row], { btc: 1, mvc }));
    expect(await lost(432)).toBe(false);
    expect(await lost(433)).toBe(true);
    await stage.store.db
      .insert(MVC.waiting)
      .values({ txid: token.txid as Txid, core: token.core, raw: new Uint8Array() });
    expect(await lost(433)).toBe(false);
  });

  it('is dead when another has a coin of it, 144 blocks deep at least', async () => {
    await mined(token, 200);
    await mined(space, 200);
    const other = { txid: digits(0xd1), core: digits(0xd2) };
    await mined(other, 201);
    await coinSpent(token.txid, other.txid, 201);
    const known = await stage.known();
    const dead = async (mvc: number): Promise<boolean> =>
      isDead(row, { amount: 1n }, known, await lookAt(stage.context, [row], { btc: 1, mvc }));
    expect(await dead(343)).toBe(false);
    expect(await dead(344)).toBe(true);
  });
});
