/** What our readers make of a body, written as the peers write what they make of it. */
import { isFlaw } from '../../../src/index.ts';
import type { Flaw } from '../../../src/index.ts';
import { goLower, goTrim, goUpper } from '../../../src/go-text.ts';
import {
  fieldsOf,
  goText,
  integerOf,
  nestedTexts,
  parseInteger,
  readGo,
  readUntyped,
  textsOf,
} from '../../../src/json/go.ts';
import { goPrinted } from '../../../src/json/go-print.ts';
import type { Json, JsonObject } from '../../../src/json/read.ts';
import { readSerdeObject } from '../../../src/json/serde.ts';
import { readPinQuery } from '../../../src/mrc20/pin-query.ts';

const REFUSED = '-';

export function hexOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

function list(texts: readonly string[]): string {
  return texts.map(hexOf).join(',');
}

type Piece = string | { readonly value: Json };

/** A value with the last of equal keys, in the order of their bytes. Calls do not nest: values may be 10,000 levels deep. */
export function jsonDump(value: Json): string {
  const written: string[] = [];
  const left: Piece[] = [{ value }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === 'string') written.push(piece);
    else for (const next of pieces(piece.value).reverse()) left.push(next);
  }
  return written.join('');
}

function pieces(value: Json): Piece[] {
  if (value === null) return ['n'];
  if (typeof value === 'string') return [`"${hexOf(value)}`];
  if (typeof value === 'boolean') return [value ? 't' : 'f'];
  switch (value.kind) {
    case 'number':
      return ['#'];
    case 'list':
      return ['[', ...value.items.flatMap((item) => [{ value: item }, ',']), ']'];
    default:
      return [
        '{',
        ...inOrder(value.members).flatMap(([key, field]) => [`${key}:`, { value: field }, ',']),
        '}',
      ];
  }
}

/** The last of equal keys each, in hex and in order. */
function inOrder(members: Iterable<readonly [string, Json]>): (readonly [string, Json])[] {
  const written = [...new Map(members)].map(([key, field]) => [hexOf(key), field] as const);
  return written.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** As `opi/main.rs`, for bodies that are objects. */
export function oursAsOpi(body: Uint8Array): string {
  const fields = readSerdeObject(body);
  return fields === undefined ? REFUSED : jsonDump({ kind: 'object', members: [...fields] });
}

const DEPLOY = [
  ...['tick', 'tokenName', 'decimals', 'amtPerMint', 'mintCount', 'premineCount', 'beginHeight', 'endHeight'],
  ...['metadata', 'type'],
];
const PIN_CHECK = ['creator', 'lvl', 'path', 'count'];
const PAY_CHECK = ['payTo', 'payAmount'];

type Fields = Exclude<ReturnType<typeof fieldsOf>, Flaw>;

function texts(fields: Fields, names: readonly string[]): string[] | undefined {
  const found = textsOf(fields, names);
  return isFlaw(found) ? undefined : names.map((name) => found[name] ?? '');
}

function nested(fields: Fields, name: string, names: readonly string[]): string[] | undefined {
  const found = nestedTexts(fields, name, names);
  return isFlaw(found) ? undefined : names.map((one) => found[one] ?? '');
}

function struct(value: Json, read: (fields: Fields) => string | undefined): string {
  const fields = fieldsOf([value]);
  return (isFlaw(fields) ? undefined : read(fields)) ?? REFUSED;
}

function deploy(value: Json): string {
  return struct(value, (fields) => {
    const parts = [
      texts(fields, DEPLOY),
      nested(fields, 'pinCheck', PIN_CHECK),
      nested(fields, 'payCheck', PAY_CHECK),
    ];
    const all = parts.flatMap((part) => part ?? []);
    return parts.includes(undefined) ? undefined : list(all);
  });
}

function mint(value: Json): string {
  return struct(value, (fields) => {
    const found = texts(fields, ['id', 'vout']);
    return found && list(found);
  });
}

function transfer(value: Json): string {
  const items = value === null ? [] : isObject(value, 'list') ? value.items : undefined;
  const sends = items?.map((item) =>
    struct(item, (fields) => {
      const [found, vout] = [texts(fields, ['id', 'amount']), integerOf(fields, 'vout')];
      return found && !isFlaw(vout) ? `${list(found)},${vout}` : undefined;
    }),
  );
  return sends === undefined || sends.includes(REFUSED) ? REFUSED : `+${sends.join(';')}`;
}

function isObject<K extends 'list' | 'object'>(
  value: Json,
  kind: K,
): value is Extract<Json, { readonly kind: K }> {
  return typeof value === 'object' && value !== null && value.kind === kind;
}

function queried(value: Json): string {
  if (value === null) return '+';
  return isObject(value, 'object') ? `+${printed(value)}` : REFUSED;
}

function printed({ members }: JsonObject): string {
  return inOrder(members)
    .map(([key, field]) => `${key}=${hexOf(goPrinted(field))}`)
    .join(',');
}

function ifRead(json: { readonly value: Json } | Flaw, then: (value: Json) => string): string {
  return isFlaw(json) ? REFUSED : then(json.value);
}

/** As `man/main.go`, without the column that says whether it is a teleport: the decoder alone knows that. */
export function oursAsMan(body: Uint8Array): string[] {
  const text = goText(body);
  const [json, untyped] = [readGo(text), readUntyped(text)];
  return [
    (!isFlaw(json)).toString(),
    ifRead(untyped, jsonDump),
    ifRead(untyped, queried),
    ifRead(readGo(goLower(text)), deploy),
    ...[deploy, mint, transfer].map((read) => ifRead(json, read)),
  ];
}

/** As `man/main.go` answers about a text. */
export function oursAsManText(text: string): string {
  const integer = parseInteger(text)?.toString() ?? REFUSED;
  return `${list([goLower(text), goUpper(text), goTrim(text)])},${integer}`;
}

/** The parts of a path condition, as `man/main.go` has them. */
export function oursAsManQuery(written: string): string {
  const query = readPinQuery(written);
  if (query.kind === 'prefix') return 'prefix';
  if (query.kind === 'content') return `content ${list([query.path, query.content])}`;
  return `field ${list([query.path, query.key, query.operator, query.value])}`;
}
