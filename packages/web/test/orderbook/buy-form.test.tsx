/** The forms to buy: what they take is marked in the book, and a price far over the best ask is told and wants a consent. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkContext } from '../../src/data/network.ts';
import { setSetting } from '../../src/data/settings.ts';
import type { TakeIntent } from '../../src/flows/orders/review-take.ts';
import { Book } from '../../src/screens/orderbook/book/Book.tsx';
import { LimitBuy } from '../../src/screens/orderbook/buy/LimitBuy.tsx';
import { MarketBuy } from '../../src/screens/orderbook/buy/MarketBuy.tsx';
import { EMPTY } from '../../src/screens/orderbook/form.ts';
import { reduce } from '../../src/screens/orderbook/form-acts.ts';
import type { Form } from '../../src/screens/orderbook/form.ts';
import type { Market } from '../../src/screens/orderbook/market.ts';
import type { Acts } from '../../src/screens/orderbook/review/acts.ts';
import { askOf, marketOf, ownAsk } from '../fake/market.ts';

const FEES = { fastestFee: 3, halfHourFee: 2, hourFee: 1, economyFee: 1, minimumFee: 1 };
const taken = vi.fn<Acts['begin']>(() => Promise.resolve());
const acts = { state: { step: 'idle' }, begin: taken } as unknown as Acts;
const intentTaken = (): TakeIntent | undefined => {
  const asked = taken.mock.calls[0]?.[0];
  return asked?.act === 'take' ? asked.intent : undefined;
};
// 300, 310, 340, 420 and 600 sat a token.
const asks = [
  askOf(1, '100', 30_000n),
  askOf(2, '100', 31_000n),
  askOf(3, '50', 17_000n),
  askOf(4, '100', 42_000n),
  askOf(5, '100', 60_000n),
];
const ids = asks.map((one) => one.orderId);

let root: Root;
let place: HTMLElement;
const find = (testId: string) => place.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const button = () => find('buy-button') as HTMLButtonElement | null;
const marked = (): (string | null)[] =>
  [...place.querySelectorAll('[role="option"][aria-selected="true"]')].map((row) =>
    row.getAttribute('data-order-id'),
  );

function Holder({ market, begin }: { market: Market; begin: Form }) {
  const [form, dispatch] = useReducer(reduce, begin);
  const [taking, onTaking] = useState<readonly string[]>([]);
  const Buy = form.kinds.buy === 'limit' ? LimitBuy : MarketBuy;
  const { rows, bids, floor } = market;
  const picks = form.kinds.buy === 'market' && form.means === 'lots';
  return (
    <>
      <Buy {...{ market, form, dispatch, acts, onTaking }} />
      <Book
        {...{ rows, bids, floor, tick: 'FERN', market: undefined, loading: false, failed: false }}
        chosen={picks ? form.chosen : taking}
        onRetry={() => undefined}
        onPick={(picked) => dispatch({ type: 'pick', picked })}
        onSell={({ ids: into }) => dispatch({ type: 'sell-into', ids: into })}
      />
    </>
  );
}

async function open(begin: Partial<Form>, market = marketOf(asks)): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(['fees', 'regtest'], FEES);
  client.setQueryData(['btc-rate'], { usd: { btc: '50000' } });
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <NetworkContext value="regtest">
          <Holder key={JSON.stringify(begin)} market={market} begin={{ ...EMPTY, ...begin }} />
        </NetworkContext>
      </QueryClientProvider>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  setSetting('fiatPrice', false);
  taken.mockClear();
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  setSetting('fiatPrice', true);
  vi.unstubAllGlobals();
});

describe('the book marks what the form takes', () => {
  it.each<[string, Partial<Form>, readonly number[]]>([
    ['picked lots', { chosen: [ids[1] ?? ''] }, [1]],
    ['an amount', { means: 'amount', amount: '150' }, [0, 2]],
    ['a budget', { means: 'budget', budget: '66000' }, [0, 1]],
    ['a limit', { kinds: { buy: 'limit', sell: 'limit' }, limitPrice: '320', limitAmount: '200' }, [0, 1]],
  ])('%s', async (_, begin, wanted) => {
    await open(begin);
    expect(marked().toSorted()).toEqual(wanted.map((at) => ids[at]).toSorted());
    expect(button()?.disabled).toBe(false);
  });
  it('and a budget goes with the purchase: the exchange refuses what costs more', async () => {
    await open({ means: 'budget', budget: '66000' });
    act(() => button()?.click());
    expect(intentTaken()?.budget).toBe(66_000n);
  });
  it('and nothing once the amount is gone', async () => {
    await open({ means: 'amount', amount: '' });
    expect(marked()).toEqual([]);
  });
});

describe('a price over the best ask', () => {
  it('is not spoken of where the best lot alone is bought', async () => {
    await open({ chosen: [ids[0] ?? ''] });
    expect(find('impact')).toBeNull();
  });
  it('is told with the average and the worst', async () => {
    await open({ chosen: ids.slice(0, 2) });
    expect(find('impact')?.dataset['level']).toBe('fine');
    expect(find('impact')?.textContent).toBe('Average 305sat, worst 310sat: 1.7% over the best ask.');
  });
  it('is in amber over five percent', async () => {
    await open({ chosen: ids.slice(0, 4) });
    expect(find('impact')?.dataset['level']).toBe('high');
    expect(find('impact')?.textContent).toContain('14% over the best ask');
    expect(find('impact-consent')).toBeNull();
    expect(button()?.disabled).toBe(false);
  });
  it('wants a consent over fifteen, and another one for another choice', async () => {
    await open({ chosen: ids });
    expect(find('impact')?.textContent).toContain('33% over the best ask');
    expect([button()?.disabled, button()?.textContent]).toEqual([true, 'Confirm the price']);
    act(() => find('impact-consent')?.click());
    expect([button()?.disabled, button()?.textContent]).toEqual([false, 'Buy 5 lots']);
    act(() => button()?.click());
    expect(intentTaken()?.seen).toEqual({ best: 300n * 10n ** 18n, asked: undefined });
    const best = place.querySelector<HTMLElement>(`[data-order-id="${ids[0] ?? ''}"]`);
    act(() => best?.click());
    expect(button()?.disabled).toBe(true);
  });
  it('is told in full of an amount nobody has', async () => {
    await open({ means: 'amount', amount: '99,999,999' });
    expect(find('sweep-left')?.textContent).toContain('Only 450 of 99,999,999 FERN are for sale.');
    act(() => find('impact-consent')?.click());
    act(() => button()?.click());
    const intent = intentTaken();
    expect(intent?.seen.asked).toBe(99_999_999n * 10n ** 18n);
  });
});

describe('a field', () => {
  const field = (testId: string) => find(testId) as HTMLInputElement;
  const type = (testId: string, text: string, inputType = 'insertText'): void => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    act(() => {
      setter?.call(field(testId), text);
      field(testId).dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
    });
  };
  it('understands what was pasted, and says so when it does not', async () => {
    await open({ means: 'amount' });
    type('sweep-amount', '1 50 FERN', 'insertFromPaste');
    expect(field('sweep-amount').value).toBe('150');
    type('sweep-amount', 'lots of them', 'insertFromPaste');
    expect([field('sweep-amount').value, field('sweep-amount').ariaInvalid ?? '']).toContain('150');
    expect(place.textContent).toContain('Not a number');
    type('sweep-amount', '15');
    expect(place.textContent).not.toContain('Not a number');
  });
  it('of a budget takes both units', async () => {
    await open({ means: 'budget' });
    type('sweep-budget', '0.00066');
    expect(marked().toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(place.textContent).toContain('= 66,000 sat');
  });
  it('has chips for shares of the balance, and Max is never too much', async () => {
    const poor = marketOf(asks, { spendable: 66_000n, coins: [66_000n] });
    for (const means of ['amount', 'budget'] as const) {
      await open({ means }, poor);
      act(() => find('share-50')?.click());
      expect(marked(), means).toEqual([ids[2]]);
      act(() => find('share-100')?.click());
      expect([button()?.textContent, marked().length], means).toEqual(['Buy 2 lots', 2]);
    }
  });
});

describe('fees', () => {
  it('are named by their rate, and where the minimum is more', async () => {
    await open({ chosen: [ids[0] ?? ''] });
    const { textContent } = place;
    expect(textContent).toContain('Service fee 1%, min 2,000 sat');
    expect(find('fee-minimum')?.textContent).toBe(
      'The minimum fee is 6.7% of this price. From 200,000 sat, it is 1%.',
    );
    expect(find('true-each')?.parentElement?.textContent).toMatch(/8\.\d% over the best ask with fees$/);
  });
  it('have no minimum to speak of in a large purchase', async () => {
    await open({ chosen: [askOf(9, '1000', 300_000n).orderId] }, marketOf([askOf(9, '1000', 300_000n)]));
    expect(find('fee-minimum')).toBeNull();
  });
});

it('one’s own order on top of the book is the best ask, and not the one to take', async () => {
  const market = marketOf([ownAsk(8, '100', 29_000n), ...asks]);
  await open({ kinds: { buy: 'limit', sell: 'limit' } }, market);
  expect(place.textContent).toContain('Best ask you can take 300sat');
  await open({ kinds: { buy: 'limit', sell: 'limit' } });
  expect(market.floor?.price).toBe('290');
});
