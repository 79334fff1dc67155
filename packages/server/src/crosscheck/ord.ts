/** What an `ord` server says: which inscriptions and runes are on an output. */
import { jsonOf, needed, openQuery, NoAnswer } from './query.ts';
import type { Query } from './query.ts';
import type { Assertion, CoinAssertion, Difference, LotAssertion, Source } from './assertion.ts';
import { field, list, names, whole } from './exact-json.ts';
import type { Json } from './exact-json.ts';

export function openOrd(address: string, maxMs: number): Source {
  const query = openQuery(address, maxMs);
  return {
    name: 'ord',
    knows: ['lot', 'runeBalance'],
    covers: (assertion) => outpointOf(assertion) !== undefined,
    isAt: async ({ height, hash }, signal) => {
      // It counts the genesis block, so the count is the height and one.
      const { status, text } = await query('blockcount', signal);
      if (status !== 200 || !/^\s*\d{1,9}\s*$/.test(text)) throw new NoAnswer('answers in another shape');
      if (Number.parseInt(text, 10) !== height + 1) return false;
      const answer = await query(`blockhash/${height}`, signal);
      return answer.status === 200 && answer.text.trim() === hash;
    },
    compare: async (assertion, signal) => {
      const point = outpointOf(assertion);
      if (point === undefined || assertion.about === 'balance') return undefined;
      const output = await outputOf(query, point, signal);
      return assertion.about === 'lot'
        ? compareLot(assertion, output)
        : compareRune(query, { assertion, output }, signal);
    },
  };
}

function outpointOf(assertion: Assertion): string | undefined {
  if (assertion.about === 'balance') return undefined;
  return assertion.about === 'coin' && assertion.protocol !== 'rune' ? undefined : assertion.outpoint;
}

interface Output {
  readonly inscriptions: readonly string[];
  /** By spaced name, as ord keys them. */
  readonly runes: ReadonlyMap<string, bigint>;
}

async function outputOf(query: Query, point: string, signal: AbortSignal): Promise<Output> {
  const reply = await query(`output/${point}`, signal);
  if (reply.status !== 200) throw new NoAnswer('does not know the coin');
  const output = jsonOf(reply);
  // An output that is not indexed looks empty, and is not.
  if (field(output, 'indexed') !== true) throw new NoAnswer('has not indexed the coin');
  const runes = field(output, 'runes') ?? null;
  const inscriptions = field(output, 'inscriptions') ?? null;
  return {
    inscriptions: inscriptions === null ? [] : textsOf(inscriptions),
    runes: new Map(names(runes).map((name) => [name, needed(whole(field(field(runes, name), 'amount')))])),
  };
}

function textsOf(value: Json): string[] {
  return needed(list(value)).map((item) => needed(typeof item === 'string' ? item : undefined));
}

function compareLot(assertion: LotAssertion, output: Output): Difference | undefined {
  if (!output.inscriptions.includes(assertion.inscription))
    return { why: 'does not see the inscription on this coin' };
  if (assertion.alone && (output.inscriptions.length > 1 || output.runes.size > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}

async function compareRune(
  query: Query,
  { assertion, output }: { assertion: CoinAssertion; output: Output },
  signal: AbortSignal,
): Promise<Difference | undefined> {
  // The output names runes by name; the id is what a rune is.
  const id = assertion.asset.slice('rune:'.length);
  const rune = await query(`rune/${encodeURIComponent(id)}`, signal);
  if (rune.status !== 200) return { why: 'knows no such rune' };
  const entry = jsonOf(rune);
  if (field(entry, 'id') !== id) throw new NoAnswer('answers in another shape');
  const name = field(field(entry, 'entry'), 'spaced_rune');
  const seen = output.runes.get(needed(typeof name === 'string' ? name : undefined)) ?? 0n;
  if (seen !== assertion.amount)
    return { why: `sees ${seen} units on this coin, we see ${assertion.amount}` };
  if (assertion.alone && (output.runes.size > 1 || output.inscriptions.length > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}
