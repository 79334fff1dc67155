/** Sell: pick one lot or several, and name a price. */
import type { ReactNode } from 'react';
import { MAX_LOTS } from '@rialto/contract';
import type { LockTerms, Order } from '@rialto/contract';
import { formatRate } from '@rialto/market';
import { useLineLost } from '../../../data/calls/line.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useHeld } from '../../../flows/handing/handings.ts';
import { CheaperBefore } from './CheaperBefore.tsx';
import { FarUnder } from './FarUnder.tsx';
import type { Check, Form, FormAct } from '../form.ts';
import { FormFoot } from '../FormFoot.tsx';
import type { Market } from '../market.ts';
import { moneyUnit } from '../money-text.ts';
import { priceError } from './selling.ts';
import { Protected } from './Protected.tsx';
import type { SellSummary } from './selling.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat, Price, Tokens } from '../../../show/Money.tsx';
import { lotState, unitsOf } from '../book/rows.ts';
import { bookWords } from '../pair/book-words.ts';
import { msg, t } from '../../../words.ts';
import { Words } from '../../../ui/Words.tsx';

interface SellFormProps {
  readonly market: Market;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly summary: SellSummary;
  readonly check: Check;
  readonly best: string | undefined;
  /** The past order by which a chosen lot was offered cheaper. */
  readonly before: Order | undefined;
  readonly busy: boolean;
  readonly onAct: () => void;
  /** Of locks that hold lots; undefined where none can. */
  readonly terms: LockTerms | undefined;
  readonly networkFee: bigint | undefined;
  /** The act that makes a lot. */
  readonly make: ReactNode;
}

export function SellForm(props: SellFormProps) {
  const { market, form, dispatch, summary, check, best, before, busy, onAct, make, terms, networkFee } =
    props;
  const tick = market.token?.ticker ?? '';
  const { lots } = summary;
  const several = lots.length > 1;
  return (
    <div className="flex flex-1 flex-col gap-4">
      <Lots market={market} form={form} dispatch={dispatch} tick={tick} />
      {make}
      <NumberField
        testId="price-input"
        label={form.priceMode === 'unit' ? t('Price per {tick}', { tick }) : t('Total price')}
        value={form.price}
        onType={(text) => dispatch({ type: 'enter', field: 'price', text })}
        unit={form.priceMode === 'unit' ? 'sat' : moneyUnit(form.price)}
        action={<PriceMode form={form} dispatch={dispatch} several={several} />}
        error={priceError(form) ?? (summary.tooLarge ? t('Too large') : undefined)}
        hint={<PriceHint form={form} summary={summary} best={best} />}
      />
      <FarUnder rate={summary.rate} best={best} />
      <CheaperBefore order={before} />
      <Free form={form} dispatch={dispatch} />
      <Protected form={form} dispatch={dispatch} terms={terms} networkFee={networkFee} />
      <SellFoot {...{ summary, check, busy, onAct }} />
      <p className="text-xs leading-4 text-haze" data-testid="snipe-risk">
        {form.protect
          ? t('The exchange signs last: nobody can take the lot past it.')
          : t('If two buyers compete, the higher network fee wins. You are paid either way.')}
      </p>
    </div>
  );
}

function SellFoot({
  summary,
  check,
  busy,
  onAct,
}: Pick<SellFormProps, 'summary' | 'check' | 'busy' | 'onAct'>) {
  const { lots } = summary;
  const several = lots.length > 1;
  const offline = useLineLost();
  return (
    <FormFoot>
      <dl className="space-y-2">
        {several ? (
          <Line name={t('Orders')}>{t('{count}, one for each lot', { count: lots.length })}</Line>
        ) : null}
        <Line name={t('Service fee')}>{t('none for you on limit orders')}</Line>
        {summary.total === undefined ? null : (
          <Line name={t('You get when it sells')} strong>
            <Exact value={summary.total} className="text-[0.9375rem]" />
            <Fiat value={summary.total} className="block min-h-4 text-xs font-normal" />
          </Line>
        )}
      </dl>
      <Button
        tone={check.missing === 'connect' ? 'primary' : 'sell'}
        size="lg"
        busy={busy}
        data-testid="place-order"
        data-main
        disabled={offline || check.missing === 'input'}
        onClick={onAct}
        className="w-full"
      >
        {offline ? t('Offline, reconnecting') : placeWords(check, lots.length)}
      </Button>
    </FormFoot>
  );
}

/** On the button. */
function placeWords({ missing, label }: Check, lots: number): string {
  return missing === 'nothing' && lots > 1 ? t('Place {count} Limit Sell Orders', { count: lots }) : t(label);
}

/** Where the exchange offers it: the taker of the order pays no service fee. */
function Free({ form, dispatch }: Pick<SellFormProps, 'form' | 'dispatch'>) {
  const count = useConfig().data?.freeOrders ?? 0;
  if (count === 0) return null;
  return (
    <label className="flex items-start gap-2.5 text-[0.8125rem] leading-5">
      <input
        type="checkbox"
        data-testid="free-order"
        checked={form.free}
        onChange={(event) => dispatch({ type: 'free', on: event.target.checked })}
        className="mt-1 size-4 accent-amber"
      />
      <span>
        {t('Free order')}
        <span className="block text-xs text-haze">
          {t('The buyer pays no service fee. {count} of these a day.', { count })}
        </span>
      </span>
    </label>
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

interface PriceModeProps extends Pick<SellFormProps, 'form' | 'dispatch'> {
  readonly several: boolean;
}

/** Several lots are priced by the token. */
function PriceMode({ form, dispatch, several }: PriceModeProps) {
  const modes = [
    { id: 'unit', label: t('Per token') },
    { id: 'total', label: t('Total') },
  ] as const;
  return (
    <span className="flex gap-3 text-xs" role="group" aria-label={t('How to set the price')}>
      {modes.map((mode) => (
        <button
          key={mode.id}
          type="button"
          aria-pressed={form.priceMode === mode.id}
          disabled={several && mode.id === 'total'}
          title={several && mode.id === 'total' ? t('Several lots are priced per token') : undefined}
          data-testid={`price-mode-${mode.id}`}
          onClick={() => dispatch({ type: 'price-mode', mode: mode.id })}
          className="-my-1 min-h-6 min-w-6 text-haze underline-offset-4 hover:text-fog disabled:cursor-not-allowed disabled:no-underline disabled:hover:text-haze aria-pressed:text-fog aria-pressed:underline"
        >
          {mode.label}
        </button>
      ))}
    </span>
  );
}

const STATE_WORDS = {
  listed: msg('Listed'),
  waiting: msg('Waits for a block'),
  signed: msg('Signed, not listed yet'),
} as const;

function Lots({
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
