/** The deploy of an MRC-20 token, checked as MAN checks it (metaid §3). Total. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { goLower, goUpper } from '../go-text.ts';
import { fieldsOf, goText, nestedTexts, parseInteger, readGo, textsOf } from '../json/go.ts';
import { encodeUtf8 } from '../utf8.ts';
import { MAX_MRC20_DECIMALS } from './amount.ts';

/** Conditions on the shovels of a mint; '' is not asked for. */
export interface PinCheck {
  readonly creator: string;
  readonly lvl: string;
  readonly path: string;
  readonly count: string;
}

export interface PayCheck {
  readonly payTo: string;
  /** In satoshis. */
  readonly payAmount: string;
}

export interface Mrc20Deploy {
  readonly op: 'deploy';
  /** In upper case, as it is compared. */
  readonly tick: string;
  /** As the deployer wrote it. */
  readonly display: string;
  readonly tokenName: string;
  /** An absent one is 0, as MAN's transfer check has it. */
  readonly decimals: number;
  /** Whole tokens. */
  readonly amountPerMint: bigint;
  readonly mintCount: bigint;
  readonly premineCount: bigint;
  /** As written; one that is no number lets no mint pass. */
  readonly beginHeight: string;
  readonly endHeight: string;
  readonly metadata: string;
  readonly type: string;
  readonly pinCheck: PinCheck;
  readonly payCheck: PayCheck | undefined;
}

/** What a deploy may leave out, left out: no premine, mints at any height that use up no PIN and pay nobody (metaid §3). */
export const PLAIN_DEPLOY = {
  tokenName: '',
  decimals: 0,
  premineCount: 0n,
  beginHeight: '',
  endHeight: '',
  metadata: '',
  type: '',
  pinCheck: { creator: '', lvl: '', path: '', count: '' },
  payCheck: undefined,
} as const;

/** A deploy as a message: MAN looks for another tick than it keeps where small letters and capitals are no pairs. */
export interface Mrc20DeployMessage extends Mrc20Deploy {
  /** The tick that must be free, upper case of the lower case. */
  readonly soughtTick: string;
}

const MAX = 1_000_000_000_000n;
/** MAN counts 8 decimals here whatever the deploy says. */
const DIGITS_LIMIT = 20 - 8;
const TEXTS = [
  'tick',
  'tokenName',
  'decimals',
  'amtPerMint',
  'mintCount',
  'premineCount',
  'beginHeight',
  'endHeight',
  'metadata',
  'type',
] as const;

/**
 * Reads a deploy. Whether its tick is free and its outputs fit is for the ledger to say.
 * MAN reads the content twice: in small letters to check it, as written to keep it.
 */
export function decodeDeploy(body: Uint8Array): Mrc20DeployMessage | Flaw {
  const text = goText(body);
  const checked = readDeploy(goLower(text));
  if (isFlaw(checked)) return checked;
  const wrong = nameFlaw(checked.tick, checked.tokenName) ?? payFlaw(checked.payCheck);
  if (wrong !== undefined) return wrong;
  const inRange = numbersOf(checked);
  if (isFlaw(inRange)) return inRange;
  const written = readDeploy(text);
  if (isFlaw(written)) return written;
  const numbers = numbersOf(written);
  if (isFlaw(numbers)) return numbers;
  const { tick, tokenName, beginHeight, endHeight, metadata, type, pinCheck, payCheck } = written;
  if (tick === '') return { flaw: 'no-tick' };
  return {
    op: 'deploy',
    tick: foldMrc20Tick(tick),
    soughtTick: foldMrc20Tick(checked.tick),
    display: tick,
    tokenName,
    ...numbers,
    beginHeight,
    endHeight,
    metadata,
    type,
    pinCheck,
    payCheck: payCheck.payTo === '' && payCheck.payAmount === '' ? undefined : payCheck,
  };
}

type DeployTexts = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly pinCheck: PinCheck;
  readonly payCheck: PayCheck;
};

function readDeploy(text: string): DeployTexts | Flaw {
  const json = readGo(text);
  const fields = isFlaw(json) ? json : fieldsOf([json.value]);
  if (isFlaw(fields)) return fields;
  const texts = textsOf(fields, TEXTS);
  if (isFlaw(texts)) return texts;
  const pinCheck = nestedTexts(fields, 'pinCheck', ['creator', 'lvl', 'path', 'count']);
  if (isFlaw(pinCheck)) return pinCheck;
  const payCheck = nestedTexts(fields, 'payCheck', ['payTo', 'payAmount']);
  return isFlaw(payCheck) ? payCheck : { ...texts, pinCheck, payCheck };
}

/** How ticks are compared. */
export function foldMrc20Tick(tick: string): string {
  return goUpper(tick);
}

function byteLength(text: string): number {
  return encodeUtf8(text)?.length ?? Infinity;
}

function nameFlaw(tick: string, tokenName: string): Flaw | undefined {
  const length = byteLength(tick);
  if (length < 2 || length > 24) return { flaw: 'tick-length' };
  return byteLength(tokenName) > 48 ? { flaw: 'token-name-length' } : undefined;
}

type Numbers = Pick<Mrc20Deploy, 'decimals' | 'amountPerMint' | 'mintCount' | 'premineCount'>;
type NumberTexts = Readonly<Record<'decimals' | 'amtPerMint' | 'mintCount' | 'premineCount', string>>;

function numbersOf(texts: NumberTexts): Numbers | Flaw {
  const decimals = ranged(texts.decimals || '0', 0n, BigInt(MAX_MRC20_DECIMALS));
  if (decimals === undefined) return { flaw: 'bad-decimals' };
  const amountPerMint = ranged(texts.amtPerMint, 1n, MAX);
  if (amountPerMint === undefined) return { flaw: 'bad-amount-per-mint' };
  const mintCount = ranged(texts.mintCount, 1n, MAX);
  if (mintCount === undefined) return { flaw: 'bad-mint-count' };
  // MAN takes one below zero for none.
  const premine = ranged(texts.premineCount || '0', -(2n ** 63n), mintCount);
  if (premine === undefined) return { flaw: 'bad-premine-count' };
  const premineCount = premine < 0n ? 0n : premine;
  const digits = (amountPerMint * mintCount).toString().length;
  if (premineCount > 0n && digits > DIGITS_LIMIT) return { flaw: 'too-many-digits' };
  return { decimals: Number.parseInt(decimals.toString(), 10), amountPerMint, mintCount, premineCount };
}

function ranged(text: string, least: bigint, most: bigint): bigint | undefined {
  const value = parseInteger(text);
  return value === undefined || value < least || value > most ? undefined : value;
}

function payFlaw({ payTo, payAmount }: PayCheck): Flaw | undefined {
  if (payTo === '' && payAmount === '') return undefined;
  const complete = payTo !== '' && parseInteger(payAmount) !== undefined;
  return complete ? undefined : { flaw: 'bad-pay-check' };
}
