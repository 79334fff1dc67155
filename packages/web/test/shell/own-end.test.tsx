/** Acts that no feed tells of come to their end all the same, and the recover page says nothing it does not know. */
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { coinToWire } from '@rialto/contract';
import type { Coin, Txid } from '@rialto/protocols';
import { outpoint } from '@rialto/protocols';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveCredential } from '../../src/data/calls/credentials.ts';
import { saveConnection } from '../../src/flows/account/account.ts';
import { putInTray, trayItems } from '../../src/flows/tray.ts';
import type { MarketItem } from '../../src/flows/tray.ts';
import { RecoverScreen } from '../../src/screens/recover/Screen.tsx';
import { TrayEnd } from '../../src/screens/shell/tray/TrayEnd.tsx';
import { ASSET, cleanCoin, id, user } from '../fake/people.ts';

const me = user(7);
const { address, publicKey } = me;
const txId = id(3);
const cancel: MarketItem = {
  id: id(1),
  kind: 'cancel',
  address,
  book: 'brc20',
  tick: 'ordi',
  assetId: ASSET,
  title: 'Cancel',
  state: 'sent',
  txId,
  note: '',
  nextBest: [],
  startedAt: 1,
};
const at = { height: 7, hash: id(9) };
const home: Coin = { ...cleanCoin(me, 1, 500n), outpoint: outpoint(txId as Txid, 0) };
const nothing = { transactions: [], unfinished: [], mixed: [], at };

let root: Root;
let place: HTMLElement;
/** By the end of the path; a path without an answer fails. */
let answers: Readonly<Record<string, unknown>> = {};

let asked: string[] = [];

function show(what: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  act(() => root.render(<QueryClientProvider client={client}>{what}</QueryClientProvider>));
}

const until = (holds: () => void): Promise<void> => act(() => vi.waitFor(holds, { timeout: 10_000 }));

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', (input: string) => {
    const path = input.split('?')[0] ?? '';
    asked.push(path);
    const [, data] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    return Promise.resolve(
      data === undefined
        ? Response.json({ code: 1, message: 'down' }, { status: 503 })
        : Response.json({ code: 0, message: '', processingTime: 1, data }),
    );
  });
  saveConnection({ wallet: 'unisat', status: 'connected', address, pubKey: publicKey });
  saveCredential({ address, publicKey, signature: '', expiresAt: Date.now() + 1e9 });
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stateOf = () => trayItems().find((item) => item.id === cancel.id)?.state;

it('a cancel on the chain is done when a block has it, whether or not its order tells', async () => {
  putInTray(cancel);
  answers = { '/own/list': nothing, '/coins': { coins: [coinToWire(home)], at } };
  show(<TrayEnd item={cancel} />);
  await until(() => expect(stateOf()).toBe('confirmed'));
});
it('one that is in no block and waits no more came to nothing, after a while', async () => {
  putInTray(cancel);
  answers = { '/own/list': nothing, '/coins': { coins: [], at } };
  show(<TrayEnd item={cancel} />);
  await until(() => expect(asked.some((path) => path.endsWith('/coins'))).toBe(true));
  expect(stateOf()).toBe('sent');
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(stateOf()).toBe('void');
});
it('an inscription that was there is lost when nothing has it any more; one nobody saw yet is not', async () => {
  const item: MarketItem = { ...cancel, kind: 'inscribe', title: 'Inscribe' };
  const pair = { commitTxId: id(4), revealTxId: txId, state: 'commit-waiting', since: 1, acts: [] };
  putInTray(item);
  answers = { '/own/list': nothing, '/coins': { coins: [], at } };
  show(<TrayEnd item={item} />);
  await until(() => expect(asked.some((path) => path.endsWith('/own/list'))).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(stateOf()).toBe('sent');
  answers = { ...answers, '/own/list': { ...nothing, unfinished: [pair] } };
  show(<TrayEnd item={item} />);
  await until(() => expect(stateOf()).toBe('seen'));
  answers = { ...answers, '/own/list': nothing };
  show(<TrayEnd item={{ ...item, state: 'seen' }} />);
  await until(() => expect(asked.some((path) => path.endsWith('/coins'))).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(stateOf()).toBe('void');
});
it('nothing is said to be left behind while nobody knows', async () => {
  answers = { '/own/list': nothing };
  show(<RecoverScreen />);
  await until(() => expect(place.textContent).toContain('can’t list your pending items'));
  expect(place.querySelector('[data-testid="recover-nothing"]')).toBeNull();
});
