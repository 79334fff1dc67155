/** What ord says, as facts. */
import { LOST_OUTPOINT, UNBOUND_OUTPOINT } from '@rialto/protocols';
import { field, list, names } from '@rialto/ground';
import type { Json } from '@rialto/ground';
import type { Adrift } from './drift.ts';
import type { Facts } from './facts.ts';
import type { OrdServer } from './ord-server.ts';
import { LOST, NOWHERE } from './our-facts.ts';

/** Things asked about in one call. */
const BATCH = 400;

/** Null and absent are nothing, as ord means them. */
function said(value: Json | undefined): string {
  if (value === undefined || value === null) return NOWHERE;
  if (typeof value === 'object')
    throw new Error(`ord says ${JSON.stringify(value)} where one fact was expected`);
  return `${value}`;
}

const items = (value: Json | undefined): readonly Json[] => {
  const found = list(value);
  if (found === undefined) throw new Error(`ord says ${JSON.stringify(value)} where a list was expected`);
  return found;
};

/** New inscriptions of a block in their order. */
export async function ordBorn(ord: OrdServer, height: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await ord.get(`inscriptions/block/${height}/${page}`);
    for (const id of items(field(answer, 'ids'))) ids.push(said(id));
    if (field(answer, 'more') !== true) return ids;
  }
}

/** Asks in several calls. */
async function asked(ord: OrdServer, path: string, all: readonly string[]): Promise<Json[]> {
  const answers: Json[] = [];
  for (let at = 0; at < all.length; at += BATCH)
    answers.push(...items(await ord.post(path, all.slice(at, at + BATCH))));
  return answers;
}

export async function ordInscriptions(
  ord: OrdServer,
  ids: readonly string[],
  adrift: Adrift,
): Promise<Map<string, Facts>> {
  const answers = await asked(ord, 'inscriptions', ids);
  return new Map(
    answers.map((answer) => {
      const id = said(field(answer, 'id'));
      const satpoint = said(field(answer, 'satpoint'));
      const charms = new Set(items(field(answer, 'charms')).map(said));
      const type = field(answer, 'content_type');
      return [
        id,
        {
          number: said(field(answer, 'number')),
          height: said(field(answer, 'height')),
          // Ours is kept without zeros, which a database refuses.
          type: said(type).replaceAll('\0', '\ufffd'),
          satpoint: adrift.has(id) && satpoint.startsWith(`${LOST_OUTPOINT}:`) ? LOST : satpoint,
          value: said(field(answer, 'value')),
          cursed: `${charms.has('cursed')}`,
          vindicated: `${charms.has('vindicated')}`,
          unbound: `${charms.has('unbound') && satpoint.startsWith(`${UNBOUND_OUTPOINT}:`)}`,
        },
      ];
    }),
  );
}

/** What is on each of these outputs. */
export async function ordOutputs(ord: OrdServer, points: readonly string[]): Promise<Map<string, Facts>> {
  const answers = await asked(ord, 'outputs', points);
  return new Map(
    answers.map((answer) => {
      const point = said(field(answer, 'outpoint'));
      // Spent in the very block that made it, or by a later one: nothing is on it any more.
      const spent = field(answer, 'spent') === true;
      if (field(answer, 'indexed') !== true && !spent) throw new Error(`ord has not indexed ${point}`);
      const ids = items(field(answer, 'inscriptions') ?? [])
        .map(said)
        .toSorted();
      const runes = field(answer, 'runes');
      const amounts = names(runes).map((name) => `${name} ${said(field(field(runes, name), 'amount'))}`);
      const empty = ids.length === 0 && amounts.length === 0;
      return [
        point,
        {
          inscriptions: ids.join(' '),
          runes: amounts.toSorted().join(' '),
          script: empty ? '' : said(field(answer, 'script_pubkey')),
        },
      ];
    }),
  );
}

export async function ordRunes(ord: OrdServer): Promise<Map<string, Facts>> {
  const found = new Map<string, Facts>();
  for (let page = 0; ; page += 1) {
    const answer = await ord.get(`runes/${page}`);
    for (const pair of items(field(answer, 'entries'))) {
      const [id, entry] = items(pair);
      found.set(said(id), runeFacts(entry));
    }
    if (field(answer, 'more') !== true) return found;
  }
}

function runeFacts(entry: Json | undefined): Facts {
  const terms = field(entry, 'terms');
  const given = terms !== null && terms !== undefined;
  const range = (name: string): string => {
    const [from, to] = given ? items(field(terms, name)) : [];
    return `${said(from)}-${said(to)}`;
  };
  return {
    name: said(field(entry, 'spaced_rune')),
    symbol: said(field(entry, 'symbol')),
    divisibility: said(field(entry, 'divisibility')),
    premine: said(field(entry, 'premine')),
    terms: given ? 'given' : NOWHERE,
    amount: said(field(terms, 'amount')),
    cap: said(field(terms, 'cap')),
    height: range('height'),
    offset: range('offset'),
    turbo: said(field(entry, 'turbo')),
    mints: said(field(entry, 'mints')),
    burned: said(field(entry, 'burned')),
    etching: said(field(entry, 'etching')),
    number: said(field(entry, 'number')),
    block: said(field(entry, 'block')),
    time: said(field(entry, 'timestamp')),
  };
}

/** How many there are of what its lists may not show. */
export async function ordCounts(ord: OrdServer): Promise<Facts> {
  const status = await ord.get('status');
  return Object.fromEntries(
    ['inscriptions', 'blessed_inscriptions', 'cursed_inscriptions', 'runes', 'unrecoverably_reorged'].map(
      (name) => [name, said(field(status, name))],
    ),
  );
}

/** Every balance there is, as `ord balances` prints it. */
export function readBalances(printed: Json | undefined): Map<string, Facts> {
  const runes = field(printed, 'runes');
  return new Map(
    names(runes).flatMap((name) => {
      const held = field(runes, name);
      return names(held).map(
        (point) => [`${point} ${name}`, { amount: said(field(field(held, point), 'amount')) }] as const,
      );
    }),
  );
}
