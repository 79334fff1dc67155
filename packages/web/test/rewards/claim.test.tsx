/** A claim from the button to the block, before an exchange that is honest, refuses, or lies. */
import { expect, it, vi } from 'vitest';
import { choosePlan, typeCustomRate } from '../../src/data/settings.ts';
import { BRC20, CLAIM_ID, RUNE, claimOfLots, claimOfRunes, claimOfSats } from '../fake/claims.ts';
import { No, at, connect, ownRewards, press, rewardPage, seen, words } from '../fake/rewards.tsx';

const page = rewardPage();
const TXID = 'e'.repeat(64);
const button = (label: string): Promise<void> =>
  vi.waitFor(() => expect(words('claim-button')).toBe(label), { timeout: 5_000 });

async function opened(): Promise<void> {
  connect();
  await page.open('/events');
  await button('Claim, network fee 500 sat');
}

it('is reviewed by its bytes, signed once, and told to its end', async () => {
  let asked: unknown;
  let handed: unknown;
  let state = 'sent';
  page.answers['/reward/claim/prepare'] = ({ body }) => {
    asked = body;
    return claimOfSats({ brings: 20_000n });
  };
  page.answers['/reward/claim'] = ({ body }) => {
    handed = body;
    return { claimId: CLAIM_ID, txid: TXID };
  };
  page.answers['/reward/user/orders'] = () => ({
    total: 1,
    results: [{ orderId: CLAIM_ID, state, sendId: TXID }],
  });
  await opened();
  await press('claim-button');
  await seen('claim-review');
  expect(asked).toMatchObject({
    campaign: 'swap-fees',
    rewardAmount: '20000',
    networkFeeRate: 2,
    version: 2,
  });
  expect(words('claim-gets')).toBe('0.00020000BTC');
  expect(at('claim-total')?.dataset['sats']).toBe('19580');
  expect(at('claim-problems')).toBeNull();
  expect(page.signPsbt).not.toHaveBeenCalled();
  await press('claim-confirm');
  const sent = await seen('claim-sent');
  expect(page.signPsbt).toHaveBeenCalledOnce();
  expect(handed).toMatchObject({ claimId: CLAIM_ID, rewardAmount: '20000', version: 2 });
  await vi.waitFor(() => expect(sent.dataset['state']).toBe('sent'));
  state = 'confirmed';
  await vi.waitFor(() => expect(sent.dataset['state']).toBe('confirmed'), { timeout: 10_000 });
  await press('claim-close');
  await vi.waitFor(() => expect(at('claim-dialog')).toBeNull());
});

it('that became void gives its rewards back at once', async () => {
  let [state, claimable] = ['sent', '20000'];
  page.answers['/reward/user/campaigns'] = () => ownRewards({ claimable });
  page.answers['/reward/claim/prepare'] = () => claimOfSats({ brings: 20_000n });
  page.answers['/reward/claim'] = () => {
    claimable = '0';
    return { claimId: CLAIM_ID, txid: TXID };
  };
  page.answers['/reward/user/orders'] = () => ({
    total: 1,
    results: [{ orderId: CLAIM_ID, state, sendId: TXID }],
  });
  await opened();
  await press('claim-button');
  await seen('claim-review');
  await press('claim-confirm');
  const sent = await seen('claim-sent');
  await button('Nothing to claim yet');
  [state, claimable] = ['void', '20000'];
  await vi.waitFor(() => expect(sent.dataset['state']).toBe('void'), { timeout: 10_000 });
  await button('Claim, network fee 500 sat');
});

it('of a rune costs the network fee alone', async () => {
  page.answers['/reward/user/campaigns'] = () => ownRewards({ pays: RUNE });
  page.answers['/reward/claim/prepare'] = () => claimOfRunes({ brings: 20_000n });
  await opened();
  await press('claim-button');
  await seen('claim-review');
  expect(words('claim-gets')).toBe('200PLAINFERN');
  expect(at('claim-total')?.dataset['sats']).toBe('-420');
  expect(at('rune-blind')).not.toBeNull();
});

it.each([
  ['brings less than it says', () => claimOfSats({ brings: 19_000n, says: 20_000n })],
  ['is another sum', () => claimOfSats({ brings: 19_000n })],
  ['pays somebody else', () => claimOfSats({ brings: 20_000n, astray: 3_000n })],
  ['costs more than the rate', () => claimOfSats({ brings: 20_000n, fee: 9_000n })],
  [
    'signs the pot’s coin',
    () => ({ ...claimOfSats({ brings: 20_000n }), toSignInputs: [{ index: 1, sighash: 0 }] }),
  ],
])('is refused before the wallet opens where it %s', async (_, lie) => {
  page.answers['/reward/claim/prepare'] = lie;
  await opened();
  await press('claim-button');
  await seen('claim-problems');
  expect(words('claim-review')).toContain('Do not sign: this is not what you asked for.');
  expect(at('claim-confirm')).toHaveProperty('disabled', true);
  at('claim-confirm')?.click();
  expect(page.signPsbt).not.toHaveBeenCalled();
});

it('without a transaction, or refused, is told in the exchange’s words', async () => {
  page.answers['/reward/claim/prepare'] = () => ({ ...claimOfSats({ brings: 20_000n }), rawPsbt: '00' });
  await opened();
  await press('claim-button');
  await seen('claim-stopped');
  page.answers['/reward/claim/prepare'] = () =>
    new No('reward-differs', 'What you can claim has changed. Please look again.');
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again')?.click();
  await vi.waitFor(() => expect(words('claim-stopped')).toContain('What you can claim has changed.'));
});

it('that costs more than half of what it brings needs a second click', async () => {
  page.answers['/reward/user/campaigns'] = () => ownRewards({ claimable: '900' });
  page.answers['/reward/claim/prepare'] = () => claimOfSats({ brings: 900n });
  await opened();
  await press('claim-button');
  await seen('claim-dear');
  expect(words('claim-dear')).toContain('until block 5,000');
  expect(page.asked).not.toContain('/reward/claim/prepare');
  await press('claim-wait');
  await button('Claim, network fee 500 sat');
  expect(at('claim-dear')).toBeNull();
  await press('claim-button');
  await button('Claim anyway, network fee 500 sat');
  await press('claim-button');
  await seen('claim-review');
});

it('of a token is dear by its last price', async () => {
  page.answers['/reward/user/campaigns'] = () => ownRewards({ pays: RUNE, claimable: '20000' });
  page.answers['/markets'] = () => ({ list: [{ assetId: RUNE.assetId, lastPrice: '4.5' }], total: 1 });
  await opened();
  await vi.waitFor(() => expect(page.asked).toContain('/markets'), { timeout: 5_000 });
  await press('claim-button');
  await seen('claim-dear');
  expect(words('claim-dear')).toContain('900 sat');
});

it('of lots that come to little is weighed again by what comes', async () => {
  const ONE = 10n ** 18n;
  page.answers['/reward/user/campaigns'] = () =>
    ownRewards({ pays: BRC20, claimable: (20_000n * ONE).toString() });
  page.answers['/markets'] = () => ({ list: [{ assetId: BRC20.assetId, lastPrice: '1' }], total: 1 });
  page.answers['/reward/claim/prepare'] = () => claimOfLots({ lots: [100n * ONE] });
  await opened();
  await vi.waitFor(() => expect(page.asked).toContain('/markets'), { timeout: 5_000 });
  await press('claim-button');
  await seen('claim-dear-part');
  expect(words('claim-left')).toContain('19,900');
  await press('claim-confirm');
  await vi.waitFor(() => expect(words('claim-confirm')).toBe('Sign anyway'));
  expect(page.signPsbt).not.toHaveBeenCalled();
  await press('claim-confirm');
  await vi.waitFor(() => expect(page.signPsbt).toHaveBeenCalledOnce());
});

it('asks for the fee a second after the plan changes, and for no fee without a rate', async () => {
  const rates: (string | null)[] = [];
  page.answers['/reward/cal/fee'] = ({ query }) => {
    rates.push(query.get('networkFeeRate'));
    const fee = query.get('networkFeeRate') === '4' ? '1000' : '500';
    return { feeAddress: '', rewardInscriptionFee: '0', rewardSendFee: fee, vsize: 250 };
  };
  await opened();
  expect(rates).toEqual(['2']);
  const changed = Date.now();
  choosePlan('Fast');
  await button('Getting the fee');
  await button('Claim, network fee 1,000 sat');
  expect(Date.now() - changed).toBeGreaterThan(950);
  expect(rates).toEqual(['2', '4']);
  typeCustomRate('');
  choosePlan('Custom');
  await button('Choose a fee rate first.');
});

it('says why no fee is named', async () => {
  page.answers['/reward/cal/fee'] = () => new No('fee-too-low', 'The fee rate is too low.');
  connect();
  await page.open('/events');
  await button('No fee right now');
  expect(words('my-rewards')).toContain('The fee rate is too low.');
});
