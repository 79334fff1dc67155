/** Our readers of JSON beside small models of serde_json's and Go's, which are made of the engine's `JSON.parse`. */
import { expect, test } from 'vitest';
import { isFlaw } from '../../src/index.ts';
import {
  fieldsOf,
  goText,
  integerOf,
  nestedTexts,
  parseInteger,
  readGo,
  readUntyped,
  textsOf,
} from '../../src/json/go.ts';
import { readSerdeObject } from '../../src/json/serde.ts';
import { goLower, goTrim, goUpper } from '../../src/go-text.ts';
import { Dice } from '../dice.ts';
import { oddBody } from './json-bodies.ts';
import { utf8 } from '../mrc20/mrc20-build.ts';

const BODIES = 8_000;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g;

function strings(text: string): string[] {
  return (text.match(TOKENS) ?? [])
    .filter((token) => token.startsWith('"'))
    .map((token) => JSON.parse(token) as string);
}

function numbers(text: string): string[] {
  return (text.match(TOKENS) ?? []).filter((token) => !token.startsWith('"'));
}

function depthOf(text: string): number {
  let [open, most] = [0, 0];
  for (const letter of text.replaceAll(TOKENS, '')) {
    if (letter === '[' || letter === '{') open += 1;
    if (letter === ']' || letter === '}') open -= 1;
    most = Math.max(most, open);
  }
  return most;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** serde_json's own arithmetic, in the doubles it uses. */
function serdeTakes(number: string): boolean {
  const [mantissa = '', power = '0'] = number.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  let [digits, exponent, at] = [0n, Number(power), 0];
  const fits = (digit: string) => digits * 10n + BigInt(digit) < 1n << 64n;
  for (; at < whole.length && fits(whole[at] ?? '0'); at += 1)
    digits = digits * 10n + BigInt(whole[at] ?? '0');
  exponent += whole.length - at;
  for (at = 0; at < fraction.length && fits(fraction[at] ?? '0'); at += 1) {
    digits = digits * 10n + BigInt(fraction[at] ?? '0');
    exponent -= 1;
  }
  if (digits === 0n || exponent <= 0) return true;
  return exponent <= 308 && Number.isFinite(Number(digits) * Number(`1e${exponent}`));
}

/** The texts under some keys as serde_json has them; undefined when it refuses the body or it is no object. */
function serdeModel(body: Uint8Array, keys: readonly string[]): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (depthOf(text) > 127 || strings(text).some((one) => /\p{Surrogate}/u.test(one))) return undefined;
  if (!numbers(text).every(serdeTakes)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  return keys.map((key) => (typeof fields.get(key) === 'string' ? fields.get(key) : null));
}

const KEYS = ['p', 'op', 'tick', 'amt', 'x', 'ſ', '__proto__', 'constructor'];

test(`a body is what serde_json makes of it: ${BODIES} odd bodies`, () => {
  const dice = new Dice(128);
  let accepted = 0;
  for (let left = BODIES; left > 0; left -= 1) {
    const body = oddBody(dice);
    const fields = readSerdeObject(body);
    const ours =
      fields && KEYS.map((key) => fields.get(key)).map((one) => (typeof one === 'string' ? one : null));
    const theirs = serdeModel(body, KEYS);
    if (theirs !== undefined) accepted += 1;
    expect([Buffer.from(body).toString('latin1'), ours]).toEqual([
      Buffer.from(body).toString('latin1'),
      theirs,
    ]);
  }
  expect(accepted).toBeGreaterThan(BODIES / 10);
  expect(accepted).toBeLessThan(BODIES / 2);
}, 60_000);

/** Go's decoding of bytes: a character where one begins, else a replacement character for one byte. */
function goTextModel(body: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const letters: string[] = [];
  for (let at = 0; at < body.length;) {
    const letter = [1, 2, 3, 4].map((size) => {
      try {
        const text = strict.decode(body.subarray(at, at + size));
        return { text, size: Math.min(size, body.length - at) };
      } catch {
        return undefined;
      }
    });
    const found = letter.find((one) => one !== undefined) ?? { text: '\ufffd', size: 1 };
    letters.push(found.text);
    at += found.size;
  }
  return letters.join('');
}

/** The document with keys that cannot be equal and numbers as texts, so that `JSON.parse` loses nothing. */
function kept(text: string): unknown {
  let count = 0;
  const marked = text.replaceAll(
    /("(?:[^"\\]|\\.)*")(\s*:)?|(-?[0-9][0-9.eE+-]*)/g,
    (_, one, colon, number) => {
      count += 1;
      if (typeof number === 'string') return `{"#":"${number}"}`;
      return typeof colon === 'string' ? `"${count}=${String(one).slice(1)}${colon}` : String(one);
    },
  );
  return JSON.parse(marked);
}

type Struct = Record<string, unknown>;

const broken = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Go's rule for keys, by the folding of regular expressions, which is the same simple folding. */
function fieldOf(target: Struct, key: string): string | undefined {
  return Object.keys(target).find((name) => new RegExp(`^${name}$`, 'iu').test(key));
}

/** Stores one value in a struct of texts ('') and whole numbers (0n); false for Go's type error. */
function store(target: Struct, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value) || '#' in value) return false;
  return Object.entries(value).every(([marked, field]) => {
    const name = fieldOf(target, broken(marked.slice(marked.indexOf('=') + 1)));
    if (name === undefined || field === null) return true;
    const old = target[name];
    if (typeof old === 'object') return store(old as Struct, field);
    if (typeof old === 'string') {
      if (typeof field !== 'string') return false;
      target[name] = broken(field);
      return true;
    }
    const literal: unknown = typeof field === 'object' ? (field as Struct)['#'] : undefined;
    if (typeof literal !== 'string' || !/^-?[0-9]+$/.test(literal)) return false;
    const number = BigInt(literal);
    if (BigInt.asIntN(64, number) !== number) return false;
    target[name] = number;
    return true;
  });
}

const structs = (): Struct => ({
  id: '',
  amount: '',
  vout: 0n,
  tokenName: '',
  pinCheck: { path: '', count: '' },
});

function goModel(text: string): unknown {
  if (parsed(text) === undefined || depthOf(text) > 10_000) return undefined;
  const value = kept(text);
  const items = Array.isArray(value) ? value : [value];
  const made = items.map(structs);
  return items.every((item, at) => store(made[at] ?? {}, item)) ? made : undefined;
}

function goOurs(text: string): unknown {
  const json = readGo(text);
  if (isFlaw(json)) return undefined;
  const { value } = json;
  const items = typeof value === 'object' && value?.kind === 'list' ? value.items : [value];
  const made = items.map((item) => {
    const fields = fieldsOf([item]);
    if (isFlaw(fields)) return undefined;
    const texts = textsOf(fields, ['id', 'amount', 'tokenName']);
    const vout = integerOf(fields, 'vout');
    const pinCheck = nestedTexts(fields, 'pinCheck', ['path', 'count']);
    return isFlaw(texts) || isFlaw(vout) || isFlaw(pinCheck) ? undefined : { ...texts, vout, pinCheck };
  });
  return made.includes(undefined) ? undefined : made;
}

test(`a body is what Go makes of it: ${BODIES / 4} odd bodies`, () => {
  const dice = new Dice(10_000);
  let accepted = 0;
  for (let left = BODIES / 4; left > 0; left -= 1) {
    const body = oddBody(dice);
    const text = goText(body);
    expect(text).toBe(goTextModel(body));
    const theirs = goModel(text);
    if (theirs !== undefined) accepted += 1;
    expect([text, goOurs(text)]).toEqual([text, theirs]);
  }
  expect(accepted).toBeGreaterThan(BODIES / 40);
  expect(accepted).toBeLessThan(BODIES / 8);
}, 60_000);

const RAW = '$serde_json::private::RawValue';
const inside = (value: string): string => JSON.stringify({ [RAW]: value });

test.each([
  ['stands for the JSON in it', inside('{"p":"a"}'), 'a'],
  ['also where its key is escaped', inside('{"p":"a"}').replace('$', '\\u0024'), 'a'],
  ['also as a value', `{"p":${inside('"a"')}}`, 'a'],
  ['is refused when there is no JSON in it', `{"p":"a","x":${inside('[')}}`, undefined],
  ['is refused beside another key', `{"${RAW}":"1","p":"a"}`, undefined],
  ['is refused beside another key, whatever is in it', `{"${RAW}":"{\\"p\\":\\"a\\"}","x":1}`, undefined],
  ['is refused in a list when there is no JSON in it', `{"p":"a","x":[1,${inside('[')}]}`, undefined],
  ['is refused when its value is no text', `{"p":"a","x":{"${RAW}":1}}`, undefined],
  ['is a key like others behind another key', `{"p":"a","${RAW}":"["}`, 'a'],
])('serde_json: a raw value %s', (_, body, p) => {
  expect(readSerdeObject(utf8(body))?.get('p')).toBe(p);
});

test.each(['null', 'true', '1', '"p"', '["p"]', ''])('serde_json: %s is no object', (body) => {
  expect(readSerdeObject(utf8(body))).toBeUndefined();
});

test.each([
  ['"a":1e308', true],
  ['"a":1e309', false],
  ['"a":[{"b":-1e999}]', false],
  ['"a":0e99999', true],
  ['"a":"\\ud800"', false],
  ['"\\udc00":1', false],
  ['"a":"\\ud83d\\ude00"', true],
  ['"a":-0', true],
  ['"a":01', false],
  ['"a":"\t"', false],
  [`"a":${'['.repeat(126)}${']'.repeat(126)}`, true],
  [`"a":${'['.repeat(127)}${']'.repeat(127)}`, false],
])('serde_json: {%s} is read: %s', (inner, read) => {
  expect(readSerdeObject(utf8(`{${inner}}`)) !== undefined).toBe(read);
});

test('Go: what cannot be stored in a struct is a flaw that says so, and null stores nothing', () => {
  const stored = (text: string) => {
    const json = readGo(text);
    if (isFlaw(json)) return json;
    const fields = fieldsOf([null, json.value]);
    if (isFlaw(fields)) return fields;
    const texts = textsOf(fields, ['ids']);
    if (isFlaw(texts)) return texts;
    const vout = integerOf(fields, 'vout');
    return isFlaw(vout) ? vout : [texts.ids, vout];
  };
  expect(stored('null')).toEqual(['', 0n]);
  expect(stored('{"ids":"a","vout":7}')).toEqual(['a', 7n]);
  // The long s is an s to Go.
  expect(stored('{"ID\u017f":"a"}')).toEqual(['a', 0n]);
  expect(stored('{"ids":"a"')).toEqual({ flaw: 'not-json' });
  expect(stored('["a"]')).toEqual({ flaw: 'not-an-object' });
  expect(stored('"a"')).toEqual({ flaw: 'not-an-object' });
  // One wrong value of several is enough, wherever it stands.
  expect(stored('{"ids":1,"ids":"a"}')).toEqual({ flaw: 'not-a-text' });
  expect(stored('{"ids":"a","ids":1}')).toEqual({ flaw: 'not-a-text' });
  expect(stored('{"vout":"1"}')).toEqual({ flaw: 'not-an-integer' });
  expect(stored('{"vout":1.5,"vout":1}')).toEqual({ flaw: 'not-an-integer' });
});

test('Go: a value without a type is the value, or no JSON', () => {
  expect(readUntyped('[1]')).toEqual({
    value: { kind: 'list', items: [{ kind: 'number', text: '1' }] },
  });
  expect(readUntyped('[')).toEqual({ flaw: 'not-json' });
});

test('Go: a number without a type must be a double, one that is ignored need not', () => {
  const edge = (2n ** 1024n - 2n ** 970n).toString();
  const below = (2n ** 1024n - 2n ** 970n - 1n).toString();
  for (const number of ['1e309', edge, `${edge}.0`, `-${edge}`, `0.${edge}e309`, '1e9999999999999999']) {
    expect([number, isFlaw(readUntyped(`[${number}]`))]).toEqual([number, true]);
    expect(isFlaw(readGo(`[${number}]`))).toBe(false);
  }
  const shifted = `0.00${below}e311`;
  const finite = ['0', '0e999999', '0.0', '1e308', below, `${below}.9`, shifted, '1e-99999999999999', '-1.5'];
  for (const number of finite) {
    expect([number, isFlaw(readUntyped(`[${number}]`))]).toEqual([number, false]);
  }
});

test.each([
  ['0', 0n],
  ['-0', 0n],
  ['+7', 7n],
  [`${'0'.repeat(500)}12`, 12n],
  ['9223372036854775807', 9223372036854775807n],
  ['9223372036854775808', undefined],
  ['-9223372036854775808', -9223372036854775808n],
  ['-9223372036854775809', undefined],
  ['', undefined],
  ['1.0', undefined],
  ['1_0', undefined],
  [' 1', undefined],
])('strconv.ParseInt of "%s"', (text, value) => {
  expect(parseInteger(text)).toBe(value);
});

test('a text of zeros as long as a body takes no time', () => {
  const start = performance.now();
  expect(parseInteger(`${'0'.repeat(400_000)}x`)).toBeUndefined();
  expect(isFlaw(readGo(`${'['.repeat(10_000)}"${'\\n'.repeat(190_000)}"`))).toBe(true);
  expect(readSerdeObject(utf8(`{"x":0.${'0'.repeat(390_000)}1e9}`))?.size).toBe(1);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('letters change case as in Go', () => {
  expect(goLower('/FT/mrc20/m\u0130nt')).toBe('/ft/mrc20/mint');
  expect(goLower('\u212a\u2126\u1e9eΑΣ')).toBe('kω\u00dfας'.replace('ς', 'σ'));
  expect(goUpper('a\u00df\u1f80\u1fb3\u017f\u0131')).toBe('A\u00df\u1f88\u1fbcSI');
  expect(goUpper('\ua7cd') + goLower('\ua7cc')).toBe('\ua7cd\ua7cc');
  expect(goTrim('\u0085 \u3000a \ufeff\u00a0')).toBe('a \ufeff');
});
