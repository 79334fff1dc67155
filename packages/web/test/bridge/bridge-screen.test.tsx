/** The bridge's page as its visitor has it: what it says before anything is paid, and where there is nothing to bridge. */
import { expect, it, vi } from 'vitest';
import { router } from '../../src/routes.tsx';
import { BTC, RUNE, assets } from '../fake/bridge/bridge.ts';
import { No } from '../fake/bridge/answers.ts';
import { at, bridgePage, connect, press, seen, type, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
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
    'The operator holds the locked coins with 2 of 2 keys. Nothing on either chain forces them to pay you. The reserves below show that the coins exist, not that they will be paid. A deep reorganisation of MVC can leave them short.',
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

it.each([
  ['0.002 BTC', '0.002'],
  ['0.00000005 BTC', '0.00000005'],
  ['200000 sat', '0.002'],
])('%s pasted into a field of bitcoin is %s', async (pasted, value) => {
  await opened();
  type('bridge-amount', pasted, 'insertFromPaste');
  await vi.waitFor(() => expect(at('bridge-amount')).toHaveProperty('value', value));
});

it('a wrapped token pasted with its name is read in its own field, and spoken of in the other', async () => {
  await opened();
  type('bridge-amount', '0.002 wBTC', 'insertFromPaste');
  await vi.waitFor(() => expect(document.body.textContent).toContain('Not a number'));
  expect(at('bridge-amount')).toHaveProperty('value', '');
  at('bridge-flip')?.click();
  await vi.waitFor(() => expect(words('bridge-asset-mvc')).toContain('wBTC'));
  type('bridge-amount', '0.002 wBTC', 'insertFromPaste');
  await vi.waitFor(() => expect(at('bridge-amount')).toHaveProperty('value', '0.002'));
  expect(document.body.textContent).not.toContain('Not a number');
});

it('more than the maximum has no sum', async () => {
  await opened();
  type('bridge-amount', '12345678901234567890');
  await button('Check the amount');
  expect(at('bridge-sum')).toBeNull();
});

it('the whole balance is refused in the form: its own fee would be missing', async () => {
  await opened();
  type('bridge-amount', '0.03');
  await button('Check the amount');
  expect(document.body.textContent).toContain(
    'One payment from your coins is 0.02999564 BTC at most, after its network fee',
  );
});

it('a single key is called one, and the dialog that connects does not say that nothing is held', async () => {
  page.answers['/bridge/assetList'] = () => assets([{ ...BTC, keys: { k: 1, n: 1 } }]);
  await page.open('/bridge');
  await button('Connect Wallet');
  expect(words('bridge-custody')).toContain('The operator holds the locked coins with a single key. Nothing');
  await press('bridge-button');
  const dialog = await seen('connect-dialog');
  expect(dialog.textContent).toContain('What you bridge is held by the operator.');
  expect(dialog.textContent).not.toContain('or coins');
});

it('two assets of bitcoin are told apart by their ids', async () => {
  page.answers['/bridge/assetList'] = () => assets([BTC, { ...BTC, asset: 'btc2' }, RUNE]);
  await opened();
  await press('bridge-asset-btc');
  await seen('bridge-assets');
  expect(words('bridge-choose-btc')).toContain('Bitcoin · btc');
  expect(words('bridge-choose-btc2')).toContain('Bitcoin · btc2');
  expect(words('bridge-choose-fern')).not.toContain('·');
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
  await button('Not open right now');
  expect(words('bridge-paused')).toBe('The reserves do not add up. The bridge of this asset is stopped.');
  expect(words('bridge-still')).toContain('MVC has had no block for hours.');
});

it('an asset whose mints alone are stopped says that it can be redeemed', async () => {
  page.answers['/bridge/assetList'] = () => assets([{ ...BTC, isEnableMint: false }]);
  connect();
  await page.open('/bridge');
  await button('Not open right now');
  expect(words('bridge-paused')).toContain('It can still be redeemed.');
  at('bridge-flip')?.click();
  await button('Enter an amount');
  expect(at('bridge-paused')).toBeNull();
});

it.each<[string, () => unknown, string]>([
  ['closed', () => new No('bridge-closed', 'Not open.'), 'No asset is open on this bridge yet.'],
  ['without MVC', () => new No('mvc-closed', 'Not open.'), 'No asset is open on this bridge yet.'],
  ['empty', () => assets([]), 'Nothing is bridged here yet'],
])('an exchange whose bridge is %s says so', async (_, answer, told) => {
  page.answers['/bridge/assetList'] = answer;
  await page.open('/bridge');
  expect((await seen('bridge-none')).textContent).toContain(told);
  expect(at('bridge-reserves')).toBeNull();
});

it('an exchange that still syncs says that it is syncing, and not that its operator has to act', async () => {
  page.answers['/health'] = () => ({ status: 'syncing' });
  page.answers['/bridge/assetList'] = () => new No('bridge-closed', 'Not open.');
  await page.open('/bridge');
  await vi.waitFor(() => expect(words('bridge-none')).toContain('still syncing with the chain'), {
    timeout: 5_000,
  });
  expect(words('bridge-none')).not.toContain('The operator opens each asset');
});

it('an asset that is none offers those there are', async () => {
  page.answers['/bridge/assetList'] = () => assets([RUNE]);
  await page.open('/bridge/btc');
  await seen('bridge-none');
  await press('bridge-choose-fern');
  await button('Connect Wallet');
});
