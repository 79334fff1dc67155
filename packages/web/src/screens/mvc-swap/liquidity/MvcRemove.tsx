/** One's part of a pool on MVC taken back, all of it or a part, and both sides that come. */
import { useState } from 'react';
import type { MvcMoveQuote } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ppmWords } from '../../../show/mvc/ppm.ts';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { AmountBox, BoxUnit } from '../../../show/swap/AmountBox.tsx';
import { MainButton } from '../../../show/swap/MainButton.tsx';
import { typedError, unitsIn } from '../../../show/swap/amounts.ts';
import { Button } from '../../../ui/Button.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { numberWords, t } from '../../../words.ts';
import type { OpenMvcPage } from '../mvc-page.ts';
import { costOf, moveLabel, partAfter, partOf, percentOf } from './move-form.ts';
import { moveIntent, moveNow, sharesOf, useMoveQuote } from './move-quote.ts';
import type { MoveProps } from './MvcAdd.tsx';
import { FeeIsMuch, MoveSum, MoveTotal, TwoSignatures } from './MoveSum.tsx';

export function MvcRemove({ page, moving }: MoveProps) {
  const [text, setText] = useState('');
  const { pool, holdings } = page;
  const held = sharesOf(holdings, pool)?.amount ?? 0n;
  const shares = unitsIn(text, 0);
  const quoted = useMoveQuote(
    page,
    shares === undefined
      ? undefined
      : { pair: pool.pair, kind: 'remove', of: 'shares', amount: shares.toString() },
  );
  const { quote, words } = quoted;
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain} data-testid="mvc-remove">
      <Part
        held={held}
        shares={shares ?? 0n}
        onChoose={(next) => setText(next === 0n ? '' : next.toString())}
      />
      <AmountBox
        label={t('Shares')}
        testId="mvc-remove-shares"
        unit=""
        value={text}
        onType={setText}
        balance={grouped(held.toString())}
        onMax={() => setText(held.toString())}
        error={typedError(text, 0)}
      >
        <BoxUnit>{t('shares')}</BoxUnit>
      </AmountBox>
      {quote === undefined ? null : <Brings page={page} quote={quote} held={held} />}
      {quote !== undefined || words === undefined ? null : <Notice tone="warn">{words}</Notice>}
      <TwoSignatures />
      <MainButton
        now={moveLabel(moveNow(page, 'remove', quoted))}
        busy={moving.busy}
        waits={false}
        testId="mvc-remove-button"
        onConnect={askToConnect}
        onAct={() => {
          const intent = moveIntent(page, quoted);
          if (intent !== undefined) moving.begin(intent);
        }}
      >
        {quote === undefined ? null : (
          <dl className="space-y-1 px-4">
            <MoveTotal kind="remove" sats={BigInt(quote.sats)} cost={costOf(quote)} />
            <Line name={t('And tokens')} strong>
              <MvcTokens units={BigInt(quote.units)} token={pool} />
            </Line>
          </dl>
        )}
      </MainButton>
    </div>
  );
}

const STEPS = [25, 50, 75, 100];

interface PartProps {
  readonly held: bigint;
  readonly shares: bigint;
  readonly onChoose: (shares: bigint) => void;
}

function Part({ held, shares, onChoose }: PartProps) {
  const percent = Math.min(100, percentOf(shares, held));
  return (
    <div className="space-y-3 rounded-xl border border-edge bg-ink-0 px-4 py-3">
      <output className="num block text-[1.75rem] font-semibold" data-testid="mvc-remove-percent">
        {numberWords(percent / 100, { style: 'percent' })}
      </output>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={held === 0n}
        aria-label={t('Part of your liquidity to remove')}
        data-testid="mvc-remove-slider"
        onChange={({ target }) => onChoose(partOf(held, Number(target.value)))}
        className="h-11 w-full accent-amber"
      />
      <div className="grid grid-cols-4 gap-2">
        {STEPS.map((step) => (
          <Button
            key={step}
            disabled={held === 0n}
            aria-pressed={shares > 0n && shares === partOf(held, step)}
            data-testid={`mvc-remove-${step}`}
            className="min-h-11 aria-pressed:border-amber"
            onClick={() => onChoose(partOf(held, step))}
          >
            {numberWords(step / 100, { style: 'percent' })}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface BringsProps {
  readonly page: OpenMvcPage;
  readonly quote: MvcMoveQuote;
  readonly held: bigint;
}

function Brings({ page: { pool }, quote, held }: BringsProps) {
  const [sats, cost] = [BigInt(quote.sats), costOf(quote)];
  return (
    <>
      <FeeIsMuch cost={cost} sats={sats} />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-remove-brings">
        <Line name={t('Tokens out of the pool')}>
          <MvcTokens units={BigInt(quote.units)} token={pool} />
        </Line>
        <MoveSum kind="remove" sats={sats} cost={cost} />
        <Line name={t('Your share of the pool after it')}>
          {ppmWords(partAfter(pool.poolEquity, held, -BigInt(quote.shares)))}
        </Line>
        <Line name={t('SPACE needed until it comes back')}>
          <ExactSpace value={BigInt(quote.needs)} />
        </Line>
      </dl>
    </>
  );
}
