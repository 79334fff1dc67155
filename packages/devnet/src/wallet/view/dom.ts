/** Builds elements without markup text: nothing here needs a script or style exception of the page's policy. */

type Child = Node | string;

interface ElementOptions {
  readonly class?: string;
  readonly testId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (options.class !== undefined) made.className = options.class;
  if (options.testId !== undefined) made.dataset['testid'] = options.testId;
  for (const [key, value] of Object.entries(options.attributes ?? {})) made.setAttribute(key, value);
  if (options.onClick !== undefined) made.addEventListener('click', options.onClick);
  made.append(...children);
  return made;
}

export function button(label: string, options: ElementOptions): HTMLButtonElement {
  return element('button', { ...options, attributes: { type: 'button', ...options.attributes } }, label);
}

/** Digits in groups of three, with the unit: amounts are never bare. */
export function sats(value: bigint): string {
  return `${value.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')} sat`;
}

export function short(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 10)}…${text.slice(-6)}`;
}
