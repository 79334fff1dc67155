/** English messages as Lingui's tokens: text, `{value}` and `{value, plural, one {…} other {…}}`. Catalogs come compiled already. */

type Token = string | [name: string, type?: string, cases?: Record<string, Token[]>];

const memory = new Map<string, Token[]>();

/** The tokens of a message: what Lingui's own compiler gives for those we write (a test compares them), at a tenth of its size. */
export function compiled(message: string): Token[] {
  const known = memory.get(message);
  if (known !== undefined) return known;
  const tokens = tokensOf(message, false);
  memory.set(message, tokens);
  return tokens;
}

function tokensOf(text: string, counts: boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    const plain = text.slice(at, open === -1 ? undefined : open);
    if (plain !== '') tokens.push(...(counts ? plain.split(/(#)/).filter((part) => part !== '') : [plain]));
    if (open === -1) break;
    const close = closing(text, open);
    tokens.push(placeholder(text.slice(open + 1, close)));
    at = close + 1;
  }
  return tokens;
}

/** Where the brace at `open` is closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`invariant: a brace is not closed in "${text}"`);
}

function placeholder(inside: string): Token {
  const [, name = '', rest = ''] = /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s.exec(inside) ?? [];
  if (rest === '') return [name];
  const cases: Record<string, Token[]> = {};
  let at = 0;
  for (let open = rest.indexOf('{', at); open !== -1; open = rest.indexOf('{', at)) {
    const close = closing(rest, open);
    cases[rest.slice(at, open).trim()] = tokensOf(rest.slice(open + 1, close), true);
    at = close + 1;
  }
  return [name, 'plural', cases];
}
