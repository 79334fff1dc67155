/** What both forms of adding share: the two boxes, the price, the beginning of the act. */
import type { ComponentProps } from 'react';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { liquidityHref } from '../../../data/pools/pool-rules.ts';
import type { PoolAsked, SeenPrice } from '../../../flows/pools/pool-intent.ts';
import { Line } from '../../../show/Lines.tsx';
import { Price } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { AmountBox, BoxUnit } from '../../../show/swap/AmountBox.tsx';
import type { Acting } from '../act/acting.ts';
import { coinsPaying } from '../gather/gather-form.ts';
import type { Wanted } from '../gather/gather-form.ts';
import { BTC_DECIMALS, priceOf, textOf, typedError } from '../../../show/swap/amounts.ts';
import { LotPicker } from '../lots/LotPicker.tsx';
import type { OwnLot } from '../lots/own-lots.ts';
import { intentOf } from '../pool-asked.ts';
import { PoolPicker } from '../PoolPicker.tsx';
import type { PoolPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';

export interface LiquidityProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly acting: Acting;
}

export function begin(
  { page, token, acting }: LiquidityProps,
  asked: PoolAsked,
  lots: readonly OwnLot[] | undefined,
  seen?: SeenPrice,
): void {
  const intent = intentOf(page, token, asked, { lots, ...(seen === undefined ? {} : { seen }) });
  if (intent !== undefined) acting.begin(intent);
}

interface Brought {
  readonly sats: bigint | undefined;
  readonly units: bigint | undefined;
  readonly gas: bigint;
}

/** What has to lie on few coins: lots are chosen one by one. */
export function runesBrought({ rules, money }: PoolPage, { sats, units, gas }: Brought): Wanted | undefined {
  if (rules.movesLots || sats === undefined || units === undefined || money === undefined) return undefined;
  return { units, paying: coinsPaying(money, sats + gas) };
}

export function OneToken({ token, sats, units }: { token: PoolToken; sats: bigint; units: bigint }) {
  return (
    <Line name={t('Price')}>
      <Words
        of="1 {tick} = {price}"
        values={{ tick: token.name }}
        parts={{ price: <Price value={priceOf(sats, units, token.divisibility)} unit="sat" /> }}
      />
    </Line>
  );
}

export interface Typing {
  readonly text: string;
  /** Undefined where the other side, or lots that are chosen, say it. */
  readonly onType: ((text: string) => void) | undefined;
}

interface BoxesProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  /** In sat; undefined while it is not known. */
  readonly least: string | undefined;
  readonly btc: Typing;
  readonly tokens: Typing;
  /** Where tokens move as lots. */
  readonly lots: Pick<ComponentProps<typeof LotPicker>, 'chosen' | 'onChoose'> | undefined;
}

/** Left to who brings all: the network fee, with room, and what the coins keep that come back. */
const SPARE_VSIZE = 700;
const SPARE_SATS = 2_000n;

function mostOfBtc({ btc = 0n, feeRate = 1 }: PoolPage): bigint {
  const spare = SPARE_SATS + BigInt(Math.ceil(feeRate * SPARE_VSIZE));
  return btc > spare ? btc - spare : 0n;
}

export function Boxes({ page, token, least, btc, tokens, lots }: BoxesProps) {
  const { divisibility } = token;
  const { rules, held } = page;
  const max = ({ onType }: Typing, most: bigint | undefined, decimals: number) =>
    onType && (() => (most === undefined || most === 0n ? undefined : onType(textOf(most, decimals))));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox
        label={t('BTC')}
        least={least}
        testId="add-btc"
        value={btc.text}
        onType={btc.onType}
        unit="BTC"
        balance={page.btc === undefined ? undefined : formatBtc(page.btc)}
        onMax={max(btc, mostOfBtc(page), BTC_DECIMALS)}
        error={typedError(btc.text, BTC_DECIMALS)}
      >
        <BoxUnit>BTC</BoxUnit>
      </AmountBox>
      <AmountBox
        label={t('Token')}
        testId="add-token"
        value={tokens.text}
        onType={tokens.onType}
        unit={token.name}
        balance={held === undefined ? undefined : grouped(formatDecimal(held, divisibility))}
        onMax={max(tokens, held, divisibility)}
        error={typedError(tokens.text, divisibility)}
      >
        <PoolPicker rules={rules} token={token} hrefOf={(id) => liquidityHref(rules, id, 'add')} />
      </AmountBox>
      {lots === undefined ? null : <LotPicker page={page} token={token} {...lots} />}
    </div>
  );
}

export function AddFoot({ movesLots }: { readonly movesLots: boolean }) {
  return (
    <p className="text-center text-xs leading-4 text-haze">
      {t('Your share is a rune in your own wallet; sending it sends the position.')}{' '}
      {movesLots ? t('Lots go in whole, and the pool has no way home: it rests on its signers.') : null}
    </p>
  );
}
