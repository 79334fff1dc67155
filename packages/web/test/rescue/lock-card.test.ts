/** The card of a lock that holds a token: which of its two exits can be sent, wherever the lock stands. */
import { expect, it } from 'vitest';
import { lockCard } from '../../src/rescue/lock-card.ts';
import { readSources } from '../../src/rescue/locks.ts';
import type { Exit } from '../../src/rescue/rescued.ts';
import type { Standing } from '../../src/rescue/standing.ts';
import { protectedAsk, rescueText } from './ladders.ts';

function card() {
  const text = rescueText([{ funding: undefined, locks: [protectedAsk()] }]);
  const [lock] = readSources([{ name: 'a.json', text }]).locks;
  const [usual, dear] = lock?.exits ?? [];
  if (lock === undefined || usual === undefined || dear === undefined) throw new Error('a lock of two exits');
  const sent: Exit[] = [];
  const made = lockCard(lock, 1, (exit) => sent.push(exit));
  const button = (testid: string): HTMLButtonElement => {
    const found = made.element.querySelector<HTMLButtonElement>(`[data-testid="${testid}"]`);
    if (found === null) throw new Error(`there is ${testid}`);
    return found;
  };
  const open = (): string[] => ['send', 'send-dear'].filter((testid) => !button(testid).disabled);
  return { ...made, usual, dear, sent, button, open };
}

it('the dear exit can be sent while the usual one waits, and takes its place', () => {
  const { stands, usual, dear, sent, button, open } = card();
  stands({ is: 'free', from: 1_144 }, true);
  expect(open()).toEqual(['send', 'send-dear']);
  stands({ is: 'leaving', txid: usual.txid }, true);
  expect(open()).toEqual(['send-dear']);
  button('send-dear').click();
  expect(sent).toEqual([dear]);
  stands({ is: 'leaving', txid: dear.txid }, true);
  expect(open()).toEqual([]);
});

it.each([{ is: 'home' }, { is: 'gone' }, { is: 'void' }, { is: 'unpublished' }] satisfies Standing[])(
  'nothing can be sent from a lock that is over: $is',
  (standing) => {
    const { stands, open } = card();
    stands(standing, true);
    expect(open()).toEqual([]);
  },
);

it('nothing is sent while no esplora answered', () => {
  const { stands, usual, open } = card();
  stands({ is: 'leaving', txid: usual.txid }, false);
  expect(open()).toEqual([]);
});
