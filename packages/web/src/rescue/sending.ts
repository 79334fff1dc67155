/** The acts: asking where the locks stand, and sending exits through the esplora that answered. */
import { askChain, standingIn } from './chain.ts';
import { baseOf, sendRaw } from './esplora.ts';
import { failureWords } from './failure-words.ts';
import { showStandings } from './lock-list.ts';
import type { Exit, Rescued } from './rescued.ts';
import { showWays } from './pools/way-list.ts';
import { sendWay } from './pools/way-sending.ts';
import type { Way } from './pools/way.ts';
import { refusalWords } from './standing.ts';
import { isServed } from './state.ts';
import type { State } from './state.ts';
import { numberWords, t } from './words.ts';

/** Asks where all locks stand; the answer before it stays until there is a new one. @returns whether there is */
export async function askAll(state: State): Promise<boolean> {
  const { form, locks, ways } = state;
  const [first] = [...locks, ...ways];
  if (form === undefined || first === undefined) return false;
  const of = numberWords(locks.length + ways.length);
  const progress = (done: number): void =>
    form.says(t('Checking {done} of {of}', { done: numberWords(done), of }), 'busy');
  try {
    progress(0);
    state.chain = await askChain(
      baseOf(form.typed(), isServed()),
      { network: first.network, locks, ways },
      progress,
    );
    form.says(t('The last block is {height}.', { height: numberWords(state.chain.tip) }), 'good');
  } catch (error) {
    form.says(failureWords(error), 'bad');
    return false;
  }
  showStandings(state);
  showWays(state);
  return true;
}

/** Sends the way home of a lane, and asks again. */
export async function sendHome(state: State, way: Way): Promise<void> {
  await sendWay(state, way);
  await askAll(state);
}

/** Sends one exit, and asks again. */
export async function sendOne(state: State, lock: Rescued, exit: Exit): Promise<void> {
  const tell = await send(state, lock, exit);
  // The height may be another by now: what the node meant is said again with what is known then.
  if (await askAll(state)) tell();
}

/** Sends the usual exit of every lock that is free, one after the other, and asks again. */
export async function sendFree(state: State): Promise<void> {
  const free = state.locks.filter((lock) => standingIn(state.chain, lock).is === 'free');
  for (const lock of free) await send(state, lock, lock.exits[0]);
  await askAll(state);
}

/** Sends an exit and tells the node's own answer, and what it means. @returns what tells it once more */
async function send(state: State, lock: Rescued, exit: Exit): Promise<() => void> {
  const { chain } = state;
  const card = state.cards.get(lock.outpoint);
  if (chain === undefined || card === undefined) return () => undefined;
  card.says([t('Sending…')], 'busy');
  const telling = await answerTo(state, lock, () => sendRaw(chain.base, exit.hex));
  const tell = (): void => {
    card.says(telling.lines(), telling.mood);
  };
  tell();
  return tell;
}

interface Telling {
  readonly mood: 'good' | 'bad';
  lines(): readonly string[];
}

async function answerTo(
  state: State,
  lock: Rescued,
  sending: () => ReturnType<typeof sendRaw>,
): Promise<Telling> {
  try {
    const { isTaken, said } = await sending();
    if (isTaken) return { mood: 'good', lines: () => [t('Sent. Waiting for a block.'), said] };
    return {
      mood: 'bad',
      lines: () => [meaningOf(state, lock, said), t('The node said: {said}', { said })],
    };
  } catch (error) {
    const perhaps = t('It may have been sent all the same: check the locks before you send it again.');
    return { mood: 'bad', lines: () => [failureWords(error), perhaps] };
  }
}

function meaningOf(state: State, lock: Rescued, said: string): string {
  const standing = standingIn(state.chain, lock);
  const from = 'from' in standing ? standing.from : undefined;
  const facts = { from, exitAfter: lock.exitAfter, hasDear: lock.exits.length > 1 };
  return refusalWords(said, facts) ?? t('The node rejected it.');
}
