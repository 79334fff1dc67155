import { randomBytes } from 'node:crypto';
import { callApi, signMessage } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { openVerifier } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../src/accounts/login.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { refusalOf, testWorld } from '../world.ts';

const verifier = await openVerifier();
type Challenge = AnswerOf<'loginChallenge'>;

let world: World;
let store: Store;
let user: Trader;
let other: Trader;

beforeAll(async () => {
  world = await testWorld();
  store = openStore(world.database.ownerUrl, () => undefined);
  user = world.trader('user', 'p2wpkh');
  other = world.trader('other', 'p2tr');
});

afterAll(async () => {
  await store.close();
  await world.stop();
});

const challenge = (who = user): Promise<Challenge> =>
  callApi(world.origin, 'loginChallenge', { query: { net: 'regtest', address: who.address } });

interface Attempt {
  readonly body?: Partial<BodyOf<'loginIn'>>;
  readonly text?: string;
  readonly signature?: string;
  readonly signer?: Trader;
  readonly key?: Uint8Array;
}

function attempt(asked: Challenge, over: Attempt = {}): Promise<unknown> {
  const signer = over.signer ?? user;
  return callApi(world.origin, 'loginIn', {
    body: {
      net: 'regtest',
      address: user.address,
      nonce: asked.nonce,
      issuedAt: asked.issuedAt,
      ...over.body,
    },
    headers: {
      'x-signature': over.signature ?? signMessage(over.text ?? asked.text, signer.key),
      'x-public-key': bytesToHex(over.key ?? signer.publicKey),
    },
  });
}

/** An accounts room as this server's, but of another time, domain or secret. */
const accounts = (over: { domain?: string; secret?: Uint8Array } = {}) =>
  openAccounts(store, {
    network: 'regtest',
    domain: 'rialto.example',
    secret: new Uint8Array(32).fill(7),
    verifier,
    ...over,
  });

describe('a login', () => {
  it('opens a session; its text names domain, address and network', async () => {
    const asked = await challenge();
    expect(asked.text).toContain(`Domain: ${new URL(world.origin).host}`);
    expect(asked.text).toContain(`Address: ${user.address}`);
    expect(asked.text).toContain('Network: regtest');
    await attempt(asked);
  });

  it('with the address in capitals is that of the address: nobody is somebody else by them', async () => {
    const address = user.address.toUpperCase();
    const asked = await callApi(world.origin, 'loginChallenge', { query: { net: 'regtest', address } });
    expect(asked.text).toContain(`Address: ${user.address}`);
    expect(await attempt(asked, { body: { address } })).toMatchObject({ address: user.address });
    await user.login();
    const mine = await callApi(world.origin, 'myTrades', {
      params: { book: 'brc20', address },
      query: { net: 'regtest' },
      headers: user.headers(),
    });
    expect(mine.total).toBe(0);
  });

  it('is good once: the same nonce again, or from fifty hands at once', async () => {
    const asked = await challenge();
    await attempt(asked);
    expect(await refusalOf(attempt(asked))).toBe('login-replayed');
    const fresh = await challenge();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => attempt(fresh)));
    expect(all.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused for another address, network, key, nonce or time than it was asked for', async () => {
    const asked = await challenge();
    expect(await refusalOf(attempt(asked, { body: { address: other.address } }))).toBe('login-wrong-domain');
    expect(await refusalOf(attempt(asked, { body: { net: 'livenet' } }))).toBe('wrong-network');
    expect(await refusalOf(attempt(asked, { signer: other }))).toBe('login-wrong-signature');
    expect(await refusalOf(attempt(asked, { key: other.publicKey }))).toBe('login-wrong-signature');
    expect(await refusalOf(attempt(asked, { body: { nonce: 'f'.repeat(64) } }))).toBe('login-wrong-domain');
    expect(await refusalOf(attempt(asked, { body: { issuedAt: asked.issuedAt + 1 } }))).toBe(
      'login-wrong-domain',
    );
    expect(await refusalOf(attempt(asked, { body: { issuedAt: Number.MAX_SAFE_INTEGER } }))).toBe(
      'login-wrong-domain',
    );
    await attempt(asked);
  });

  it('is refused when another site, network or address is in the signed text', async () => {
    const asked = await challenge();
    const changes: readonly (readonly [RegExp, string])[] = [
      [/^Domain: .*$/m, 'Domain: evil.example'],
      [/^Network: .*$/m, 'Network: livenet'],
      [/^Address: .*$/m, `Address: ${other.address}`],
      [/^Expires: .*$/m, 'Expires: 2099-01-01T00:00:00.000Z'],
      [/\n[^]*$/, ''],
    ];
    for (const [line, instead] of changes)
      expect(await refusalOf(attempt(asked, { text: asked.text.replace(line, instead) }))).toBe(
        'login-wrong-signature',
      );
  });

  it('of 300 forged signatures opens nothing, and none is our bug', async () => {
    const asked = await challenge();
    const good = Buffer.from(signMessage(asked.text, user.key), 'base64');
    const forged = Array.from({ length: 300 }, (_, at) => {
      if (at % 3 === 0) return randomBytes(65).toString('base64');
      const bytes = Buffer.from(good);
      const place = (at * 7) % 64;
      bytes[1 + place] = (bytes[1 + place] ?? 0) ^ (1 + (at % 255));
      return at % 3 === 1 ? bytes.toString('base64') : `smp${bytes.toString('base64')}`;
    });
    forged.push(
      '',
      ' ',
      'smp',
      'x'.repeat(4_000),
      `${good.toString('base64')}=`,
      `${good.toString('base64')} a`,
    );
    for (const signature of forged)
      expect(await refusalOf(attempt(asked, { signature })), signature).toBe('login-wrong-signature');
    await attempt(asked);
  });

  it('is over five minutes after it was asked for, and does not begin before', async () => {
    const now = Date.now();
    const context = accounts();
    const asked = context.challenge(user.address, now, new Uint8Array(randomBytes(16)));
    const ask = {
      net: 'regtest' as const,
      address: user.address,
      nonce: asked.nonce,
      issuedAt: asked.issuedAt,
    };
    const credentials = {
      signature: signMessage(asked.text, user.key),
      publicKey: bytesToHex(user.publicKey),
    };
    await expect(context.login(ask, credentials, now + 5 * 60_000 + 1)).rejects.toMatchObject({
      code: 'login-expired',
    });
    await expect(context.login(ask, credentials, now - 60_001)).rejects.toMatchObject({
      code: 'login-expired',
    });
    const elsewhere = accounts({ domain: 'evil.example' });
    await expect(elsewhere.login(ask, credentials, now)).rejects.toMatchObject({
      code: 'login-wrong-domain',
    });
    const another = accounts({ secret: new Uint8Array(32).fill(8) });
    await expect(another.login(ask, credentials, now)).rejects.toMatchObject({ code: 'login-wrong-domain' });
    await context.login(ask, credentials, now);
  });
});

describe('a session', () => {
  const mine = (who: Trader): Promise<unknown> =>
    callApi(world.origin, 'myTrades', {
      params: { book: 'brc20', address: user.address },
      query: { net: 'regtest' },
      headers: who.headers(),
    });

  it('is nobody else’s, and over with the logout; so is its stream', async () => {
    await user.login();
    await other.login();
    await mine(user);
    expect(await refusalOf(mine(other))).toBe('not-yours');
    const feed = await fetch(`${world.origin}/api/feed/mine`, { headers: user.headers() });
    expect(feed.status).toBe(200);
    await user.post('loginOut', { net: 'regtest', address: user.address });
    expect(await refusalOf(mine(user))).toBe('login-required');
    // Reads to the end: without an end this never comes back.
    expect(await feed.text()).toContain('event: hello');
  });
});
