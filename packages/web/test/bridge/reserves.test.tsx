/** The reserves as the bridge's page shows them. */
import { expect, it, vi } from 'vitest';
import type { BridgeReserve } from '@rialto/contract';
import { BRC20, BTC, RUNE, whole } from '../fake/bridge/bridge.ts';
import { all, bridgePage, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const HASH = '0'.repeat(64);

const reserve = (asset: typeof BTC, more: Partial<BridgeReserve> = {}): BridgeReserve => ({
  ...{ asset: asset.asset, symbol: asset.originSymbol, decimals: asset.decimals },
  ...{ trimDecimals: asset.trimDecimals, locked: '125000000', wrapped: '120000000', owed: '4500000' },
  ...{ difference: '500000', holds: true, paused: null, supply: '1', codehash: asset.targetTokenCodeHash },
  ...{ genesis: asset.targetTokenGenesis, lockedScript: asset.lockedScript, stockHash: asset.inletHash },
  ...{ inletHash: asset.inletHash, coins: [], tokens: [], strays: [], signers: [] },
  ...{ available: null, statement: 'said', signature: 'ab' },
  ...more,
});

it('the reserves show sums, blocks, strays, the signature, a break, and the command', async () => {
  const short = { holds: false, difference: '-1200', strays: [`btc:${HASH}:1`], signature: '' };
  page.answers['/bridge/reserves'] = () => ({
    reserves: [reserve(BTC), reserve(RUNE, short)],
    btc: { height: 850_000, hash: HASH },
    mvc: { height: 90_001, hash: HASH },
  });
  await page.open('/bridge');
  await vi.waitFor(() => expect(all('bridge-reserve')).toHaveLength(2), { timeout: 5_000 });
  const [good, bad] = all('bridge-reserve').map(({ textContent }) => textContent);
  expect(good).toContain('BTCwBTC');
  expect(bad).toContain('PLAINFERNwFERN');
  for (const part of ['Covered', '1.25BTC', '1.2BTC', '0.045BTC', '0.005BTC', 'Signed with the key'])
    expect(good).toContain(part);
  for (const part of ['Not covered', '−0.012PLAINFERN', '1 deposit waits for the operator', 'Not signed'])
    expect(bad).toContain(part);
  expect(words('bridge-blocks')).toBe('Checked at block 850,000 of Bitcoin and 90,001 of MVC');
  expect(words('bridge-reserves')).toContain(`npm run reserves -- ${window.location.origin}`);
});

it('a break that the signer alone finds is one, and says why nothing is signed', async () => {
  const unsigned = { signature: '' } as const;
  page.answers['/bridge/reserves'] = () => ({
    reserves: [
      reserve(BTC, { ...unsigned, paused: 'break' }),
      reserve(RUNE, { ...unsigned, paused: 'paused' }),
      reserve(BRC20, { ...unsigned, paused: 'signer' }),
    ],
    ...{ btc: { height: 1, hash: HASH }, mvc: { height: 1, hash: HASH } },
  });
  await page.open('/bridge');
  await vi.waitFor(() => expect(all('bridge-reserve')).toHaveLength(3), { timeout: 5_000 });
  const [broken, stopped, silent] = all('bridge-reserve').map(({ textContent }) => textContent);
  for (const part of ['In doubt', 'The reserves do not add up', 'own books don’t balance'])
    expect(broken).toContain(part);
  expect(broken).not.toContain('Covered');
  expect(stopped).toContain('Covered');
  expect(stopped).toContain('the signer is stopped, or a second index');
  expect(silent).toContain('the signer does not answer');
});

it('of BRC-20 what is in lots stands beside what is available; of others nothing does', async () => {
  const sums = { locked: `${whole(12n)}`, wrapped: `${whole(11n)}`, owed: '0', difference: `${whole(1n)}` };
  page.answers['/bridge/reserves'] = () => ({
    reserves: [reserve(BTC), reserve(BRC20, { ...sums, available: `${whole(9n)}` })],
    ...{ btc: { height: 1, hash: HASH }, mvc: { height: 1, hash: HASH } },
  });
  await page.open('/bridge');
  await vi.waitFor(() => expect(all('bridge-available')).toHaveLength(1), { timeout: 5_000 });
  expect(words('bridge-available')).toBe('Available 9ORDI · in transfer inscriptions 3ORDI');
});
