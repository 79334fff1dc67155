/** BRC-20 goes back with a lot of its own: whoever asks is told that it is being made, and is not offered to ask again. */
import { expect, it, vi } from 'vitest';
import type { BridgeOrderView } from '@rialto/contract';
import { BRC20, BRIDGER, BTC, assets, deposit, order, whole } from '../fake/bridge/bridge.ts';
import { at, bridgePage, connect, press, seen, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const TOLD =
  'The transfer inscription for it is being made. It will be sent once that has enough confirmations.';

type Deposit = BridgeOrderView['deposits'][number];
const refused = (more: Partial<Deposit> = {}): Deposit =>
  deposit({
    ...{ state: 'refused', reason: 'bridge-amount-differs', amount: `${whole(7n)}` },
    ...{ refundable: `${whole(6n)}`, ...more },
  });

it('the answer has no transaction yet: it says so, and what is waited for instead of the button', async () => {
  let waits: Deposit['waits'] = null;
  page.answers['/bridge/assetList'] = () => assets([BTC, BRC20]);
  page.answers['/bridge/order'] = () =>
    order({ asset: 'ordi', state: 'refused', waits, deposits: [refused({ waits })] });
  page.answers['/bridge/refund'] = () => {
    waits = 'lot';
    return { txid: null, out: `${whole(6n)}` };
  };
  connect();
  await page.open(`/bridge/ordi#${order().orderId}`);
  await seen('bridge-take-back');
  expect(words('bridge-deposit')).toContain('You get back 6ORDI. The bridge keeps 1ORDI');
  await press('bridge-take-back');
  await vi.waitFor(() => expect(words('toast')).toContain(TOLD));
  await vi.waitFor(() => expect(words('bridge-lot-waits')).toBe(TOLD));
  expect(at('bridge-take-back')).toBeNull();
  // Said once: the deposit says it.
  expect(at('bridge-waits')).toBeNull();
});

it('on Recover the same stands where the button was', async () => {
  page.answers['/bridge/assetList'] = () => assets([BTC, BRC20]);
  page.answers['/bridge/deposits'] = ({ query }) => ({
    list:
      query.get('address') === BRIDGER.address
        ? [{ ...refused({ waits: 'lot' }), asset: 'ordi', direction: 'mint', orderId: null }]
        : [],
    at: { height: 1, hash: '0'.repeat(64) },
  });
  connect();
  await page.open('/recover');
  expect((await seen('own-deposit')).textContent).toContain(TOLD);
  expect(at('bridge-take-back')).toBeNull();
});
