// @vitest-environment jsdom
/** A first price far from the book's: from 3 % on it is said, from 15 % on it is red and asks for a consent. */
import { expect, it, vi } from 'vitest';
import { BookUnknown, FarConsent, FarFromBook } from '../../src/screens/swap/liquidity/FarFromBook.tsx';
import { consentKey, consentTo } from '../../src/screens/swap/book-price.ts';
import { drawn } from '../fake/drawn.tsx';

const { place, draw } = drawn();
const level = () => place.querySelector('[data-testid="first-far"]')?.getAttribute('data-level');

it.each([
  [0, undefined],
  [299, undefined],
  [300, 'some'],
  [1_499, 'some'],
  [1_500, 'most'],
  [90_000, 'most'],
])('%i hundredths of a percent', (far, said) => {
  draw(<FarFromBook far={far} />);
  expect(level()).toBe(said);
});

it.each([
  [{ far: 1_499, isUnknown: false, isGiven: false }, undefined],
  [{ far: undefined, isUnknown: false, isGiven: false }, undefined],
  [{ far: 1_500, isUnknown: false, isGiven: false }, 'asks'],
  [{ far: 1_500, isUnknown: false, isGiven: true }, 'consented'],
  [{ far: undefined, isUnknown: true, isGiven: false }, 'asks'],
  [{ far: undefined, isUnknown: true, isGiven: true }, 'consented'],
])('a consent is wanted far from the book and where it does not answer: %o', (price, wanted) => {
  expect(consentTo(price)).toBe(wanted);
});

it('a consent is to two amounts and to how far they are: not to what the book says once it answers', () => {
  const price = { sats: 5n, units: 7n, far: 1_600, isUnknown: false };
  const key = consentKey(price);
  expect(consentKey({ ...price, far: 1_999 })).toBe(key);
  const others = [
    { ...price, sats: 6n },
    { ...price, units: 8n },
    { ...price, far: 2_000 },
    { ...price, far: undefined, isUnknown: true },
  ];
  for (const other of others) expect(consentKey(other)).not.toBe(key);
});

it('a book that does not answer is said', () => {
  draw(<BookUnknown />);
  expect(place.textContent).toContain('does not answer');
});

it('the consent is an act of its own, and can be taken back', () => {
  const give = vi.fn();
  const box = () => place.querySelector<HTMLInputElement>('[data-testid="first-far-consent"]');
  document.body.append(place);
  draw(<FarConsent given={false} onGive={give} />);
  box()?.click();
  expect(give).toHaveBeenLastCalledWith(true);
  draw(<FarConsent given onGive={give} />);
  box()?.click();
  expect(give).toHaveBeenLastCalledWith(false);
  place.remove();
});
