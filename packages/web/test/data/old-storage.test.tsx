/** What version 4.0.0 left in a browser is read by this one: connection, session, settings, and acts that are not over. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isRecord } from '../../src/unknown.ts';

const FILE = resolve(import.meta.dirname, '../fixtures/4.0.0/local-storage.json');
const ADDRESS = 'bcrt1plwnzputtffj9rlaew6n9qzsvkx66yxmgxkdj0hy9wffd8cf4w7mscts20g';
const stored: unknown = JSON.parse(readFileSync(FILE, 'utf8'));

beforeEach(() => {
  vi.resetModules();
  if (!isRecord(stored)) throw new Error('the fixture is not an object');
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, String(value));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('the wallet is connected and the session is there', async () => {
  const { connection, userOf } = await import('../../src/flows/account/account.ts');
  const { credentialOf } = await import('../../src/data/calls/credentials.ts');
  expect(userOf(connection.get())).toMatchObject({ wallet: 'unisat', address: ADDRESS });
  expect(credentialOf(ADDRESS)).toMatchObject({ address: ADDRESS, expiresAt: 4_102_444_800_000 });
});

it('every act that was not over is in the tray', async () => {
  const { trayItems } = await import('../../src/flows/tray.ts');
  expect(trayItems().map(({ kind, state }) => [kind, state])).toEqual([
    ['own', 'sent'],
    ['inscribe', 'sent'],
    ['cancel', 'sent'],
    ['take', 'void'],
    ['take', 'seen'],
  ]);
});

it('the settings are as they were chosen', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const { usePlanChoice, useSettings } = await import('../../src/data/settings.ts');
  const { useTheme } = await import('../../src/data/theme.ts');
  const { useSingleKeys } = await import('../../src/ui/keys.ts');
  let seen: unknown;
  function Reader() {
    seen = { plan: usePlanChoice(), settings: useSettings(), theme: useTheme(), keys: useSingleKeys() };
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Reader />));
  act(() => root.unmount());
  expect(seen).toEqual({
    plan: { title: 'Custom', custom: '3.5' },
    settings: { btcUnit: false, fiatPrice: false, simplifyPrice: false },
    theme: 'light',
    keys: false,
  });
});

it('the language is the chosen one', async () => {
  const { startWords } = await import('../../src/words.ts');
  await startWords();
  expect(document.documentElement.lang).toBe('zh-Hans');
});
