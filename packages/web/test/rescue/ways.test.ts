/** Ways home of pools on the rescue page: read and verified, shown as who gets what and from when, sent in their order; and kept before. */
import { joinExits } from '@rialto/psbt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepComing } from '../../src/data/pools/kept-exits.ts';
import { keepExits, keptExits } from '../../src/exit-store.ts';
import { keptSources } from '../../src/rescue/intake.ts';
import { readSources } from '../../src/rescue/locks.ts';
import { wayCard } from '../../src/rescue/pools/way-card.ts';
import { wayStandingOf } from '../../src/rescue/pools/way-standing.ts';
import type { WayTold } from '../../src/rescue/pools/way-standing.ts';
import type { Way } from '../../src/rescue/pools/way.ts';
import { user } from '../fake/people.ts';
import { ladder, rescueText } from './ladders.ts';
import { LANE_SATS, LANE_UNITS, LOCKTIME, wayText } from './ways.ts';

const one = (text: string, name = 'a.json') => [{ name, text }];
const many = Array.from({ length: 30 }, (_, at) => 1_000n + BigInt(at));

function wayIn(text: string): Way {
  const { ways, unread } = readSources(one(text));
  expect(unread).toEqual([]);
  const [way] = ways;
  if (way === undefined) throw new Error('a way home is read');
  return way;
}

describe('a text that is read', () => {
  it('says who gets what, from which block on, and that nothing is left over', () => {
    const way = wayIn(wayText());
    expect(way).toMatchObject({ network: 'regtest', rune: '840000:1', from: LOCKTIME + 1 });
    const gets = new Map(way.paid.map(({ address, value, amount }) => [address, [value, amount]]));
    expect(gets.get(user(1, 'p2tr').address)?.[1]).toBe((LANE_UNITS * 6n) / 10n);
    expect(gets.get(user(2, 'p2tr').address)?.[1]).toBe((LANE_UNITS * 4n) / 10n);
    expect(way.paid.reduce((sum, { value }) => sum + value, way.fee)).toBe(LANE_SATS);
    expect(way.paid.reduce((sum, { amount }) => sum + amount, 0n)).toBe(LANE_UNITS);
  });

  it('of many providers has more than one transaction, and pays each of them', () => {
    const way = wayIn(wayText({ shares: many }));
    expect(way.transactions.length).toBeGreaterThan(1);
    expect(new Set(way.paid.map(({ address }) => address)).size).toBe(many.length);
  });

  it('stands beside locks, and several in one file are each their own; the same one is shown once', () => {
    const file = joinExits([wayText(), wayText({ seed: 2 })]);
    const { locks, ways, unread } = readSources([
      { name: 'locks', text: rescueText([ladder()]) },
      { name: 'pools', text: file },
      { name: 'again', text: wayText() },
    ]);
    expect([locks.length, ways.length, unread]).toEqual([1, 2, []]);
    expect(readSources(one(wayText({ seed: 3 })), locks, ways).ways).toHaveLength(3);
  });

  it('of another network is told, and not mixed in', () => {
    const { ways, unread } = readSources([
      { name: 'here', text: wayText() },
      { name: 'there', text: wayText({ network: 'livenet', seed: 2 }) },
    ]);
    expect([ways.length, unread.map(({ name }) => name)]).toEqual([1, ['there']]);
  });

  it.each([
    ['another payee in the list', (text: string) => text.replace(/"value": "(\d)/, '"value": "9$1')],
    ['a later height than is signed', (text: string) => text.replace(`${LOCKTIME}`, `${LOCKTIME + 1}`)],
    ['a bent signature', (text: string) => text.replace(/(01400000|0140)([0-9a-f])/, '$1f')],
  ])('is refused with %s, and hides no other', (_name, bend) => {
    const bent = bend(wayText());
    expect(bent).not.toBe(wayText());
    const { ways, unread } = readSources(one(joinExits([bent, wayText({ seed: 2 })])));
    expect([ways.length, unread.length, unread[0]?.name]).toEqual([1, 1, 'a.json, 1']);
  });
});

describe('where it stands', () => {
  const way = wayIn(wayText({ shares: many }));
  const [root] = way.transactions;
  const at = (told: WayTold, tip = LOCKTIME): string => wayStandingOf(way, tip, told).is;
  const lane = { funding: 'block', height: 900 } as const;

  it('waits for its height to the block', () => {
    expect(wayStandingOf(way, LOCKTIME - 1, { lane, sent: [] })).toEqual({
      is: 'locked',
      from: LOCKTIME + 1,
      left: 1,
    });
    expect(at({ lane, sent: [] })).toBe('free');
    expect(at({ lane: { funding: 'mempool' }, sent: [] }, 0)).toBe('locked');
    expect(at({ lane: { funding: 'unknown', isVoid: false }, sent: [] })).toBe('unfound');
    expect(wayStandingOf(way, LOCKTIME, undefined).is).toBe('unasked');
  });

  it('is void once the lane is spent by anything else', () => {
    const spent = { txid: 'e'.repeat(64), isConfirmed: false };
    expect(at({ lane: { ...lane, spent }, sent: [] })).toBe('gone');
  });

  it('is home when its last transaction is', () => {
    const spent = { txid: root?.txid ?? '', isConfirmed: true };
    const rest = way.transactions.slice(1).map(() => 'block' as const);
    expect(at({ lane: { ...lane, spent }, sent: ['block', ...rest.map(() => 'unknown' as const)] })).toBe(
      'free',
    );
    expect(at({ lane: { ...lane, spent }, sent: ['block', ...rest.map(() => 'mempool' as const)] })).toBe(
      'leaving',
    );
    expect(at({ lane: { ...lane, spent }, sent: ['block', ...rest] })).toBe('home');
  });
});

it('its card names everybody, and sends only what can be sent', () => {
  const way = wayIn(wayText());
  let sent = 0;
  const { element, stands } = wayCard(way, 1, () => (sent += 1));
  const button = element.querySelector<HTMLButtonElement>('[data-testid="send"]');
  for (const { address, value } of way.paid) {
    expect(element.textContent).toContain(address);
    expect(element.textContent).toContain(value.toLocaleString('en'));
  }
  const open = [
    { is: 'unasked' },
    { is: 'locked', from: 2_000, left: 3 },
    { is: 'free', from: 2_000 },
    { is: 'leaving', txid: '' },
    { is: 'home' },
    { is: 'gone' },
  ] as const;
  expect(
    open.map((standing) => {
      stands(standing, standing.is !== 'unasked');
      return button?.disabled === false;
    }),
  ).toEqual([false, true, true, false, false, false]);
  stands({ is: 'free', from: 2_000 }, true);
  button?.click();
  expect(sent).toBe(1);
});

describe('what a provider’s browser keeps', () => {
  const exit = (lane: number, text = `text ${lane}`) => ({ lane: `lane ${lane}`, text });
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is the newest hundred of each pool, each lane once, and what came again is new again', () => {
    for (let lane = 0; lane < 110; lane += 1) {
      vi.advanceTimersByTime(1);
      expect(keepExits('840000:1', [exit(lane)])).toBe(true);
      // The lane that blocks have is told again with each look.
      if (lane % 50 === 0) keepExits('840000:1', [exit(0)]);
    }
    keepExits('840000:12', [exit(7)]);
    const kept = keptExits('840000:1');
    expect([kept.length, kept.includes('text 0'), kept.includes('text 5')]).toEqual([100, true, false]);
    expect(kept.at(-1)).toBe('text 109');
    expect(keptExits()).toHaveLength(101);
    keepExits('840000:12', [exit(7, 'with another list')]);
    expect(keptExits('840000:12')).toEqual(['with another list']);
    expect(keptSources()).toHaveLength(101);
  });

  it('says so where nothing can be kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(keepExits('840000:1', [exit(1)])).toBe(false);
  });

  it('is each that the feed brings, until the page is left', () => {
    const heard = new Map<string, (event: { data: unknown }) => void>();
    let closed = 0;
    class Source {
      static readonly CLOSED = 2;
      readonly readyState = 1;
      readonly url: string;
      constructor(url: string) {
        this.url = url;
      }
      addEventListener(name: string, listen: (event: { data: unknown }) => void): void {
        heard.set(name, listen);
      }
      close(): void {
        closed += 1;
      }
    }
    vi.stubGlobal('EventSource', Source);
    const told: boolean[] = [];
    const end = keepComing('regtest', '840000:1', (areKept) => told.push(areKept));
    const say = (data: unknown): void => heard.get('exit')?.({ data });
    say(JSON.stringify({ kind: 'exit', exit: { lane: 'lane 1', height: 5, text: 'text 1' } }));
    for (const strange of ['', '[]', '{"exit":{"lane":1}}', 5]) say(strange);
    expect([told, keptExits()]).toEqual([[true], ['text 1']]);
    end();
    say(JSON.stringify({ kind: 'exit', exit: { lane: 'lane 2', height: 5, text: 'text 2' } }));
    expect([closed, keptExits()]).toEqual([1, ['text 1']]);
  });
});
