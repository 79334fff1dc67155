/** The bridge's page as its visitor has it, before an exchange that is honest, closed, empty, or lies. */
import { expect, it, vi } from 'vitest';
import { keptTerms } from '../../src/terms-store.ts';
import { orderIdOf } from '../../src/flows/bridge/bridge-terms.ts';
import { router } from '../../src/routes.tsx';
import {
  BRIDGER,
  BTC,
  RUNE,
  THIEF,
  assets,
  createdMint,
  createdRedeem,
  deposit,
  mvcPurse,
  order,
} from '../fake/bridge.ts';
import { No, at, bridgePage, connect, press, seen, termsIn, type, words } from '../fake/bridge-page.tsx';

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

it('says what arrives to the unit, what it costs, how long it takes, to whom it goes and who holds it', async () => {
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  expect(at('bridge-out')?.dataset['units']).toBe('498700');
  const sum = words('bridge-sum');
  for (const part of ['0.005000BTC', '−0.000010BTC', '−0.000003BTC', '0.000013BTC', '0.004987 wBTC'])
    expect(sum).toContain(part);
  expect(words('bridge-facts')).toContain('3 confirmations, about 30 min');
  expect(words('bridge-custody')).toBe(
    'The operator holds the locked coins with 1 of 1 keys. Nothing on either chain forces them to pay you. The reserves below show that the coins exist, not that they will be paid. A deep reorganisation of MVC can leave them short.',
  );
  at('bridge-flip')?.click();
  await vi.waitFor(() => expect(at('bridge-out')?.dataset['units']).toBe('497000'));
  expect(words('bridge-facts')).toContain('10 confirmations, about 50 min');
  type('bridge-amount', '0.00001');
  await button('Check the amount');
  expect(document.body.textContent).toContain('The minimum is 0.0002 wBTC');
});

it('fills in all there is', async () => {
  await opened();
  await press('bridge-amount-max');
  await button('Review');
  expect(at('bridge-amount')).toHaveProperty('value', '0.02999564');
});

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
  page.answers['/bridge/order'] = () => order({ orderId, state, deposits: [deposit({ state: 'done' })] });
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
  await seen('bridge-stopped');
  expect(handIn).not.toHaveBeenCalled();
  expect(keptTerms(OWNER)).toHaveLength(1);
}, 20_000);

it('other addresses than this browser has seen before are told of', async () => {
  localStorage.setItem('bridge-addresses:regtest btc', `${BTC.lockedScript} ${'1'.repeat(40)}`);
  await opened();
  type('bridge-amount', '0.005');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-new-address');
});

it('another asset is chosen, with its own digits', async () => {
  await opened();
  await press('bridge-asset-btc');
  await press('bridge-choose-fern');
  await vi.waitFor(() => expect(router.state.location.href).toBe('/bridge/fern'));
  await vi.waitFor(() => expect(words('bridge-asset-btc')).toBe('PLAINFERN'));
  type('bridge-amount', '7.0015');
  await button('Check the amount');
  expect(document.body.textContent).toContain('At most 3 digits after the point');
  type('bridge-amount', '7.001');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-review');
  expect(at('bridge-problems')).toBeNull();
  expect(words('bridge-review')).toContain('Sats under the tokens you send');
});

it('says where it is paused, and that MVC stands still', async () => {
  const paused = { ...BTC, isEnableMint: false, paused: 'break' } as const;
  page.answers['/bridge/assetList'] = () => ({
    ...assets([paused]),
    mvc: { height: 900, secondsPerBlock: 300, standsStill: true },
  });
  connect();
  await page.open('/bridge');
  await button('Paused by the operator');
  expect(words('bridge-paused')).toBe('The reserves do not add up. The bridge of this asset is stopped.');
  expect(words('bridge-still')).toContain('MVC has had no block for hours.');
});

it.each<[string, () => unknown, string]>([
  ['closed', () => new No('bridge-closed', 'Not open.'), 'The bridge is not open on this exchange.'],
  ['without MVC', () => new No('mvc-closed', 'Not open.'), 'The bridge is not open on this exchange.'],
  ['empty', () => assets([]), 'Nothing is bridged here yet'],
])('an exchange whose bridge is %s says so', async (_, answer, told) => {
  page.answers['/bridge/assetList'] = answer;
  await page.open('/bridge');
  expect((await seen('bridge-none')).textContent).toContain(told);
  expect(at('bridge-reserves')).toBeNull();
});

it('an asset that is none offers those there are', async () => {
  page.answers['/bridge/assetList'] = () => assets([RUNE]);
  await page.open('/bridge/btc');
  await seen('bridge-none');
  await press('bridge-choose-fern');
  await button('Connect Wallet');
});
