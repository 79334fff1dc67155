/** An order's id and terms are anybody's once its payment is on the chain: nobody puts another payment in the place of what was acknowledged. */
import { callApi } from '@rialto/devnet';
import { signedTransfer } from '@rialto/devnet/mvc';
import type { BridgeUser } from '@rialto/devnet/mvc';
import type { WireBridgeTerms } from '@rialto/contract';
import { coins } from '@rialto/ground';
import { bridgeOrderId } from '@rialto/market';
import type { BridgeTerms } from '@rialto/market';
import { writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireUnpaid } from '../../src/bridge/orders/paid-before.ts';
import { findOrder, keepOrder, keepPayment } from '../../src/store/bridge/order-store.ts';
import { insertOutbox } from '../../src/store/outbox-store.ts';
import { refusalOf } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { digits, exitStage } from './exits/exit-stage.ts';

let here: BridgeWorld;
let payer: BridgeUser;
let stranger: BridgeUser;

beforeAll(async () => {
  here = await bridgeWorld();
  [payer, stranger] = [await here.user('payer'), await here.user('stranger')];
  for (const user of [payer, stranger]) await here.finish(await user.mint('btc', 200_000n));
});
afterAll(() => here.world.stop());

/** @returns the payment as it has to be signed */
const mintOf = (terms: WireBridgeTerms, { btc }: BridgeUser, feeRate = 2) =>
  callApi(here.world.origin, 'bridgeMintBtc', {
    body: { terms, publicKey: bytesToHex(btc.publicKey), address: btc.address, feeRate },
  });

type Planned = Awaited<ReturnType<typeof mintOf>>;

const payMint = ({ orderId, rawPsbt, toSignInputs }: Planned, { btc }: BridgeUser) =>
  callApi(here.world.origin, 'bridgePayMintBtc', {
    body: { orderId, rawPsbt: btc.sign(rawPsbt, toSignInputs) },
  });

it('a mint that is paid: another payment of it is neither planned nor taken, and the same is told again', async () => {
  const terms = await payer.terms('btc', 'mint', 50_000n);
  const planned = await mintOf(terms, payer);
  const first = await payMint(planned, payer);
  expect(await refusalOf(mintOf(terms, stranger))).toBe('bridge-paid-before');
  expect(await refusalOf(mintOf(terms, payer, 3))).toBe('bridge-paid-before');
  expect(await payMint(planned, payer)).toEqual(first);
  const view = await here.finish(planned.orderId);
  expect(view.deposits.map(({ txid }) => txid)).toEqual([first.txid]);
  await expectBalanced(here);
});

/** Both transactions of a redeem, signed, of this payer's own tokens. */
function redeemBy({ mvc: who }: BridgeUser, orderId: string, feeRate = 1_000n): string[] {
  const { token, keys } = here.btc;
  const wanted = { token, receiver: hexToBytes(keys.inletHash), units: 50_000n, message: orderId, feeRate };
  const { check, transfer } = signedTransfer(here.mvc.chain, who, wanted);
  return [check, transfer].map((tx) => bytesToHex(writeMvcTransaction(tx)));
}

const payRedeem = (orderId: string, txHexList: string[]) =>
  callApi(here.world.origin, 'bridgePayRedeemBtc', { body: { orderId, txHexList } });

it('a redeem: of another key than its refund goes to nothing is taken, and of his own only one', async () => {
  const id = await payer.order(await payer.terms('btc', 'redeem', 50_000n));
  expect(await refusalOf(payRedeem(id, redeemBy(stranger, id)))).toBe('not-yours');
  const own = redeemBy(payer, id);
  const dearer = redeemBy(payer, id, 1_100n);
  const first = await payRedeem(id, own);
  expect(await refusalOf(payRedeem(id, redeemBy(stranger, id)))).toBe('bridge-paid-before');
  expect(await refusalOf(payRedeem(id, dearer))).toBe('bridge-paid-before');
  expect(await payRedeem(id, own)).toEqual(first);
  const view = await here.finish(id);
  expect(view.deposits.map(({ txid }) => txid)).toEqual([first.txid]);
  await expectBalanced(here);
});

it('a payment of a mint that another took the coins of makes room for one, once that is final and no sooner', async () => {
  const { context, store, drop } = await exitStage();
  const raw = `0200000001${'77'.repeat(32)}0000000000ffffffff01e803000000000000160014${'44'.repeat(20)}00000000`;
  const terms: BridgeTerms = {
    ...{ net: 'regtest', direction: 'mint', asset: 'btc', amount: 50_000n, least: 0n, expires: 1_000 },
    ...{ receiver: `76a914${'55'.repeat(20)}88ac`, refund: `0014${'44'.repeat(20)}`, nonce: digits(1, 32) },
  };
  const id = bridgeOrderId(terms);
  const plan = (publicKey: string) => ({
    ...{ publicKey, script: '', amount: '50000', coins: [], paying: [], feeRate: 1 },
  });
  const unpaid = async (): Promise<string> => {
    try {
      await requireUnpaid(context, id);
      return '';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const outboxIs = (status: string) => store.pool.query('update outbox set status = $1', [status]);
  const spentAt = async (spentHeight: number): Promise<void> => {
    await store.db.update(coins).set({ spentHeight });
  };
  try {
    await keepOrder(store.db, id, terms, plan('his'));
    expect(await unpaid()).toBe('');
    await store.transact((tx) =>
      insertOutbox(tx, { raw, kind: 'bridge', reference: id, replaces: null, fee: null }),
    );
    const { rows } = await store.pool.query<{ txid: string }>('select txid from outbox');
    const payment = { txid: rows[0]?.txid ?? '', core: null, raw, check: null };
    await keepPayment(store.db, id, { payment, isSending: false });
    await store.db.insert(coins).values({
      ...{
        outpoint: `${'77'.repeat(32)}:0` as never,
        script: `0014${'44'.repeat(20)}` as never,
        value: 2_000n as never,
      },
      ...{ height: 100, coinbase: false, spentHeight: 195 },
    });
    for (const status of ['waiting', 'sent', 'confirmed', 'final']) {
      await outboxIs(status);
      expect(await unpaid(), status).toBe('bridge-paid-before');
    }
    await outboxIs('void');
    await spentAt(196);
    expect(await unpaid()).toBe('bridge-paid-before');
    // Nor does a plan take the place of the one that it was made by.
    await keepOrder(store.db, id, terms, plan('another'));
    expect((await findOrder(store.db, id))?.plan?.publicKey).toBe('his');
    await spentAt(195);
    expect(await unpaid()).toBe('');
    expect((await findOrder(store.db, id))?.payment).toBe(null);
  } finally {
    await drop();
  }
});
