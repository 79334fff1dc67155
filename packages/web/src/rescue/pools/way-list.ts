/** All ways home of pools: those that are good or will be, and those that are over. */
import { moveTo } from '../card-places.ts';
import { el } from '../dom.ts';
import type { Standing } from '../standing.ts';
import type { State } from '../state.ts';
import { numberWords, t } from '../words.ts';
import { wayStandingOf } from './way-standing.ts';
import { keyOf } from './way.ts';
import type { Way } from './way.ts';

export function wayList({ ways }: State): HTMLElement {
  return el(
    'section',
    { aria: { labelledby: 'ways-title' }, data: { testid: 'ways' } },
    el('h2', { id: 'ways-title' }, t('Ways home of your pools')),
    el(
      'p',
      { className: 'note' },
      t(
        'Ways home in these files: {count}. Each act on a pool makes the one before void: what counts is the lane nobody spent. Whoever sends it, it pays everybody listed.',
        { count: numberWords(ways.length) },
      ),
    ),
    el('div', { data: { testid: 'open-ways' } }),
    el(
      'details',
      { data: { testid: 'finished' } },
      el('summary', {}, t('Void or paid out')),
      el('div', { data: { testid: 'finished-ways' } }),
    ),
  );
}

const standingOfWay = ({ chain }: Pick<State, 'chain'>, way: Way): Standing =>
  wayStandingOf(way, chain?.tip ?? 0, chain?.ways.get(keyOf(way)));

const isFinished = ({ is }: Standing): boolean => is === 'home' || is === 'gone' || is === 'unfound';

/** Writes on every card where its lane stands now, and puts it where it belongs. */
export function showWays(state: State): void {
  const { ways, wayCards, chain } = state;
  const open: HTMLElement[] = [];
  const finished: HTMLElement[] = [];
  for (const way of ways) {
    const card = wayCards.get(keyOf(way));
    const standing = standingOfWay(state, way);
    card?.stands(standing, chain !== undefined);
    if (card !== undefined) (isFinished(standing) ? finished : open).push(card.element);
  }
  moveTo('open-ways', open);
  moveTo('finished-ways', finished);
}
