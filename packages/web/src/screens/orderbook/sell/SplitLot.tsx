/** A lot of another size: the amount is split off a larger lot of one's own. */
import { formatDecimal, grouped } from '@rialto/market';
import { Link } from '@tanstack/react-router';
import { requestOwn } from '../../../flows/own/own-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import type { Market } from '../market.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { unitsOf } from '../book/rows.ts';
import { Shares } from '../buy/Shares.tsx';
import { tokenText } from './selling.ts';
import { splittingOf } from './split-lot.ts';
import { useSplitting } from './splitting.ts';
import { t } from '../../../words.ts';

interface SplitLotProps {
  readonly market: Market;
  /** The amount, as typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

export function SplitLot({ market, text, onType }: SplitLotProps) {
  const { token, balance, account } = market;
  const splitting = useSplitting(market).map(({ outpoint }) => outpoint);
  if (token === undefined) return null;
  const whole = (balance?.transferBalanceList ?? []).filter(({ outpoint }) => !splitting.includes(outpoint));
  const { request, error } = splittingOf(token, whole, text);
  const tick = token.ticker;
  const ready = whole.filter((entry) => lotState(entry) === 'ready');
  const largest = ready.reduce((most, { amount }) => (unitsOf(amount) > most ? unitsOf(amount) : most), 0n);
  return (
    <>
      <NumberField
        testId="amount-input"
        label={t('Size of the new lot')}
        value={text}
        onType={onType}
        unit={tick}
        error={error}
        action={<Shares of={largest} parts onShare={(part) => onType(tokenText(part, token.decimals))} />}
        hint={
          request === undefined
            ? undefined
            : t('Split your lot of {amount} {tick}', {
                amount: grouped(formatDecimal(request.held, request.decimals)),
                tick,
              })
        }
      />
      <Button
        className="w-full"
        data-testid="split-button"
        data-main
        disabled={account.credential === undefined || request === undefined}
        onClick={() => {
          if (request !== undefined) requestOwn(request);
        }}
      >
        {t('Split a lot')}
      </Button>
      {isMixed(balance?.availableBalance) ? (
        <Link
          to="/recover"
          className="block text-center text-xs text-mist underline underline-offset-4 hover:text-fog"
        >
          {t('Some of it shares coins with other assets: split them')}
        </Link>
      ) : null}
    </>
  );
}

/** What is on no lot is on coins with something else. */
const isMixed = (rest = '0'): boolean => /[1-9]/.test(rest);
