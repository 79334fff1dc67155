/** Swap bitcoin and a rune against its pool: two boxes, the price both ways, every fee, and what comes exactly. */
import { useDeferredValue, useState } from 'react';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { ApiError } from '../../data/calls/api-error.ts';
import { useBookOf } from '../../data/pools/pool-queries.ts';
import { useSwapPreview } from '../../data/pools/preview-queries.ts';
import type { PoolIntent } from '../../flows/pools/pool-intent.ts';
import { Notice } from '../../show/Lines.tsx';
import { Fiat } from '../../show/Money.tsx';
import { pressMain } from '../../ui/press-main.ts';
import { t } from '../../words.ts';
import { AmountBox, BoxUnit } from './AmountBox.tsx';
import { useActing } from './act/acting.ts';
import type { Acting } from './act/acting.ts';
import { BTC_DECIMALS, textOf, typedError } from './amounts.ts';
import { NoPool, NoToken, PoolFrame, PoolLoading, swapHref } from './frame.tsx';
import { MainButton } from './MainButton.tsx';
import { PoolPicker } from './PoolPicker.tsx';
import { usePoolPage } from './pool-page.ts';
import type { PoolPage, PoolToken } from './pool-page.ts';
import { SwapCosts, SwapTotal } from './SwapCosts.tsx';
import { EMPTY_SWAP, exactDecimals, exactUnits, flipped, labelOf, typeOf } from './swap-form.ts';
import type { SwapForm } from './swap-form.ts';

export function SwapScreen() {
  const [side, setSide] = useState(EMPTY_SWAP.side);
  const page = usePoolPage();
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Swap')} page={page} acting={acting} here="swap">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken />
      ) : pool === null ? (
        <NoPool token={token} />
      ) : pool === undefined ? (
        <Notice tone="warn">{t('The pool can’t be read right now. Retrying automatically.')}</Notice>
      ) : (
        <Form
          key={`${token.id} ${acting.done}`}
          page={{ ...page, pool }}
          token={token}
          acting={acting}
          side={side}
          onSide={setSide}
        />
      )}
    </PoolFrame>
  );
}

type OpenPage = PoolPage & { readonly pool: NonNullable<PoolPage['pool']> };

interface FormProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly acting: Acting;
  /** Kept from one swap to the next. */
  readonly side: SwapForm['side'];
  readonly onSide: (side: SwapForm['side']) => void;
}

function useSwap({ page, token }: Pick<FormProps, 'page' | 'token'>, form: SwapForm) {
  const type = typeOf(form);
  const units = exactUnits(form, token.divisibility);
  const asked = useDeferredValue(units?.toString());
  const preview = useSwapPreview({ token: token.id, feeRate: page.feeRate }, type, asked);
  // What is on the screen belongs to what is typed, or it is not there.
  const isCurrent = asked === units?.toString() && !preview.isError;
  const refusal = preview.error instanceof ApiError ? (preview.error.refusal ?? 'none') : undefined;
  return {
    type,
    units,
    preview: isCurrent ? preview.data : undefined,
    refusal: preview.isError && units !== undefined ? (refusal ?? 'none') : undefined,
  };
}

function Form({ page, token, acting, side, onSide }: FormProps) {
  const [form, setForm] = useState({ ...EMPTY_SWAP, side });
  const change = (next: SwapForm): void => {
    setForm(next);
    onSide(next.side);
  };
  const { pool, account, btc, held, feeRate } = page;
  const { type, units, preview, refusal } = useSwap({ page, token }, form);
  const book = useBookOf(page.net, token.id);
  const now = labelOf({
    ...{ connected: account.user !== undefined, hasToken: true, paused: pool.paused },
    ...{ units, preview, refusal, btc, held, type, least: BigInt(pool.least.swap) },
  });
  const go = (): void => {
    const { user } = account;
    if (user === undefined || units === undefined || feeRate === undefined || preview === undefined) return;
    const other = form.exact === 'pay' ? preview.targetAmount : preview.sourceAmount;
    const intent: PoolIntent = {
      ...{ network: page.net, address: user.address, publicKey: user.publicKey, token: token.id },
      ...{ name: token.name, divisibility: token.divisibility, feeRateSatVb: feeRate },
      ...{ act: 'swap', type, amount: units.toString(), other },
    };
    acting.begin(intent);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <Boxes page={page} token={token} form={form} onForm={change} preview={preview} />
      {preview === undefined ? null : <SwapCosts {...{ preview, type, token, pool, feeRate, book }} />}
      <MainButton now={now} busy={acting.busy} waits={feeRate === undefined} testId="swap-button" onAct={go}>
        {preview === undefined ? null : <SwapTotal preview={preview} type={type} />}
      </MainButton>
      <p className="text-center text-xs text-haze">
        {t('You get exactly what you sign, or nothing happens.')}
      </p>
    </div>
  );
}

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
}

/** Left to a buyer who takes all: the network fee of a swap, with room, and what its token coin keeps. */
const SPARE_VSIZE = 400;
const SPARE_SATS = 1_200n;

function Boxes({ page: { pool, btc, held, feeRate }, token, form, onForm, preview }: BoxesProps) {
  const { divisibility } = token;
  const error = typedError(form.text, exactDecimals(form, divisibility));
  const isBuying = form.side === 'buy';
  const textIn = (box: SwapForm['exact']): string => {
    if (form.exact === box) return form.text;
    if (preview === undefined) return '';
    const isBtc = (box === 'pay') === isBuying;
    return textOf(
      BigInt(box === 'pay' ? preview.sourceAmount : preview.targetAmount),
      isBtc ? BTC_DECIMALS : divisibility,
    );
  };
  const spare = SPARE_SATS + BigInt(Math.ceil((feeRate ?? 1) * SPARE_VSIZE));
  const most = isBuying ? (btc === undefined ? undefined : btc > spare ? btc - spare : 0n) : held;
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
      // A unit pasted with a sum of bitcoin could be either: it is not read.
      unit: isBtc ? '' : token.name,
      balance: isBtc ? balances.btc : balances.token,
      error: form.exact === which ? error : undefined,
      hint: worth === undefined ? undefined : <Fiat value={worth} />,
      onType: (text: string) => onForm({ ...form, exact: which, text }),
      children: isBtc ? <BoxUnit>BTC</BoxUnit> : <PoolPicker token={token} hrefOf={swapHref} />,
    };
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox label={t('You pay')} testId="swap-pay" onMax={max} {...box('pay')} />
      <button
        type="button"
        data-testid="swap-flip"
        aria-label={t('Pay in {unit} instead', { unit: isBuying ? token.name : 'BTC' })}
        onClick={() => onForm(flipped(form))}
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
