/** The edit of a bid: all rungs are signed anew while nothing is on the chain; afterwards a rung is taken back. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { BidKey, Order } from '@rialto/contract';
import type { Rung } from '../../src/flows/bids/place-bid.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupsOf } from '../../src/screens/orderbook/mine/bids/bid-groups.ts';
import type { BidGroup } from '../../src/screens/orderbook/mine/bids/bid-groups.ts';
import { BidEditDialog } from '../../src/screens/orderbook/mine/bids/BidEditDialog.tsx';
import type { BidEditDialogProps } from '../../src/screens/orderbook/mine/bids/BidEditDialog.tsx';
import { coinsForEdit, editedBid, typedOf } from '../../src/screens/orderbook/mine/bids/edit-bid.ts';
import { order } from '../fake/exchange.ts';

const BID = '0b1d0b1d-0000-4000-8000-000000000001';
const E18 = 10n ** 18n;
const terms: BidKey = {
  platformPublicKey: `02${'11'.repeat(32)}`,
  exitAfter: 144,
  expiryBlocks: 2_016,
  mostExpiryBlocks: 8_064,
  exitFee: '1500',
  smallestRung: '10000',
  caps: { bid: '10000000' },
};

function rungOf(seed: number, [price, amount]: readonly [number, number], more: Partial<Order> = {}): Order {
  return order(seed, {
    orderType: 2,
    bidId: BID,
    amount: `${price * amount}`,
    coinAmount: `${amount}`,
    coinRatePrice: `${price}`,
    ...more,
  });
}

const LADDER = [rungOf(1, [1_000, 200]), rungOf(2, [900, 300])] as const;

function groupOf(rungs: readonly Order[]): BidGroup {
  const [first] = groupsOf(rungs);
  if (first?.kind !== 'bid') throw new Error('they are one bid');
  return first.bid;
}

const scene: BidEditDialogProps['scene'] = {
  feeRate: 2,
  limits: { eco: 1, slow: 2, avg: 3, fast: 4 },
  coins: [600_000n],
  address: undefined,
  decimals: 8,
  best: 1_500n * E18,
  terms,
};

describe('what was typed', () => {
  const edited = (typed = typedOf(LADDER), more: Partial<typeof scene> = {}) =>
    editedBid(LADDER, typed, { ...scene, ...more, highFee: false });

  it('begins with the rungs as they are, to the sat, and wants a change', () => {
    const { ladder, check } = edited();
    expect(ladder.whole?.map(({ price }) => price)).toEqual([200_000n, 270_000n]);
    expect(check).toMatchObject({ missing: 'input', label: 'Change a price or an amount' });
  });

  it('of a rung with a price that does not come out even is still what was placed', () => {
    const odd = [rungOf(3, [1, 7], { amount: '100000', coinRatePrice: '14285.714285714285714286' })];
    expect(editedBid(odd, typedOf(odd), { ...scene, best: undefined, highFee: false }).check.label).toBe(
      'Change a price or an amount',
    );
  });

  it.each([
    ['a price above the best ask', [{ price: '1500', amount: '200' }], {}, 'A rung is above the best ask'],
    ['a rung that is too small', [{ price: '40', amount: '200' }], {}, 'A rung is too small'],
    ['more than one has', [{ price: '1000', amount: '599.9' }], {}, 'Insufficient BTC balance'],
    ['more than one bid may lock', [{ price: '1400', amount: '9000' }], {}, 'More than one bid may lock'],
  ] as const)('is not %s', (_, typed, more, label) => {
    expect(edited(typed, more).check).toEqual({ missing: 'input', label });
  });

  it('counts the coins that the bid itself holds', () => {
    const coin = {
      ...{ txId: '00'.repeat(32), vout: 0, outputIndex: 0, confirmed: true },
      ...{ addressType: 2 as const, inscriptions: [] },
    };
    expect(
      coinsForEdit([
        { ...coin, satoshis: '5' },
        { ...coin, satoshis: '7', lockedBy: 'bid' },
        { ...coin, satoshis: '9', lockedBy: 'order' },
      ]),
    ).toEqual([5n, 7n]);
  });
});

describe('the dialog', () => {
  let root: Root;
  let place: HTMLElement;
  const onReview = vi.fn<(rungs: readonly Rung[], highFee: boolean) => void>();
  const onTakeBack = vi.fn<(rung: Order) => void>();

  function show(rungs: readonly Order[], rung: Order): void {
    act(() =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <BidEditDialog
            {...{ rung, scene, onReview, onTakeBack }}
            bid={groupOf(rungs)}
            popUps={(count) => 1 + 2 * count}
            onClose={() => undefined}
          />
        </QueryClientProvider>,
      ),
    );
  }
  const all = (testId: string) => [...place.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`)];
  const button = (testId: string) => place.querySelector<HTMLButtonElement>(`[data-testid="${testId}"]`);
  function type(testId: string, at: number, text: string): void {
    const input = all(testId)[at];
    if (!(input instanceof HTMLInputElement)) throw new Error(`there is ${testId} ${at}`);
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = () => undefined;
    HTMLDialogElement.prototype.close = () => undefined;
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    for (const spy of [onReview, onTakeBack]) spy.mockReset();
    place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  it('has every rung, marks the one that was pressed, and passes all of them on with the change', () => {
    const [first, second] = LADDER;
    show(LADDER, second);
    expect(all('rung').map(({ dataset }) => dataset['marked'])).toEqual(['false', 'true']);
    expect(button('bid-edit-review')?.disabled).toBe(true);
    type('rung-price', 1, '950');
    act(() => button('bid-edit-review')?.click());
    expect(onReview).toHaveBeenCalledWith(
      [
        { units: 200n * E18, price: BigInt(first.amount) },
        { units: 300n * E18, price: 285_000n },
      ],
      false,
    );
    expect(place.textContent).toContain('as real as removing a bid from the book');
    expect(place.textContent).toContain('2,016 blocks');
  });

  it('takes a rung away and adds another, but never the last one', () => {
    show(LADDER, LADDER[0]);
    act(() => all('rung-drop')[1]?.click());
    expect(all('rung')).toHaveLength(1);
    expect(all('rung-drop')[0]).toHaveProperty('disabled', true);
    act(() => button('rung-add')?.click());
    expect(all('rung')).toHaveLength(2);
  });

  it('waits while somebody sells into the bid', () => {
    show([LADDER[0], { ...LADDER[1], pending: true }], LADDER[0]);
    expect(all('rung')).toHaveLength(0);
    expect(place.textContent).toContain('That sale is settled first');
  });

  it('of a published bid says that a lock is made for one price, and takes the rung back', () => {
    const published = LADDER.map((one) => ({ ...one, published: true }));
    show(published, LADDER[1]);
    expect(all('rung')).toHaveLength(0);
    expect(place.textContent).toContain('a lock is made for one price');
    act(() => button('bid-edit-take-back')?.click());
    expect(onTakeBack).toHaveBeenCalledWith(published[1]);
  });
});
