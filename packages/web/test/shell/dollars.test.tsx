/** Dollars: shown only when they are wanted and known; one sentence when no source of prices answers. */
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSetting } from '../../src/data/settings.ts';
import { Unpriced } from '../../src/screens/shell/balances/Unpriced.tsx';
import { Dollars } from '../../src/show/Money.tsx';

function text(node: ReactNode): string | null {
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(node));
  const shown = place.textContent;
  act(() => root.unmount());
  return shown;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  setSetting('fiatPrice', true);
  vi.unstubAllGlobals();
});

it('are shown when wanted and known', () => {
  setSetting('fiatPrice', true);
  expect(text(<Dollars text="1.50" />)).toBe('≈ $1.50');
  expect(text(<Dollars text={undefined} />)).toBe('');
});

it('are nowhere when switched off', () => {
  setSetting('fiatPrice', false);
  expect(text(<Dollars text="1.50" />)).toBe('');
  expect(text(<Unpriced missing />)).toBe('');
});

it('are missed in words', () => {
  setSetting('fiatPrice', true);
  expect(text(<Unpriced missing />)).toBe('Prices are unavailable right now.');
  expect(text(<Unpriced missing={false} />)).toBe('');
});
