/** What the page is, why it needs no wallet, and how it is kept. */
import { el } from './dom.ts';
import { LANGUAGES, chooseLanguage, languageNow, t } from './words.ts';
import type { Language } from './words.ts';

/** The name it is saved under. */
const FILE = 'rialto-rescue.html';

/** @param isServed it came from a server, and not from disk */
export function about(isServed: boolean, redraw: () => void): HTMLElement {
  return el(
    'header',
    { className: 'top' },
    el(
      'div',
      { className: 'bar' },
      el('strong', {}, 'Rialto'),
      el('nav', { aria: { label: t('Language') } }, ...languageButtons(redraw)),
    ),
    el('h1', {}, t('Recover your locked coins')),
    el(
      'p',
      { className: 'lead' },
      t(
        'Standing bids and protected asks lock coins that you and the exchange can only spend together. After some blocks you can recover each lock alone: its exit was signed when the lock was made, and is in your rescue file. A provider of a pool has the signed ways home of its lanes. This page opens both, without the exchange.',
      ),
    ),
    isServed ? savingNote() : diskNote(),
  );
}

function languageButtons(redraw: () => void): HTMLElement[] {
  const names: readonly Language[] = ['en', 'zh-Hans'];
  return names.map((name) => {
    const made = el(
      'button',
      { type: 'button', className: 'quiet', lang: name, aria: { pressed: String(name === languageNow()) } },
      LANGUAGES[name],
    );
    made.addEventListener('click', () => {
      chooseLanguage(name);
      redraw();
    });
    return made;
  });
}

/** The same address gives the file: nothing in it belongs to this server. */
function savingNote(): HTMLElement {
  const link = el(
    'a',
    { href: '/rescue', download: FILE, data: { testid: 'save-page' } },
    t('Save this page'),
  );
  return el(
    'p',
    {},
    link,
    ' ',
    t(
      'next to your rescue file while the exchange is still there. It is a single file that works from disk.',
    ),
  );
}

function diskNote(): HTMLElement {
  return el(
    'div',
    { data: { testid: 'from-disk' } },
    el(
      'p',
      {},
      t(
        'You opened this page from disk. It needs no wallet: the exits are already signed, and whoever sends one, it pays you. If you need the page over http (for a wallet extension, say), this command serves its folder, and the page is at the address below it:',
      ),
    ),
    el('pre', { tabIndex: 0 }, `python3 -m http.server 8000 --bind 127.0.0.1\nhttp://localhost:8000/${FILE}`),
  );
}
