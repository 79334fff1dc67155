/** How deep a JSON text is nested, found before it is parsed: what walks a value afterwards may be recursive. */

/** No call needs more than four levels. */
export const MAX_DEPTH = 32;

const STEP: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** True when arrays and objects are nested deeper than any call needs. Brackets in strings do not count. */
export function isDeep(json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at += 1) {
    const sign = json.charAt(at);
    if (quoted && sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted) depth += STEP[sign] ?? 0;
  }
  return depth > MAX_DEPTH;
}
