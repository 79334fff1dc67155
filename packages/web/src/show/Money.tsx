/** Sats, prices and token amounts as this market shows them, by the settings of the browser. */
import { formatAmount, formatBtc, formatFiat, formatSats, priceParts } from '@rialto/market';
import { useBtcRate } from '../data/queries.ts';
import { useSettings } from '../data/settings.ts';
import { t } from '../words.ts';
import { Digits, fillOf, fractionOf } from '../ui/number/Digits.tsx';
import type { PriceStyle } from '@rialto/market';

/** As many digits of a price are shown. */
export const PRICE_DIGITS = 5;

/** A price in sat per token. */
export function Price({ value, unit, most = 0, className = '' }: PriceProps) {
  const { simplifyPrice } = useSettings();
  const parts = priceParts(value, { significant: PRICE_DIGITS, simplify: simplifyPrice });
  const fill = fillOf(fractionOf(parts), most);
  return <Digits {...parts} fill={fill} {...(unit === undefined ? {} : { unit })} className={className} />;
}

interface PriceProps {
  readonly value: string;
  readonly unit?: string;
  /** The most digits after the point in this column. */
  readonly most?: number;
  readonly className?: string;
}

/** A price in plain text, for titles and tables: all zeros written out, never rounded to nothing. */
export function priceText(price: string, significant = PRICE_DIGITS): string {
  const { lead, digits } = priceParts(price, { significant, simplify: false });
  return `${lead}${digits}`;
}

/** The most digits after the point among the prices of a column. */
export function maxOf(prices: readonly string[], simplify: boolean): number {
  const style: PriceStyle = { significant: PRICE_DIGITS, simplify };
  return Math.max(0, ...prices.map((price) => fractionOf(priceParts(price, style))));
}

/** The same for token amounts. */
export function maxOfAmounts(amounts: readonly bigint[]): number {
  return Math.max(0, ...amounts.map((units) => fractionOf({ digits: formatAmount(units) })));
}

interface MoneyProps {
  readonly value: bigint;
  readonly className?: string;
  /** Without its unit: the head of the column has it. */
  readonly bare?: boolean;
  /** All eight digits of bitcoin, as everywhere in columns. */
  readonly full?: boolean;
}

/** Sats as bitcoin or satoshis, leading zeros muted. */
export function Money({ value, className = '', bare = false, full = bare }: MoneyProps) {
  const { btcUnit } = useSettings();
  const unit = bare ? {} : { unit: btcUnit ? 'BTC' : 'sat' };
  if (!btcUnit) return <Digits digits={formatSats(value)} {...unit} className={className} />;
  const text = full ? fullBtc(value) : formatBtc(value);
  const zeros = /^0\.0*/.exec(text)?.[0];
  if (zeros === undefined) return <Digits digits={text} {...unit} className={className} />;
  return <Digits lead={zeros} digits={text.slice(zeros.length)} {...unit} className={className} />;
}

/** Below this, people count in sats: 0.01 BTC. */
const SMALL = 1_000_000n;

/** Money in a form, a review or the tray: eight digits, the sats in small beside what is small; signed as a part of a sum. */
export function Exact({ value, className = '', signed = false }: ExactProps) {
  const { btcUnit } = useSettings();
  const size = value < 0n ? -value : value;
  return (
    <span className="whitespace-nowrap">
      {btcUnit && size < SMALL ? (
        <span className="mr-2 text-2xs font-normal text-haze">
          {t('{amount} sat', { amount: formatSats(size) })}
        </span>
      ) : null}
      {signed ? <span className={className}>{value < 0n ? '−' : '+'}</span> : null}
      <Money value={size} full className={className} />
    </span>
  );
}

interface ExactProps {
  readonly value: bigint;
  readonly className?: string;
  readonly signed?: boolean;
}

/** Always eight digits, so that decimal points align in a column. */
function fullBtc(value: bigint): string {
  const [whole = '', rest = ''] = formatBtc(value).split('.');
  return `${whole}.${rest.padEnd(8, '0')}`;
}

export function moneyText(value: bigint, btcUnit: boolean): string {
  return btcUnit ? `${formatBtc(value)} BTC` : `${formatSats(value)} sat`;
}

/** The dollars of some sats, when they are wanted and known. */
export function Fiat({ value, className = '' }: { value: bigint; className?: string }) {
  const rate = useBtcRate();
  const dollars = rate.data === undefined ? undefined : formatFiat(value, rate.data.usd.btc);
  return <Dollars text={dollars} className={className} />;
}

/** Dollars as `formatFiat` writes them; every sum in dollars is shown by this, or not at all. */
export function Dollars({ text, className = '' }: { text: string | undefined; className?: string }) {
  const { fiatPrice } = useSettings();
  if (!fiatPrice || text === undefined) return null;
  return <span className={`num whitespace-nowrap text-haze ${className}`}>≈ ${text}</span>;
}

interface TokensProps {
  readonly units: bigint;
  readonly tick?: string;
  readonly most?: number;
  readonly className?: string;
}

export function Tokens({ units, tick, most = 0, className = '' }: TokensProps) {
  const digits = formatAmount(units);
  const fill = fillOf(fractionOf({ digits }), most);
  return (
    <Digits
      digits={digits}
      fill={fill}
      {...(tick === undefined ? {} : { unit: tick })}
      className={className}
    />
  );
}
