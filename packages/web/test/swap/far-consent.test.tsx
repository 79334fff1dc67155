// @vitest-environment jsdom
/** A first price far from the book's: from 3 % on it is said, from 15 % on it is red and asks for a consent. */
import { expect, it, vi } from 'vitest';
import { FarConsent, FarFromBook } from '../../src/screens/swap/liquidity/FarFromBook.tsx';
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
