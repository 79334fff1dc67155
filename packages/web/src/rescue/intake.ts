/** How rescue files come in: chosen, dropped, pasted, or kept in this browser by the exchange's own page. */
import { keptExits } from '../exit-store.ts';
import { rescueFiles } from '../rescue-store.ts';
import { button, el } from './dom.ts';
import type { Source } from './locks.ts';
import { t } from './words.ts';

/** What the exchange kept in this browser; nothing where the page was opened from disk. */
export function keptSources(): Source[] {
  return [...rescueFiles(), ...keptExits()].map((text, at) => ({
    name: t('Kept in this browser, {number}', { number: at + 1 }),
    text,
  }));
}

/** Calls back with what was read, as often as something comes. */
export function intake(take: (sources: readonly Source[]) => void): HTMLElement {
  const read = async (files: Iterable<File>): Promise<void> => {
    take(await Promise.all([...files].map(async (file) => ({ name: file.name, text: await textOf(file) }))));
  };
  const chooser = el('input', {
    type: 'file',
    multiple: true,
    id: 'files',
    accept: '.json,application/json,text/plain',
  });
  chooser.addEventListener('change', () => {
    void read(chooser.files ?? []).then(() => {
      // The same file can be chosen again.
      chooser.value = '';
    });
  });
  const text = el('textarea', { id: 'pasted', rows: 3, spellcheck: false, autocapitalize: 'off' });
  const paste = button(t('Read'), {
    testid: 'read-pasted',
    act: () => {
      take([{ name: t('Pasted'), text: text.value }]);
      text.value = '';
    },
  });
  const zone = el(
    'section',
    { className: 'panel', data: { testid: 'intake' }, aria: { labelledby: 'intake-title' } },
    el('h2', { id: 'intake-title' }, t('1. Your rescue file')),
    el(
      'p',
      {},
      t('Choose one or more files, or drop them here. They are read in this page and sent nowhere.'),
    ),
    el('label', { className: 'field', htmlFor: 'files' }, t('Rescue files'), chooser),
    el(
      'details',
      {},
      el('summary', {}, t('Or paste its text')),
      el('label', { className: 'field', htmlFor: 'pasted' }, t('Text of a rescue file'), text),
      paste,
    ),
  );
  zone.addEventListener('drop', (event) => {
    const files = event.dataTransfer?.files;
    if (files !== undefined && files.length > 0) void read(files);
  });
  return zone;
}

/** A file dropped anywhere else would replace the page. */
export function keepPage(): void {
  for (const name of ['dragover', 'drop'])
    document.addEventListener(name, (event) => {
      event.preventDefault();
    });
}

/** An unreadable file is an empty one: the reader is told its name. */
async function textOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch {
    return '';
  }
}
