/** The client against a fake fetch: addresses, headers, envelopes, and who says what when it fails. */
import { CALLS } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/data/calls/api-error.ts';
import { errorWords } from '../../src/error-words.ts';
import { createClient, newKey, urlOf } from '../../src/data/calls/client.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

function fake(status: number, body: unknown, statusText = ''): { sent: Sent[]; doFetch: typeof fetch } {
  const sent: Sent[] = [];
  const doFetch: typeof fetch = (input, init) => {
    sent.push({ url: typeof input === 'string' ? input : '', init: init ?? {} });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, statusText }));
  };
  return { sent, doFetch };
}

const good = (data: unknown): unknown => ({ code: 0, message: '', data, processingTime: 1 });
const header = (sent: Sent | undefined, name: string): string | null =>
  new Headers(sent?.init.headers).get(name);

describe('what is sent', () => {
  it('fills paths and queries, escaped', () => {
    expect(
      urlOf(CALLS.tokenBalance, {
        params: { book: 'brc20', address: 'bcrt1q', tick: 'a/b?' },
        query: { net: 'regtest' },
      }),
    ).toBe('/api/book/brc20/address/bcrt1q/a%2Fb%3F?net=regtest');
    expect(
      urlOf(CALLS.balances, { params: { address: 'x' }, query: { net: 'regtest', tick: undefined } }),
    ).toBe('/api/book/brc20/address/x/balance/info?net=regtest');
  });
  it('gives every write a key of its own, and a repeated act the same one', async () => {
    const { sent, doFetch } = fake(200, good({ txIds: [] }));
    const call = createClient(doFetch);
    const body = { net: 'regtest', address: 'bcrt1qqqqqqqqqqqqq' } as const;
    await call('faucet', { body });
    await call('faucet', { body });
    await call('faucet', { body, idempotencyKey: 'same' });
    const keys = sent.map((one) => header(one, 'Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('same');
    expect(sent[0]?.init.body).toBe(JSON.stringify(body));
  });
  it('sends no key and no body with a read, and the session only when it is given', async () => {
    const { sent, doFetch } = fake(200, good({ list: [] }));
    const call = createClient(doFetch);
    await call('tokenList', { query: { net: 'regtest' } });
    await call('tokenList', { query: { net: 'regtest' }, session: { signature: 's', publicKey: 'p' } });
    expect(header(sent[0], 'Idempotency-Key')).toBeNull();
    expect(header(sent[0], 'X-Signature')).toBeNull();
    expect(sent[0]?.init.body).toBeUndefined();
    expect(header(sent[1], 'X-Signature')).toBe('s');
    expect(header(sent[1], 'X-Public-Key')).toBe('p');
  });
  it('makes keys that are version 4 UUIDs', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('what comes back', () => {
  const ask = { query: { net: 'regtest' } } as const;
  const errorOf = async (doFetch: typeof fetch): Promise<ApiError> => {
    const error: unknown = await createClient(doFetch)('tokenList', ask).catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError)) throw new Error('no ApiError');
    return error;
  };
  it('opens the envelope', async () => {
    const { doFetch } = fake(200, good({ list: [1] }));
    expect(await createClient(doFetch)('tokenList', ask)).toEqual({ list: [1] });
  });
  it('takes a plain answer as it is', async () => {
    const { doFetch } = fake(200, { status: 'ok' });
    expect(await createClient(doFetch)('health', {})).toEqual({ status: 'ok' });
  });
  it.each([403, 422, 429, 503])('shows what the body says for %i', async (status) => {
    const error = await errorOf(
      fake(status, { code: 1, message: 'Please login first.', refusal: 'login-required' }).doFetch,
    );
    expect(error).toMatchObject({ message: 'Please login first.', status, refusal: 'login-required' });
  });
  it.each([400, 404, 500, 502])(
    'names address and status for %i to programs, and not to people',
    async (status) => {
      const error = await errorOf(fake(status, { message: 'secret' }, 'Some Text').doFetch);
      expect(error.message).toBe(
        `Failed to fetch /api/book/common/brc20/tick/list?net=regtest: ${status} Some Text`,
      );
      expect(errorWords(error)).toBe('The exchange could not do this. Try again in a moment.');
    },
  );
  it('says to people why, whatever the status', async () => {
    const body = { message: 'No such API call.', refusal: 'no-such-call' };
    expect(errorWords(await errorOf(fake(404, body).doFetch))).toBe('No such API call.');
  });
  it('falls back to address and status when the body says nothing', async () => {
    expect((await errorOf(fake(422, '<html>', 'No').doFetch)).message).toContain('422 No');
  });
  it('treats code 1 as a refusal whatever the status', async () => {
    expect((await errorOf(fake(200, { code: 1, message: 'Not now.', data: null }).doFetch)).message).toBe(
      'Not now.',
    );
  });
  it('does not take nothing for an answer', async () => {
    expect((await errorOf(fake(200, good(null)).doFetch)).message).toContain('unexpected response');
  });
  it('says so when there is no answer, and when it is late', async () => {
    const dead: typeof fetch = () => Promise.reject(new TypeError('network'));
    const late: typeof fetch = () => Promise.reject(new DOMException('', 'TimeoutError'));
    expect(await errorOf(dead)).toMatchObject({ status: 0, message: 'Can’t reach the exchange.' });
    expect(await errorOf(late)).toMatchObject({
      status: 0,
      message: 'The exchange is not responding.',
    });
  });
});
