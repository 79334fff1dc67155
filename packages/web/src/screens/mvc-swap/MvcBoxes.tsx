/** The two boxes of a swap on MVC: what is typed on one side says the other. */
import type { MvcQuote } from '@rialto/contract';
import { formatBtc } from '@rialto/market';
import { mvcAmount } from '../../show/mvc/Space.tsx';
import { AmountBox } from '../../show/swap/AmountBox.tsx';
import { textOf, typedError } from '../../show/swap/amounts.ts';
import { Flip } from '../../show/swap/Flip.tsx';
import { tokenText } from '../../data/mvc/token-names.ts';
import { t } from '../../words.ts';
import { MvcPoolPicker } from './MvcPoolPicker.tsx';
import { OtherPicker } from './tokens/OtherPicker.tsx';
import type { Other } from './tokens/tokens-form.ts';
import type { OpenMvcPage } from './mvc-page.ts';
import { decimalsOf, flipped, isSpace, mostPaid, quoted } from './mvc-form.ts';
import type { MvcForm } from './mvc-form.ts';

interface BoxesProps {
  readonly page: OpenMvcPage;
  readonly form: MvcForm;
  readonly quote: MvcQuote | undefined;
  /** What there is to spend; undefined while it is not known. */
  readonly space: bigint | undefined;
  readonly held: bigint | undefined;
  readonly onForm: (next: MvcForm) => void;
  readonly onOther: (next: Other) => void;
}

export function MvcBoxes({ page, form, quote, space, held, onForm, onOther }: BoxesProps) {
  const { pool, holdings } = page;
  const { side } = form;
  const most = side === 'buy' ? space && mostPaid(space, holdings?.coins ?? 0, pool) : held;
  const max = (): void => {
    if (most === undefined || most === 0n) return;
    onForm({ side, exact: 'in', text: textOf(most, decimalsOf(form, 'in', pool.decimals)) });
  };
  const box = (which: MvcForm['exact']) => {
    const decimals = decimalsOf(form, which, pool.decimals);
    const ofSpace = isSpace(side, which);
    const shown = quote === undefined ? '' : textOf(BigInt(quoted(quote, side, which)), decimals);
    return {
      value: form.exact === which ? form.text : shown,
      unit: ofSpace ? 'SPACE' : pool.symbol,
      balance: ofSpace
        ? space === undefined
          ? undefined
          : formatBtc(space)
        : held === undefined
          ? undefined
          : mvcAmount(held, pool.decimals),
      error: form.exact === which ? typedError(form.text, decimals) : undefined,
      onType: (text: string) => onForm({ side, exact: which, text }),
      children: ofSpace ? (
        <OtherPicker
          page={page}
          other={undefined}
          onOther={(other) => other && onOther({ pool: other, isSold: which === 'in' })}
        />
      ) : (
        <MvcPoolPicker page={page} />
      ),
    };
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox label={t('You pay')} testId="mvc-pay" onMax={max} {...box('in')} />
      <Flip
        label={t('Pay in {unit} instead', { unit: side === 'buy' ? tokenText(pool) : 'SPACE' })}
        testId="mvc-flip"
        onFlip={() => onForm(flipped(form))}
      />
      <AmountBox label={t('You receive')} testId="mvc-receive" {...box('out')} />
    </div>
  );
}
