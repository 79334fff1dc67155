/** A wallet that did not sign beside a pool's coin is known by that, until it does. */
import { beforeEach, expect, it } from 'vitest';
import { rememberedBeside, signedBeside } from '../../src/flows/pools/signed-beside.ts';
import { WalletError } from '../../src/wallets/wallet.ts';

beforeEach(() => {
  localStorage.clear();
});

const fails = (error: Error) => rememberedBeside('unisat', () => Promise.reject(error));

it('is unknown before it was tried, and stays so when its owner says no or the page does not ask', async () => {
  expect(signedBeside('unisat')).toBeUndefined();
  for (const error of [
    new WalletError('cancelled', 'no'),
    new WalletError('not-connected', 'no'),
    new Error('The transaction does not do what was asked.'),
  ]) {
    await expect(fails(error)).rejects.toThrow(error.message);
    expect(signedBeside('unisat')).toBeUndefined();
  }
});

it('is what it did the last time, each wallet by itself', async () => {
  await expect(fails(new WalletError('other', 'cannot sign'))).rejects.toThrow('cannot sign');
  expect([signedBeside('unisat'), signedBeside('metalet')]).toEqual([false, undefined]);
  expect(await rememberedBeside('metalet', () => Promise.resolve('signed'))).toBe('signed');
  expect([signedBeside('unisat'), signedBeside('metalet')]).toEqual([false, true]);
  await rememberedBeside('unisat', () => Promise.resolve('signed'));
  expect(signedBeside('unisat')).toBe(true);
});

it('is unknown where the store holds something else', () => {
  localStorage.setItem('signed-beside-pool', '{"unisat":"perhaps"}');
  expect(signedBeside('unisat')).toBeUndefined();
});
