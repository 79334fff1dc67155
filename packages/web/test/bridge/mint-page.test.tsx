/** A mint from the form to its end, before an exchange that is honest or lies. */
import { expect, it, vi } from 'vitest';
import { keptTerms } from '../../src/terms-store.ts';
import { orderIdOf } from '../../src/flows/bridge/bridge-terms.ts';
import { confirmAddresses, haveAddressesChanged } from '../../src/flows/bridge/known-addresses.ts';
import { router } from '../../src/routes.tsx';
import { BRIDGER, BTC, THIEF, deposit, order } from '../fake/bridge/bridge.ts';
import { exitOnMvc } from '../fake/bridge/exits.ts';
import { createdMint } from '../fake/bridge/payments.ts';
import { No, termsIn } from '../fake/bridge/answers.ts';
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

it('a mint is reviewed by its bytes, its terms kept, signed once, and followed to its end', async () => {
  let handed: unknown;
  let state = 'paid' as const satisfies ReturnType<typeof order>['state'] as ReturnType<
    typeof order
  >['state'];
  let orderId = '';
  page.answers['/bridge/submitPrepayOrderMintBtc'] = ({ body }) => {
    handed = body;
    ({ orderId } = body as { orderId: string });
    return { orderId, txid: TXID };
  };
  page.answers['/bridge/order'] = () => order({ orderId, state, deposits: [deposit({ state: 'paid' })] });
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-review');
  expect(at('bridge-problems')).toBeNull();
  expect(keptTerms(OWNER)).toEqual([]);
  expect(page.signPsbt).not.toHaveBeenCalled();
  await press('bridge-confirm');
  await seen('bridge-order-view');
  expect(page.signPsbt).toHaveBeenCalledOnce();
  const [kept] = keptTerms(OWNER);
  expect(kept?.orderId).toBe(orderId);
  expect(handed).toMatchObject({ orderId });
  expect(router.state.location.href).toBe(`/bridge/btc#${orderId}`);
  expect(words('bridge-order-state')).toBe('Paid, waiting for a block');
  state = 'done';
  const script = kept?.terms.receiver ?? '';
  const exit = exitOnMvc({ script, out: 498_700n, id: orderId });
  page.answers['/bridge/order'] = () =>
    order({ orderId, state, deposits: [deposit({ state: 'done', exit })] });
  await vi.waitFor(() => expect(words('bridge-order-state')).toBe('Done'), { timeout: 5_000 });
  // Its money is where it belongs.
  await vi.waitFor(() => expect(keptTerms(OWNER)).toEqual([]), { timeout: 5_000 });
}, 20_000);

it('a wallet that says no leaves nothing behind, and can be asked again', async () => {
  page.signPsbt.mockResolvedValueOnce({ status: 'canceled' } as never);
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await press('bridge-confirm');
  await vi.waitFor(() => expect(page.signPsbt).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(keptTerms(OWNER)).toEqual([]));
  expect(at('bridge-confirm')).toHaveProperty('disabled', false);
});

it('what the exchange refuses once it is signed may be sent all the same: nothing asks for a second payment', async () => {
  page.answers['/bridge/submitPrepayOrderMintBtc'] = () => new No('bad-request', 'No.');
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await press('bridge-confirm');
  await seen('bridge-unsure');
  expect(buttons('bridge-unsure')).toEqual(['Close']);
  expect(keptTerms(OWNER)).toHaveLength(1);
});

it('terms that this browser cannot keep stop it before the wallet opens, and it can be tried again', async () => {
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-review');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await press('bridge-confirm');
  await seen('bridge-stopped');
  vi.restoreAllMocks();
  expect(words('bridge-stopped')).toContain('Nothing was paid');
  expect(buttons('bridge-stopped')).toEqual(['Close', 'Try again']);
  expect(page.signPsbt).not.toHaveBeenCalled();
});

it.each([
  [
    'another script',
    (terms: ReturnType<typeof termsIn>, id: string) => createdMint(terms, id, BTC, { bridge: THIEF.script }),
  ],
  [
    'another amount',
    (terms: ReturnType<typeof termsIn>, id: string) => createdMint(terms, id, BTC, { amount: 900_000n }),
  ],
  [
    'another id',
    (terms: ReturnType<typeof termsIn>, id: string) => createdMint(terms, id, BTC, { id: 'f'.repeat(32) }),
  ],
  [
    'other fees',
    (terms: ReturnType<typeof termsIn>, id: string) => ({ ...createdMint(terms, id), out: '490000' }),
  ],
])('a mint with %s is stopped before the wallet opens', async (_, lie) => {
  page.answers['/bridge/createPrepayOrderMintBtc'] = (asked) =>
    lie(termsIn(asked), orderIdOf(termsIn(asked)));
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-problems');
  expect(at('bridge-confirm')).toHaveProperty('disabled', true);
  at('bridge-confirm')?.click();
  expect(page.signPsbt).not.toHaveBeenCalled();
  expect(keptTerms(OWNER)).toEqual([]);
});

it('another receiver has another id, which the page did not make', async () => {
  page.answers['/bridge/createPrepayOrderMintBtc'] = (asked) => {
    const stolen = { ...termsIn(asked), receiver: `76a914${'0'.repeat(40)}88ac` };
    const id = orderIdOf(stolen);
    return createdMint(stolen, id, BTC, { id });
  };
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-problems');
  expect(words('bridge-problems')).toContain('It is another order than the one this page made.');
});

it('other addresses than this browser has seen before are paid only once that is confirmed in words', async () => {
  confirmAddresses({ ...BTC, inletHash: '1'.repeat(40) }, 'regtest');
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-new-address');
  expect(at('bridge-confirm')).toHaveProperty('disabled', true);
  type('bridge-confirm-address', 'yes');
  await vi.waitFor(() => expect(at('bridge-confirm-address')).toHaveProperty('value', 'yes'));
  expect(at('bridge-confirm')).toHaveProperty('disabled', true);
  type('bridge-confirm-address', 'i asked the operator ');
  await vi.waitFor(() => expect(at('bridge-confirm')).toHaveProperty('disabled', false));
  expect(at('bridge-new-address')).toBeNull();
  expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
});
