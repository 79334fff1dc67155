/** The header's parts for a user: none without one; when they were fetched first, they stand there with the first drawing. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { dropConnection, saveConnection } from '../../src/flows/account/account.ts';
import { fetchUserParts, startUser, useUserParts } from '../../src/screens/shell/account/user-parts.ts';

function seen(isUser: boolean): boolean[] {
  const drawn: boolean[] = [];
  function Probe() {
    drawn.push(useUserParts(isUser) !== undefined);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe />));
  act(() => root.unmount());
  return drawn;
}

it('are fetched for who is remembered before anything is drawn, and for nobody else', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  dropConnection();
  await startUser();
  expect(seen(true)[0]).toBe(false);
  saveConnection({ wallet: 'unisat', status: 'connected', address: 'bc1qmine', pubKey: '02' });
  await startUser();
  expect(seen(true)[0]).toBe(true);
  expect(seen(false)[0]).toBe(false);
  await fetchUserParts();
  expect(seen(true)[0]).toBe(true);
  vi.unstubAllGlobals();
});
