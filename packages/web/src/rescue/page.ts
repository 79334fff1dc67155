/** The page as a whole: what it is, the files that are read, the esplora that is asked, the locks, and the ways home of pools. */
import { about } from './about.ts';
import { el, put } from './dom.ts';
import { esploraForm } from './esplora-form.ts';
import { intake, keepPage, keptSources } from './intake.ts';
import { lockCard } from './lock-card.ts';
import type { Card } from './lock-card.ts';
import { lockList, showStandings } from './lock-list.ts';
import { readSources } from './locks.ts';
import type { Source, Unread } from './locks.ts';
import { wayCard } from './pools/way-card.ts';
import { showWays, wayList } from './pools/way-list.ts';
import { keyOf } from './pools/way.ts';
import { askAll, sendFree, sendHome, sendOne } from './sending.ts';
import { isServed } from './state.ts';
import type { State } from './state.ts';
import { t } from './words.ts';

/** Draws the page into an element, and goes on from what this browser kept. */
export function startPage(into: Element): void {
  const state: State = {
    ...readSources(keptSources()),
    ...{ chain: undefined, typed: '', form: undefined, cards: new Map(), wayCards: new Map() },
  };
  const body = el('main', {});
  const take = (sources: readonly Source[]): void => {
    Object.assign(state, readSources(sources, state.locks, state.ways));
    drawLocks(state, body);
  };
  const draw = (): void => {
    put(into, about(isServed(), draw), intake(take), body);
    drawLocks(state, body);
  };
  keepPage();
  draw();
}

function drawLocks(state: State, body: Element): void {
  const { locks, ways, unread } = state;
  const [first] = [...locks, ...ways];
  state.typed = state.form?.typed() ?? state.typed;
  state.form =
    first === undefined ? undefined : esploraForm(first.network, state.typed, () => void askAll(state));
  const cards = locks.map((lock, at): [string, Card] => [
    lock.outpoint,
    lockCard(lock, at + 1, (exit) => void sendOne(state, lock, exit)),
  ]);
  state.cards = new Map(cards);
  const wayCards = ways.map((way, at): [string, Card] => [
    keyOf(way),
    wayCard(way, at + 1, () => void sendHome(state, way)),
  ]);
  state.wayCards = new Map(wayCards);
  const list = locks.length > 0 && lockList(state, () => void sendFree(state));
  put(body, ...unread.map(unreadNote), state.form?.element, list, ways.length > 0 && wayList(state));
  showStandings(state);
  showWays(state);
}

function unreadNote({ name, why, detail }: Unread): HTMLElement {
  const words = t(why);
  return el(
    'p',
    { className: 'unread', role: 'alert', data: { testid: 'unread' } },
    el('strong', {}, name),
    ` · ${words}${detail === undefined ? '' : ` (${detail})`}`,
  );
}
