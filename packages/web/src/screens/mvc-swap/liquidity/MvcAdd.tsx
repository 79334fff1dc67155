/** More liquidity for a pool on MVC: what is typed of SPACE or of the token says the other side and the shares. */
import { useState } from 'react';
import type { MvcMoveQuote } from '@rialto/contract';
import { formatBtc, grouped } from '@rialto/market';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ppmWords } from '../../../show/mvc/ppm.ts';
import { ExactSpace, mvcAmount } from '../../../show/mvc/Space.tsx';
import { AmountBox, BoxUnit } from '../../../show/swap/AmountBox.tsx';
import { MainButton } from '../../../show/swap/MainButton.tsx';
import { BTC_DECIMALS, textOf, typedError, unitsIn } from '../../../show/swap/amounts.ts';
import { tokenText } from '../../../data/mvc/token-names.ts';
import { pressMain } from '../../../ui/press-main.ts';
import { t } from '../../../words.ts';
import type { MvcMoving } from '../act/moving.ts';
import { MayBeMade } from '../MayBeMade.tsx';
import { heldOf } from '../mvc-page.ts';
import type { OpenMvcPage } from '../mvc-page.ts';
import { costOf, mostAdded, moveLabel, partAfter } from './move-form.ts';
import { moveIntent, moveNow, sharesOf, useMoveQuote } from './move-quote.ts';
import { FeeIsMuch, MoveSum, MoveTotal, TwoSignatures } from './MoveSum.tsx';

export interface MoveProps {
  readonly page: OpenMvcPage;
  readonly moving: MvcMoving;
}

interface Typed {
  readonly of: 'space' | 'token';
  readonly text: string;
}

export function MvcAdd({ page, moving }: MoveProps) {
  const [typed, setTyped] = useState<Typed>({ of: 'space', text: '' });
  const { pool } = page;
  const amount = unitsIn(typed.text, typed.of === 'space' ? BTC_DECIMALS : pool.decimals);
  const quoted = useMoveQuote(
    page,
    amount === undefined
      ? undefined
      : { pair: pool.pair, kind: 'add', of: typed.of, amount: amount.toString() },
  );
  const { quote, words } = quoted;
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain} data-testid="mvc-add">
      <Boxes page={page} typed={typed} quote={quote} onType={setTyped} />
      {quote === undefined ? null : <Costs page={page} quote={quote} />}
      {quote !== undefined || words === undefined ? null : <Notice tone="warn">{words}</Notice>}
      <MayBeMade pool={pool} />
      <TwoSignatures />
      <MainButton
        now={moveLabel(moveNow(page, 'add', quoted))}
        busy={moving.busy}
        waits={false}
        testId="mvc-add-button"
        onConnect={askToConnect}
        onAct={() => {
          const intent = moveIntent(page, quoted);
          if (intent !== undefined) moving.begin(intent);
        }}
      >
        {quote === undefined ? null : (
          <dl className="space-y-1 px-4">
            <MoveTotal kind="add" sats={BigInt(quote.sats)} cost={costOf(quote)} />
          </dl>
        )}
      </MainButton>
    </div>
  );
}

interface BoxesProps {
  readonly page: OpenMvcPage;
  readonly typed: Typed;
  readonly quote: MvcMoveQuote | undefined;
  readonly onType: (typed: Typed) => void;
}

function Boxes({ page: { pool, holdings }, typed, quote, onType }: BoxesProps) {
  const space = holdings === undefined ? undefined : BigInt(holdings.space);
  const held = heldOf(holdings, pool)?.amount;
  const side = (of: Typed['of'], shown: string | undefined, decimals: number) => ({
    value: typed.of === of ? typed.text : shown === undefined ? '' : textOf(BigInt(shown), decimals),
    error: typed.of === of ? typedError(typed.text, decimals) : undefined,
    onType: (text: string) => onType({ of, text }),
  });
  const max = (of: Typed['of'], most: bigint | undefined, decimals: number) => () => {
    if (most !== undefined && most > 0n) onType({ of, text: textOf(most, decimals) });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox
        label="SPACE"
        testId="mvc-add-space"
        unit="SPACE"
        {...side('space', quote?.sats, BTC_DECIMALS)}
        balance={space === undefined ? undefined : formatBtc(space)}
        onMax={max('space', space && mostAdded(space, quote, pool), BTC_DECIMALS)}
      >
        <BoxUnit>SPACE</BoxUnit>
      </AmountBox>
      <AmountBox
        label={t('Token')}
        testId="mvc-add-token"
        unit={pool.symbol}
        {...side('token', quote?.units, pool.decimals)}
        balance={held === undefined ? undefined : mvcAmount(held, pool.decimals)}
        onMax={max('token', held, pool.decimals)}
      >
        <BoxUnit>{tokenText(pool)}</BoxUnit>
      </AmountBox>
    </div>
  );
}

function Costs({ page: { pool, holdings }, quote }: { page: OpenMvcPage; quote: MvcMoveQuote }) {
  const [sats, cost, shares] = [BigInt(quote.sats), costOf(quote), BigInt(quote.shares)];
  const held = sharesOf(holdings, pool)?.amount ?? 0n;
  return (
    <>
      <FeeIsMuch cost={cost} sats={sats} />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-add-costs">
        <Line name={t('Shares you get')}>{grouped(quote.shares)}</Line>
        <Line name={t('Your share of the pool with it')}>
          {ppmWords(partAfter(pool.poolEquity, held, shares))}
        </Line>
      </dl>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <MoveSum kind="add" sats={sats} cost={cost} />
        <Line name={t('SPACE needed')}>
          <ExactSpace value={BigInt(quote.needs)} />
        </Line>
      </dl>
    </>
  );
}
