/** The field for the esplora its reader names, and what came of asking it. */
import { button, el, put } from './dom.ts';
import { KNOWN } from './esplora.ts';
import type { Network } from '@rialto/protocols';
import { t } from './words.ts';

export interface EsploraForm {
  readonly element: HTMLElement;
  typed(): string;
  says(line: string, mood: 'busy' | 'good' | 'bad'): void;
}

export function esploraForm(network: Network, typed: string, ask: () => void): EsploraForm {
  const field = el('input', {
    id: 'esplora',
    type: 'url',
    value: typed,
    placeholder: KNOWN[network][0] ?? '',
    autocapitalize: 'off',
    spellcheck: false,
  });
  field.setAttribute('list', 'known');
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') ask();
  });
  const said = el('p', { role: 'status', className: 'answer', data: { testid: 'esplora-said' } });
  const element = el(
    'section',
    { className: 'panel', aria: { labelledby: 'esplora-title' } },
    el('h2', { id: 'esplora-title' }, t('2. Check the blockchain')),
    el(
      'p',
      {},
      t(
        'Enter the address of an esplora server, public or your own. It tells from which block each lock is free, where the lanes of pools stand, and broadcasts the exits. It will learn which of them you ask about.',
      ),
    ),
    el('label', { className: 'field', htmlFor: 'esplora' }, t('Esplora address'), field),
    el('datalist', { id: 'known' }, ...KNOWN[network].map((value) => el('option', { value }))),
    el('div', { className: 'acts' }, button(t('Check'), { testid: 'ask', kind: 'act', act: ask })),
    said,
  );
  return {
    element,
    typed: () => field.value,
    says: (line, mood) => {
      said.dataset['mood'] = mood;
      put(said, line);
    },
  };
}
