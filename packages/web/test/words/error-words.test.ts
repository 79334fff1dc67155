/** People read sentences, not what the browser says to programmers. */
import { describe, expect, it } from 'vitest';
import { errorWords } from '../../src/error-words.ts';

describe('what went wrong', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/cancel-order-jZB7ZzAy.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/cancel-order-jZB7ZzAy.js',
    'Importing a module script failed.',
  ])('a part of the page that is gone: %s', (message) => {
    expect(errorWords(new TypeError(message))).toBe('Part of this page did not load. Reload the page.');
  });
  it('is said as it was told, or at least that something did', () => {
    expect(errorWords(new Error('Order not found'))).toBe('Order not found');
    expect(errorWords('?')).toBe('Something went wrong.');
  });
});
