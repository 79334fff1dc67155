/** Which PINs on a mint's outputs are its shovels, and whether they suffice (metaid §4). Pure. */
import { isFlaw } from '../flaw.ts';
import { goText, parseInteger, readUntyped } from '../json/go.ts';
import { goPrinted } from '../json/go-print.ts';
import { leadingZeros } from '../metaid/pop.ts';
import type { PinId } from '../metaid/pin-id.ts';
import { decodeUtf8 } from '../utf8.ts';
import type { PinCheck } from './deploy.ts';
import { readPinQuery } from './pin-query.ts';

/** A PIN on an output of the mint transaction other than the mint PIN's own; no hide, not yet used for the token. */
export interface Shovel {
  readonly id: PinId;
  readonly path: string;
  readonly body: Uint8Array;
  /** 170 octal digits. */
  readonly pop: string;
  /** MetaID of the address that made it. */
  readonly creator: string;
}

type Condition = (shovel: Shovel) => boolean;

/** True when the deploy requires shovels. Without them MAN does not check the payCheck either. */
export function needsShovels(check: PinCheck): boolean {
  return check.count !== '' && check.count !== '0';
}

/**
 * The shovels a mint uses up; undefined when they do not suffice.
 * Every condition is counted on its own, so different PINs may meet different conditions.
 */
export function shovelsUsed(check: PinCheck, shovels: readonly Shovel[]): PinId[] | undefined {
  if (shovels.length === 0) return undefined;
  const count = parseInteger(check.count) ?? 0n;
  const used = new Set<PinId>();
  for (const condition of conditionsOf(check)) {
    const fitting = firstFitting(shovels, condition, count);
    if (BigInt(fitting.length) < count) return undefined;
    for (const id of fitting) used.add(id);
  }
  return [...used];
}

function firstFitting(shovels: readonly Shovel[], condition: Condition, count: bigint): PinId[] {
  const fitting = shovels.filter(condition).map(({ id }) => id);
  return fitting.filter((_, index) => BigInt(index) < count);
}

function conditionsOf({ lvl, creator, path }: PinCheck): Condition[] {
  const least = Number.parseInt((parseInteger(lvl) ?? 0n).toString(), 10);
  const conditions = [
    ...(lvl === '' ? [] : [(shovel: Shovel) => leadingZeros(shovel.pop) >= least]),
    ...(creator === '' ? [] : [(shovel: Shovel) => shovel.creator === creator]),
    ...(path === '' ? [] : [pathCondition(path)]),
  ];
  return conditions.length === 0 ? [() => true] : conditions;
}

function pathCondition(written: string): Condition {
  const query = readPinQuery(written);
  switch (query.kind) {
    case 'prefix':
      return (shovel) => shovel.path.startsWith(query.prefix);
    case 'content':
      return followCondition(query.path, query.content);
    case 'field':
      return (shovel) => {
        const text = shovel.path === query.path ? textUnder(shovel.body, query.key) : undefined;
        if (text === undefined) return false;
        return query.operator === '=' ? text === query.value : text.includes(query.value);
      };
  }
}

/** The content decides alone; the path of the PIN is not compared, as in MAN. */
function followCondition(path: string, metaId: string): Condition {
  return (shovel) => path === '/follow' && decodeUtf8(shovel.body) === metaId;
}

/** What is under a key of a JSON object, spelled exactly; a value that is no text is compared as Go prints it. */
function textUnder(body: Uint8Array, key: string): string | undefined {
  const json = readUntyped(goText(body));
  if (isFlaw(json) || typeof json.value !== 'object' || json.value?.kind !== 'object') return undefined;
  const member = json.value.members.findLast(([name]) => name === key);
  return member && goPrinted(member[1]);
}
