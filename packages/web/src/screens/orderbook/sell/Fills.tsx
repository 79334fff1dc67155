/** The bids of a sale, each with its lot, or with the act that makes one of exactly its size. */
import { MAX_RUNGS } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import { requestOwn } from '../../../flows/own/own-request.ts';
import { Exact, Price, Tokens } from '../../../show/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Notice } from '../../../show/Lines.tsx';
import type { TradeProps } from '../buy/buy-acts.ts';
import { unitsOf } from '../book/rows.ts';
import { lotsWanted } from './lots-wanted.ts';
import type { LotsWanted } from './lots-wanted.ts';
import { useSplitting } from './splitting.ts';
import type { Sale } from './selling-into.ts';
import { useInscribing } from './inscribing.ts';
import { t } from '../../../words.ts';

interface FillsProps extends Pick<TradeProps, 'market' | 'form' | 'dispatch'> {
  readonly sale: Sale;
}

export function Fills({ sale, market, form, dispatch }: FillsProps) {
  const { answers, wanted } = sale;
  const tick = market.token?.ticker ?? '';
  const byHand = form.sellMeans === 'bids';
  if (answers.length === 0)
    return byHand ? (
      <p className="grid h-[4.75rem] place-content-center rounded-[10px] border border-dashed border-line-strong px-6 text-center text-[0.8125rem] text-haze">
        {t('Pick bids in the book, up to {count} at once', { count: MAX_RUNGS })}
      </p>
    ) : null;
  return (
    <div className="space-y-2">
      <p className="text-[0.8125rem] text-mist">
        {t('{count, plural, one {# bid} other {# bids}}', { count: answers.length })}
      </p>
      <ul className="divide-y divide-line rounded-[10px] border border-line bg-ink-0/60">
        {answers.map(({ row, lot }) => (
          <li
            key={row.id}
            data-testid="fill-row"
            data-order-id={row.id}
            data-lot={lot?.outpoint ?? ''}
            className="flex min-h-9 flex-wrap items-center gap-x-2 px-3 py-1 text-[0.8125rem]"
          >
            <Tokens units={row.amount} tick={tick} className="flex-1" />
            <Price value={row.price} unit="sat" className="text-buy" />
            <Exact value={row.total} className="text-mist" />
            <span className={`text-xs ${lot === undefined ? 'text-warn' : 'text-haze'}`}>
              {lot === undefined ? (
                t('no lot of this size')
              ) : (
                <Icon name="check" className="size-3 text-buy" />
              )}
              {lot === undefined ? null : <span className="sr-only">{t('You have a lot of this size')}</span>}
            </span>
            {byHand ? (
              <button
                type="button"
                aria-label={t('Deselect the bid for {amount}', { amount: formatAmount(row.amount) })}
                onClick={() => dispatch({ type: 'sell-into', ids: [row.id] })}
                className="-mr-2 rounded-md p-2 text-haze hover:text-fog"
              >
                <Icon name="close" className="size-3" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {wanted.length === 0 ? null : <Wanted market={market} sale={sale} />}
    </div>
  );
}

/** What is missing, the act that makes it, and that nothing is promised meanwhile. */
function Wanted({ market, sale }: Pick<FillsProps, 'market' | 'sale'>) {
  const { rules, token, balance } = market;
  const tick = token?.ticker ?? '';
  const entries = balance?.transferBalanceList ?? [];
  const available = unitsOf(balance?.availableBalance ?? '0');
  const next = lotsWanted(sale, { rules, token, entries, available, splitting: useSplitting(market) });
  const amount = next.sizes.map((units) => formatAmount(tokens(units))).join(' + ');
  return (
    <Notice tone="calm">
      <div className="space-y-2" data-testid="lot-wanted" data-way={next.way}>
        <p>
          {t('A bid wants a lot of exactly its size: {amount} {tick} is missing.', { amount, tick })}{' '}
          {rules.makeLot === 'inscribe'
            ? t('Inscribe it. The sale waits for its blocks and is quoted again then.')
            : t('Split it off a larger lot. The sale waits for its blocks and is quoted again then.')}{' '}
          {t('The bid can go meanwhile; the lot stays yours.')}
        </p>
        <MakeIt market={market} next={next} amount={amount} tick={tick} />
      </div>
    </Notice>
  );
}

interface MakeItProps extends Pick<FillsProps, 'market'> {
  readonly next: LotsWanted;
  readonly amount: string;
  readonly tick: string;
}

function MakeIt({ market, next: { way, size, split }, amount, tick }: MakeItProps) {
  const inscribing = useInscribing(market, () => undefined);
  if (way === 'waits') return <p className="font-medium text-fog">{t('On its way: waits for its block.')}</p>;
  if (way === 'lacks')
    return <p className="text-warn">{t('You have not enough {tick} for it.', { tick })}</p>;
  const make = (): void => {
    if (way === 'inscribe') void inscribing.make(size);
    else if (split !== undefined) requestOwn(split);
  };
  return (
    <Button
      size="sm"
      data-testid="make-wanted"
      disabled={market.account.credential === undefined}
      busy={inscribing.busy}
      onClick={make}
    >
      {way === 'inscribe'
        ? t('Inscribe {amount} {tick}', { amount, tick })
        : t('Split off {amount} {tick}', { amount, tick })}
    </Button>
  );
}
