/** Swap bitcoin and a token against its pool: two boxes, the price both ways, every fee, and what comes exactly. */
import { useDeferredValue, useState } from 'react';
import { ApiError } from '../../data/calls/api-error.ts';
import { useBookOf } from '../../data/pools/pool-queries.ts';
import { useSwapPreview } from '../../data/pools/preview-queries.ts';
import type { PoolBook } from '../../data/pools/pool-rules.ts';
import { Notice } from '../../show/Lines.tsx';
import { pressMain } from '../../ui/press-main.ts';
import { t } from '../../words.ts';
import { useActing } from './act/acting.ts';
import type { Acting } from './act/acting.ts';
import { GatherButton } from './gather/GatherButton.tsx';
import { NoPool, NoToken, PoolFrame, PoolLoading } from './frame.tsx';
import { LotPicker } from './lots/LotPicker.tsx';
import { Nearest } from './lots/Nearest.tsx';
import { NoneReady } from './lots/ReadyLots.tsx';
import { chosenOf, satsOf, sumOf } from './lots/own-lots.ts';
import type { OwnLot } from './lots/own-lots.ts';
import { bookOfSwap, sidesOf } from './book-price.ts';
import { usePoolPage } from './pool-page.ts';
import type { OpenPage } from './pool-page.ts';
import { intentOf } from './pool-asked.ts';
import type { PoolToken } from './pool-token.ts';
import { Boxes } from './SwapBoxes.tsx';
import { SwapCosts, SwapTotal } from './SwapCosts.tsx';
import {
  EMPTY_SWAP,
  askedOf,
  exactUnits,
  isWithoutLots,
  labelOf,
  satsUnder,
  typeOf,
  runesSold,
} from './swap-form.ts';
import type { SwapForm, SwapNow } from './swap-form.ts';

export function SwapScreen({ book }: { book: PoolBook }) {
  const [side, setSide] = useState(EMPTY_SWAP.side);
  const page = usePoolPage(book);
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Swap')} page={page} acting={acting} here="swap">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken rules={page.rules} />
      ) : pool === null ? (
        <NoPool rules={page.rules} token={token} />
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

interface FormProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly acting: Acting;
  /** Kept from one swap to the next. */
  readonly side: SwapForm['side'];
  readonly onSide: (side: SwapForm['side']) => void;
}

/** Lots that are sold say how much is paid. */
function paidIn({ rules, lots }: OpenPage, { side, lots: chosen }: SwapForm) {
  return rules.movesLots && side === 'sell' ? chosenOf(lots, chosen) : undefined;
}

/** What is paid or gotten exactly. */
function exactOf(paid: readonly OwnLot[] | undefined, form: SwapForm, { divisibility }: PoolToken) {
  return paid === undefined ? exactUnits(form, divisibility) : sumOf(paid) || undefined;
}

/** What is on the screen belongs to what is typed, or it is not there. */
function answerTo({ data, error, isError }: ReturnType<typeof useSwapPreview>, isCurrent: boolean) {
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  return {
    preview: isCurrent && !isError ? data : undefined,
    refusal: isError ? (refusal ?? 'none') : undefined,
  };
}

function useSwap({ page, token }: Pick<FormProps, 'page' | 'token'>, form: SwapForm) {
  const type = typeOf(form);
  const paid = paidIn(page, form);
  const units = exactOf(paid, form, token);
  const asked = useDeferredValue(units?.toString());
  const named = { kind: page.rules.kind, token: token.id, feeRate: page.feeRate };
  const answer = answerTo(useSwapPreview(named, type, asked), asked === units?.toString());
  const lotSats = paid === undefined ? satsUnder(answer.preview?.lots ?? []) : -satsOf(paid);
  return { type, units, paid, lotSats, ...(units === undefined ? NOTHING : answer) };
}

const NOTHING = { preview: undefined, refusal: undefined };

function Form({ page, token, acting, side, onSide }: FormProps) {
  const [form, setForm] = useState({ ...EMPTY_SWAP, side });
  const change = (next: SwapForm): void => {
    setForm(next);
    onSide(next.side);
  };
  const { rules, pool, account, btc, held, feeRate } = page;
  const { movesLots } = rules;
  const swap = useSwap({ page, token }, form);
  const { type, units, paid, preview, lotSats } = swap;
  const { book } = useBookOf(page.net, token.assetId);
  const inBook = preview && bookOfSwap(type, preview, token, book);
  const now: SwapNow = {
    ...{ connected: account.user !== undefined, hasToken: true, paused: pool.paused },
    ...{ ...swap, btc, held, least: BigInt(pool.least.swap) },
    ...(inBook === undefined ? {} : { bookBetter: inBook.better }),
    ...(movesLots ? { lots: { ready: pool.ready.length, sats: lotSats } } : {}),
  };
  const go = (): void => {
    if (units === undefined || preview === undefined) return;
    const asked = askedOf(form, units, preview, movesLots);
    const seen = { impact: preview.priceImpact, ...(book === undefined ? {} : { book: sidesOf(book) }) };
    const intent = intentOf(page, token, { act: 'swap', ...asked }, { lots: paid, seen });
    if (intent !== undefined) acting.begin(intent);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <Boxes page={page} token={token} form={form} onForm={change} preview={preview} paid={units} />
      {paid === undefined ? null : (
        <LotPicker
          page={page}
          token={token}
          chosen={form.lots}
          onChoose={(lots) => change({ ...form, lots })}
        />
      )}
      {isWithoutLots(now) ? <NoneReady /> : null}
      {preview === undefined ? null : (
        <>
          {movesLots && side === 'buy' ? <Nearest preview={preview} token={token} /> : null}
          <SwapCosts {...{ preview, type, rules, token, pool, feeRate, inBook, lotSats }} />
        </>
      )}
      <GatherButton
        page={page}
        token={token}
        wanted={movesLots || preview === undefined ? undefined : runesSold(type, preview)}
        now={labelOf(now)}
        busy={acting.busy}
        waits={feeRate === undefined}
        testId="swap-button"
        onAct={go}
      >
        {preview === undefined ? null : <SwapTotal {...{ preview, type, rules, lotSats }} />}
      </GatherButton>
      <p className="text-center text-xs text-haze">
        {t('You get exactly what you sign, or nothing happens.')}
      </p>
    </div>
  );
}
