/** One reader for the JSON of strangers: RFC 8259 and nothing more, in one pass, as deep as its caller allows. Total: never throws. */

/** A value. A number keeps its text and an object all its members in their order, so that each reader applies its own rules. */
export type Json = null | boolean | string | JsonNumber | JsonList | JsonObject;

interface JsonNumber {
  readonly kind: 'number';
  readonly text: string;
}

interface JsonList {
  readonly kind: 'list';
  readonly items: readonly Json[];
}

export interface JsonObject {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

type JsonMember = readonly [key: string, value: Json];

/** Where readers of JSON differ. */
export interface JsonRules {
  /** How many lists and objects may be open at once. */
  readonly depth: number;
  /** What becomes of a text with half a surrogate pair, which only escapes can write; undefined refuses the whole. */
  readonly broken: (text: string) => string | undefined;
  /** Whether a number of this text is accepted. */
  readonly number: (text: string) => boolean;
}

/** The value a text holds; undefined when it is not JSON, or more than the rules allow. */
export function readJson(text: string, rules: JsonRules): Json | undefined {
  return new Reader(text, rules).whole();
}

type Open =
  | { readonly kind: 'list'; readonly items: Json[] }
  | { readonly kind: 'object'; readonly members: JsonMember[] };

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /null|true|false/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const WORDS: ReadonlyMap<string, Json> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Keeps what is open in a list of its own: a stranger may nest deeper than calls may. */
class Reader {
  private readonly text: string;
  private readonly rules: JsonRules;
  private readonly open: Open[] = [];
  /** The key that waits for its value, of each open object. */
  private readonly keys: string[] = [];
  private at = 0;

  constructor(text: string, rules: JsonRules) {
    this.text = text;
    this.rules = rules;
  }

  whole(): Json | undefined {
    for (;;) {
      this.take(SPACE);
      const value = this.begun();
      if (value === undefined) return undefined;
      if (value === OPENED) continue;
      const next = this.after(value);
      if (next !== CONTINUED) return next;
    }
  }

  /** A value that is complete, or OPENED when a list or an object has begun that is not empty. */
  private begun(): Json | typeof OPENED | undefined {
    switch (this.text[this.at]) {
      case '[':
        return this.opened({ kind: 'list', items: [] }, ']');
      case '{':
        return this.opened({ kind: 'object', members: [] }, '}');
      case '"':
        return this.string();
      default: {
        const word = WORDS.get(this.take(WORD));
        return word === undefined ? this.number() : word;
      }
    }
  }

  private opened(made: Open, end: string): Json | typeof OPENED | undefined {
    this.at += 1;
    if (this.open.length >= this.rules.depth) return undefined;
    this.take(SPACE);
    if (this.skip(end)) return made;
    this.open.push(made);
    return made.kind === 'list' || this.key() ? OPENED : undefined;
  }

  /** Puts a complete value where it belongs: CONTINUED when another must follow, else the whole. */
  private after(complete: Json): Json | typeof CONTINUED | undefined {
    for (let value = complete; ;) {
      this.take(SPACE);
      const last = this.open.at(-1);
      if (last === undefined) return this.at === this.text.length ? value : undefined;
      if (last.kind === 'list') last.items.push(value);
      else last.members.push([this.keys.pop() ?? '', value]);
      if (this.skip(',')) {
        this.take(SPACE);
        return last.kind === 'list' || this.key() ? CONTINUED : undefined;
      }
      if (!this.skip(last.kind === 'list' ? ']' : '}')) return undefined;
      this.open.pop();
      value = last;
    }
  }

  private key(): boolean {
    const key = this.string();
    this.take(SPACE);
    if (key === undefined || !this.skip(':')) return false;
    this.keys.push(key);
    return true;
  }

  private string(): string | undefined {
    if (!this.skip('"')) return undefined;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.take(PLAIN));
      if (this.skip('"')) break;
      const escape = this.take(ESCAPE);
      if (escape === '') return undefined;
      parts.push(unescaped(escape));
    }
    const text = parts.join('');
    return parts.length > 1 && LONE_SURROGATE.test(text) ? this.rules.broken(text) : text;
  }

  private number(): JsonNumber | undefined {
    const text = this.take(NUMBER);
    return text !== '' && this.rules.number(text) ? { kind: 'number', text } : undefined;
  }

  private skip(letter: string): boolean {
    const here = this.text[this.at] === letter;
    if (here) this.at += 1;
    return here;
  }

  /** What the pattern finds here, '' for nothing. */
  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

const OPENED = Symbol('opened');
const CONTINUED = Symbol('continued');

function unescaped(escape: string): string {
  const letter = escape[1] ?? '';
  if (letter === 'u') return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  return CONTROLS.get(letter) ?? letter;
}
