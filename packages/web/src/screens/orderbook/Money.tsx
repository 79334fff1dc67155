/** Sats, prices and token amounts as this market shows them, by the settings of the browser. */
import { formatAmount, formatBtc, formatFiat, formatSats, priceParts } from '@rialto/market';
import { useBtcRate } from '../../data/queries.ts';
import { useSettings } from '../../data/settings.ts';
import { Digits } from '../../ui/Digits.tsx';

const PRICE_DIGITS = 5;

/** A price in sat per token. */
export function Price({ value, unit, className = '' }: { value: string; unit?: string; className?: string }) {
  const { simplifyPrice } = useSettings();
  const parts = priceParts(value, { significant: PRICE_DIGITS, simplify: simplifyPrice });
  return <Digits {...parts} {...(unit === undefined ? {} : { unit })} className={className} />;
}

/** Sats as bitcoin or satoshis, leading zeros muted. */
export function Money({
  value,
  className = '',
  bare = false,
}: {
  value: bigint;
  className?: string;
  bare?: boolean;
}) {
  const { btcUnit } = useSettings();
  const unit = bare ? {} : { unit: btcUnit ? 'BTC' : 'sat' };
  if (!btcUnit) return <Digits digits={formatSats(value)} {...unit} className={className} />;
  const text = formatBtc(value);
  const zeros = /^0\.0*/.exec(text)?.[0];
  if (zeros === undefined) return <Digits digits={text} {...unit} className={className} />;
  return <Digits lead={zeros} digits={text.slice(zeros.length)} {...unit} className={className} />;
}

export function moneyText(value: bigint, btcUnit: boolean): string {
  return btcUnit ? `${formatBtc(value)} BTC` : `${formatSats(value)} sat`;
}

/** The dollars of some sats, when they are wanted and known. */
export function Fiat({ value, className = '' }: { value: bigint; className?: string }) {
  const { fiatPrice } = useSettings();
  const rate = useBtcRate();
  const dollars = rate.data === undefined ? undefined : formatFiat(value, rate.data.usd.btc);
  if (!fiatPrice || dollars === undefined) return null;
  return <span className={`num whitespace-nowrap text-haze ${className}`}>≈ ${dollars}</span>;
}

export function Tokens({
  units,
  tick,
  className = '',
}: {
  units: bigint;
  tick?: string;
  className?: string;
}) {
  return (
    <Digits
      digits={formatAmount(units)}
      {...(tick === undefined ? {} : { unit: tick })}
      className={className}
    />
  );
}
