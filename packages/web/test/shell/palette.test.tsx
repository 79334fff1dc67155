/** The palette: Enter runs what is marked and nothing else, once the dialog is closed; a screen is listed once. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Palette } from '../../src/screens/shell/palette/Palette.tsx';
import { closeDialog, openDialog, useOpenDialog } from '../../src/screens/shell/frame/frame-dialogs.ts';
import { listenForKeys, useKeys } from '../../src/ui/keys.ts';
import { standInDialogs } from '../fake/dialogs.ts';

const pressedOnPage = vi.fn();
const atRun: boolean[] = [];
let root: Root;
let stopKeys: () => void;

/** The page behind: it has a key of its own on Enter, as the order book has. */
function Frame() {
  const open = useOpenDialog();
  useKeys({ title: 'page', keys: [{ press: 'Enter', act: pressedOnPage }] });
  return (
    <>
      <output>{open}</output>
      {open === 'palette' ? <Palette onClose={closeDialog} /> : null}
    </>
  );
}

const top = createRootRoute({ component: Frame });
const screen = (path: string, name: string, title: string) =>
  createRoute({ getParentRoute: () => top, path, staticData: { name, title } });
const pages = [
  screen('/', 'home', 'Book'),
  screen('/pool/{-$pair}', 'pool', 'Pool: add'),
  screen('/pool/{-$pair}/add', 'pool-add', 'Pool: add'),
];

const input = (): HTMLInputElement => {
  const found = document.querySelector('[data-testid="palette-input"]');
  if (!(found instanceof HTMLInputElement)) throw new Error('no palette');
  return found;
};

async function type(words: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), words);
    input().dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  });
}

async function press(key: string, more: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  await act(async () => {
    input().dispatchEvent(event);
    await Promise.resolve();
  });
  return event;
}

const labels = (): (string | null)[] =>
  [...document.querySelectorAll('[data-testid="palette-option"]')].map((one) => one.textContent);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  standInDialogs();
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  stopKeys = listenForKeys();
  const router = createRouter({
    routeTree: top.addChildren(pages),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  openDialog('palette');
  await act(async () => {
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
});

afterEach(() => {
  act(() => root.unmount());
  stopKeys();
  closeDialog();
  document.body.innerHTML = '';
  pressedOnPage.mockClear();
  atRun.length = 0;
  vi.unstubAllGlobals();
});

it('Enter does the act and is no press on the page behind', async () => {
  await type('shortcuts');
  const event = await press('Enter');
  expect(document.querySelector('output')?.textContent).toBe('keys');
  expect(event.defaultPrevented).toBe(true);
  expect(pressedOnPage).not.toHaveBeenCalled();
});

it('the dialog is closed before the act runs', async () => {
  await type('unit');
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    atRun.push(document.querySelector('dialog') !== null);
  });
  await press('Enter');
  set.mockRestore();
  expect(atRun).toEqual([false]);
});

it('Enter that only ends the composing of a word does nothing', async () => {
  await type('shortcuts');
  await press('Enter', { isComposing: true });
  expect(document.querySelector('output')?.textContent).toBe('palette');
});

it('a screen with two addresses is listed once', async () => {
  await type('pool');
  expect(labels()).toEqual(['Pool: add']);
});
