/** Login: a text to sign, a session for the signature (rules §4). No value moves on a session; every movement has its own signature. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { LoginAnswer, LoginChallenge, LoginIn } from '@rialto/contract';
import { bytesToHex, equalBytes, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Network } from '@rialto/protocols';
import { addressToScript, loginText, verifyLogin } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import type { Credentials, Session } from '../session.ts';
import type { Store } from '../store/database.ts';
import { findSession, insertSession, revokeSession, touchSession, useNonce } from '../store/session-store.ts';

const CHALLENGE_MS = 5 * 60_000;
const SKEW_MS = 60_000;
const SESSION_MS = 7 * 24 * 3_600_000;
const TOUCH_MS = 60_000;
const CACHE_MS = 10_000;
const CACHE_SIZE = 10_000;

export interface Accounts {
  challenge(address: string, now: number, random: Uint8Array): LoginChallenge;
  login(request: LoginIn, credentials: Credentials, now: number): Promise<LoginAnswer>;
  /** The session the headers name, or a refusal. */
  session(credentials: Credentials, now: number): Promise<Session>;
  logout(session: Session): Promise<void>;
}

interface AccountSettings {
  readonly network: Network;
  /** From the settings, never from the Host header. */
  readonly domain: string;
  readonly secret: Uint8Array;
  readonly verifier: Verifier;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const sessionId = (signature: string): string => bytesToHex(sha256(utf8(signature)));

/** `random.hmac` over all that the text binds: stateless until it is used. */
function nonceFor(
  settings: AccountSettings,
  random: string,
  bound: { address: string; issuedAt: number },
): string {
  const text = `rialto-login|${settings.domain}|${settings.network}|${bound.address}|${bound.issuedAt}|${random}`;
  const mac = hmac(sha256, settings.secret, utf8(text));
  return `${random}${bytesToHex(mac.subarray(0, 16))}`;
}

function checkNonce(settings: AccountSettings, request: LoginIn): void {
  if (!/^[0-9a-f]{64}$/.test(request.nonce)) throw new Refusal('login-wrong-domain');
  const expected = nonceFor(settings, request.nonce.slice(0, 32), request);
  if (!equalBytes(hexToBytes(expected), hexToBytes(request.nonce))) throw new Refusal('login-wrong-domain');
}

const textOf = (
  settings: AccountSettings,
  bound: { address: string; nonce: string; issuedAt: number },
): string =>
  loginText({
    domain: settings.domain,
    address: bound.address,
    network: settings.network,
    nonce: bound.nonce,
    issuedAt: new Date(bound.issuedAt).toISOString(),
    expiresAt: new Date(bound.issuedAt + CHALLENGE_MS).toISOString(),
  });

/** Opens the accounts room. Sessions found are remembered for ten seconds; a logout forgets them at once in this process. */
export function openAccounts(store: Store, settings: AccountSettings): Accounts {
  const known = new Map<string, { session: Session; until: number; touched: number }>();

  const lookUp = async (credentials: Credentials, now: number): Promise<Session> => {
    const id = sessionId(credentials.signature);
    const cached = known.get(id);
    if (cached !== undefined && cached.until > now) return cached.session;
    const row = await findSession(store.db, id);
    if (row === undefined) throw new Refusal('login-required');
    const touched = cached?.touched ?? 0;
    if (now - touched > TOUCH_MS) await touchSession(store.db, id);
    const session = { id, address: row.address, publicKey: row.publicKey };
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(id, { session, until: now + CACHE_MS, touched: now - touched > TOUCH_MS ? now : touched });
    return session;
  };

  return {
    challenge: (address, now, random) => {
      addressToScript(address, settings.network);
      const nonce = nonceFor(settings, bytesToHex(random.subarray(0, 16)), { address, issuedAt: now });
      const text = textOf(settings, { address, nonce, issuedAt: now });
      return { text, nonce, issuedAt: now, expiresAt: now + CHALLENGE_MS };
    },

    login: async (request, credentials, now) => {
      if (request.net !== settings.network) throw new Refusal('wrong-network');
      addressToScript(request.address, settings.network);
      checkNonce(settings, request);
      if (now < request.issuedAt - SKEW_MS || now > request.issuedAt + CHALLENGE_MS)
        throw new Refusal('login-expired');
      const text = textOf(settings, request);
      const { address } = request;
      const proof = { address, network: settings.network, text, ...credentials };
      if (!verifyLogin(proof, settings.verifier)) throw new Refusal('login-wrong-signature');
      if (!(await useNonce(store.db, request.nonce, new Date(request.issuedAt + CHALLENGE_MS))))
        throw new Refusal('login-replayed');
      const expiresAt = now + SESSION_MS;
      const { publicKey } = credentials;
      await insertSession(store.db, {
        id: sessionId(credentials.signature),
        publicKey,
        address: address,
        expiresAt: new Date(expiresAt),
      });
      return { address: address, expiresAt };
    },

    session: async (credentials, now) => {
      const session = await lookUp(credentials, now);
      if (session.publicKey !== credentials.publicKey) throw new Refusal('login-required');
      return session;
    },

    logout: async (session) => {
      known.delete(session.id);
      await revokeSession(store.db, session.id);
    },
  };
}
