/** What the node says of a redeem's payment: refused to whoever handed it in, unless it may wait or be mined somewhere; and what the history of an address shows. */
import { API_ROOT, CALLS } from '@rialto/contract';
import { MVC } from '@rialto/ground';
import type { Rejected, Verdict } from '@rialto/ground';
import { bridgeOrderId } from '@rialto/market';
import type { BridgeTerms } from '@rialto/market';
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeContext } from '../../src/bridge/context.ts';
import { sendHandedIn } from '../../src/bridge/orders/resend.ts';
import { readTerms } from '../../src/bridge/orders/terms.ts';
import { registerBridge } from '../../src/http/calls/bridge-calls.ts';
import { openTurns } from '../../src/http/limits/turns.ts';
import { requireBuyable } from '../../src/mvc/reads/require-buyable.ts';
import { keepAsset, setAsset } from '../../src/store/bridge/asset-store.ts';
import { keepDeposit } from '../../src/store/bridge/deposit-store.ts';
import { depositsToJudge } from '../../src/store/bridge/judge-store.ts';
import {
  dropUnpaidOrders,
  findOrder,
  keepOrder,
  keepPayment,
  ordersOf,
} from '../../src/store/bridge/order-store.ts';
import { testHttp } from '../http/test-http.ts';
import { BTC_ASSET } from './bridge-world.ts';
import { KEYS, digits, exitStage } from './exits/exit-stage.ts';
import type { ExitStage } from './exits/exit-stage.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.clear());
afterAll(() => stage.drop());

async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return '';
}

describe('a payment that the node has not', () => {
  const made = (lock: number, parent: string) =>
    nameMvcTransaction({
      ...{ version: 10, locktime: lock },
      inputs: [{ txid: parent as Txid, vout: 0, scriptSig: new Uint8Array(), sequence: 0xffffffff }],
      outputs: [{ value: sats(1_000n), script: new Uint8Array([0x51]) }],
    });
  const parent = digits(0xa1);
  const check = made(1, parent);
  const transfer = made(2, check.txid);
  const raw = (tx: typeof check): string => bytesToHex(writeMvcTransaction(tx));
  const payment = { txid: transfer.txid, core: transfer.core, raw: raw(transfer), check: raw(check) };

  async function offered(verdicts: readonly Verdict[] | Error) {
    const { ledger } = stage.context.mvc;
    const send = () => (verdicts instanceof Error ? Promise.reject(verdicts) : Promise.resolve(verdicts));
    const context = { mvc: { ledger, chain: { send } } } as unknown as BridgeContext;
    return sendHandedIn(context, payment);
  }
  const no = (why: Rejected['why']): Rejected => ({ accepted: false, why, reason: `because ${why}` });
  const spentBy = async (core: string) => {
    const txid = digits(0xb1) as Txid;
    await stage.store.db.insert(MVC.transactions).values({ txid, core, height: 300, place: 0 });
    await stage.store.db.insert(MVC.coins).values({
      ...{ txid: parent as Txid, vout: 0, value: 1_000n as never, height: 200 },
      ...{ spentBy: txid, spentHeight: 300 },
    });
  };

  it('is taken where it has it', async () => {
    expect(await offered([{ accepted: true }, { accepted: true }])).toEqual({ reason: '', isRefused: false });
    expect(await offered([no('known'), no('known')])).toEqual({ reason: '', isRefused: false });
  });

  it.each(['fee', 'policy', 'invalid'] as const)('is refused by a rule: %s', async (why) => {
    expect(await offered([no(why), no('missing-inputs')])).toMatchObject({ isRefused: true });
    expect(await offered([no('known'), no(why)])).toEqual({ reason: `because ${why}`, isRefused: true });
  });

  it('may wait under another id where its coins are gone, and is refused where another transaction has them', async () => {
    expect(await offered([no('conflict'), no('missing-inputs')])).toMatchObject({ isRefused: false });
    await spentBy(digits(0xb2));
    expect(await offered([no('conflict'), no('missing-inputs')])).toMatchObject({ isRefused: true });
  });

  it('is not refused where the index has it, whatever the node says, nor where no node answers', async () => {
    await spentBy(check.core);
    expect(await offered([no('invalid'), no('invalid')])).toMatchObject({ isRefused: false });
    expect(await offered(new Refusal('node-down'))).toEqual({ reason: 'node-down', isRefused: false });
  });
});

const termsAt = (at: number, change: Partial<BridgeTerms> = {}): BridgeTerms => ({
  ...{ net: 'regtest', direction: 'mint', asset: 'btc', amount: 50_000n, least: 0n, expires: 1_000 },
  ...{ receiver: `76a914${'55'.repeat(20)}88ac`, refund: `0014${'44'.repeat(20)}`, nonce: digits(at, 32) },
  ...change,
});

async function order(at: number, change: Partial<BridgeTerms> = {}): Promise<string> {
  const terms = termsAt(at, change);
  await keepOrder(stage.store.db, bridgeOrderId(terms), terms);
  return bridgeOrderId(terms);
}

const deposit = (at: number, orderId: string, asset = 'btc') =>
  keepDeposit(stage.store.db, {
    ...{ name: `btc:${digits(at)}:0`, asset, direction: 'mint', txid: digits(at), vout: 0, orderId },
    ...{ amount: 50_000n, value: 50_000n, status: 'confirming', height: 150 },
  });

it('the history leaves out what was only looked at, so that its pages are full', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const id = await order(at);
    if (at % 10 !== 0) continue;
    ids.push(id);
    if (at === 0) await deposit(1, id);
    else {
      const payment = { txid: digits(at), core: null, raw: '', check: null };
      await keepPayment(stage.store.db, id, { payment, isSending: false });
    }
  }
  const asked = { scripts: [termsAt(0).refund], direction: 'mint', assets: ['btc'], order: 'asc' } as const;
  const first = await ordersOf(stage.store.db, { ...asked, from: 0, size: 2 });
  expect(first.total).toBe(3);
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await ordersOf(stage.store.db, { ...asked, from: 2, size: 2 });
  expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(2));
});

it('what nobody has paid is dropped after two weeks, and nothing else', async () => {
  const [looked, handedIn, paid, young] = [await order(1), await order(2), await order(3), await order(4)];
  const payment = { txid: digits(2), core: null, raw: '', check: null };
  await keepPayment(stage.store.db, handedIn, { payment, isSending: false });
  await deposit(3, paid);
  const age = (days: number, ids: readonly string[]) =>
    stage.store.pool.query(
      "update bridge_orders set created_at = now() - $1 * interval '1 day' where id = any($2)",
      [days, ids],
    );
  await age(15, [looked, handedIn, paid]);
  await age(13, [young]);
  await dropUnpaidOrders(stage.store.db);
  expect(await findOrder(stage.store.db, looked)).toBe(undefined);
  for (const id of [handedIn, paid, young]) expect((await findOrder(stage.store.db, id))?.id).toBe(id);
});

it('a payment with the id of another asset’s order is of no order', async () => {
  const id = await order(1, { asset: 'other' });
  await deposit(1, id);
  const [judged] = await stage.store.transact((tx) => depositsToJudge(tx, 10));
  expect(judged).toMatchObject({ order: null, payments: [] });
});

it('terms that name a script of any asset of the bridge are refused', async () => {
  const locked = `5120${'ee'.repeat(32)}`;
  const words = {
    ...BTC_ASSET,
    id: 'other',
    token: { ...BTC_ASSET.token, codehash: 'c2'.repeat(20), genesis: 'e2'.repeat(20) },
  };
  await keepAsset(stage.store.db, {
    ...{ id: 'other', file: JSON.stringify(words), fileHash: '' },
    keys: { ...KEYS, lockedScript: locked, inletHash: '88'.repeat(20) },
  });
  const read = (change: Partial<BridgeTerms>) =>
    codeOf(
      readTerms(stage.context, {
        ...termsAt(1, change),
        ...{ net: 'regtest', amount: '50000', least: '0' },
      }),
    );
  try {
    expect(await read({})).toBe('');
    expect(await read({ refund: locked })).toBe('not-yours');
    expect(await read({ receiver: `76a914${'88'.repeat(20)}88ac` })).toBe('not-yours');
  } finally {
    await stage.store.pool.query("delete from bridge_assets where id = 'other'");
  }
});

it('a wrapped token is not bought while its bridge is stopped, or does not add up', async () => {
  const { asset } = await stage.known();
  const set = (change: Parameters<typeof setAsset>[2]) => setAsset(stage.store.db, 'btc', change);
  const buy = (token: { codehash: string; genesis: string }) => codeOf(requireBuyable(stage, { token }));
  expect(await buy(asset.token)).toBe('');
  await set({ stopped: true });
  expect(await buy(asset.token)).toBe('bridge-paused');
  expect(await buy({ ...asset.token, genesis: 'e9'.repeat(20) })).toBe('');
  await set({ stopped: false, signerStopped: true });
  expect(await buy(asset.token)).toBe('bridge-paused');
  await set({ signerStopped: false, signerAway: true });
  expect(await buy(asset.token)).toBe('');
  await set({ signerAway: false, broken: true });
  expect(await buy(asset.token)).toBe('bridge-break');
  await set({ broken: false });
  expect(await buy(asset.token)).toBe('');
});

it('a bridge that is closed says so before anything is read or followed', async () => {
  const app = await testHttp();
  const followed: unknown[] = [];
  const context = { app, store: stage.store, turns: openTurns(), checkAnswers: false };
  const service = {
    ...{ bridge: undefined, config: { NETWORK: 'regtest' } },
    follow: (script: unknown) => Promise.resolve(followed.push(script)),
  };
  registerBridge(
    context as unknown as Parameters<typeof registerBridge>[0],
    service as unknown as Parameters<typeof registerBridge>[1],
  );
  // Of another network: what is looked at first tells.
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const terms = { ...termsAt(1), net: 'regtest', amount: '50000', least: '0' };
  const body = { terms, publicKey: `02${'11'.repeat(32)}`, address, feeRate: 2 };
  const url = `${API_ROOT}${CALLS.bridgeMintBtc.path}`;
  const answer = await app.inject({ method: 'POST', url, payload: body });
  await app.close();
  expect(answer.json()).toMatchObject({ refusal: 'bridge-closed' });
  expect(followed).toEqual([]);
});
