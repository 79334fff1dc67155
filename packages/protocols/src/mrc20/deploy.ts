/** The deploy of an MRC-20 token, checked as MAN checks it (metaid §3). Total. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { encodeUtf8 } from '../utf8.ts';
import { MAX_MRC20_DECIMALS } from './amount.ts';
import { fieldsOf, nestedTexts, readJson, textsOf, wholeNumber } from './json.ts';
import type { Fields } from './json.ts';

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

const MOST = 1_000_000_000_000n;
/** MAN counts 8 decimals here whatever the deploy says. */
const DIGITS_LIMIT = 20 - 8;
const TEXTS = [
  ...(['tick', 'tokenName', 'decimals', 'amtPerMint', 'mintCount', 'premineCount'] as const),
  ...(['beginHeight', 'endHeight', 'metadata', 'type'] as const),
] as const;

/** Reads a deploy. Whether its tick is free and its outputs fit is for the ledger to say. */
export function decodeDeploy(body: Uint8Array): Mrc20Deploy | Flaw {
  const json = readJson(body);
  if (isFlaw(json)) return json;
  const fields = fieldsOf(json.value);
  if (isFlaw(fields)) return fields;
  const texts = textsOf(fields, TEXTS);
  if (isFlaw(texts)) return texts;
  const wrong = nameFlaw(texts.tick, texts.tokenName);
  if (wrong !== undefined) return wrong;
  const numbers = numbersOf(texts);
  if (isFlaw(numbers)) return numbers;
  const checks = checksOf(fields);
  if (isFlaw(checks)) return checks;
  const { tick, tokenName, beginHeight, endHeight, metadata, type } = texts;
  return {
    ...{ op: 'deploy', tick: foldMrc20Tick(tick), display: tick, tokenName },
    ...{ ...numbers, beginHeight, endHeight, metadata, type, ...checks },
  };
}

/** How ticks are compared: upper case letter by letter, independent of any locale. */
export function foldMrc20Tick(tick: string): string {
  return Array.from(tick, upper).join('');
}

/** A letter whose capital is two letters stays as it is. */
function upper(letter: string): string {
  const capital = letter.toUpperCase();
  return Array.from(capital).length === 1 ? capital : letter;
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
  const amountPerMint = ranged(texts.amtPerMint, 1n, MOST);
  if (amountPerMint === undefined) return { flaw: 'bad-amount-per-mint' };
  const mintCount = ranged(texts.mintCount, 1n, MOST);
  if (mintCount === undefined) return { flaw: 'bad-mint-count' };
  const premineCount = ranged(texts.premineCount || '0', 0n, mintCount);
  if (premineCount === undefined) return { flaw: 'bad-premine-count' };
  const digits = (amountPerMint * mintCount).toString().length;
  if (premineCount > 0n && digits > DIGITS_LIMIT) return { flaw: 'too-many-digits' };
  return { decimals: Number.parseInt(decimals.toString(), 10), amountPerMint, mintCount, premineCount };
}

function ranged(text: string, least: bigint, most: bigint): bigint | undefined {
  const value = wholeNumber(text);
  return value === undefined || value < least || value > most ? undefined : value;
}

function checksOf(fields: Fields): Pick<Mrc20Deploy, 'pinCheck' | 'payCheck'> | Flaw {
  const pinCheck = nestedTexts(fields, 'pinCheck', ['creator', 'lvl', 'path', 'count']);
  if (isFlaw(pinCheck)) return pinCheck;
  const payCheck = nestedTexts(fields, 'payCheck', ['payTo', 'payAmount']);
  if (isFlaw(payCheck)) return payCheck;
  const { payTo, payAmount } = payCheck;
  if (payTo === '' && payAmount === '') return { pinCheck, payCheck: undefined };
  const complete = payTo !== '' && wholeNumber(payAmount) !== undefined;
  return complete ? { pinCheck, payCheck: { payTo, payAmount } } : { flaw: 'bad-pay-check' };
}
