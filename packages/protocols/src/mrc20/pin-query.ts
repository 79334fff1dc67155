/** The path condition of a deploy, taken apart as MAN takes it apart (metaid §4). Total. */

/** Which PINs a path condition asks for. */
type PinQuery =
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** The content is this text. */
  | { readonly kind: 'content'; readonly path: string; readonly content: string }
  /** What is under a key of the content equals or contains this text. */
  | {
      readonly kind: 'field';
      readonly path: string;
      readonly key: string;
      readonly operator: '=' | '#=';
      readonly value: string;
    };

/** A path and what is in brackets behind it. The point of Go's expressions is any letter but a line feed. */
const QUERY = /^([^[]+)(\['[^\n]*'\])$/;
/** The first comparison there is in it, wherever; space is what it is to Go's expressions. */
const COMPARISON = /\['([^']+)'[\t\n\f\r ]*(#?=)[\t\n\f\r ]*'([^']+)'\]/;

export function readPinQuery(written: string): PinQuery {
  const [, path, query] = QUERY.exec(written) ?? [];
  if (path === undefined || query === undefined)
    return { kind: 'prefix', prefix: written.endsWith('/*') ? written.slice(0, -2) : written };
  const [, key, operator, value] = COMPARISON.exec(query) ?? [];
  if (key === undefined || value === undefined) return { kind: 'content', path, content: query.slice(2, -2) };
  return { kind: 'field', path, key, operator: operator === '=' ? '=' : '#=', value };
}
