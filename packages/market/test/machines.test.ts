/** The three machines: every event in every state, and what no sequence of events may lead to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LIVE_ORDER_STATUSES,
  LIVE_OUTBOX_STATUSES,
  LIVE_TRADE_STATUSES,
  ORDER_MACHINE,
  OUTBOX_MACHINE,
  TRADE_MACHINE,
  closesOrder,
  reopensOrder,
} from '../src/index.ts';
import type { Machine } from '../src/index.ts';
import { ORDER_EVENTS } from '../src/machines/order.ts';
import { OUTBOX_EVENTS } from '../src/machines/outbox.ts';
import { TRADE_EVENTS } from '../src/machines/trade.ts';

/** Per event where it is allowed and where it leads; everywhere else it is not. */
type Expected<S extends string, E extends string> = Readonly<Record<E, Partial<Readonly<Record<S, S>>>>>;

function checkAll<S extends string, E extends string>(
  tested: Machine<S, E>,
  events: readonly E[],
  expected: Expected<S, E>,
): void {
  for (const event of events)
    for (const state of tested.states) {
      const to = expected[event][state];
      expect(tested.next(state, event), `${event} of ${state}`).toBe(to);
      expect(tested.before(event).includes(state), `${state} before ${event}`).toBe(to !== undefined);
      expect(tested.steps(event).find(({ from }) => from === state)?.to).toBe(to);
    }
}

/** Walks any sequence of events from the first state; an event that is not allowed changes nothing, as in SQL. */
function walk<S extends string, E extends string>(
  tested: Machine<S, E>,
  events: readonly E[],
  check: (step: { from: S; event: E; to: S }) => void,
): void {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
      let [state] = tested.states;
      if (state === undefined) throw new Error('a machine has states');
      for (const event of sequence) {
        const to = tested.next(state, event);
        if (to === undefined) continue;
        check({ from: state, event, to });
        state = to;
      }
    }),
  );
}

function reachable<S extends string, E extends string>(
  tested: Machine<S, E>,
  events: readonly E[],
  start: readonly S[],
): ReadonlySet<S> {
  const reached = new Set(start);
  for (const state of reached)
    for (const event of events) {
      const to = tested.next(state, event);
      if (to !== undefined) reached.add(to);
    }
  return reached;
}

describe('an order', () => {
  it('goes where its table says, from every state by every event', () => {
    checkAll(ORDER_MACHINE, ORDER_EVENTS, {
      pause: { open: 'paused' },
      resume: { paused: 'open' },
      cancel: { open: 'cancelled', paused: 'cancelled' },
      'cancel-on-chain': { open: 'cancelling', paused: 'cancelling' },
      sold: { open: 'done', paused: 'done', cancelling: 'done', cancelled: 'done', expired: 'done' },
      'cancel-mined': { cancelling: 'cancelled' },
      'cancel-dropped': { cancelling: 'paused' },
      moved: { open: 'invalid', paused: 'invalid', cancelling: 'invalid' },
      unsold: { done: 'open' },
      'unsold-cancelling': { done: 'cancelling' },
      'unsold-cancelled': { done: 'cancelled' },
      'cancel-unmined': { cancelled: 'cancelling' },
      unmoved: { invalid: 'paused' },
      expire: { open: 'expired', paused: 'expired' },
    });
  });

  it('reaches every state, and the chain has the last word over every decision of its owner', () => {
    expect(reachable(ORDER_MACHINE, ORDER_EVENTS, ['open']).size).toBe(ORDER_MACHINE.states.length);
    for (const status of [...LIVE_ORDER_STATUSES, 'cancelled', 'expired'] as const)
      expect(ORDER_MACHINE.next(status, 'sold'), status).toBe('done');
    for (const status of LIVE_ORDER_STATUSES)
      expect(ORDER_MACHINE.next(status, 'moved'), status).toBe('invalid');
  });

  it('is sold no more only when the block is undone', () => {
    walk(ORDER_MACHINE, ORDER_EVENTS, ({ from, event, to }) => {
      if (from === 'done') expect(event).toMatch(/^unsold/);
      if (from === 'invalid') expect([event, to]).toEqual(['unmoved', 'paused']);
    });
  });

  it('says when it ended exactly while a block or its owner has ended it', () => {
    let isClosed = false;
    walk(ORDER_MACHINE, ORDER_EVENTS, ({ from, event, to }) => {
      if (from === 'open') isClosed = false;
      if (closesOrder(event)) isClosed = true;
      if (reopensOrder(event)) isClosed = false;
      if (LIVE_ORDER_STATUSES.includes(to)) expect(isClosed, `${event} of ${from}`).toBe(false);
      if (to === 'done' || to === 'invalid' || to === 'expired') expect(isClosed, event).toBe(true);
    });
  });

  it.each([
    ['sold', true, false],
    ['moved', true, false],
    ['expire', true, false],
    ['cancel', true, false],
    ['cancel-mined', true, false],
    ['unsold', false, true],
    ['unsold-cancelled', false, true],
    ['cancel-unmined', false, true],
    ['unmoved', false, true],
    ['pause', false, false],
    ['cancel-on-chain', false, false],
    ['cancel-dropped', false, false],
  ] as const)('%s closes it: %s, reopens it: %s', (event, closes, reopens) => {
    expect([closesOrder(event), reopensOrder(event)]).toEqual([closes, reopens]);
  });
});

describe('a trade', () => {
  const FORWARD = ['submitted', 'co-signed', 'committed', 'sent', 'seen', 'confirmed', 'final'];

  it('goes where its table says, from every state by every event', () => {
    checkAll(TRADE_MACHINE, TRADE_EVENTS, {
      'co-sign': { submitted: 'co-signed' },
      commit: { submitted: 'committed', 'co-signed': 'committed' },
      send: { committed: 'sent' },
      see: { committed: 'seen', sent: 'seen' },
      mine: {
        committed: 'confirmed',
        sent: 'confirmed',
        seen: 'confirmed',
        void: 'confirmed',
      },
      undo: { confirmed: 'seen' },
      finalise: { confirmed: 'final' },
      fail: { submitted: 'void', 'co-signed': 'void', committed: 'void', sent: 'void', seen: 'void' },
    });
  });

  it('never goes backwards, except by an undone block', () => {
    walk(TRADE_MACHINE, TRADE_EVENTS, ({ from, event, to }) => {
      if (from === 'void') expect([event, to]).toEqual(['mine', 'confirmed']);
      else if (event === 'undo') expect([from, to]).toEqual(['confirmed', 'seen']);
      else if (to !== 'void') expect(FORWARD.indexOf(to)).toBeGreaterThan(FORWARD.indexOf(from));
    });
  });

  it('is void only while it is live, and final for ever', () => {
    expect(TRADE_MACHINE.before('fail')).toEqual(LIVE_TRADE_STATUSES);
    expect(TRADE_EVENTS.filter((event) => TRADE_MACHINE.next('final', event) !== undefined)).toEqual([]);
    expect(reachable(TRADE_MACHINE, TRADE_EVENTS, ['submitted']).size).toBe(TRADE_MACHINE.states.length);
  });

  it('is mined from every state its transaction can have left the house in', () => {
    for (const status of ['committed', 'sent', 'seen', 'void'] as const)
      expect(TRADE_MACHINE.next(status, 'mine'), status).toBe('confirmed');
    for (const status of ['submitted', 'co-signed'] as const)
      expect(TRADE_MACHINE.next(status, 'mine'), status).toBeUndefined();
  });
});

describe('a transaction in the outbox', () => {
  it('goes where its table says, from every state by every event', () => {
    checkAll(OUTBOX_MACHINE, OUTBOX_EVENTS, {
      send: { waiting: 'sent', sent: 'sent' },
      replace: { waiting: 'replaced', sent: 'replaced' },
      reinstate: { replaced: 'sent' },
      mine: {
        waiting: 'confirmed',
        sent: 'confirmed',
        replaced: 'confirmed',
        confirmed: 'confirmed',
        void: 'confirmed',
      },
      undo: { confirmed: 'sent' },
      finalise: { confirmed: 'final' },
      fail: { waiting: 'void', sent: 'void' },
      commit: { replaced: 'waiting', void: 'waiting' },
    });
  });

  it('is given up or replaced only while it is live, and never once a block has it', () => {
    expect(OUTBOX_MACHINE.before('fail')).toEqual(LIVE_OUTBOX_STATUSES);
    expect(OUTBOX_MACHINE.before('replace')).toEqual(LIVE_OUTBOX_STATUSES);
    walk(OUTBOX_MACHINE, OUTBOX_EVENTS, ({ from, event }) => {
      if (from === 'confirmed') expect(['mine', 'undo', 'finalise']).toContain(event);
    });
  });

  it('is mined from every state but final, which nothing leaves', () => {
    for (const status of OUTBOX_MACHINE.states)
      expect(OUTBOX_MACHINE.next(status, 'mine'), status).toBe(status === 'final' ? undefined : 'confirmed');
    expect(OUTBOX_EVENTS.filter((event) => OUTBOX_MACHINE.next('final', event) !== undefined)).toEqual([]);
    expect(reachable(OUTBOX_MACHINE, OUTBOX_EVENTS, ['waiting']).size).toBe(OUTBOX_MACHINE.states.length);
  });
});
