/** The page as a whole: what was read, what the chain says of it, and the exits that are sent. */
import { about } from './about.ts';
import { askChain, standingIn } from './chain.ts';
import type { Chain } from './chain.ts';
import { button, el, put } from './dom.ts';
import { EsploraError, baseOf, sendRaw } from './esplora.ts';
import { esploraForm } from './esplora-form.ts';
import type { EsploraForm } from './esplora-form.ts';
import { intake, keepPage, keptSources } from './intake.ts';
import { lockCard } from './lock-card.ts';
import type { Card } from './lock-card.ts';
import { readSources } from './locks.ts';
import type { Rescued, Source, Unread } from './locks.ts';
import { satWords } from './money.ts';
import { refusalWords } from './standing.ts';
import { numberWords, t } from './words.ts';

const isServed = (): boolean => location.protocol !== 'file:';

interface State {
  locks: readonly Rescued[];
  unread: readonly Unread[];
  chain: Chain | undefined;
  /** As typed: it stays when the page is drawn in another language. */
  typed: string;
  form: EsploraForm | undefined;
  cards: ReadonlyMap<string, Card>;
}

/** Draws the page into an element, and goes on from what this browser kept. */
export function startPage(into: Element): void {
  const state: State = {
    locks: [],
    unread: [],
    chain: undefined,
    typed: '',
    form: undefined,
    cards: new Map(),
  };
  const body = el('main', {});
  const draw = (): void => {
    state.typed = state.form?.typed() ?? state.typed;
    put(into, about(isServed(), draw), intake(take), body);
    drawLocks(state, body);
  };
  const take = (sources: readonly Source[]): void => {
    state.typed = state.form?.typed() ?? state.typed;
    const { locks, unread } = readSources(sources, state.locks);
    Object.assign(state, { locks, unread });
    drawLocks(state, body);
  };
  keepPage();
  const { locks, unread } = readSources(keptSources());
  Object.assign(state, { locks, unread });
  draw();
}

function drawLocks(state: State, body: Element): void {
  const { locks, unread } = state;
  const [first] = locks;
  state.form =
    first === undefined ? undefined : esploraForm(first.network, state.typed, () => void askAll(state));
  const cards = locks.map((lock, at): [string, Card] => [
    lock.outpoint,
    lockCard(lock, at + 1, () => void send(state, lock)),
  ]);
  state.cards = new Map(cards);
  put(body, ...unread.map(unreadNote), state.form?.element, first !== undefined && lockList(state));
  showStandings(state);
}

function lockList(state: State): HTMLElement {
  const total = state.locks.reduce((sum, { value }) => sum + value, 0n);
  return el(
    'section',
    { aria: { labelledby: 'locks-title' } },
    el('h2', { id: 'locks-title' }, t('3. Your locks')),
    el(
      'p',
      { data: { testid: 'sum' } },
      t('Locks: {count}, {amount} in total.', {
        count: numberWords(state.locks.length),
        amount: satWords(total),
      }),
    ),
    el(
      'div',
      { className: 'acts' },
      button(t('Send all exits that are free'), { testid: 'send-all', act: () => void sendFree(state) }),
    ),
    ...[...state.cards.values()].map(({ element }) => element),
  );
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

function showStandings({ locks, cards, chain }: State): void {
  for (const lock of locks) cards.get(lock.outpoint)?.stands(standingIn(chain, lock), chain !== undefined);
  const hasFree = locks.some((lock) => standingIn(chain, lock).is === 'free');
  for (const all of document.querySelectorAll<HTMLButtonElement>('[data-testid="send-all"]'))
    all.disabled = !hasFree;
}

/** Asks where all locks stand; the answer before it stays until there is a new one. */
async function askAll(state: State): Promise<boolean> {
  const { form, locks } = state;
  if (form === undefined) return false;
  const of = numberWords(locks.length);
  const progress = (done: number): void =>
    form.says(t('Checking {done} of {of}', { done: numberWords(done), of }), 'busy');
  try {
    progress(0);
    state.chain = await askChain(baseOf(form.typed(), isServed()), locks, progress);
    form.says(t('The last block is {height}.', { height: numberWords(state.chain.tip) }), 'good');
  } catch (error) {
    form.says(failureWords(error), 'bad');
    return false;
  }
  showStandings(state);
  return true;
}

async function sendFree(state: State): Promise<void> {
  for (const lock of state.locks) if (standingIn(state.chain, lock).is === 'free') await send(state, lock);
}

/** Sends an exit and shows the node's own answer, and what it means. */
async function send(state: State, lock: Rescued): Promise<void> {
  const { chain } = state;
  const card = state.cards.get(lock.outpoint);
  if (chain === undefined || card === undefined) return;
  card.says([t('Sending…')], 'busy');
  try {
    const { isTaken, said } = await sendRaw(chain.base, lock.exit.hex);
    const tell = (): void => {
      if (isTaken) card.says([t('Sent. Waiting for a block.'), said], 'good');
      else card.says([meaningOf(state, lock, said), t('The node said: {said}', { said })], 'bad');
    };
    tell();
    // The height may be another by now: it is said again with what is known then.
    if (await askAll(state)) tell();
  } catch (error) {
    card.says(
      [
        failureWords(error),
        t('It may have been sent all the same: check the locks before you send it again.'),
      ],
      'bad',
    );
  }
}

function meaningOf(state: State, lock: Rescued, said: string): string {
  const standing = standingIn(state.chain, lock);
  const from = 'from' in standing ? standing.from : undefined;
  return refusalWords(said, from, lock.exitAfter) ?? t('The node rejected it.');
}

function failureWords(error: unknown): string {
  if (error instanceof EsploraError) return t(error.message, error.values);
  return t('Something went wrong: {reason}', {
    reason: error instanceof Error ? error.message : String(error),
  });
}
