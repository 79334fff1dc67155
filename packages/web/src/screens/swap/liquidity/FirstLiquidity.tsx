/** The first liquidity of a pool: two amounts, which set its price. */
import { useState } from 'react';
import { grouped } from '@rialto/market';
import { useBookOf } from '../../../data/pools/pool-queries.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { t } from '../../../words.ts';
import { BTC_DECIMALS, priceOf, textOf, unitsIn } from '../../../show/swap/amounts.ts';
import { BOOK_UNKNOWN, consentKey, consentTo, farFromBook, sidesOf } from '../book-price.ts';
import { chosenOf, sumOf } from '../lots/own-lots.ts';
import type { OwnLot } from '../lots/own-lots.ts';
import { GatherButton } from '../gather/GatherButton.tsx';
import { percentText } from '../../../show/swap/amounts.ts';
import { AddSum } from './AddSum.tsx';
import { BookUnknown, FarConsent, FarFromBook } from './FarFromBook.tsx';
import { AddFoot, Boxes, OneToken, begin, runesBrought } from './LiquidityBoxes.tsx';
import type { LiquidityProps, Typing } from './LiquidityBoxes.tsx';
import { addLabel, leastFirstUnits } from './liquidity-form.ts';

/** vB of the first addition, with room. */
const FIRST_VSIZE = 600;

const gasAt = (feeRate: number | undefined): bigint => BigInt(Math.ceil((feeRate ?? 1) * FIRST_VSIZE));

/** How far the two amounts are from the book's prices; a consent is to these two, as far as they are. */
function useFar({ page, token }: LiquidityProps, sats: bigint | undefined, units: bigint | undefined) {
  const { book, isPending, isUnknown } = useBookOf(page.net, token.assetId);
  const [consented, setConsented] = useState('');
  const far =
    book === undefined || sats === undefined || units === undefined
      ? undefined
      : farFromBook(priceOf(sats, units, token.divisibility), book);
  const asked = consentKey({ sats, units, far, isUnknown });
  return {
    far,
    isPending,
    isUnknown,
    seen: isUnknown ? BOOK_UNKNOWN : book && { book: sidesOf(book) },
    farOff: consentTo({ far, isUnknown, isGiven: consented === asked }),
    consent: (given: boolean): void => setConsented(given ? asked : ''),
  };
}

/** Enough sats, and too few tokens beside them. */
const isTooFew = (sats: bigint | undefined, units: bigint | undefined, least: bigint): boolean =>
  sats !== undefined && sats >= least && units !== undefined && units < leastFirstUnits(sats);

interface WarningsProps {
  readonly token: LiquidityProps['token'];
  readonly far: number | undefined;
  readonly isUnknown: boolean;
  /** The units that would be enough, where there are fewer. */
  readonly short: bigint | undefined;
}

function Warnings({ token, far, isUnknown, short }: WarningsProps) {
  return (
    <>
      {far === undefined ? null : <FarFromBook far={far} />}
      {isUnknown ? <BookUnknown /> : null}
      {short === undefined ? null : (
        <div data-testid="first-too-little">
          <Notice tone="warn">
            {t('With this BTC bring at least {units} {tick}: a pool opens with 1,000,000 shares.', {
              units: grouped(textOf(short, token.divisibility)),
              tick: token.name,
            })}
          </Notice>
        </div>
      )}
    </>
  );
}

/** What is brought of the token: typed, or whole lots that are chosen. */
function useTokens({ page, token }: LiquidityProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (!page.rules.movesLots) {
    const typing: Typing = { text, onType: setText };
    return { units: unitsIn(text, token.divisibility), typing, lots: undefined, choice: undefined };
  }
  const lots = chosenOf(page.lots, chosen);
  const units = sumOf(lots) || undefined;
  const typing: Typing = {
    text: units === undefined ? '' : textOf(units, token.divisibility),
    onType: undefined,
  };
  return { units, typing, lots, choice: { chosen, onChoose: setChosen } };
}

interface FirstPriceProps {
  readonly token: LiquidityProps['token'];
  readonly sats: bigint;
  readonly units: bigint;
  readonly gas: bigint;
  readonly lots: readonly OwnLot[] | undefined;
  readonly feeRate: number | undefined;
}

function FirstPrice({ token, sats, units, gas, lots, feeRate }: FirstPriceProps) {
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="first-price">
      <OneToken token={token} sats={sats} units={units} />
      <AddSum {...{ sats, gas, lots, feeRate }} />
      <Line name={t('Your share')} strong>
        {percentText('100')}
      </Line>
    </dl>
  );
}

/** Whoever is first sets the price. */
export function FirstLiquidity(props: LiquidityProps) {
  const { page, token, acting } = props;
  const [btcText, setBtc] = useState('');
  const tokens = useTokens(props);
  const { units } = tokens;
  const sats = unitsIn(btcText, BTC_DECIMALS);
  const gas = gasAt(page.feeRate);
  const first = useConfig().data?.poolFirst;
  const { far, seen, isPending, isUnknown, farOff, consent } = useFar(props, sats, units);
  const least = BigInt(first ?? '0');
  const leastUnits = sats === undefined ? 0n : leastFirstUnits(sats);
  const now = addLabel({
    ...{ connected: page.account.user !== undefined, paused: false, refusal: undefined },
    ...{ sats, units, gas, btc: page.btc, held: page.held, least, leastUnits },
    farOff,
  });
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
        least={first}
        btc={{ text: btcText, onType: setBtc }}
        tokens={tokens.typing}
        lots={tokens.choice}
      />
      {sats === undefined || units === undefined ? null : (
        <FirstPrice {...{ token, sats, units, gas, lots: tokens.lots, feeRate: page.feeRate }} />
      )}
      <Warnings
        {...{ token, far, isUnknown, short: isTooFew(sats, units, least) ? leastUnits : undefined }}
      />
      {farOff === undefined ? null : <FarConsent given={farOff === 'consented'} onGive={consent} />}
      <GatherButton
        page={page}
        token={token}
        wanted={runesBrought(page, { sats, units, gas })}
        now={now}
        busy={acting.busy}
        // A price may want a consent once the book's is known.
        waits={page.feeRate === undefined || isPending}
        testId="add-button"
        onAct={() => {
          if (sats !== undefined && units !== undefined)
            begin(props, { act: 'init', sats: sats.toString(), units: units.toString() }, tokens.lots, seen);
        }}
      />
      <AddFoot movesLots={page.rules.movesLots} />
    </div>
  );
}
