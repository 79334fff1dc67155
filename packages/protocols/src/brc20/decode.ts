/** BRC-20 messages read from inscription bodies and written for them (inscriptions §4). Total: never throws on a stranger's bytes. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import type { Json } from '../json/read.ts';
import { readSerdeObject } from '../json/serde.ts';
import type { Amount } from '../units.ts';
import { encodeUtf8 } from '../utf8.ts';
import { BRC20_DECIMALS, MAX_BRC20_AMOUNT, formatBrc20Amount, parseBrc20Amount } from './amount.ts';
import { foldTick } from './fold.ts';

export interface Brc20Deploy {
  readonly op: 'deploy';
  readonly tick: string;
  readonly display: string;
  readonly max: Amount;
  readonly limit: Amount;
  readonly decimals: number;
  readonly selfMint: boolean;
  /** Set when other indexers refuse this deploy. */
  readonly difference?: Brc20Difference;
}

/**
 * Where BRC-20 indexers part (inscriptions §5). We follow OPI and say so on the token.
 * `decimals-not-text`: others refuse the deploy; `parents`: a mint whose second parent is the deploy, which others accept;
 * `module`: some was sent to the script that is a deposit elsewhere.
 */
export type Brc20Difference = 'decimals-not-text' | 'parents' | 'module';

/** A mint or a transfer; how its amount reads depends on the token's decimals. */
export interface Brc20Use {
  readonly op: 'mint' | 'transfer';
  readonly tick: string;
  /** As written in this message. */
  readonly display: string;
  readonly amount: string;
}

export type Brc20Op = Brc20Deploy | Brc20Use;

type Fields = ReadonlyMap<string, Json>;

const SELF_MINT_BYTES = 5;
const DECIMALS = /^0*([0-9]{1,3})$/;

/**
 * Reads a BRC-20 message.
 * @param contentType as inscribed; only its part before `;` counts, exactly
 * @returns the operation; a Flaw when it says it is BRC-20 and is wrong; undefined when it is something else
 */
export function decodeBrc20(
  contentType: string | undefined,
  body: Uint8Array | undefined,
): Brc20Op | Flaw | undefined {
  const kind = contentType?.split(';')[0];
  if (body === undefined || (kind !== 'text/plain' && kind !== 'application/json')) return undefined;
  const fields = readSerdeObject(body);
  if (fields?.get('p') !== 'brc-20') return undefined;
  const tick = tickOf(fields);
  if (isFlaw(tick)) return tick;
  const op = fields.get('op');
  switch (op) {
    case 'deploy':
      return decodeDeploy(fields, tick);
    case 'mint':
    case 'transfer':
      return decodeUse(op, tick, fields.get('amt'));
    default:
      return { flaw: 'unknown-op' };
  }
}

interface Tick {
  readonly display: string;
  readonly tick: string;
  readonly bytes: number;
}

function tickOf(fields: Fields): Tick | Flaw {
  const display = fields.get('tick');
  if (typeof display !== 'string') return { flaw: 'no-tick' };
  const bytes = encodeUtf8(display);
  // Six bytes need a predeploy, which only one indexer knows; they are no tokens here.
  if (bytes === undefined || (bytes.length !== 4 && bytes.length !== SELF_MINT_BYTES))
    return { flaw: 'tick-length' };
  if (bytes.includes(0)) return { flaw: 'tick-null-byte' };
  return { display, tick: foldTick(display), bytes: bytes.length };
}

/** True for ticks that only their deployer mints. */
export function isSelfMintTick(tick: string): boolean {
  return encodeUtf8(tick)?.length === SELF_MINT_BYTES;
}

function decodeUse(
  op: 'mint' | 'transfer',
  { tick, display }: Tick,
  amount: Json | undefined,
): Brc20Use | Flaw {
  if (typeof amount !== 'string') return { flaw: 'no-amount' };
  const most = parseBrc20Amount(amount, BRC20_DECIMALS);
  return isFlaw(most) ? most : { op, tick, display, amount };
}

function decodeDeploy(fields: Fields, tick: Tick): Brc20Deploy | Flaw {
  const selfMint = tick.bytes === SELF_MINT_BYTES;
  if (selfMint && fields.get('self_mint') !== 'true') return { flaw: 'not-self-mint' };
  const decimals = decimalsOf(fields.get('dec'));
  if (isFlaw(decimals)) return decimals;
  const max = maxOf(fields.get('max'), { decimals, selfMint });
  if (isFlaw(max)) return max;
  const limit = fields.get('lim') === undefined ? max : amountOf(fields.get('lim'), decimals);
  if (isFlaw(limit)) return limit;
  const differs = fields.get('dec') !== undefined && typeof fields.get('dec') !== 'string';
  const deploy = {
    op: 'deploy',
    tick: tick.tick,
    display: tick.display,
    max,
    limit,
    decimals,
    selfMint,
  } as const;
  return differs ? { ...deploy, difference: 'decimals-not-text' } : deploy;
}

function decimalsOf(dec: Json | undefined): number | Flaw {
  // OPI treats a value that is not a text as absent.
  if (typeof dec !== 'string') return BRC20_DECIMALS;
  const decimals = Number.parseInt(DECIMALS.exec(dec)?.[1] ?? '', 10);
  return decimals <= BRC20_DECIMALS ? decimals : { flaw: 'bad-decimals' };
}

function amountOf(text: Json | undefined, decimals: number): Amount | Flaw {
  return typeof text === 'string' ? parseBrc20Amount(text, decimals) : { flaw: 'no-amount' };
}

function maxOf(text: Json | undefined, token: { decimals: number; selfMint: boolean }): Amount | Flaw {
  const max = amountOf(text, token.decimals);
  const noLimit = token.selfMint && isFlaw(max) && max.flaw === 'zero';
  return noLimit ? MAX_BRC20_AMOUNT : max;
}

/** The body of a transfer inscription. */
export function encodeTransfer(tick: string, value: Amount): string {
  return JSON.stringify({ p: 'brc-20', op: 'transfer', tick, amt: formatBrc20Amount(value) });
}

/** The body of a mint inscription. */
export function encodeMint(tick: string, value: Amount): string {
  return JSON.stringify({ p: 'brc-20', op: 'mint', tick, amt: formatBrc20Amount(value) });
}

/** The body of a deploy inscription. A self-mint token without a limit is written with `max` "0". */
export function encodeDeploy(deploy: Omit<Brc20Deploy, 'op' | 'tick' | 'difference'>): string {
  const { display, max, limit, decimals, selfMint } = deploy;
  const unlimited = selfMint && max === MAX_BRC20_AMOUNT;
  return JSON.stringify({
    p: 'brc-20',
    op: 'deploy',
    tick: display,
    max: unlimited ? '0' : formatBrc20Amount(max),
    ...(limit === max ? {} : { lim: formatBrc20Amount(limit) }),
    ...(decimals === BRC20_DECIMALS ? {} : { dec: decimals.toString() }),
    ...(selfMint ? { self_mint: 'true' } : {}),
  });
}
