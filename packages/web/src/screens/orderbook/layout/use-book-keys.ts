/** The keys of the order book: what each does to the form, and the field it leads to. */
import { bestAsks } from '@rialto/market';
import { useKeys } from '../../../ui/keys.ts';
import type { FormAct } from '../form-acts.ts';
import { bookKeys } from '../keys.ts';
import type { Market } from '../market.ts';

interface KeyActs {
  readonly dispatch: (act: FormAct) => void;
  readonly onTrade: () => void;
  readonly onSearch: () => void;
}

export function useBookKeys(market: Market, { dispatch, onTrade, onSearch }: KeyActs): void {
  const trade = (act: FormAct): void => {
    dispatch(act);
    onTrade();
    focusForm();
  };
  useKeys(
    bookKeys({
      search: onSearch,
      buy: () => trade({ type: 'side', side: 'buy' }),
      sell: () => trade({ type: 'side', side: 'sell' }),
      limit: () => trade({ type: 'kind', kind: 'limit' }),
      market: () => trade({ type: 'kind', kind: 'market' }),
      amount: () => {
        dispatch({ type: 'side', side: 'buy' });
        dispatch({ type: 'kind', kind: 'market' });
        trade({ type: 'means', means: 'amount' });
      },
      book: () => document.querySelector<HTMLElement>('[data-testid="book"] [role="listbox"]')?.focus(),
      best: (count) => dispatch({ type: 'choose', ids: bestAsks(market.rows, count).map((row) => row.id) }),
      back: () => dispatch({ type: 'choose', ids: [] }),
    }),
  );
}

const FOCUS_TRIES = 10;
const FOCUS_PAUSE_MS = 50;

/** The first field of the form, once it is there: it may have to be fetched first. */
function focusForm(tries = FOCUS_TRIES): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('#trade-form input:not(:disabled)');
    if (field !== null) field.focus();
    else if (tries > 0) focusForm(tries - 1);
  }, FOCUS_PAUSE_MS);
}
