/** A block's header, and where it stands, as nodes of both chains tell them. */
import type { Header, Tip } from './chain.ts';
import { field, integer, text } from './json.ts';
import type { Json } from './json.ts';

export function tipOf(answer: Json): Tip {
  return { height: integer(field(answer, 'height')), hash: text(field(answer, 'hash')) };
}

export function headerOf(answer: Json): Header {
  const previous = field(answer, 'previousblockhash');
  const previousHash = typeof previous === 'string' ? previous : '0'.repeat(64);
  return { ...tipOf(answer), previousHash, time: integer(field(answer, 'time')) };
}
