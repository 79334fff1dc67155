/** The page as a whole: what it is, the files that are read, the esplora that is asked, and the locks. */
import { about } from './about.ts';
import { el, put } from './dom.ts';
import { esploraForm } from './esplora-form.ts';
import { intake, keepPage, keptSources } from './intake.ts';
import { lockCard } from './lock-card.ts';
import type { Card } from './lock-card.ts';
import { lockList, showStandings } from './lock-list.ts';
import { readSources } from './locks.ts';
import type { Source, Unread } from './locks.ts';
import { askAll, sendFree, sendOne } from './sending.ts';
import { isServed } from './state.ts';
import type { State } from './state.ts';
import { t } from './words.ts';

/** Draws the page into an element, and goes on from what this browser kept. */
export function startPage(into: Element): void {
  const { locks, unread } = readSources(keptSources());
  const state: State = { locks, unread, chain: undefined, typed: '', form: undefined, cards: new Map() };
  const body = el('main', {});
  const take = (sources: readonly Source[]): void => {
    Object.assign(state, readSources(sources, state.locks));
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
  const { locks, unread } = state;
  const [first] = locks;
  state.typed = state.form?.typed() ?? state.typed;
  state.form =
    first === undefined ? undefined : esploraForm(first.network, state.typed, () => void askAll(state));
  const cards = locks.map((lock, at): [string, Card] => [
    lock.outpoint,
    lockCard(lock, at + 1, (exit) => void sendOne(state, lock, exit)),
  ]);
  state.cards = new Map(cards);
  const list = first !== undefined && lockList(state, () => void sendFree(state));
  put(body, ...unread.map(unreadNote), state.form?.element, list);
  showStandings(state);
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
