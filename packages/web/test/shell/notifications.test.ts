/** What the bell and the toast say: what was sold, how much and for how much, all of one transaction at once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { itemNote, itemWords, leadOf } from '../../src/screens/shell/notifications/notification-words.ts';
import { saleWords, tellSale } from '../../src/screens/shell/tray/sale-toast.ts';
import { keptToasts, removeToast } from '../../src/ui/toast/toast.ts';
import { order } from '../fake/exchange.ts';
import { id } from '../fake/people.ts';

const txId = id(9);

describe('an item of the bell', () => {
  it('says what happened, with every thousand separated', () => {
    const what = { tick: 'opal', coinAmount: '1500', amount: '33600' };
    expect(itemWords({ event: 'sold', ...what })).toBe('Sold 1,500 opal for 33,600 sat');
    expect(itemWords({ event: 'bought', ...what })).toBe('Bought 1,500 opal for 33,600 sat');
    expect(itemWords({ event: 'lost', ...what })).toBe('Trade of 1,500 opal not completed');
    expect(itemWords({ event: 'waiting', tick: '', coinAmount: '0', amount: '0' })).toBe(
      'Your transaction waits longer than two blocks',
    );
  });
  it('says of an order that ended by itself which one, and why', () => {
    const what = { event: 'invalid', tick: 'opal', coinAmount: '1500', amount: '33600' } as const;
    expect(itemWords({ ...what, notificationType: 2 })).toBe('Your bid for 1,500 opal has ended');
    expect(itemWords({ ...what, notificationType: 4 })).toBe('Your order to sell 1,500 opal has ended');
    const reason = 'its time is over; the exchange deleted the signature';
    expect(itemNote({ event: 'invalid', reason })).toBe(
      'Its time is over; the exchange deleted the signature.',
    );
  });
  it('says of swaps and liquidity what was swapped for what, and what to do', () => {
    const what = { tick: 'opal', coinAmount: '1500', amount: '33600' };
    const swap = { ...what, notificationType: 5 };
    expect(itemWords({ event: 'bought', ...swap })).toBe('Swapped 33,600 sat for 1,500 opal');
    expect(itemWords({ event: 'sold', ...swap })).toBe('Swapped 1,500 opal for 33,600 sat');
    expect(itemWords({ event: 'lost', ...swap })).toBe('Swap of 1,500 opal not completed: swap again');
    const liquidity = { ...what, notificationType: 1 };
    expect(itemWords({ event: 'added', ...liquidity })).toBe('Added 1,500 opal and 33,600 sat to the pool');
    expect(itemWords({ event: 'lost', ...liquidity })).toBe(
      'Your change of liquidity in opal was not completed',
    );
    expect(leadOf({ event: 'lost', txId, notificationType: 5 })).toBe('/swap/runes');
    expect(leadOf({ event: 'lost', txId, notificationType: 5, book: 'brc20' })).toBe('/swap/brc20');
    expect(leadOf({ event: 'lost', txId, notificationType: 1 })).toBe('/pool?action=release');
    expect(leadOf({ event: 'turn', txId: '', notificationType: 1 })).toBe('/swap-pools/runes');
    expect(leadOf({ event: 'turn', txId: '', notificationType: 1, book: 'brc20' })).toBe('/swap-pools/brc20');
    expect(leadOf({ event: 'bought', txId, notificationType: 5 })).toBe(`/tx/${txId}`);
  });
  it('says of shares that left with their coin to whom, and leads to the transaction', () => {
    const left = {
      event: 'left',
      notificationType: 1,
      tick: 'opal',
      coinAmount: '900',
      amount: '0',
    } as const;
    const to = 'bcrt1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el';
    expect(itemWords({ ...left, to })).toBe('Your position in the pool of opal went to bcrt1q8c6f…5upcp6el');
    expect(itemWords({ ...left, to: '' })).toBe('Your position in the pool of opal went to someone else');
    expect(itemNote({ event: 'left', reason: '' })).toMatch(/knows no runes/);
    expect(leadOf({ event: 'left', txId, notificationType: 1 })).toBe(`/tx/${txId}`);
  });
  it('says why something came to nothing', () => {
    const reason = 'somebody else took the order first; nothing was paid';
    expect(itemNote({ event: 'lost', reason })).toMatch(/^Someone else took the order first/);
    expect(itemNote({ event: 'sold', reason: '' })).toBe('');
  });
  it('leads to its transaction, or to where its owner can act', () => {
    expect(leadOf({ event: 'sold', txId, book: 'brc20' })).toBe(`/tx/${txId}`);
    expect(leadOf({ event: 'waiting', txId })).toBe('/recover');
    expect(leadOf({ event: 'lost', txId, book: 'mrc20' })).toBe('/orderbook/mrc20?orders=past');
  });
});

describe('the toast of a sale', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    for (const one of keptToasts()) removeToast(one.id);
    vi.useRealTimers();
  });
  const sold = (seed: number) =>
    order(seed, {
      state: 'done',
      dealTx: txId,
      sellerAddress: 'me',
      coinAmount: '750',
      amount: '16800',
    });

  it('is one for all that a transaction sold, and told once', () => {
    for (const one of [sold(1), sold(2), sold(1)]) tellSale(one, 'me');
    expect(keptToasts()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(keptToasts().map(({ title }) => title)).toEqual(['Sold 1,500 ordi for 33,600 sat']);
    expect(keptToasts()[0]?.action?.href).toBe(`/tx/${txId}`);
    for (const one of keptToasts()) removeToast(one.id);
    tellSale(sold(2), 'me');
    vi.advanceTimersByTime(1_000);
    expect(keptToasts()).toEqual([]);
  });
  it('is of one’s own sales only', () => {
    tellSale({ ...sold(3), sellerAddress: 'somebody' }, 'me');
    tellSale({ ...sold(4), state: 'open' }, 'me');
    vi.advanceTimersByTime(1_000);
    expect(keptToasts()).toEqual([]);
    expect(saleWords([sold(5)]).title).toBe('Sold 750 ordi for 16,800 sat');
  });
});
