/** All locks: how many there are, what they still hold once an esplora was asked, those that are open, and those that are over. */
import { moveTo } from './card-places.ts';
import { standingIn } from './chain.ts';
import { button, el, put } from './dom.ts';
import { satWords } from './money.ts';
import type { Rescued } from './rescued.ts';
import type { Standing } from './standing.ts';
import type { State } from './state.ts';
import { numberWords, t } from './words.ts';

/** @param sendAll sends what is free */
export function lockList({ locks }: State, sendAll: () => void): HTMLElement {
  return el(
    'section',
    { aria: { labelledby: 'locks-title' } },
    el('h2', { id: 'locks-title' }, t('3. Your locks')),
    el(
      'p',
      { data: { testid: 'sum' } },
      t(
        'Locks in these files: {count}. Some may be of bids that were filled, changed or removed, and hold nothing: check them (step 2) to see.',
        { count: numberWords(locks.length) },
      ),
    ),
    el('p', { data: { testid: 'still' }, role: 'status' }),
    el(
      'div',
      { className: 'acts' },
      button(t('Send all exits that are free'), { testid: 'send-all', act: sendAll }),
    ),
    el('div', { data: { testid: 'open-locks' } }),
    el(
      'details',
      { data: { testid: 'finished' } },
      el('summary', {}, t('Finished locks')),
      el('div', { data: { testid: 'finished-locks' } }),
    ),
  );
}

const sumOf = (locks: readonly Rescued[]): bigint => locks.reduce((sum, { value }) => sum + value, 0n);

/** What waits in a lock, by the last answer of an esplora. */
const STILL: ReadonlySet<Standing['is']> = new Set(['unconfirmed', 'locked', 'free']);

/** What is over stands apart: a browser may keep the files of many months. */
const isFinished = ({ is }: Standing): boolean => is === 'home' || is === 'gone' || is === 'void';

/** Writes on every card where its lock stands now, and puts it where it belongs. */
export function showStandings(state: State): void {
  const { locks, cards, chain } = state;
  for (const lock of locks) cards.get(lock.outpoint)?.stands(standingIn(chain, lock), chain !== undefined);
  const hasFree = locks.some((lock) => standingIn(chain, lock).is === 'free');
  for (const all of document.querySelectorAll<HTMLButtonElement>('[data-testid="send-all"]'))
    all.disabled = !hasFree;
  const still = locks.filter((lock) => STILL.has(standingIn(chain, lock).is));
  const said = document.querySelector('[data-testid="still"]');
  if (said !== null && chain !== undefined)
    put(said, t('Still locked: {amount}.', { amount: satWords(sumOf(still)) }));
  moveTo(
    'open-locks',
    elementsOf(state, (standing) => !isFinished(standing)),
  );
  moveTo('finished-locks', elementsOf(state, isFinished));
}

/** The cards of the locks that stand so, in their order. */
function elementsOf({ locks, cards, chain }: State, is: (standing: Standing) => boolean): HTMLElement[] {
  return locks.flatMap((lock) => {
    const card = cards.get(lock.outpoint);
    return card === undefined || !is(standingIn(chain, lock)) ? [] : [card.element];
  });
}
