/** A redeem from the form to its order, before an exchange or a wallet that is honest or lies. */
import { expect, it, vi } from 'vitest';
import { keptTerms } from '../../src/terms-store.ts';
import { orderIdOf } from '../../src/flows/bridge/bridge-terms.ts';
import { BRIDGER, order } from '../fake/bridge/bridge.ts';
import { createdRedeem, mvcPurse } from '../fake/bridge/payments.ts';
import { termsIn } from '../fake/bridge/answers.ts';
import { at, bridgePage, buttons, connect, press, seen, type, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const OWNER = { net: 'regtest', address: BRIDGER.address };
const TXID = 'e'.repeat(64);
const button = (label: string): Promise<void> =>
  vi.waitFor(() => expect(words('bridge-button')).toBe(label), { timeout: 8_000 });

async function opened(href = '/bridge'): Promise<void> {
  connect();
  await page.open(href);
  await button('Enter an amount');
}

async function redeemReviewed(): Promise<void> {
  await opened();
  at('bridge-flip')?.click();
  await vi.waitFor(() => expect(words('bridge')).toContain('From MVC'));
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-review');
}

it('a redeem is made by the wallet, checked by the page, and handed in', async () => {
  const { transfer, previous } = mvcPurse();
  let handed: { orderId: string; txHexList: string[] } | undefined;
  page.answers['/bridge/createPrepayOrderRedeemBtc'] = (asked) =>
    createdRedeem(termsIn(asked), orderIdOf(termsIn(asked)), { previous });
  page.answers['/bridge/submitPrepayOrderRedeemBtc'] = ({ body }) => {
    handed = body as typeof handed;
    return { orderId: handed?.orderId, txid: TXID };
  };
  page.answers['/bridge/order'] = () => order({ direction: 'redeem', state: 'paid' });
  page.transfer.mockImplementation((request) => {
    const { tasks } = request as { tasks: { metaidData: string; receivers: { amount: string }[] }[] };
    const { metaidData: id = '', receivers = [] } = tasks[0] ?? {};
    const made = transfer({ id, units: BigInt(receivers[0]?.amount ?? '0') });
    return Promise.resolve({
      res: [{ txHex: made.transfer, routeCheckTxHex: made.check }],
      broadcasted: false,
    });
  });
  await redeemReviewed();
  await press('bridge-confirm');
  await seen('bridge-order-view');
  expect(page.transfer).toHaveBeenCalledOnce();
  expect(handed?.txHexList).toHaveLength(2);
  expect(handed?.orderId).toBe(keptTerms(OWNER)[0]?.orderId);
}, 20_000);

it('a redeem to another address is stopped before the wallet opens', async () => {
  page.answers['/bridge/createPrepayOrderRedeemBtc'] = (asked) =>
    createdRedeem(termsIn(asked), orderIdOf(termsIn(asked)), {
      bridgeAddress: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    });
  await redeemReviewed();
  expect(words('bridge-problems')).toContain('It would be paid to another address than the bridge’s.');
  at('bridge-confirm')?.click();
  expect(page.transfer).not.toHaveBeenCalled();
});

it('what the wallet made otherwise is not handed in, and its terms are kept: it may have been sent', async () => {
  const { transfer, previous } = mvcPurse();
  page.answers['/bridge/createPrepayOrderRedeemBtc'] = (asked) =>
    createdRedeem(termsIn(asked), orderIdOf(termsIn(asked)), { previous });
  const handIn = vi.fn();
  page.answers['/bridge/submitPrepayOrderRedeemBtc'] = handIn;
  page.transfer.mockImplementation(() => {
    const made = transfer({ id: 'f'.repeat(32), units: 500_000n });
    return Promise.resolve({ res: [{ txHex: made.transfer, routeCheckTxHex: made.check }] });
  });
  await redeemReviewed();
  await press('bridge-confirm');
  await seen('bridge-unsure');
  expect(handIn).not.toHaveBeenCalled();
  expect(keptTerms(OWNER)).toHaveLength(1);
  expect(buttons('bridge-unsure')).toEqual(['Close']);
}, 20_000);

it.each(['canceled', 'locked', 'not-connected'])(
  'after %s nothing is left behind and the wallet can be asked again',
  async (status) => {
    page.transfer.mockResolvedValueOnce({ status });
    await redeemReviewed();
    await press('bridge-confirm');
    await vi.waitFor(() => expect(page.transfer).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(keptTerms(OWNER)).toEqual([]));
    await vi.waitFor(() => expect(at('bridge-confirm')).toHaveProperty('disabled', false));
  },
);

it.each([
  ['an answer that is none', () => Promise.resolve({})],
  ['an error without a reason', () => Promise.reject(new Error('network error'))],
  ['a method it says it has not', () => Promise.reject(Object.assign(new Error('no'), { code: -32601 }))],
])('after %s the payment may be on its way: nothing asks for a second one', async (_, answer) => {
  page.transfer.mockImplementationOnce(answer);
  await redeemReviewed();
  await press('bridge-confirm');
  await seen('bridge-unsure');
  expect(words('bridge-unsure')).toContain('may be on its way');
  expect(buttons('bridge-unsure')).toEqual(['Close']);
  const [kept] = keptTerms(OWNER);
  if (kept === undefined) throw new Error('terms are kept');
  page.answers['/bridge/order'] = () =>
    order({ orderId: kept.orderId, direction: 'redeem', state: 'awaiting-payment', deposits: [] });
  at('bridge-unsure')?.querySelector('button')?.click();
  // What was typed is gone, and the order stands where the words say.
  await button('Enter an amount');
  await vi.waitFor(() => expect(words('bridge-live')).toContain('Not paid yet'));
  expect(page.transfer).toHaveBeenCalledOnce();
});
