/** The keys of this screen. */
import { msg } from '../../words.ts';
import type { Key, KeyGroup } from '../../ui/keys.ts';

interface BookActs {
  readonly search: () => void;
  readonly buy: () => void;
  readonly sell: () => void;
  readonly limit: () => void;
  readonly market: () => void;
  readonly amount: () => void;
  readonly book: () => void;
  readonly best: (count: number) => void;
  readonly back: () => void;
}

const MAX = 9;

export function bookKeys(acts: BookActs): KeyGroup {
  const best = Array.from({ length: MAX }, (_, at): Key => {
    const told = at === 0 ? { shown: '1–9', words: msg('Take the best 1 to 9') } : {};
    return { press: `${at + 1}`, act: () => acts.best(at + 1), ...told };
  });
  return {
    title: msg('Order book'),
    keys: [
      { press: '/', words: msg('Select token'), act: acts.search },
      { press: 'b', words: msg('Buy'), act: acts.buy },
      { press: 's', words: msg('Sell'), act: acts.sell },
      { press: 'l', words: msg('Limit'), act: acts.limit },
      { press: 'm', words: msg('Market order'), act: acts.market },
      { press: 'a', words: msg('Buy by amount'), act: acts.amount },
      { press: 'o', words: msg('Back to the order book'), act: acts.book },
      // The book itself handles these while it has the focus.
      { press: 'arrows', shown: '↑ ↓', words: msg('Move through the book') },
      { press: 'Enter', words: msg('Select the lot') },
      { press: 'arrows-across', shown: '← →', words: msg('Orders of a price: show, hide') },
      ...best,
      { press: 'Escape', shown: 'Esc', words: msg('Back'), act: acts.back },
    ],
  };
}
