/** What a sweep has beyond the request, or short of it. */
import { MAX_LOTS } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import type { SweepFound } from '../../../flows/orders/sweep.ts';
import { Notice } from '../../../show/Lines.tsx';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';

interface SweepLeftProps {
  readonly found: SweepFound;
  readonly tick: string;
  readonly rows: readonly BookRow[];
}

export function SweepLeft({ found, tick, rows }: SweepLeftProps) {
  const { over, missing, unspent, proven, orderIds } = found;
  const lots = rows.length;
  return (
    <div className="space-y-1.5" data-testid="sweep-left" role="status">
      {orderIds.length === 0 ? (
        <Notice tone="warn">{t('No lot costs that little.')}</Notice>
      ) : (
        <p className="text-xs text-haze">
          {proven
            ? t('Cheapest combination: {lots, plural, one {# lot} other {# lots}}', { lots })
            : t('Best combination found: {lots, plural, one {# lot} other {# lots}}', { lots })}
        </p>
      )}
      {over > 0n ? (
        <p className="text-xs text-mist">
          <Words
            of="{amount} more than you asked for"
            parts={{ amount: <Tokens units={over} tick={tick} /> }}
          />
        </p>
      ) : null}
      {missing > 0n ? <Notice tone="warn">{shortWords(rows, missing, tick)}</Notice> : null}
      {unspent > 0n && orderIds.length > 0 ? (
        <p className="text-xs text-mist">
          <Words of="{amount} of your budget is left" parts={{ amount: <Exact value={unspent} /> }} />
        </p>
      ) : null}
    </div>
  );
}

/** Why it is less than was asked for: so many lots fit in one purchase, or nobody sells more. */
function shortWords(rows: readonly BookRow[], missing: bigint, tick: string): string {
  const units = rows.reduce((sum, row) => sum + row.amount, 0n);
  const values = { got: formatAmount(units), asked: formatAmount(units + missing), tick };
  return rows.length < MAX_LOTS
    ? t('Only {got} of {asked} {tick} are for sale.', values)
    : t('Only {got} of {asked} {tick} fit in one purchase ({most} lots).', { ...values, most: MAX_LOTS });
}
