/**
 * The error catalogue (product §8), whole, in one table. Each entry is walked from its cause to the words
 * on the screen here, or names the browser story that walks it, or the work that will make it reachable.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, createElement } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { REFUSALS } from '@rialto/contract';
import type { RefusalCode } from '@rialto/refusals';
import { loginText, scriptToAddress } from '@rialto/psbt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCredentials } from '../../src/data/calls/credentials.ts';
import { createClient } from '../../src/data/calls/client.ts';
import { dropConnection } from '../../src/flows/account/account.ts';
import { connect } from '../../src/flows/account/connect.ts';
import { login } from '../../src/flows/account/login.ts';
import { MissingWalletDialog } from '../../src/screens/shell/account/MissingWalletDialog.tsx';
import { tellWallet } from '../../src/screens/shell/tell.ts';
import { tell } from '../../src/screens/orderbook/review/tell.ts';
import { Toasts } from '../../src/ui/toast/Toasts.tsx';
import { keptToasts, removeToast } from '../../src/ui/toast/toast.ts';
import { FACES } from '../../src/wallets/wallet-names.ts';
import type { Face } from '../../src/wallets/wallet.ts';
import { walletById } from '../../src/wallets/wallets.ts';
import { user } from '../fake/people.ts';

type Variant = 'default' | 'destructive' | 'warn' | 'success';
interface Entry {
  readonly words: string;
  readonly variant: Variant;
  /** What a user does, up to the toast; may give back something to draw. */
  readonly cause?: () => Promise<ReactNode | undefined> | undefined;
  /** Said once, in the dialog that leads to the store, and by no toast beside it. */
  readonly inDialog?: true;
  /** The browser story that walks it. */
  readonly story?: string;
  /** What must be built first. */
  readonly later?: string;
}

const { publicKey, script } = user(7);
const address = scriptToAddress(script, 'livenet') ?? '';

/** What an extension injects, for the moment of one cause. */
function inject(name: string, value: unknown): void {
  Reflect.set(window, name, value);
}

async function told(doing: Promise<unknown>, say: (error: unknown) => void): Promise<undefined> {
  await doing.then(() => expect.fail('this should have failed'), say);
  return undefined;
}

function okx(answers: { address: string }): void {
  inject('okxwallet', {
    bitcoin: {
      connect: () => Promise.resolve({ address: answers.address, publicKey: `02${'a'.repeat(64)}` }),
      getNetwork: () => Promise.resolve('livenet'),
      disconnect: () => Promise.resolve(),
    },
  });
}

function unisat(): void {
  inject('unisat', {
    requestAccounts: () => Promise.resolve([address]),
    getAccounts: () => Promise.resolve([address]),
    getPublicKey: () => Promise.resolve(publicKey),
    getChain: () => Promise.resolve({ enum: 'BITCOIN_MAINNET' }),
    getNetwork: () => Promise.resolve('livenet'),
    signMessage: () => Promise.resolve('a signature'),
  });
}

const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

/** The exchange says no in the words of its catalogue of refusals, as `reply.ts` of the server writes them. */
function refused(code: RefusalCode): () => Promise<undefined> {
  const { status, sentence } = REFUSALS[code];
  return said(status, { code: 1, message: sentence, data: null, refusal: code });
}

function said(status: number, body: unknown): () => Promise<undefined> {
  const call = createClient(() => Promise.resolve(answer(status, body)));
  return () => told(call('tickers', { params: { book: 'brc20' }, query: { net: 'livenet' } }), tell);
}

const missing = (face: Face): Entry => ({
  words: `${FACES[face].name} wallet not installed`,
  variant: 'warn',
  inDialog: true,
  cause: async () => {
    await expect(connect(face, 'livenet')).rejects.toMatchObject({ kind: 'not-installed' });
    return createElement(MissingWalletDialog, { face, onClose: () => undefined });
  },
});

/** An exchange that gives a good challenge and then refuses the login. */
async function refusedLogin(): Promise<undefined> {
  unisat();
  await connect('unisat', 'livenet');
  const issuedAt = 1_790_000_000_000;
  const expiresAt = issuedAt + 300_000;
  const nonce = 'a'.repeat(64);
  const text = loginText({
    domain: window.location.host,
    address,
    network: 'livenet',
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  });
  const { status, sentence } = REFUSALS['login-wrong-signature'];
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.includes('challenge')
        ? answer(200, { code: 0, data: { text, nonce, issuedAt, expiresAt } })
        : answer(status, { code: 1, message: sentence, data: null }),
    ),
  );
  return told(login({ wallet: 'unisat', address, publicKey }, 'livenet'), tellWallet);
}

const CATALOGUE: readonly Entry[] = [
  missing('unisat'),
  missing('okx'),
  missing('metalet'),
  {
    words: 'Please use a native SegWit or Taproot address (Starts with bc1)',
    variant: 'destructive',
    cause: () => {
      okx({ address: '3P14159f73E4gFr7JterCCQh9QjiTjiZrG' });
      return told(connect('okx', 'livenet'), tellWallet);
    },
  },
  {
    words: 'OKX wallet only supports livenet',
    variant: 'warn',
    cause: () => {
      okx({ address });
      return told(connect('okx', 'testnet'), tellWallet);
    },
  },
  { words: 'Please login first.', variant: 'destructive', cause: refused('login-required') },
  {
    words: 'Please connect to a wallet first.',
    variant: 'warn',
    cause: () => told(login(undefined, 'livenet'), tellWallet),
  },
  {
    words: 'Unsupported wallet: demo',
    variant: 'warn',
    cause: () => told(walletById('demo'), tellWallet),
  },
  {
    words: 'Order should be at least 0.0001 BTC (10,000 sat).',
    variant: 'destructive',
    cause: refused('too-small'),
  },
  {
    words: 'a message with 403',
    variant: 'destructive',
    cause: said(403, { message: 'a message with 403' }),
  },
  {
    words: 'a message with code 1',
    variant: 'destructive',
    cause: said(200, { code: 1, message: 'a message with code 1', data: null }),
  },
  { words: 'a message with status error', variant: 'destructive', later: 'swap, bridge and Runes calls' },
  {
    // The error's own message is the specification's, with path and status; people read this (data/client.test.ts).
    words: 'The exchange could not do this. Try again in a moment.',
    variant: 'destructive',
    cause: said(500, {}),
  },
  {
    words: 'The signature does not belong to this address. Please sign again.',
    variant: 'destructive',
    cause: refusedLogin,
  },
  { words: 'Choose a fee rate first.', variant: 'destructive', later: 'events and rewards (the reward fee)' },
  { words: 'Address copied to clipboard', variant: 'default', story: 'frame-gates.story.ts' },
  {
    words: 'Account cache cleared. Refreshing...',
    variant: 'default',
    story: 'wallet-rules.story.ts',
  },
  { words: 'account changed. Refreshing page...', variant: 'default', story: 'wallet-rules.story.ts' },
  {
    words: 'Outputs are spending more than Inputs',
    variant: 'destructive',
    cause: refused('outputs-exceed-inputs'),
  },
  { words: 'Duplicate input detected', variant: 'destructive', cause: refused('duplicate-input') },
  { words: 'No inputs were signed', variant: 'destructive', cause: refused('signature-missing') },
  { words: 'Sighash type is not allowed', variant: 'destructive', cause: refused('sighash-not-allowed') },
  { words: 'Not finalized', variant: 'destructive', cause: refused('not-finalized') },
  {
    words: 'Can not modify transaction, signatures exist',
    variant: 'destructive',
    cause: refused('psbt-changed'),
  },
  { words: 'Need Signer to sign input', variant: 'destructive', cause: refused('signer-missing') },
];

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  // This DOM has no top layer.
  for (const name of ['showPopover', 'hidePopover', 'showModal', 'close'])
    for (const kind of [HTMLElement, HTMLDialogElement]) Reflect.set(kind.prototype, name, () => undefined);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  for (const one of keptToasts()) removeToast(one.id);
  for (const name of ['unisat', 'okxwallet', 'metaidwallet']) Reflect.deleteProperty(window, name);
  dropConnection();
  clearCredentials();
  vi.unstubAllGlobals();
});

describe('walked to the screen', () => {
  const here = CATALOGUE.flatMap(({ cause, ...entry }) => (cause === undefined ? [] : [{ ...entry, cause }]));
  it.each(here)('$words', async ({ words, variant, cause, inDialog }) => {
    const drawn = await cause();
    await act(async () => {
      root.render(createElement('div', {}, createElement(Toasts), drawn));
      await Promise.resolve();
    });
    const shown = place.querySelector('[data-testid="toast"]');
    if (inDialog === true) {
      expect(place.querySelector('dialog h2')?.textContent).toBe(words);
      expect(shown).toBeNull();
      return;
    }
    expect(shown?.querySelector('p')?.textContent).toBe(words);
    expect(shown?.getAttribute('data-variant')).toBe(variant);
  });

  it('a missing wallet says where to get it', async () => {
    await act(async () => {
      root.render(
        createElement(
          'div',
          {},
          createElement(Toasts),
          createElement(MissingWalletDialog, { face: 'okx', onClose: () => undefined }),
        ),
      );
      await Promise.resolve();
    });
    const shown = place.querySelector('[data-testid="wallet-missing"]');
    expect(shown?.textContent).toContain('Please install OKX wallet to continue.');
    expect(shown?.querySelector('a')?.textContent).toBe('Go to wallet');
    expect(shown?.querySelector('a')?.href).toBe(FACES.okx.store);
  });
});

describe('walked by a browser story', () => {
  const stories = join(import.meta.dirname, '../../../devnet/test/stories');
  it.each(CATALOGUE.filter((entry) => entry.story !== undefined))(
    '$words: $story',
    ({ words, story = '' }) => {
      const file = join(stories, story);
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, 'utf8')).toContain(words);
    },
  );
});

describe('every entry', () => {
  it('is walked here, by a story, or waits for named work: exactly one of the three', () => {
    for (const { words, cause, story, later } of CATALOGUE)
      expect([words, [cause, story, later].filter((way) => way !== undefined).length]).toEqual([words, 1]);
  });
  it('that waits, waits for this', () => {
    const waiting = CATALOGUE.flatMap(({ words, later }) => (later === undefined ? [] : [[words, later]]));
    expect(waiting).toEqual([
      ['a message with status error', 'swap, bridge and Runes calls'],
      ['Choose a fee rate first.', 'events and rewards (the reward fee)'],
    ]);
  });
});
