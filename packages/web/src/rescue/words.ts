/** The words of the rescue page. It has a catalog of its own, inside the file: nothing is fetched, and the app does not carry it. */
import { compiled } from '../compiled.ts';
import { recallText, rememberText } from '../memory.ts';
import { messages } from '../../words/rescue/zh-hans.po';

export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;

/** The app's key: served by an exchange, the page speaks as the exchange did. */
const KEY = 'language';

let language: Language = 'en';

export function languageNow(): Language {
  return language;
}

/** The choice of an earlier visit, else the first language of the browser that there is. */
export function startWords(): void {
  const wanted = [recallText(KEY) ?? '', ...navigator.languages].find((tag) => /^(?:en|zh)\b/i.test(tag));
  show(/^zh/i.test(wanted ?? '') ? 'zh-Hans' : 'en');
}

export function chooseLanguage(next: Language): void {
  show(next);
  rememberText(KEY, next);
}

function show(next: Language): void {
  language = next;
  document.documentElement.lang = next;
}

/** A message in the language of the moment, its values put in. */
export function t(message: string, values: Readonly<Record<string, string | number>> = {}): string {
  const translated = language === 'en' ? undefined : messages[message];
  const tokens = Array.isArray(translated) ? translated : compiled(message);
  return tokens.map((token) => (typeof token === 'string' ? token : String(values[token[0]] ?? ''))).join('');
}

/** Marks a message that is said later by `t`. */
export const msg = <const Message extends string>(message: Message): Message => message;

/** A whole number with the marks of the language. */
export function numberWords(value: bigint | number): string {
  return value.toLocaleString(language);
}
