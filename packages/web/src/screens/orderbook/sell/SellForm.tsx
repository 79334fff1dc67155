/** Sell: pick one lot or several, and name a price. */
import { formatRate } from '@rialto/market';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { CheaperBefore } from './CheaperBefore.tsx';
import { FarUnder } from './FarUnder.tsx';
import type { Form } from '../form.ts';
import { moneyUnit } from '../money-text.ts';
import { priceError } from './selling.ts';
import { Protected } from './Protected.tsx';
import type { SellSummary } from './selling.ts';
import { Price } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';
import { Words } from '../../../ui/Words.tsx';
import { Free, SellFoot } from './SellFoot.tsx';
import { Lots } from './SellLots.tsx';
import type { SellFormProps } from './sell-props.ts';

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
        counts="sat"
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
