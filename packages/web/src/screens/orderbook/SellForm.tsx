/** Sell: pick a transferable inscription, or make one, and name a price. */
import { useId } from 'react';
import type { TokenBalance } from '@rialto/contract';
import { formatRate, inscriptionFeeBound } from '@rialto/market';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { Check, Form, FormAct, SellSummary } from './form.ts';
import { Line } from '../../show/Lines.tsx';
import { Fiat, Money, Price, Tokens } from '../../show/Money.tsx';
import { lotState, unitsOf } from './rows.ts';
import { msg, t } from '../../words.ts';
import { Words } from '../../ui/Words.tsx';

export interface SellFormProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly balance: TokenBalance | undefined;
  readonly summary: SellSummary;
  readonly check: Check;
  readonly tick: string;
  readonly best: string | undefined;
  readonly feeRate: number | undefined;
  readonly inscribeFault: string | undefined;
  readonly busy: boolean;
  readonly inscribing: boolean;
  readonly canInscribe: boolean;
  readonly onAct: () => void;
  readonly onInscribe: () => void;
}

export function SellForm(props: SellFormProps) {
  const { form, dispatch, balance, summary, check, tick, best, busy, onAct } = props;
  return (
    <div className="flex flex-1 flex-col gap-4">
      <Lots balance={balance} form={form} dispatch={dispatch} tick={tick} />
      <Inscribe {...props} />
      <NumberField
        testId="price-input"
        label={form.priceMode === 'unit' ? t('Price per {tick}', { tick }) : t('Price in all')}
        value={form.price}
        onType={(text) => dispatch({ type: 'enter', field: 'price', text })}
        unit="sat"
        action={<PriceMode form={form} dispatch={dispatch} />}
        hint={<PriceHint form={form} summary={summary} best={best} />}
      />
      <div className="border-t border-line pt-3">
        <dl className="space-y-2">
          <Line name={t('Service fee')}>{t('none for sellers')}</Line>
          <Line name={t('You get when it sells')} strong>
            {summary.total === undefined ? (
              <span className="text-haze">—</span>
            ) : (
              <Money value={summary.total} className="text-[0.9375rem]" />
            )}
          </Line>
        </dl>
        <p className="mt-0.5 min-h-4 text-right text-xs">
          {summary.total === undefined ? null : <Fiat value={summary.total} />}
        </p>
      </div>
      <Button
        tone={check.missing === 'connect' || check.missing === 'authorize' ? 'primary' : 'sell'}
        size="lg"
        busy={busy}
        data-testid="place-order"
        disabled={check.missing === 'input'}
        onClick={onAct}
        className="w-full"
      >
        {t(check.label)}
      </Button>
    </div>
  );
}

function PriceHint({ form, summary, best }: { form: Form; summary: SellSummary; best: string | undefined }) {
  if (form.priceMode === 'total' && summary.rate !== undefined) {
    return (
      <Words of="{price} each" parts={{ price: <Price value={formatRate(summary.rate)} unit="sat" /> }} />
    );
  }
  if (best === undefined) return null;
  return <Words of="Best ask {price}" parts={{ price: <Price value={best} unit="sat" /> }} />;
}

function PriceMode({ form, dispatch }: Pick<SellFormProps, 'form' | 'dispatch'>) {
  const modes = [
    { id: 'unit', label: t('Per token') },
    { id: 'total', label: t('In all') },
  ] as const;
  return (
    <span className="flex gap-3 text-xs" role="group" aria-label={t('How to name the price')}>
      {modes.map((mode) => (
        <button
          key={mode.id}
          type="button"
          aria-pressed={form.priceMode === mode.id}
          data-testid={`price-mode-${mode.id}`}
          onClick={() => dispatch({ type: 'price-mode', mode: mode.id })}
          className="-my-1 min-h-6 min-w-6 text-haze underline-offset-4 hover:text-fog aria-pressed:text-fog aria-pressed:underline"
        >
          {mode.label}
        </button>
      ))}
    </span>
  );
}

const STATE_WORDS = { listed: msg('Listed'), waiting: msg('Waits for a block') } as const;

function Lots({
  balance,
  form,
  dispatch,
  tick,
}: Pick<SellFormProps, 'balance' | 'form' | 'dispatch' | 'tick'>) {
  const name = useId();
  const entries = balance?.transferBalanceList ?? [];
  if (entries.length === 0) {
    return (
      <p className="grid h-[4.75rem] place-content-center rounded-[10px] border border-dashed border-line-strong px-6 text-center text-[0.8125rem] text-haze">
        {t('Nothing transferable yet. Inscribe an amount below: that is what you sell.')}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.8125rem] text-mist">{t('Select an amount')}</legend>
      <div className="max-h-44 divide-y divide-line overflow-y-auto rounded-[10px] border border-line bg-ink-0/60">
        {entries.map((entry) => {
          const state = lotState(entry);
          return (
            <label
              key={entry.inscriptionId}
              data-testid="transfer-option"
              data-inscription-id={entry.inscriptionId}
              data-state={state}
              className={`flex h-10 items-center gap-3 px-3 text-[0.8125rem] has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-amber ${
                form.lotId === entry.inscriptionId ? 'bg-amber/12' : state === 'ready' ? 'hover:bg-ink-2' : ''
              }`}
            >
              <input
                type="radio"
                name={name}
                disabled={state !== 'ready'}
                checked={form.lotId === entry.inscriptionId}
                onChange={() => dispatch({ type: 'lot', id: entry.inscriptionId })}
                className="size-4 accent-amber"
              />
              <Tokens
                units={unitsOf(entry.amount)}
                tick={tick}
                className={`flex-1 ${state === 'ready' ? '' : 'text-haze'}`}
              />
              <span className="text-xs text-haze">{state === 'ready' ? '' : t(STATE_WORDS[state])}</span>
              <span className="num text-xs text-haze">
                {entry.inscriptionNumber === '-1' ? '' : `#${entry.inscriptionNumber}`}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Inscribe(props: SellFormProps) {
  const { form, dispatch, balance, tick, feeRate, inscribeFault, inscribing, canInscribe, onInscribe } =
    props;
  const available = balance?.availableBalance ?? '0';
  const typed = form.inscribe !== '';
  return (
    <details
      className="group rounded-[10px] border border-line"
      open={(balance?.transferBalanceList.length ?? 0) === 0}
    >
      <summary className="flex h-10 cursor-pointer list-none items-center justify-between rounded-[10px] px-3 text-[0.8125rem] text-mist hover:text-fog">
        {t('Make more of your balance transferable')}
        <span className="text-haze transition-transform group-open:rotate-180" aria-hidden="true">
          ⌄
        </span>
      </summary>
      <div className="space-y-2 px-3 pb-3">
        <NumberField
          testId="amount-input"
          label={t('Amount to inscribe')}
          value={form.inscribe}
          onType={(text) => dispatch({ type: 'enter', field: 'inscribe', text })}
          unit={tick}
          fault={typed ? inscribeFault : undefined}
          hint={
            feeRate === undefined
              ? undefined
              : t('Network fees at most {fee} sat, and the coin it sits on', {
                  fee: inscriptionFeeBound(feeRate).toString(),
                })
          }
          action={
            <button
              type="button"
              onClick={() => dispatch({ type: 'enter', field: 'inscribe', text: available })}
              className="-my-1 min-h-6 min-w-6 text-xs text-haze underline-offset-4 hover:text-fog hover:underline"
            >
              {t('All')}
            </button>
          }
        />
        <Button
          size="md"
          className="w-full"
          data-testid="inscribe-button"
          busy={inscribing}
          disabled={!canInscribe || inscribeFault !== undefined}
          onClick={onInscribe}
        >
          {t('Inscribe Transfer')}
        </Button>
        <p className="text-xs leading-4 text-haze">
          {t(
            'A transfer inscription moves once. Cancelling on the chain uses it up and the amount returns to your balance.',
          )}
        </p>
      </div>
    </details>
  );
}
