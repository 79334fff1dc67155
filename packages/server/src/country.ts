/** Which country a caller is in: by the word of a trusted proxy, else by the operator's table of ranges. Undefined when nobody knows. */
import type { IncomingHttpHeaders } from 'node:http';
import type { CountryTable } from './country-table.ts';

interface CountrySources {
  /** The header a trusted proxy sets, in small letters. */
  readonly header: string | undefined;
  /** Without a proxy of ours in front, a header is only the caller's own claim. */
  readonly proxied: boolean;
  readonly table: CountryTable | undefined;
}

export type CountryOf = (caller: { headers: IncomingHttpHeaders; ip: string }) => string | undefined;

const CODE = /^[A-Z]{2}$/;
/** What proxies write when they do not know: unassigned, and anonymous networks. */
const UNKNOWN = new Set(['XX', 'ZZ', 'T1']);

export function countryFinder({ header, proxied, table }: CountrySources): CountryOf {
  return ({ headers, ip }) => {
    const told = proxied && header !== undefined ? headers[header] : undefined;
    const code = typeof told === 'string' ? told.toUpperCase() : undefined;
    if (code !== undefined && CODE.test(code) && !UNKNOWN.has(code)) return code;
    return table?.(ip);
  };
}
