/** A redeem: what is checked before the wallet opens, and what it made before it is handed in. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { beginRedeem, requireAgreed } from '../../src/flows/bridge/redeem.ts';
import type { CreatedRedeem } from '../../src/flows/bridge/redeem.ts';
import { hash160 } from '@rialto/mvc';
import { THIEF, intentOf } from '../fake/bridge/bridge.ts';
import { createdRedeem, mvcPurse } from '../fake/bridge/payments.ts';

const intent = intentOf('redeem', 500_000n);
const SPACE = 300_000n;

beforeEach(() => localStorage.clear());

describe('before the wallet opens', () => {
  async function begun(more: Partial<CreatedRedeem>, space = SPACE): Promise<string> {
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      const { terms } = JSON.parse(init.body as string) as { terms: ReturnType<typeof makeTerms>['terms'] };
      const { orderId } = { orderId: '0'.repeat(32), ...more };
      return Promise.resolve(Response.json({ status: 'ok', data: createdRedeem(terms, orderId, more) }));
    });
    const redeem = await beginRedeem(intent, space);
    vi.unstubAllGlobals();
    return redeem.mismatches.join(' ');
  }
  it.each([
    ['another order', {}, 'another order'],
    ['another address', { bridgeAddress: THIEF.address }, 'another address'],
    ['less than was shown', { out: '1' }, 'fees of the bridge have changed'],
    ['four coins of SPACE', { spaceCoins: 4 }, 'on 4 coins; Metalet takes 3'],
    ['twenty-one coins of the token', { tokenCoins: 21 }, 'on 21 coins; Metalet takes 20'],
    ['more SPACE than there is', { needs: '300001' }, 'You need 0.00300001 SPACE'],
  ])('%s is said', async (_, more, words) => {
    expect(await begun(more)).toContain(words);
  });
});

describe('what the wallet made', () => {
  const made = makeTerms(intent);
  const { transfer, previous } = mvcPurse();
  const created = createdRedeem(made.terms, made.orderId, { previous });
  const redeem = { intent, made, created, mismatches: [] };
  const asked = { units: 500_000n, id: made.orderId };

  it('is handed in where it is what was asked', () => {
    expect(() => requireAgreed(transfer(asked), redeem)).not.toThrow();
  });
  it('may leave transactions unused that the exchange knows of', () => {
    const more = [...previous, ...mvcPurse().previous];
    expect(() =>
      requireAgreed(transfer(asked), { ...redeem, created: { ...created, previous: more } }),
    ).not.toThrow();
  });
  it.each([
    ['fewer tokens', () => transfer({ ...asked, units: 400_000n })],
    ['more tokens', () => transfer({ ...asked, units: 600_000n })],
    ['another receiver', () => transfer({ ...asked, receiver: hash160(THIEF.key) })],
    ['another id', () => transfer({ ...asked, id: 'f'.repeat(32) })],
    ['an input that slipped in', () => transfer({ ...asked, slipped: true })],
    ['the check of another', () => ({ ...transfer(asked), check: transfer({ ...asked, units: 1n }).check })],
    ['no transaction', () => ({ ...transfer(asked), transfer: '00' })],
    ['no hex', () => ({ ...transfer(asked), check: 'x' })],
  ])('not with %s', (_, lie) => {
    expect(() => requireAgreed(lie(), redeem)).toThrow();
  });
  it('not where it costs more than was said, nor more than it ever costs', () => {
    const needing = (needs: string) => ({ ...redeem, created: { ...created, needs } });
    expect(() => requireAgreed(transfer(asked), needing('15000'))).toThrow('fee');
    expect(() => requireAgreed(transfer(asked), needing('30000'))).not.toThrow();
  });
  it('not where nobody knows what it spends', () => {
    const empty = { ...redeem, created: { ...created, previous: [] } };
    expect(() => requireAgreed(transfer(asked), empty)).toThrow();
  });
});
