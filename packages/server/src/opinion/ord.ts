/** An `ord` server's opinion: which inscriptions and runes are on an output. */
import { jsonOf, needed, openAsk, Silence } from './ask.ts';
import type { Ask } from './ask.ts';
import type { Claim, CoinClaim, Difference, LotClaim, Source } from './claim.ts';
import { field, list, names, whole } from './exact-json.ts';
import type { Json } from './exact-json.ts';

export function openOrd(address: string, mostMs: number): Source {
  const ask = openAsk(address, mostMs);
  return {
    name: 'ord',
    knows: ['lot', 'runeBalance'],
    speaksOf: (claim) => outpointOf(claim) !== undefined,
    standsAt: async ({ height, hash }, signal) => {
      // It counts the genesis block, so the count is the height and one.
      const { status, text } = await ask('blockcount', signal);
      if (status !== 200 || !/^\s*\d{1,9}\s*$/.test(text)) throw new Silence('answers in another shape');
      if (Number.parseInt(text, 10) !== height + 1) return false;
      const answer = await ask(`blockhash/${height}`, signal);
      return answer.status === 200 && answer.text.trim() === hash;
    },
    compare: async (claim, signal) => {
      const point = outpointOf(claim);
      if (point === undefined || claim.about === 'balance') return undefined;
      const output = await outputOf(ask, point, signal);
      return claim.about === 'lot' ? compareLot(claim, output) : compareRune(ask, { claim, output }, signal);
    },
  };
}

function outpointOf(claim: Claim): string | undefined {
  if (claim.about === 'balance') return undefined;
  return claim.about === 'coin' && claim.protocol !== 'rune' ? undefined : claim.outpoint;
}

interface Output {
  readonly inscriptions: readonly string[];
  /** By spaced name, as ord keys them. */
  readonly runes: ReadonlyMap<string, bigint>;
}

async function outputOf(ask: Ask, point: string, signal: AbortSignal): Promise<Output> {
  const reply = await ask(`output/${point}`, signal);
  if (reply.status !== 200) throw new Silence('does not know the coin');
  const output = jsonOf(reply);
  // An output that is not indexed looks empty, and is not.
  if (field(output, 'indexed') !== true) throw new Silence('has not indexed the coin');
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

function compareLot(claim: LotClaim, output: Output): Difference | undefined {
  if (!output.inscriptions.includes(claim.inscription))
    return { why: 'does not see the inscription on this coin' };
  if (claim.alone && (output.inscriptions.length > 1 || output.runes.size > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}

async function compareRune(
  ask: Ask,
  { claim, output }: { claim: CoinClaim; output: Output },
  signal: AbortSignal,
): Promise<Difference | undefined> {
  // The output names runes by name; the id is what a rune is.
  const id = claim.asset.slice('rune:'.length);
  const rune = await ask(`rune/${encodeURIComponent(id)}`, signal);
  if (rune.status !== 200) return { why: 'knows no such rune' };
  const entry = jsonOf(rune);
  if (field(entry, 'id') !== id) throw new Silence('answers in another shape');
  const name = field(field(entry, 'entry'), 'spaced_rune');
  const seen = output.runes.get(needed(typeof name === 'string' ? name : undefined)) ?? 0n;
  if (seen !== claim.amount) return { why: `sees ${seen} units on this coin, we see ${claim.amount}` };
  if (claim.alone && (output.runes.size > 1 || output.inscriptions.length > 0))
    return { why: 'sees something else on this coin too', mixed: true };
  return undefined;
}
