/** What both forms of adding share: the two boxes, the price, the beginning of the act. */
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import type { PoolAsked, PoolIntent } from '../../../flows/pools/pool-intent.ts';
import { Line } from '../../../show/Lines.tsx';
import { Price } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { AmountBox, BoxUnit } from '../AmountBox.tsx';
import type { Acting } from '../act/acting.ts';
import { BTC_DECIMALS, priceOf, textOf, typedError } from '../amounts.ts';
import { addHref } from '../frame.tsx';
import { PoolPicker } from '../PoolPicker.tsx';
import type { PoolPage, PoolToken } from '../pool-page.ts';

export interface LiquidityProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly acting: Acting;
}

export function begin({ page, token, acting }: LiquidityProps, asked: PoolAsked): void {
  const { user } = page.account;
  if (user === undefined || page.feeRate === undefined) return;
  const intent: PoolIntent = {
    ...{ network: page.net, address: user.address, publicKey: user.publicKey, token: token.id },
    ...{ name: token.name, divisibility: token.divisibility, feeRateSatVb: page.feeRate },
    ...asked,
  };
  acting.begin(intent);
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
  readonly onType: (text: string) => void;
}

interface BoxesProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly btc: Typing;
  readonly tokens: Typing;
}

/** Left to who brings all: the network fee, with room, and what the coins keep that come back. */
const SPARE_VSIZE = 700;
const SPARE_SATS = 2_000n;

function mostOfBtc({ btc = 0n, feeRate = 1 }: PoolPage): bigint {
  const spare = SPARE_SATS + BigInt(Math.ceil(feeRate * SPARE_VSIZE));
  return btc > spare ? btc - spare : 0n;
}

export function Boxes({ page, token, btc, tokens }: BoxesProps) {
  const { divisibility } = token;
  const { held } = page;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox
        label={t('BTC')}
        testId="add-btc"
        value={btc.text}
        onType={btc.onType}
        unit=""
        balance={page.btc === undefined ? undefined : formatBtc(page.btc)}
        onMax={() => {
          const most = mostOfBtc(page);
          if (most > 0n) btc.onType(textOf(most, BTC_DECIMALS));
        }}
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
        onMax={() => {
          if (held !== undefined && held > 0n) tokens.onType(textOf(held, divisibility));
        }}
        error={typedError(tokens.text, divisibility)}
      >
        <PoolPicker token={token} hrefOf={addHref} />
      </AmountBox>
    </div>
  );
}
