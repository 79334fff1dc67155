/** Cancelling an order that is being bought: from which block on, why, and what it costs. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Order } from '@rialto/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aboutCost, cancelRateOf, endingOf } from '../../src/screens/orderbook/mine/cancel-cost.ts';
import { CancelDialog } from '../../src/screens/orderbook/mine/CancelDialog.tsx';
import { order } from '../fake/exchange.ts';

const held = { pending: true, disclosed: true, cancelFrom: 1_206 };
const late = { ...held, cancelRate: 11.24 };
const fees = { fastestFee: 4, halfHourFee: 3, hourFee: 2, economyFee: 1, minimumFee: 1 };

describe('what a cancel on the chain pays', () => {
  it('is the Fast plan, or what ends the purchase where that is more', () => {
    expect(cancelRateOf(order(1), 4)).toBe(4);
    expect(cancelRateOf(order(1, late), 4)).toBe(11.24);
    expect(cancelRateOf(order(1, late), 40)).toBe(40);
    expect(cancelRateOf(order(1, late), undefined)).toBeUndefined();
    expect(aboutCost(11.24)).toBe(2_350n);
  });

  it('is asked for when the order is free, or its purchase late', () => {
    expect(endingOf(order(1))).toEqual({ may: 'always' });
    expect(endingOf(order(1, { pending: true }))).toEqual({ may: 'not-yet' });
    expect(endingOf(order(1, held))).toEqual({ may: 'later', from: 1_206 });
    expect(endingOf(order(1, late))).toEqual({ may: 'now' });
  });
});

describe('the dialog', () => {
  let root: Root;
  let place: HTMLElement;
  const onHard = vi.fn<(order: Order) => void>();

  function show(shown: Order): void {
    const client = new QueryClient();
    client.setQueryData(['fees', 'livenet'], fees);
    act(() =>
      root.render(
        <QueryClientProvider client={client}>
          <CancelDialog
            order={shown}
            busy={false}
            onSoft={() => undefined}
            onHard={onHard}
            onClose={() => undefined}
          />
        </QueryClientProvider>,
      ),
    );
  }
  const find = (testId: string) => place.querySelector(`[data-testid="${testId}"]`);
  const button = () => place.querySelector<HTMLButtonElement>('[data-testid="hard-cancel"]');

  beforeEach(() => {
    // The test's document has no dialogs.
    HTMLDialogElement.prototype.showModal = () => undefined;
    HTMLDialogElement.prototype.close = () => undefined;
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    onHard.mockReset();
    place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  it('offers both ways for an order that nobody buys', () => {
    show(order(1));
    expect(find('soft-cancel')).not.toBeNull();
    expect(button()?.disabled).toBe(false);
    expect(find('cancel-warning')).toBeNull();
    // 209 vB at the Fast plan.
    expect(find('cancel-cost')?.textContent).toContain('836');
    expect(find('cancel-cost')?.textContent).not.toContain('sat/vB');
  });

  it('says from which block on the purchase may be ended, and offers nothing before', () => {
    show(order(1, held));
    expect(find('cancel-warning')?.textContent).toContain('by block 1,206');
    expect(find('soft-cancel')).toBeNull();
    expect(find('cancel-cost')).toBeNull();
    expect(button()?.disabled).toBe(true);
  });

  it('says why it may be ended now and what that costs, and passes the order as it is now', () => {
    const now = order(1, late);
    show(now);
    expect(find('cancel-warning')?.textContent).toContain('too low to confirm');
    expect(find('soft-cancel')).toBeNull();
    expect(find('cancel-cost')?.textContent).toContain('11.24 sat/vB');
    act(() => button()?.click());
    expect(onHard).toHaveBeenCalledWith(now);
  });
});
