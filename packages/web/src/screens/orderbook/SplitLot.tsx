/** A lot of another size: the amount is split off a larger lot of one's own. */
import { parseDecimal } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { Link } from '@tanstack/react-router';
import { wishFor } from '../../flows/own-wish.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { Market } from './market.ts';
import { lotToSplit } from './split-lot.ts';
import { t } from '../../words.ts';

interface SplitLotProps {
  readonly market: Market;
  /** The amount, as typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

export function SplitLot({ market: { token, balance, account }, text, onType }: SplitLotProps) {
  if (token === undefined) return null;
  const { decimals, ticker: tick, assetId } = token;
  const typed = text.replaceAll(',', '');
  const lot = lotToSplit(balance?.transferBalanceList ?? [], typed, decimals);
  const digits = typed.split('.')[1]?.length ?? 0;
  const fault = digits > decimals ? t('At most {decimals} digits after the point', { decimals }) : undefined;
  const isMixed = (parseDecimal(balance?.availableBalance ?? '0', decimals) ?? 0n) > 0n;
  return (
    <>
      <NumberField
        testId="amount-input"
        label={t('Size of the new lot')}
        value={text}
        onType={onType}
        unit={tick}
        fault={fault ?? (typed !== '' && lot === undefined ? t('No free lot is larger') : undefined)}
        hint={
          lot === undefined
            ? undefined
            : t('Split off your lot of {amount} {tick}', { amount: lot.amount, tick })
        }
      />
      <Button
        className="w-full"
        data-testid="split-button"
        disabled={account.credential === undefined || lot === undefined || fault !== undefined}
        onClick={() => {
          if (lot === undefined) return;
          const held = (parseDecimal(lot.amount, decimals) ?? 0n) as Amount;
          const { outpoint } = lot;
          wishFor({ kind: 'sizes', outpoint, assetId, tick, decimals, held, sizes: [typed] });
        }}
      >
        {t('Split a lot')}
      </Button>
      {isMixed ? (
        <Link
          to="/recover"
          className="block text-center text-xs text-mist underline underline-offset-4 hover:text-fog"
        >
          {t('Some of it lies on mixed coins: take them apart')}
        </Link>
      ) : null}
    </>
  );
}
