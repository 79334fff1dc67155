/** The field over a list: what is marked, what the screen reader is told of it, and what Enter and a click choose. */
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Combobox } from '../../src/ui/Combobox.tsx';

const NAMES = Array.from({ length: 12 }, (_, at) => `name ${at}`);
const chosen = vi.fn();
const shownUnderList = (): string | null | undefined => document.querySelector('output')?.textContent;
const scrolledTo: string[] = [];
let root: Root;

function Names() {
  const [typed, setTyped] = useState('');
  return (
    <Combobox
      label="Search"
      placeholder=""
      listLabel="Found"
      typed={typed}
      onType={setTyped}
      items={NAMES.filter((name) => name.includes(typed))}
      idOf={(name) => name}
      onChoose={chosen}
      testId="name"
      listClass=""
      optionClass={() => ''}
      more={(marked) => <output>{marked}</output>}
    >
      {(name) => name}
    </Combobox>
  );
}

function field(): HTMLInputElement {
  const found = document.querySelector('input');
  if (found === null) throw new Error('no field');
  return found;
}

/** The option the field names as the active one, which must be the only one marked. */
function marked(): string | null | undefined {
  const selected = [...document.querySelectorAll('[role="option"][aria-selected="true"]')];
  expect(selected.map((one) => one.id)).toEqual([field().getAttribute('aria-activedescendant')]);
  return selected[0]?.textContent;
}

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    await Promise.resolve();
  });
}

async function type(words: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), words);
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  });
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // jsdom has no layout and lacks it.
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.textContent);
  };
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => {
    root.render(<Names />);
    await Promise.resolve();
  });
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  chosen.mockClear();
  scrolledTo.length = 0;
  vi.unstubAllGlobals();
});

it.each([
  [['ArrowDown'], 'name 1'],
  [['ArrowUp'], 'name 0'],
  [['PageDown', 'ArrowUp'], 'name 7'],
  [['PageDown', 'PageDown'], 'name 11'],
  [['PageDown', 'PageUp'], 'name 0'],
])('%j marks %s and brings it into sight', async (keys, name) => {
  expect(marked()).toBe('name 0');
  for (const key of keys) await press(key);
  expect(marked()).toBe(name);
  expect(shownUnderList()).toBe(name);
  expect(scrolledTo.at(-1)).toBe(name);
});

it('another text begins at the first again', async () => {
  await press('PageDown');
  await type('name 1');
  expect(marked()).toBe('name 1');
});

it('Enter chooses the marked one, a press that only ends the composing of a word does not', async () => {
  await press('ArrowDown');
  await press('Enter', { isComposing: true });
  expect(chosen).not.toHaveBeenCalled();
  await press('Enter');
  expect(chosen.mock.calls).toEqual([['name 1']]);
});

it('with nothing found none is marked, and Enter chooses none', async () => {
  await type('nobody');
  expect(field().getAttribute('aria-activedescendant')).toBeNull();
  expect(shownUnderList()).toBe('');
  await press('Enter');
  expect(chosen).not.toHaveBeenCalled();
});

it('a click chooses, the pointer marks', async () => {
  const third = document.querySelectorAll('[role="option"]')[2];
  await act(async () => {
    third?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    await Promise.resolve();
  });
  expect(marked()).toBe('name 2');
  await act(async () => {
    third?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await Promise.resolve();
  });
  expect(chosen.mock.calls).toEqual([['name 2']]);
});
