/** A lot of another size: the amount is split off a larger lot of one's own. */
import { formatDecimal, grouped } from '@rialto/market';
import { Link } from '@tanstack/react-router';
import { requestOwn } from '../../../flows/own/own-request.ts';
import type { GatherRequest } from '../../../flows/own/own-request.ts';
import { Notice } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import type { Market } from '../market.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { unitsOf } from '../book/rows.ts';
import { Shares } from '../buy/Shares.tsx';
import { tokenText } from './selling.ts';
import { gatheringOf, splittingOf } from './split-lot.ts';
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
  const gathering = gatheringOf(token, whole, text);
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
        error={gathering === undefined ? error : undefined}
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
      {gathering === undefined ? null : <GatherFirst request={gathering} />}
      <Button
        className="w-full"
        data-testid="split-button"
        data-main
        disabled={account.credential === undefined || (gathering ?? request) === undefined}
        onClick={() => {
          const asked = gathering ?? request;
          if (asked !== undefined) requestOwn(asked);
        }}
      >
        {gathering === undefined ? t('Split a lot') : t('Gather your coins')}
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

/** No single coin holds as much. */
function GatherFirst({ request: { coins } }: { request: GatherRequest }) {
  return (
    <div data-testid="sell-gather">
      <Notice tone="warn">
        {t(
          'This amount lies on {coins} of your coins. Make one coin of them first: that takes a block. Then split it or list it whole.',
          { coins },
        )}
      </Notice>
    </div>
  );
}

/** What is on no lot is on coins with something else. */
const isMixed = (rest = '0'): boolean => /[1-9]/.test(rest);
