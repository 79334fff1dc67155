/** What an `ord` server says: where it stands, and which inscriptions and runes are on an output. */
import { field, list, names, wholeIn } from './exact-json.ts';
import type { Json } from './exact-json.ts';
import { jsonOf, needed, openQuery, NoAnswer } from './query.ts';
import type { Tip } from '../node/chain.ts';

export interface OrdOutput {
  readonly inscriptions: readonly string[];
  /** Smallest units by spaced name, as ord keys them. */
  readonly runes: ReadonlyMap<string, bigint>;
}

/** All of it throws NoAnswer, and nothing else. */
export interface Ord {
  /** Has it read exactly the chain up to this tip? */
  isAt(tip: Tip, signal?: AbortSignal): Promise<boolean>;
  output(outpoint: string, signal?: AbortSignal): Promise<OrdOutput>;
  /** The spaced name of a rune by its id, block and place; undefined where there is no such rune. */
  nameOf(id: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** @param maxMs of one question */
export function openOrdServer(address: string, maxMs: number): Ord {
  const query = openQuery(address, maxMs);
  return {
    isAt: async ({ height, hash }, signal) => {
      // It counts the genesis block, so the count is the height and one.
      const { status, text } = await query('blockcount', signal);
      if (status !== 200 || !/^\s*\d{1,9}\s*$/.test(text)) throw new NoAnswer('answers in another shape');
      if (Number.parseInt(text, 10) !== height + 1) return false;
      const answer = await query(`blockhash/${height}`, signal);
      return answer.status === 200 && answer.text.trim() === hash;
    },
    output: async (outpoint, signal) => {
      const reply = await query(`output/${outpoint}`, signal);
      if (reply.status !== 200) throw new NoAnswer('does not know the coin');
      return outputIn(jsonOf(reply));
    },
    nameOf: async (id, signal) => {
      const reply = await query(`rune/${encodeURIComponent(id)}`, signal);
      if (reply.status !== 200) return undefined;
      const rune = jsonOf(reply);
      if (field(rune, 'id') !== id) throw new NoAnswer('answers in another shape');
      return textOf(field(field(rune, 'entry'), 'spaced_rune'));
    },
  };
}

function outputIn(output: Json): OrdOutput {
  // An output that is not indexed looks empty, and is not.
  if (field(output, 'indexed') !== true) throw new NoAnswer('has not indexed the coin');
  const runes = field(output, 'runes') ?? null;
  const inscriptions = field(output, 'inscriptions') ?? null;
  return {
    inscriptions: inscriptions === null ? [] : needed(list(inscriptions)).map(textOf),
    runes: new Map(names(runes).map((name) => [name, needed(wholeIn(field(field(runes, name), 'amount')))])),
  };
}

const textOf = (value: Json | undefined): string => needed(typeof value === 'string' ? value : undefined);
