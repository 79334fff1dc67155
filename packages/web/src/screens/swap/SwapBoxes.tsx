/** The two boxes of a swap: what is typed on one side says the other; lots that are sold say how much. */
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { swapHref } from '../../data/pools/pool-rules.ts';
import { Fiat } from '../../show/Money.tsx';
import { t } from '../../words.ts';
import { AmountBox, BoxUnit } from '../../show/swap/AmountBox.tsx';
import { BTC_DECIMALS, textOf, typedError } from '../../show/swap/amounts.ts';
import { PoolPicker } from './PoolPicker.tsx';
import type { OpenPage } from './pool-page.ts';
import type { PoolToken } from './pool-token.ts';
import type { SwapCosts } from './SwapCosts.tsx';
import { exactDecimals, flipped, movedFor } from './swap-form.ts';
import type { SwapForm } from './swap-form.ts';

/** In sat: of bitcoin what it is, of tokens what they are at the pool's price. */
function worthOf(
  { token1Pool, token2Pool }: OpenPage['pool'],
  box: SwapForm['exact'],
  isBuying: boolean,
  preview: BoxesProps['preview'],
): bigint | undefined {
  if (preview === undefined || token2Pool === '0') return undefined;
  const amount = BigInt(box === 'pay' ? preview.sourceAmount : preview.targetAmount);
  return (box === 'pay') === isBuying ? amount : (amount * BigInt(token1Pool)) / BigInt(token2Pool);
}

interface BoxesProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly form: SwapForm;
  readonly onForm: (next: SwapForm) => void;
  readonly preview: Parameters<typeof SwapCosts>[0]['preview'] | undefined;
  /** Units of the lots that are sold. */
  readonly paid: bigint | undefined;
}

/** Left to a buyer who takes all: the network fee of a swap, with room, and what its token coin keeps. */
const SPARE_VSIZE = 400;
const SPARE_COIN_VSIZE = 70;
const SPARE_SATS = 1_200n;

function mostPaid(coins: readonly bigint[], feeRate: number): bigint {
  const vsize = SPARE_VSIZE + SPARE_COIN_VSIZE * Math.max(0, coins.length - 1);
  const spare = SPARE_SATS + BigInt(Math.ceil(feeRate * vsize));
  const sum = coins.reduce((total, value) => total + value, 0n);
  return sum > spare ? sum - spare : 0n;
}

export function Boxes({ page, token, form, onForm, preview, paid }: BoxesProps) {
  const { rules, pool, btc, paying, held, feeRate } = page;
  const { divisibility } = token;
  const error = typedError(form.text, exactDecimals(form, token.digits));
  const isBuying = form.side === 'buy';
  // What lots hold is not typed.
  const isChosen = rules.movesLots && !isBuying;
  const textIn = (box: SwapForm['exact']): string => {
    if (isChosen && box === 'pay') return paid === undefined ? '' : textOf(paid, divisibility);
    if (form.exact === box) return form.text;
    if (preview === undefined) return '';
    const isBtc = (box === 'pay') === isBuying;
    return textOf(
      BigInt(box === 'pay' ? preview.sourceAmount : preview.targetAmount),
      isBtc ? BTC_DECIMALS : divisibility,
    );
  };
  const most = isBuying ? paying && mostPaid(paying, feeRate ?? 1) : held;
  const max = (): void => {
    if (most === undefined || most === 0n) return;
    onForm({ ...form, exact: 'pay', text: textOf(most, isBuying ? BTC_DECIMALS : divisibility) });
  };
  const balances = {
    btc: btc === undefined ? undefined : formatBtc(btc),
    token: held === undefined ? undefined : grouped(formatDecimal(held, divisibility)),
  };
  const box = (which: SwapForm['exact']) => {
    const isBtc = (which === 'pay') === isBuying;
    const worth = worthOf(pool, which, isBuying, preview);
    return {
      value: textIn(which),
      unit: isBtc ? 'BTC' : token.name,
      least: isBtc ? pool.least.swap : undefined,
      balance: isBtc ? balances.btc : balances.token,
      error: form.exact === which ? error : undefined,
      hint: (
        <>
          {rules.movesLots && isBuying && form.exact === which ? (
            <WholeLots form={form} token={token} preview={preview} />
          ) : null}
          {worth === undefined ? null : <Fiat value={worth} />}
        </>
      ),
      onType: isChosen ? undefined : (text: string) => onForm({ ...form, exact: which, text }),
      children: isBtc ? (
        <BoxUnit>BTC</BoxUnit>
      ) : (
        <PoolPicker rules={rules} token={token} hrefOf={(id) => swapHref(rules, id)} />
      ),
    };
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox label={t('You pay')} testId="swap-pay" onMax={isChosen ? undefined : max} {...box('pay')} />
      <button
        type="button"
        data-testid="swap-flip"
        aria-label={t('Pay in {unit} instead', { unit: isBuying ? token.name : 'BTC' })}
        onClick={() => onForm(flipped(form, rules.movesLots))}
        className="z-10 -my-5 grid size-11 place-items-center justify-self-center rounded-xl border border-line bg-ink-1 text-mist hover:bg-ink-2 hover:text-fog"
      >
        <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M5 3v10m0 0-2.5-2.5M5 13l2.5-2.5M11 13V3m0 0L8.5 5.5M11 3l2.5 2.5" />
        </svg>
      </button>
      <AmountBox label={t('You receive')} testId="swap-receive" {...box('receive')} />
    </div>
  );
}

/** Lots do not divide: what is bought is near to what was typed, and rarely the same. */
function WholeLots({ form, token, preview }: Pick<BoxesProps, 'form' | 'token' | 'preview'>) {
  const moved = preview && movedFor(form, token.divisibility, preview);
  if (moved === undefined) return null;
  return (
    <span className="mr-2 text-warn" data-testid="whole-lots">
      {form.exact === 'pay'
        ? t('Whole lots only: you pay {btc} BTC', { btc: formatBtc(moved) })
        : t('Whole lots only: you get {amount} {tick}', {
            amount: grouped(textOf(moved, token.divisibility)),
            tick: token.name,
          })}
    </span>
  );
}
