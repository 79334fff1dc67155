/** Replays real BRC-20 events line by line, and compares what the ledger holds after them with the state beside them. */
import { hexToBytes } from '../../src/index.ts';
import type { InscriptionEvent, InscriptionId, Outpoint, Sats, ScriptHex, Txid } from '../../src/index.ts';
import { Rows } from '../ledger/memory-index.ts';
import type { Check } from './case.ts';

const COLUMNS = 12;
const FLAG = /^(?:true|false)$/;
const WHOLE = /^[0-9]+$/;
const HEX = /^(?:[0-9a-f]{2})*$/;
/** moved, txid, output, offset, value, script, number, content, key, height, place in the block, time */
const SHAPES = [
  FLAG,
  /^[0-9a-f]{64}$/,
  WHOLE,
  WHOLE,
  WHOLE,
  HEX,
  /^-?[0-9]+$/,
  HEX,
  HEX,
  WHOLE,
  WHOLE,
  WHOLE,
];

export function replayLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** True when a line has the twelve columns of an event. */
export function isEventLine(line: string): boolean {
  const columns = line.split(' ');
  return columns.length === COLUMNS && columns.every((column, at) => SHAPES[at]?.test(column) === true);
}

export interface ReplayState {
  tickers: Record<string, unknown>;
  balances: Record<string, Record<string, unknown>>;
}

/** One check for each token, one for the balances of each, and one that there is nothing else. */
export function replayChecks(lines: readonly string[], { tickers, balances }: ReplayState): Check[] {
  let rows: Rows | undefined;
  const held = (): Rows => (rows ??= replay(lines));
  const check = (name: string, ours: (after: Rows) => unknown, expected: unknown): Check => ({
    name,
    run: () => ({ ours: ours(held()), expected }),
  });
  return [
    ...Object.entries(tickers).map(([tick, token]) =>
      check(`token ${tick}`, (after) => tokensOf(after)[tick], token),
    ),
    ...Object.entries(balances).map(([tick, owners]) =>
      check(`balances of ${tick}`, (after) => balancesOf(after)[tick], owners),
    ),
    check(
      'no other token, and no other balances',
      (after) => [Object.keys(tokensOf(after)).sort(), Object.keys(balancesOf(after)).sort()],
      [Object.keys(tickers).sort(), Object.keys(balances).sort()],
    ),
  ];
}

function replay(lines: readonly string[]): Rows {
  const rows = new Rows();
  const ids = new Map<string, InscriptionId>();
  for (const line of lines) {
    if (!isEventLine(line)) throw new Error(`not an event: ${line}`);
    const { height, event } = eventOf(line.split(' '), ids);
    rows.applyBrc20([event], height, 'main');
  }
  return rows;
}

/** Moves are told by a key that only the inscribing line has in common with them. */
function eventOf(
  columns: readonly string[],
  ids: Map<string, InscriptionId>,
): { height: number; event: InscriptionEvent } {
  const [isMoved, txid = '', vout = '', offset = '', value = '', script = '', number = ''] = columns;
  const [content = '', key = '', height = ''] = columns.slice(7);
  const to = {
    outpoint: `${txid}:${vout}` as Outpoint,
    offset: BigInt(offset) as Sats,
    value: BigInt(value) as Sats,
    script: script as ScriptHex,
  };
  const asFee = value === '0';
  const id = isMoved === 'true' ? ids.get(key) : (`${txid}i${ids.size}` as InscriptionId);
  if (id === undefined) throw new Error(`nothing was inscribed under ${key}`);
  const told = { txid: txid as Txid, id };
  if (isMoved === 'true') {
    const event = { kind: 'moved', ...told, from: to.outpoint, to: asFee ? 'fee' : to } as const;
    return { height: Number.parseInt(height, 10), event };
  }
  ids.set(key, id);
  // Which curse it was is not told, and no matter: a negative number is never a token's.
  const curse = number.startsWith('-') ? 'pointer' : undefined;
  const born = { kind: 'new', number: Number.parseInt(number, 10), curse, vindicated: false } as const;
  const body = hexToBytes(content);
  const found = { unbound: false, asFee, contentType: 'text/plain', body, parents: [], to };
  return { height: Number.parseInt(height, 10), event: { ...born, ...told, ...found } };
}

function tokensOf(rows: Rows): Record<string, unknown> {
  return Object.fromEntries(
    [...rows.token.values()].map(({ tick, max, limit, decimals, minted, deployHeight }) => [
      tick,
      { max: max.toString(), lim: limit.toString(), dec: decimals, minted: minted.toString(), deployHeight },
    ]),
  );
}

function balancesOf(rows: Rows): Record<string, Record<string, unknown>> {
  const balances: Record<string, Record<string, unknown>> = {};
  for (const { asset, script, available, transferable } of rows.balance.values()) {
    const tick = rows.token.get(asset)?.tick ?? '';
    balances[tick] = { ...balances[tick], [script]: [available.toString(), transferable.toString()] };
  }
  return balances;
}
