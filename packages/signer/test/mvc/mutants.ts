/** Mutants of a request: every value in it changed, one at a time, into what somebody could try. */

export interface Others {
  readonly points: readonly string[];
  readonly keys: readonly string[];
  readonly hashes: readonly string[];
  readonly raws: readonly string[];
}

export interface Mutant {
  readonly what: string;
  readonly request: unknown;
}

/** Of a kind of act, in all. */
export const MUTANTS = Number.parseInt(process.env['MVC_MUTANTS'] ?? '500', 10);

const DAY_MS = 86_400_000;
const day = Math.floor(Date.now() / DAY_MS);

/** So many of them from all over the list, others every day; all of a short one. */
export function sampleOf<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from(
    { length: most },
    (_, at) => all[(Math.floor((at * all.length) / most) + day) % all.length],
  ).flatMap((one) => (one === undefined ? [] : [one]));
}

const SPACE_LIMIT = '2100000000000000';

function numbersOf(text: string): string[] {
  const value = BigInt(text);
  const near = [1n, 2n, 1_000n].flatMap((by) => [value + by, value - by]);
  const far = [0n, value * 2n, value / 2n, value + value / 100n, value - value / 100n, -value];
  return [...near, ...far]
    .map(String)
    .concat([SPACE_LIMIT, '2100000000000001', '18446744073709551615', `0${text}`, '1.5', '']);
}

function hexOf(text: string): string[] {
  const flipped = [0, 1, 2, 7, text.length >> 1, text.length - 3, text.length - 2, text.length - 1].map(
    (at) => {
      const digit = Number.parseInt(text[at] ?? '0', 16) ^ 1;
      return `${text.slice(0, at)}${digit.toString(16)}${text.slice(at + 1)}`;
    },
  );
  return [...flipped, text.toUpperCase(), text.slice(2), text.slice(0, -2), `${text}00`, `00${text}`, ''];
}

function pointsOf(text: string, { points }: Others): string[] {
  const [txid, vout] = text.split(':');
  const beside = [0, 1, 2, 3, 4].map((at) => `${txid}:${at}`);
  return [...points, ...beside, `${'0'.repeat(64)}:${vout}`, `${txid}:4294967295`, `${txid}`].filter(
    (one) => one !== text,
  );
}

/** @param sighashes of a signature: the last byte replaced */
function textsOf(text: string, key: string, others: Others): string[] {
  if (/^[0-9a-f]{64}:[0-9]+$/.test(text)) return pointsOf(text, others);
  if (/^[0-9]+$/.test(text) && key !== 'userKey' && text.length < 17) return numbersOf(text);
  if (key === 'side') return ['buy', 'sell', 'add', 'remove'].filter((side) => side !== text);
  if (key === 'signature')
    return [
      ...hexOf(text),
      ...['01', '02', '03', '40', '42', '43', 'c1', 'c3'].map((byte) => text.slice(0, -2) + byte),
      highS(text),
    ];
  if (key === 'userKey' || key === 'publicKey') return [...hexOf(text), ...others.keys];
  if (key === 'codehash' || key === 'genesis') return [...hexOf(text), ...others.hashes];
  return [...hexOf(text), ...others.raws.filter((raw) => raw !== text)];
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other signature of the same digest, which anybody can make of the first. */
function highS(signature: string): string {
  const rLength = Number.parseInt(signature.slice(6, 8), 16);
  const sAt = 8 + 2 * rLength + 4;
  const s = signature.slice(sAt, -2);
  const high = (ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  const body = `02${signature.slice(6, 8)}${signature.slice(8, 8 + 2 * rLength)}022100${high}`;
  return `30${(body.length / 2).toString(16)}${body}41`;
}

/** One value of a request replaced. */
function replaced(value: unknown, [step, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (at === step ? replaced(one, rest, by) : one));
  const known = value as Record<string, unknown>;
  return { ...known, [step]: replaced(known[String(step)], rest, by) };
}

export function mutantsOf(request: unknown, others: Others): Mutant[] {
  const found: Mutant[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    const put = (by: unknown, note: string): void => {
      found.push({ what: `${path.join('.')} ${note}`, request: replaced(request, path, by) });
    };
    const key = String(path.at(-1) ?? '');
    if (typeof value === 'string') {
      if (key === 'op') return;
      for (const [at, by] of textsOf(
        value,
        path.findLast((step) => typeof step === 'string') as string,
        others,
      ).entries())
        put(by, `(${at}) = ${by.slice(0, 60)}`);
    } else if (typeof value === 'number')
      for (const by of [value + 1, value - 1, value + 2, 0, 999_999, 1.5]) put(by, `= ${by}`);
    else if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      put([], 'emptied');
      if (list.length > 1) put(list.toReversed(), 'reversed');
      put([...list, ...list], 'doubled');
      put(list.slice(1), 'without the first');
      list.forEach((one, at) => {
        walk(one, [...path, at]);
      });
    } else if (typeof value === 'object' && value !== null)
      for (const [step, one] of Object.entries(value)) {
        const { [step]: _, ...without } = value as Record<string, unknown>;
        if (path.length > 0) put(without, `without ${step}`);
        walk(one, [...path, step]);
      }
  };
  walk(request, []);
  return found;
}
