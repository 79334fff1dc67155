/** UTF-8, strict both ways but where its name says otherwise: bytes that are not UTF-8 and strings with half a surrogate pair have no other side. */
import { utf8 } from '@scure/base';

/** The text of UTF-8 bytes; undefined when they are not UTF-8. A byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const point = codePointAt(bytes, at);
    if (point === undefined) return undefined;
    parts.push(String.fromCodePoint(point));
    at += utf8Size(point);
  }
  return parts.join('');
}

/** The text of bytes, as Go reads them: each byte that is not UTF-8 becomes a replacement character of its own. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const point = codePointAt(bytes, at);
    parts.push(point === undefined ? '\ufffd' : String.fromCodePoint(point));
    at += point === undefined ? 1 : utf8Size(point);
  }
  return parts.join('');
}

/** The UTF-8 bytes of a text; undefined when it holds half a surrogate pair. */
export function encodeUtf8(text: string): Uint8Array | undefined {
  return LONE_SURROGATE.test(text) ? undefined : utf8.decode(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function utf8Size(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** One code point in its shortest form, no surrogates, at most 0x10ffff (RFC 3629). */
function codePointAt(bytes: Uint8Array, at: number): number | undefined {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first;
  const more = followers(first);
  if (more === 0 || at + more >= bytes.length) return undefined;
  let point = first & (0x3f >> more);
  for (let step = 1; step <= more; step += 1) {
    const next = bytes[at + step] ?? 0;
    if ((next & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (next & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  return surrogate || point > 0x10ffff || utf8Size(point) !== more + 1 ? undefined : point;
}

function followers(first: number): number {
  if (first >= 0xc0 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  return first >= 0xf0 && first < 0xf8 ? 3 : 0;
}
