/** What a review shows before the wallet opens: each lot with its price, why not to sign, and the time that is left. */
import { amount, sats } from '@rialto/protocols';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Offers } from '../../src/screens/orderbook/review/ReviewDialog.tsx';
import { Refused, ReviewActs } from '../../src/show/ReviewParts.tsx';

const NOW = Date.UTC(2026, 0, 2);
const TOKEN = 10n ** 18n;
let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const draw = (what: ReactNode): string => {
  act(() => root.render(what));
  act(() => {
    vi.advanceTimersByTime(1);
  });
  return place.textContent;
};

it('a batch names the price of each lot, in all and by the token', () => {
  const lot = (outpoint: string, tokens: bigint, price: bigint) => ({
    outpoint,
    tick: 'opal',
    units: amount(tokens * TOKEN),
    price: sats(price),
  });
  draw(<Offers offers={[lot('a:0', 8n, 20_004n), lot('b:0', 3n, 7_502n)]} />);
  const lines = [...place.querySelectorAll('dl > div')].map((line) => line.textContent);
  expect(lines).toEqual([
    '8opal20,004 sat0.00020004BTC2,500.5sat each',
    '3opal7,502 sat0.00007502BTC2,500.7sat each',
  ]);
});

describe('the way on', () => {
  const [confirmed, again] = [vi.fn(), vi.fn()];
  const acts = {
    ...({ confirm: 'Sign and buy', tone: 'buy', testId: 'sign', signing: false, refused: false } as const),
    onConfirm: confirmed,
    onAgain: again,
    onBack: vi.fn(),
  };
  const press = () => act(() => [...place.querySelectorAll('button')].at(-1)?.click());
  beforeEach(() => {
    confirmed.mockClear();
    again.mockClear();
  });

  it('is to sign while there is time, and then to prepare again', () => {
    expect(draw(<ReviewActs {...acts} expiresAt={NOW + 2_000} />)).toContain('Quote valid 2 s');
    press();
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(place.textContent).toContain('Refresh quote');
    press();
    expect([confirmed.mock.calls.length, again.mock.calls.length]).toEqual([1, 1]);
  });
  it('has no end where nothing runs out, nor while the wallet is open', () => {
    expect(draw(<ReviewActs {...acts} expiresAt={undefined} />)).toBe('BackSign and buy');
    expect(draw(<ReviewActs {...acts} signing expiresAt={NOW - 1} />)).toBe('BackSign in your wallet');
  });
  it('is closed where the bytes do something else', () => {
    const mismatches = ['It would burn something.'];
    const words = draw(
      <>
        <Refused mismatches={mismatches} testId="why" />
        <ReviewActs {...acts} refused expiresAt={NOW - 1} />
      </>,
    );
    expect(words).toContain('Do not sign');
    expect(words).toContain(mismatches[0]);
    press();
    expect(confirmed).not.toHaveBeenCalled();
    expect(draw(<Refused mismatches={[]} testId="why" />)).toBe('');
  });
});
