/** What a runner of public cases is: it knows its files by their content, and says each answer beside what is expected. */

/** One case of a public vector file: what we say beside what it expects. */
export interface VectorCase {
  readonly name: string;
  readonly ours: unknown;
  readonly expected: unknown;
}

/** A case that is run when it is asked for: one that throws fails alone. Or one left out, with the reason. */
export type Check =
  | { readonly name: string; readonly run: () => Pick<VectorCase, 'ours' | 'expected'> }
  | { readonly name: string; readonly skipped: string };

export interface VectorFile {
  readonly text: string;
  /** Undefined when the text is no JSON. */
  readonly json: unknown;
  /** The other files of the same folder. */
  readonly beside: readonly VectorFile[];
}

export interface Format {
  readonly name: string;
  readonly fits: (file: VectorFile) => boolean;
  /** Every field of a case is looked at: the command counts a field nobody asks for as failed. */
  readonly checks: (file: VectorFile) => Iterable<Check>;
}

/** Leaves a case out; it is looked at whole, so that nothing of it counts as overlooked. */
export function leftOut(name: string, skipped: string, looked: unknown): Check {
  JSON.stringify(looked);
  return { name, skipped };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when the list under a key of a file begins with an object that has all these fields. */
export function listsUnder(json: unknown, key: string, ...fields: readonly string[]): boolean {
  const list: unknown = isRecord(json) ? json[key] : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isRecord(first) && fields.every((field) => field in first);
}

/** True when a file has a list under at least one of these keys. */
export function hasListUnder(json: unknown, ...keys: readonly string[]): boolean {
  return isRecord(json) && keys.some((key) => Array.isArray(json[key]));
}
