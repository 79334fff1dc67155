/** Amounts on MVC: SPACE always in SPACE, whatever unit bitcoin is shown in, and tokens with their own digits. */
import {
  formatBtc,
  formatDecimal,
  formatRate,
  formatSats,
  grouped,
  priceParts,
  rateE18,
} from '@rialto/market';
import type { Amount, Sats } from '@rialto/protocols';
import { useSettings } from '../../data/settings.ts';
import { shortGenesis } from '../../data/mvc/token-names.ts';
import { shown } from '../../shown.ts';
import { Digits } from '../../ui/number/Digits.tsx';
import { t } from '../../words.ts';
import { PRICE_DIGITS } from '../Money.tsx';

export interface MvcToken {
  readonly symbol: string;
  readonly genesis: string;
  readonly decimals: number;
}

const UNIT = 'SPACE';

export function Space({ value, className = '' }: { value: bigint; className?: string }) {
  return <Digits digits={formatBtc(value)} unit={UNIT} className={className} />;
}

/** With all eight digits, the sat in small beside what is small; signed as a part of a sum. */
export function ExactSpace({ value, signed = false }: { value: bigint; signed?: boolean }) {
  const size = value < 0n ? -value : value;
  const [whole = '', rest = ''] = formatBtc(size).split('.');
  return (
    <span className="whitespace-nowrap">
      {size < SMALL ? (
        <span className="mr-2 text-2xs font-normal text-haze">
          {t('{amount} sat', { amount: formatSats(size) })}
        </span>
      ) : null}
      {signed ? (value < 0n ? '−' : '+') : null}
      <Digits digits={`${whole}.${rest.padEnd(8, '0')}`} unit={UNIT} />
    </span>
  );
}

/** Below this, people count in sat. */
const SMALL = 1_000_000n;

/** Its symbol, which may be cut, and the part of its genesis that nobody can imitate, which is not. */
export function MvcTokenName({ token: { symbol, genesis } }: { token: Omit<MvcToken, 'decimals'> }) {
  return (
    <span className="inline-flex max-w-full items-baseline whitespace-nowrap [text-decoration:inherit]">
      <bdi className="truncate">{shown(symbol)}</bdi>
      <span className="num ml-1 shrink-0 text-2xs font-normal text-haze">{shortGenesis(genesis)}</span>
    </span>
  );
}

export function MvcTokens({ units, token }: { units: bigint; token: MvcToken }) {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      <Digits digits={mvcAmount(units, token.decimals)} />
      <MvcTokenName token={token} />
    </span>
  );
}

export const mvcAmount = (units: bigint, decimals: number): string => grouped(formatDecimal(units, decimals));

const SATS = 100_000_000n;

interface PriceProps {
  readonly sats: bigint;
  readonly units: bigint;
  readonly token: MvcToken;
}

/** SPACE for one token. */
export function SpacePrice({ sats, units, token: { decimals } }: PriceProps) {
  const { simplifyPrice } = useSettings();
  const rate = formatRate(rateE18(sats as Sats, units as Amount, decimals) / SATS);
  return <Digits {...priceParts(rate, { significant: PRICE_DIGITS, simplify: simplifyPrice })} unit={UNIT} />;
}

/** Tokens for one SPACE, cut to what is read. */
export function TokensPerSpace({ sats, units, token }: PriceProps) {
  return <MvcTokens units={sats === 0n ? 0n : (units * SATS) / sats} token={token} />;
}
