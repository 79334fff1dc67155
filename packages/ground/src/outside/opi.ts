/** What an OPI says of BRC-20: how far it has read, what a script had at a block, and what became of a transfer. */
import { foldTick } from '@rialto/protocols';
import { field, list, wholeIn } from './exact-json.ts';
import type { Json } from './exact-json.ts';
import { NoAnswer, jsonOf, needed, openQuery } from './query.ts';
import type { Query, Reply } from './query.ts';

const ROOT = 'v1/brc20';
const KINDS = ['transfer-inscribe', 'transfer-transfer'] as const;

/** In units of 18 decimals, whatever the token has. */
interface OpiBalance {
  /** With what is locked up in unused transfers. */
  readonly overall: bigint;
  readonly available: bigint;
}

interface OpiEvent {
  /** It was made, or it moved for the first time. */
  readonly kind: (typeof KINDS)[number];
  /** The script that inscribed it, in hex. */
  readonly who: string;
  /** The script that it moved to; undefined where it was spent as fee, and of what was only made. */
  readonly to: string | undefined;
  /** In small letters. */
  readonly tick: string;
  /** In units of 18 decimals. */
  readonly amount: bigint;
}

/** All of it throws NoAnswer, and nothing else. Source: OPI, `api.js` and the types of its events at eec5655. */
export interface Opi {
  /** The last block that it has read to its end; -1 when its database fails. It tells no hash. */
  height(signal?: AbortSignal): Promise<number>;
  /**
   * After the block of this height, whatever came since; it has to have read it. The balances that it calls current are filled by another
   * pass: they run ahead of its height, and after a reorganisation may be those from within a block.
   * @param of the script in hex
   */
  balanceAfter(
    height: number,
    of: { readonly script: string; readonly tick: string },
    signal?: AbortSignal,
  ): Promise<OpiBalance>;
  /** What an inscription did as a transfer; nothing where it is none, or not a valid one. */
  eventsOf(inscription: string, signal?: AbortSignal): Promise<readonly OpiEvent[]>;
}

/** @param maxMs of one question */
export function openOpi(address: string, maxMs: number): Opi {
  const query = openQuery(address, maxMs);
  const ask = async (call: string, params: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    opiResult(await query(`${ROOT}/${call}?${new URLSearchParams(params)}`, signal));
  return {
    height: (signal) => opiHeight(query, 'block_height', signal),
    balanceAfter: async (height, { script, tick }, signal) => {
      // It says what was there when a block began.
      const block_height = (height + 1).toString();
      const params = { block_height, pkscript: script, ticker: foldTick(tick) };
      const result = await ask('balance_on_block', params, signal);
      const units = (name: string): bigint =>
        result === undefined ? 0n : needed(wholeIn(field(result, name)));
      return { overall: units('overall_balance'), available: units('available_balance') };
    },
    eventsOf: async (inscription, signal) => {
      const result = await ask('event', { inscription_id: inscription }, signal);
      return needed(list(result)).flatMap((event) => eventIn(event, inscription));
    },
  };
}

/** A plain text; -1 when its database fails. @throws NoAnswer */
export async function opiHeight(
  query: Query,
  call: 'block_height' | 'extras_block_height',
  signal?: AbortSignal,
): Promise<number> {
  const { status, text } = await query(`${ROOT}/${call}`, signal);
  if (status !== 200 || !/^\s*-?\d{1,9}\s*$/.test(text)) throw new NoAnswer('answers in another shape');
  return Number.parseInt(text, 10);
}

const NONE = new Set(['no balance found', 'no unused tx found']);

/** The result; undefined for "none", which it says as an error. @throws NoAnswer */
export function opiResult(reply: Reply): Json | undefined {
  const answer = jsonOf(reply);
  const error = field(answer, 'error');
  if (reply.status === 200 && error === null) return needed(field(answer, 'result'));
  if (typeof error === 'string' && NONE.has(error)) return undefined;
  throw new NoAnswer('answers with an error');
}

/** Of what an inscription did, transfers alone. */
function eventIn(event: Json, inscription: string): OpiEvent[] {
  const type = textOf(field(event, 'event_type'));
  if (field(event, 'inscription_id') !== inscription) throw new NoAnswer('answers in another shape');
  const kind = KINDS.find((one) => one === type);
  if (kind === undefined) return [];
  const to = kind === 'transfer-inscribe' ? null : needed(field(event, 'spent_pkScript'));
  return [
    {
      kind,
      who: textOf(field(event, 'source_pkScript')),
      to: to === null ? undefined : textOf(to),
      tick: textOf(field(event, 'tick')),
      amount: needed(wholeIn(field(event, 'amount'))),
    },
  ];
}

const textOf = (value: Json | undefined): string => needed(typeof value === 'string' ? value : undefined);
