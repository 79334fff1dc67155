/** Rescue files stay until somebody drops them; no window loses another's, and whoever has no copy is told. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptSources } from '../../src/rescue/intake.ts';
import { dropRescue, keepRescue, rescueFiles } from '../../src/rescue-store.ts';
import { RescueFile } from '../../src/show/locks/RescueFile.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('keeps every file, the same one once', () => {
  const files = Array.from({ length: 300 }, (_, at) => `file ${at}`);
  for (const text of [...files, 'file 299']) expect(keepRescue(text)).toBe(true);
  expect(rescueFiles().toSorted()).toEqual(files.toSorted());
});

it('drops what was never locked, and nothing else', () => {
  for (const text of ['a', 'b', 'c']) keepRescue(text);
  dropRescue('b');
  expect(rescueFiles().toSorted()).toEqual(['a', 'c']);
});

it('has the files of earlier versions too, and the rescue page reads all of them', () => {
  localStorage.setItem('rescue-files', JSON.stringify(['old', 'older']));
  for (const text of ['new', 'old']) keepRescue(text);
  expect(rescueFiles()).toEqual(['old', 'older', 'new']);
  expect(keptSources().map(({ text }) => text)).toEqual(['old', 'older', 'new']);
});

it('keeps both of two windows that write at once', () => {
  // The other window writes after this one has read, and before it writes.
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(function (this: Storage, key, text) {
    keepRescue('theirs');
    setItem.call(this, key, text);
  });
  keepRescue('ours');
  expect(rescueFiles().toSorted()).toEqual(['ours', 'theirs']);
});

it('says that it could not keep a file, and loses none of the others', () => {
  keepRescue('before');
  fillStorage();
  expect(keepRescue('after')).toBe(false);
  expect(rescueFiles()).toEqual(['before']);
});

it('tells the user where there is no copy in this browser, and only there', () => {
  keepRescue('kept');
  fillStorage();
  keepRescue('lost');
  expect(notKept('kept')).toBeNull();
  expect(notKept('lost')?.textContent).toContain('Save the file now');
});

function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

/** What jsdom lacks of dialogs. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

function notKept(rescue: string): Element | null {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(<RescueFile rescue={rescue} onClose={() => undefined} />));
  const found = document.querySelector('[data-testid="rescue-not-kept"]')?.cloneNode(true) ?? null;
  act(() => root.unmount());
  return found as Element | null;
}
