/**
 * The words of this page in the reader's language. Messages are written in English where they are said; other
 * languages are catalogs (`packages/web/words`), loaded when chosen. Braces hold values, and ICU plurals.
 */
import { setupI18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import { compiled } from './compiled.ts';
import { recallText, rememberText } from './memory.ts';
import { shown } from './shown.ts';
import { createStore } from './store.ts';

export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' } as const;
type Language = keyof typeof LANGUAGES;
export type Values = Readonly<Record<string, string | number>>;

/** Sentences of the exchange by the code of the refusal; loaded with a catalog. */
type RefusalSentence = (code: string) => string | undefined;

const KEY = 'language';
const i18n = setupI18n();
i18n.setMessagesCompiler(compiled);
i18n.loadAndActivate({ locale: 'en', messages: {} });

let refusalSentence: RefusalSentence = () => undefined;

/** What is shown now; the page is drawn anew when it changes. */
export const language = createStore<Language>('en');

/** A message in the language of the moment. Only while drawing or telling: whatever is kept is kept in English, by `msg`. */
export function t(message: string, values: Values = {}): string {
  const safe = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (typeof value === 'number') return [name, value];
    return [name, (name === 'tick' ? shown(value) : value).replaceAll('\\', BACKSLASH)];
  });
  return i18n._(message, Object.fromEntries(safe)).replaceAll(BACKSLASH, '\\');
}

/** Stands for a backslash while a message is put together: what looks like an escape would be taken for one. */
const BACKSLASH = '\u0002';

/** Marks a message that is said later by `t`. */
export const msg = <const Message extends string>(message: Message): Message => message;

/** What the exchange said when it refused, by its code; the detail in brackets stays as it is. */
export function refusalWords(code: string | undefined, said: string): string {
  const sentence = code === undefined ? undefined : refusalSentence(code);
  if (sentence === undefined) return said;
  const detail = said.startsWith(sentence) ? said.slice(sentence.length) : '';
  return `${t(sentence)}${detail}`;
}

/** A whole number or a fraction, with the marks of the language. */
export function numberWords(value: number, options?: Intl.NumberFormatOptions): string {
  return i18n.number(value, options);
}

/** A moment, in milliseconds since 1970 or as year-month-day. */
export function dateWords(value: number | string, options: Intl.DateTimeFormatOptions): string {
  return i18n.date(new Date(value), options);
}

/** One of these: `A or B`. */
export function eitherWords(names: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names);
}

export function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && Object.hasOwn(LANGUAGES, value);
}

/** The first language of the browser that we have; any Chinese gets the Chinese there is. */
export function languageFor(requested: readonly string[]): Language {
  for (const tag of requested) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-Hans';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** Before the first drawing: the setting, otherwise what the browser asks for. */
export async function startWords(): Promise<void> {
  const stored = recallText(KEY);
  await show(isLanguage(stored) ? stored : languageFor(navigator.languages));
}

/** Remembers the choice and shows it. */
export async function chooseLanguage(next: Language): Promise<void> {
  await show(next);
  rememberText(KEY, next);
}

async function show(next: Language): Promise<void> {
  const messages = next === 'en' ? {} : await catalogOf(next);
  i18n.loadAndActivate({ locale: next, messages });
  document.documentElement.lang = next;
  language.set(next);
}

async function catalogOf(_next: Exclude<Language, 'en'>): Promise<Messages> {
  const [catalog, refusals] = await Promise.all([
    import('../words/zh-hans.po'),
    import('./refusal-sentence.ts'),
  ]);
  refusalSentence = refusals.refusalSentence;
  return catalog.messages;
}
