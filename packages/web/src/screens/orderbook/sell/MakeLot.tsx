/** How an amount becomes a lot: BRC-20 inscribes a transfer; all others split a coin to size. */
import { useState } from 'react';
import { formatSats, inscriptionFeeBound } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import type { Market } from '../market.ts';
import { Shares } from '../buy/Shares.tsx';
import { SplitLot } from './SplitLot.tsx';
import { tokenText } from './selling.ts';
import { bookWords } from '../pair/book-words.ts';
import { msg, t } from '../../../words.ts';

interface MakeLotProps {
  readonly market: Market;
  /** The amount, as typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: string | undefined;
  /** In no lot, and in no inscription that waits. */
  readonly free: Amount;
  readonly feeRate: number | undefined;
  readonly busy: boolean;
  /** How many were made here. */
  readonly made: number;
  readonly onMake: () => void;
}

const TITLES = {
  inscribe: msg('Make more of your balance transferable'),
  split: msg('Split a lot to another size'),
} as const;

export function MakeLot(props: MakeLotProps) {
  const { made, text } = props;
  // Somebody came for an amount.
  const [isWanted] = useState(text !== '');
  const { rules, balance } = props.market;
  // Not before it is known: a form that opens by itself under a click would be closed by it.
  const none = balance?.transferBalanceList.length === 0;
  return (
    // Another key is another one: it closes when the lot is made.
    <details
      key={made}
      className="group rounded-[10px] border border-line"
      open={none || (isWanted && made === 0)}
      data-testid="make-lot"
    >
      <summary className="flex h-10 cursor-pointer list-none items-center justify-between rounded-[10px] px-3 text-[0.8125rem] text-mist hover:text-fog">
        {t(TITLES[rules.makeLot])}
        <span className="text-haze transition-transform group-open:rotate-180" aria-hidden="true">
          ⌄
        </span>
      </summary>
      <div className="space-y-2 px-3 pb-3" data-enter>
        {rules.makeLot === 'inscribe' ? <Inscribe {...props} /> : <SplitLot {...props} />}
        <p className="text-xs leading-4 text-haze">{t(bookWords(rules).ofLots)}</p>
      </div>
    </details>
  );
}

function Inscribe({ market, text, onType, error, free, feeRate, busy, onMake }: MakeLotProps) {
  return (
    <>
      <NumberField
        testId="amount-input"
        label={t('Amount to inscribe')}
        value={text}
        onType={onType}
        unit={market.token?.ticker ?? ''}
        error={text === '' ? undefined : error}
        hint={
          feeRate === undefined
            ? undefined
            : t('Network fees at most {fee} sat, and the coin it is on', {
                fee: formatSats(inscriptionFeeBound(feeRate)),
              })
        }
        action={<Shares of={free} onShare={(part) => onType(tokenText(part, market.token?.decimals))} />}
      />
      <Button
        size="md"
        className="w-full"
        data-testid="inscribe-button"
        data-main
        busy={busy}
        disabled={market.account.user === undefined || error !== undefined}
        onClick={onMake}
      >
        {t('Inscribe Transfer')}
      </Button>
    </>
  );
}
