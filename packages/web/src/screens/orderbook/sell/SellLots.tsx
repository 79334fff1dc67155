/** The lots one has, to choose from. */
import { MAX_LOTS } from '@rialto/contract';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useHeld } from '../../../flows/handing/handings.ts';
import { Tokens } from '../../../show/Money.tsx';
import { lotState } from '../../../data/own/lot-state.ts';
import { unitsOf } from '../book/rows.ts';
import { bookWords } from '../pair/book-words.ts';
import { msg, t } from '../../../words.ts';
import type { SellFormProps } from './sell-props.ts';

const STATE_WORDS = {
  listed: msg('Listed'),
  waiting: msg('Waits for a block'),
  signed: msg('Signed, not listed yet'),
} as const;

export function Lots({
  market,
  form,
  dispatch,
  tick,
}: Pick<SellFormProps, 'market' | 'form' | 'dispatch'> & { tick: string }) {
  const entries = market.balance?.transferBalanceList ?? [];
  const held = useHeld('ask');
  if (market.balance === undefined && market.account.user !== undefined)
    return <Skeleton className="h-[4.75rem]" />;
  if (entries.length === 0) {
    return (
      <p className="grid h-[4.75rem] place-content-center rounded-[10px] border border-dashed border-line-strong px-6 text-center text-[0.8125rem] text-haze">
        {market.balance !== undefined && unitsOf(market.balance.availableBalance) === 0n
          ? t('You have no {tick} to sell.', { tick })
          : t(bookWords(market.rules).noLots, { tick })}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.8125rem] text-mist">
        {t('Select lots, up to {count} at once', { count: MAX_LOTS })}
      </legend>
      <div className="max-h-44 divide-y divide-line overflow-y-auto rounded-[10px] border border-line bg-ink-0/60">
        {entries.map((entry) => {
          const state = lotState(entry, held);
          const chosen = form.lots.includes(entry.outpoint);
          return (
            <label
              key={entry.outpoint}
              data-testid="transfer-option"
              data-inscription-id={entry.inscriptionId}
              data-outpoint={entry.outpoint}
              data-state={state}
              className={`flex h-10 items-center gap-3 px-3 text-[0.8125rem] has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-amber ${
                chosen ? 'bg-amber/12' : state === 'ready' ? 'hover:bg-ink-2' : ''
              }`}
            >
              <input
                type="checkbox"
                disabled={state !== 'ready'}
                checked={chosen && state === 'ready'}
                onChange={() => dispatch({ type: 'lot', outpoint: entry.outpoint })}
                className="size-4 accent-amber"
              />
              <Tokens
                units={unitsOf(entry.amount)}
                tick={tick}
                className={`flex-1 ${state === 'ready' ? '' : 'text-haze'}`}
              />
              <span className="text-xs text-haze">{state === 'ready' ? '' : t(STATE_WORDS[state])}</span>
              <span className="num text-xs text-haze">{numberOf(entry.inscriptionNumber)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Only inscriptions have a number, and none while they wait for their block. */
function numberOf(inscription: string): string {
  return inscription === '' || inscription === '-1' ? '' : `#${inscription}`;
}
