/** Bodies nobody would send: refused in words, remembered like any answer, and nothing of them in the log. */
import { createHash } from 'node:crypto';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { CallName } from '@rialto/contract';
import { openVerifier } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts } from '../../src/accounts/login.ts';
import { messageOf } from '../../src/error-text.ts';
import { isDeep, MAX_DEPTH } from '../../src/http/json-depth.ts';
import { openTurns } from '../../src/http/limits/turns.ts';
import { failure, sendAnswer } from '../../src/http/reply.ts';
import { route } from '../../src/http/route.ts';
import type { Store } from '../../src/store/database.ts';
import { insertSession } from '../../src/store/session-store.ts';
import { testHttp } from './test-http.ts';
import { testStore } from '../store/test-store.ts';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const SIGNATURE = 'a signature';
const SECRET = 'cHNidP8-of-a-seller';
const posts = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].method === 'POST');
let store: Store;
let drop: () => Promise<void>;
let app: FastifyInstance;
let log: string[] = [];

beforeAll(async () => {
  ({ store, drop } = await testStore());
  app = await testHttp({ LOG_LEVEL: 'info' }, { write: (line) => void log.push(line) });
  const verifier = await openVerifier();
  const settings = { network: 'regtest', domain: 'x', secret: new Uint8Array(32), verifier } as const;
  const accounts = openAccounts(store, settings);
  await insertSession(store.db, {
    id: createHash('sha256').update(SIGNATURE).digest('hex'),
    publicKey: `02${'1'.repeat(64)}`,
    address: ADDRESS,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const context = { app, accounts, store, checkAnswers: true, turns: openTurns() };
  for (const name of posts)
    route(context, name, ({ request: { body } }) => {
      const tick =
        typeof body === 'object' && body !== null && 'tick' in body ? String(body.tick) : undefined;
      throw new Refusal('unknown-tick', tick);
    });
  app.get('/statement', async (_request, reply) => {
    const query = sql`select ${SECRET}::numeric, ${'with\u0000zero'}::text`;
    const failed = await store.db.execute(query).catch((error: unknown) => error);
    return sendAnswer(reply, failure(failed, reply));
  });
});
beforeEach(() => {
  log = [];
});
afterAll(async () => {
  await app.close();
  await drop();
});

async function post(name: CallName, payload: string, key: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `${API_ROOT}${CALLS[name].path.replace(':book', 'brc20')}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `${name} ${key}`,
      'x-signature': SIGNATURE,
      'x-public-key': `02${'1'.repeat(64)}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<{ refusal?: string; message: string }>() };
}

describe('a body nested without end', () => {
  it.each(posts)('is refused by %s', async (name) => {
    for (const payload of [
      `${'['.repeat(70_000)}${']'.repeat(70_000)}`,
      `{"net":"regtest","x":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    ]) {
      const { status, body } = await post(name, payload, 'deep');
      expect([status, body.refusal]).toEqual([422, 'bad-request']);
      expect(body.message).toContain('nested more than 32 levels deep');
    }
    expect(log).toEqual([]);
  });

  it('is told by its brackets, not by those in its strings', () => {
    const nest = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(isDeep(nest(MAX_DEPTH))).toBe(false);
    expect(isDeep(nest(MAX_DEPTH + 2))).toBe(true);
    expect(isDeep(JSON.stringify({ text: '"[{\\"['.repeat(100) }))).toBe(false);
    expect(isDeep(`["\\\\",${nest(MAX_DEPTH)}]`)).toBe(true);
    expect(isDeep(`[${Array.from({ length: 100 }, () => '[]').join(',')}]`)).toBe(false);
  });
});

describe('a body of none of the kinds a call takes', () => {
  const take = { net: 'regtest', address: ADDRESS, orderState: 2, psbtRaw: '00' };
  it.each([
    [take, 'body takeId: '],
    [{ ...take, orderId: 'x' }, 'body orderId: '],
    [{ ...take, orderState: 4 }, 'body orderState: '],
    [{ ...take, orderState: 3, orderIds: ['x'] }, 'body orderIds.0: '],
  ])('is told what is missing or wrong: %j', async (body, words) => {
    const { status, body: answer } = await post(
      'updateOrderV2',
      JSON.stringify(body),
      encodeURIComponent(JSON.stringify(body)),
    );
    expect([status, answer.refusal]).toEqual([422, 'bad-request']);
    expect(answer.message).toContain(words);
  });
});

describe('a text no database keeps', () => {
  const TEXTS = ['a\u0000b', '\ud800', 'ab\udfff'];
  const of = { net: 'regtest', address: ADDRESS };
  const ask = (tick: string): string =>
    JSON.stringify({ ...of, tick, coinAmount: '1', orderState: 1, orderType: 1, psbtRaw: '00' });

  it.each(TEXTS)('is refused by the schema of a tick: %j', async (value) => {
    const { status, body } = await post('pushAsk', ask(value), encodeURIComponent(JSON.stringify(value)));
    expect([status, body.refusal]).toEqual([422, 'bad-request']);
    expect(log).toEqual([]);
  });

  it.each(TEXTS)('is not in a refusal that repeats it, however often it is sent: %j', async (value) => {
    const key = encodeURIComponent(JSON.stringify(value));
    // Any text is a request to the faucet.
    const first = await post('faucet', JSON.stringify({ ...of, tick: value }), key);
    expect([first.status, first.body.refusal]).toEqual([422, 'unknown-tick']);
    expect(first.body.message).toContain('\ufffd');
    expect(first.body.message).not.toMatch(/[\0\p{Surrogate}]/u);
    const again = await post('faucet', JSON.stringify({ ...of, tick: value }), key);
    const { message, refusal } = first.body;
    expect(again).toMatchObject({ status: first.status, body: { message, refusal } });
    expect(log).toEqual([]);
  });
});

describe('a statement that fails', () => {
  it('is logged without the values it was given', async () => {
    const answer = await app.inject('/statement');
    expect(answer.statusCode).toBe(500);
    const text = log.join('\n');
    expect(text).toContain('our bug');
    expect(text).toContain('Failed query: select $1::numeric, $2::text');
    expect(text).toContain('bodies.test.ts');
    expect(text).not.toMatch(/params|zero/);
    expect(text).not.toContain(SECRET);
  });

  it('is told without them when PostgreSQL quotes one', async () => {
    const failed = await store.db.execute(sql`select ${SECRET}::numeric`).catch((error: unknown) => error);
    expect(messageOf(failed)).toMatch(
      /^invalid input syntax for type numeric: "…" \(Failed query: select \$1/,
    );
  });
});
