/** The first liquidity of a pool: two amounts, which set its price. */
import { useState } from 'react';
import { grouped } from '@rialto/market';
import { useConfig } from '../../../data/shell-queries.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { t } from '../../../words.ts';
import { BTC_DECIMALS, textOf, unitsIn } from '../amounts.ts';
import { MainButton } from '../MainButton.tsx';
import { percentText } from '../SwapCosts.tsx';
import { Boxes, OneToken, begin } from './LiquidityBoxes.tsx';
import type { LiquidityProps } from './LiquidityBoxes.tsx';
import { addLabel, leastFirstUnits } from './liquidity-form.ts';

/** vB of the first addition, with room. */
const FIRST_VSIZE = 600;

const gasAt = (feeRate: number | undefined): bigint => BigInt(Math.ceil((feeRate ?? 1) * FIRST_VSIZE));

/** Whoever is first sets the price. */
export function FirstLiquidity(props: LiquidityProps) {
  const { page, token, acting } = props;
  const [btcText, setBtc] = useState('');
  const [tokenText, setToken] = useState('');
  const sats = unitsIn(btcText, BTC_DECIMALS);
  const units = unitsIn(tokenText, token.divisibility);
  const gas = gasAt(page.feeRate);
  const first = useConfig().data?.poolFirst;
  const least = BigInt(first ?? '0');
  const leastUnits = sats === undefined ? 0n : leastFirstUnits(sats);
  const now = addLabel({
    ...{ connected: page.account.user !== undefined, paused: false, refusal: undefined },
    ...{ sats, units, gas, btc: page.btc, held: page.held, least, leastUnits },
  });
  const isTooLittle = sats !== undefined && sats >= least && units !== undefined && units < leastUnits;
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain} data-testid="first-liquidity">
      <Notice tone="calm">
        <p className="font-semibold">{t('Nobody has added liquidity yet')}</p>
        <p>
          {t(
            'Your two amounts set the price. If it is far from the order book’s, others trade the difference away from you.',
          )}
        </p>
      </Notice>
      <Boxes
        page={page}
        token={token}
        btc={{ text: btcText, onType: setBtc }}
        tokens={{ text: tokenText, onType: setToken }}
      />
      {sats === undefined || units === undefined ? null : (
        <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="first-price">
          <OneToken token={token} sats={sats} units={units} />
          <Line name={t('Network fee, about')}>
            <Exact value={gas} />
          </Line>
          <Line name={t('Your share')} strong>
            {percentText('100')}
          </Line>
        </dl>
      )}
      {isTooLittle ? (
        <div data-testid="first-too-little">
          <Notice tone="warn">
            {t('With this BTC bring at least {units} {tick}: a pool opens with 1,000,000 shares.', {
              units: grouped(textOf(leastUnits, token.divisibility)),
              tick: token.name,
            })}
          </Notice>
        </div>
      ) : null}
      <MainButton
        now={now}
        busy={acting.busy}
        waits={page.feeRate === undefined}
        testId="add-button"
        onAct={() => {
          if (sats !== undefined && units !== undefined)
            begin(props, { act: 'init', sats: sats.toString(), units: units.toString() });
        }}
      />
      {first === undefined ? null : (
        <p className="text-center text-xs text-haze">
          {t(
            'At least {least} sat. Your share is a rune in your own wallet; sending it sends the position.',
            {
              least: grouped(first),
            },
          )}
        </p>
      )}
    </div>
  );
}
