/** A deposit leaves once: no sequence of events signs a payout and a refund unless the first has died. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPOSIT_MACHINE } from '../../src/index.ts';
import type { DepositEvent, DepositStatus } from '../../src/index.ts';

const EVENTS: readonly DepositEvent[] = [
  ...(['mine', 'undo', 'vanish', 'return', 'refuse', 'accept', 'pay', 'refund'] as const),
  ...(['send', 'drop', 'settle', 'unsettle', 'free'] as const),
];
const SIGNED: readonly DepositStatus[] = ['paying', 'paid-out', 'done', 'refunding', 'refunded'];

const walks = fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 });

/** Every step of a walk; an event that is not allowed changes nothing, as in SQL. */
function stepsOf(events: readonly DepositEvent[]) {
  let state: DepositStatus = 'paid';
  return events.flatMap((event) => {
    const from = state;
    const to = DEPOSIT_MACHINE.next(from, event);
    if (to === undefined) return [];
    state = to;
    return [{ from, event, to }];
  });
}

describe('a deposit', () => {
  it('reaches every state', () => {
    const reached = new Set<DepositStatus>(['paid']);
    for (const state of reached)
      for (const event of EVENTS) {
        const to = DEPOSIT_MACHINE.next(state, event);
        if (to !== undefined) reached.add(to);
      }
    expect([...reached].toSorted()).toEqual([...DEPOSIT_MACHINE.states].toSorted());
  });

  it('has an exit once, until that exit is dead', () => {
    fc.assert(
      fc.property(walks, (events) => {
        let exits = 0;
        for (const { event, to } of stepsOf(events)) {
          if (event === 'pay' || event === 'refund') exits += 1;
          if (event === 'free') exits -= 1;
          expect(exits).toBe(SIGNED.includes(to) ? 1 : 0);
        }
      }),
    );
  });

  it('does not go back for what its own chain does, once something is signed for it', () => {
    for (const state of SIGNED)
      for (const event of ['mine', 'undo', 'vanish', 'return', 'refuse', 'accept'] as const)
        expect(DEPOSIT_MACHINE.next(state, event)).toBeUndefined();
  });

  it('is paid out only from a block, and refunded only when it is refused', () => {
    expect(DEPOSIT_MACHINE.before('pay')).toEqual(['confirming']);
    expect(DEPOSIT_MACHINE.before('refund')).toEqual(['refused']);
    expect(DEPOSIT_MACHINE.before('free')).toEqual(['paying', 'paid-out', 'refunding']);
  });
});
