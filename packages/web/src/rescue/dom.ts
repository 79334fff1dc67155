/** Elements, made by name. Text is only ever text: nothing is parsed. */
import { t } from './words.ts';

type Child = Node | string | false | undefined;
type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Pick<HTMLElementTagNameMap[Tag], Writable<HTMLElementTagNameMap[Tag]>>
> & { readonly data?: Readonly<Record<string, string>>; readonly aria?: Readonly<Record<string, string>> };
type Writable<Element> = {
  [Name in keyof Element]: Element[Name] extends string | boolean | number | null ? Name : never;
}[keyof Element];

/** `data` and `aria` are names without their `data-` and `aria-`; every other property is the element's own. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { data = {}, aria = {}, ...own }: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, own);
  for (const [name, value] of Object.entries(data)) element.setAttribute(`data-${name}`, value);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(`aria-${name}`, value);
  put(element, ...children);
  return element;
}

/** Replaces what is in an element. */
export function put(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

/** A button that does one thing. */
export function button(
  words: string,
  { testid, kind = 'quiet', act }: { testid: string; kind?: 'act' | 'quiet'; act: () => void },
): HTMLButtonElement {
  const made = el('button', { type: 'button', className: kind, data: { testid } }, words);
  made.addEventListener('click', act);
  return made;
}

/** Names and what they stand for. */
export function facts(rows: readonly (readonly [name: string, value: string | Node])[]): HTMLElement {
  return el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/** Copies, and says that it did; where the browser gives no clipboard the text can be marked by hand. */
export function copier(words: string, text: string, testid: string): HTMLElement {
  const said = el('span', { className: 'note', role: 'status' });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      put(said, t('Copied'));
    } catch {
      put(
        said,
        t('The browser doesn’t allow copying. Select the text and copy it yourself:'),
        el('pre', { tabIndex: 0 }, text),
      );
    }
  };
  return el('span', { className: 'copier' }, button(words, { testid, act: () => void copy() }), said);
}
