/** The catalogue of refusals: each with a status that fits, and a sentence people can read. */
import { describe, expect, it } from 'vitest';
import { REFUSALS, sentenceOf } from '../src/index.ts';
import type { RefusalEntry } from '../src/index.ts';

const entries: readonly (readonly [string, RefusalEntry])[] = Object.entries(REFUSALS);

describe('a refusal', () => {
  it.each(entries)('%s has a name for programs and a sentence for people', (code, { sentence }) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(sentence).toMatch(/^[A-Z][\x20-\x7e’]{8,118}$/);
    expect(sentence).toBe(sentence.trim());
    expect(sentence).not.toContain(code.includes('-') ? code : '-none-');
  });

  it('has the status that says what the caller can do about it', () => {
    const of = (expected: RefusalEntry['status']) =>
      entries.flatMap(([code, { status }]) => (status === expected ? [code] : []));
    // Who are you, and may you.
    expect(of(403).filter((code) => !code.startsWith('login-'))).toEqual(['not-yours', 'region-not-served']);
    expect(of(403).filter((code) => code.startsWith('login-'))).toHaveLength(5);
    // Come back later: programs try again by themselves.
    expect(of(429)).toEqual([
      'too-many-requests',
      'takes-paused',
      'takes-waiting',
      'sales-paused',
      'live-paused',
      'swaps-waiting',
      'swaps-paused',
      'limit-reached',
    ]);
    expect(of(503).toSorted()).toEqual([
      ...[
        'bridge-break',
        'bridge-closed',
        'bridge-exposure',
        'bridge-fees-high',
        'bridge-paused',
        'bridge-short',
        'bridge-units-differ',
        'bridge-units-unchecked',
      ],
      'database-down',
      'indexer-no-answer',
      'lane-unknown',
      'maintenance',
      'mvc-closed',
      'mvc-standing-still',
      'no-pool',
      'node-down',
      'signer-down',
      'syncing',
      'trading-stopped',
    ]);
    // Of no honest call: a path that is none, and a body that was cut off before it was read.
    expect(of(404)).toEqual(['no-such-call']);
    expect(of(413)).toEqual(['body-too-large']);
    expect([...of(400), ...of(409)]).toEqual([]);
  });

  it('says so when nothing was done for want of a part of ours', () => {
    for (const [, { status, sentence }] of entries.filter(([code]) => code.endsWith('-down')))
      expect([status, sentence]).toEqual([503, expect.stringMatching(/Nothing was (sent|saved)\.$/)]);
  });

  it('is told with its detail where there is one', () => {
    expect(sentenceOf('unknown-tick')).toBe('Token not found.');
    expect(sentenceOf('unknown-tick', 'pepe')).toBe('Token not found. (pepe)');
    expect(sentenceOf('bad-request', '')).toBe('The request is not understood. ()');
  });
});
