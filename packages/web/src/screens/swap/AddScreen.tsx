/** Add to a pool: both sides in its ratio, or, where nobody has yet, the two amounts that set its price. */
import { useDeferredValue, useState } from 'react';
import { formatBtc, formatDecimal, grouped } from '@rialto/market';
import { ApiError } from '../../data/calls/api-error.ts';
import { useAddPreview } from '../../data/pools/pool-queries.ts';
import type { PoolIntent, PoolAsked } from '../../flows/pools/pool-intent.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Exact, Price } from '../../show/Money.tsx';
import { Words } from '../../ui/Words.tsx';
import { pressMain } from '../../ui/press-main.ts';
import { t } from '../../words.ts';
import { AmountBox, BoxUnit } from './AmountBox.tsx';
import { useActing } from './acting.ts';
import type { Acting } from './acting.ts';
import { BTC_DECIMALS, priceOf, textOf, typedError, unitsIn } from './amounts.ts';
import { NoToken, PoolFrame, PoolLoading, addHref } from './frame.tsx';
import { addLabel } from './liquidity-form.ts';
import { MainButton } from './MainButton.tsx';
import { PoolPicker } from './PoolPicker.tsx';
import type { Label } from './swap-form.ts';
import { usePoolPage } from './pool-page.ts';
import type { PoolPage, PoolToken } from './pool-page.ts';
import { percentText } from './SwapCosts.tsx';

export function AddScreen() {
  const page = usePoolPage();
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Add liquidity')} page={page} acting={acting} here="add">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken />
      ) : pool === undefined ? (
        <Notice tone="warn">{t('The pool can’t be read right now. Retrying automatically.')}</Notice>
      ) : pool === null ? (
        <First key={token.id} page={page} token={token} acting={acting} />
      ) : (
        <More key={token.id} page={{ ...page, pool }} token={token} acting={acting} />
      )}
    </PoolFrame>
  );
}

interface FirstProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly acting: Acting;
}

/** vB of the first and of a later addition, with room. */
const FIRST_VSIZE = 600;
const LEAST_FIRST = 1n;

const gasAt = (feeRate: number | undefined): bigint => BigInt(Math.ceil((feeRate ?? 1) * FIRST_VSIZE));

function begin({ page, token, acting }: FirstProps, asked: PoolAsked): void {
  const { user } = page.account;
  if (user === undefined || page.feeRate === undefined) return;
  const intent: PoolIntent = {
    ...{ network: page.net, address: user.address, publicKey: user.publicKey, token: token.id },
    ...{ name: token.name, divisibility: token.divisibility, feeRateSatVb: page.feeRate },
    ...asked,
  };
  acting.begin(intent);
}

/** Whoever is first sets the price. */
function First(props: FirstProps) {
  const { page, token, acting } = props;
  const [btcText, setBtc] = useState('');
  const [tokenText, setToken] = useState('');
  const sats = unitsIn(btcText, BTC_DECIMALS);
  const units = unitsIn(tokenText, token.divisibility);
  const gas = gasAt(page.feeRate);
  const now = addLabel({
    ...{ connected: page.account.user !== undefined, paused: false, refusal: undefined },
    ...{ sats, units, gas, btc: page.btc, held: page.held, least: LEAST_FIRST },
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
    </div>
  );
}

interface MoreProps extends FirstProps {
  readonly page: PoolPage & { readonly pool: NonNullable<PoolPage['pool']> };
}

type Side = 'token1' | 'token2';

/** What is typed on one side says the other. */
function useAdding({ page, token }: MoreProps, source: Side, text: string) {
  const typed = unitsIn(text, source === 'token1' ? BTC_DECIMALS : token.divisibility);
  const asked = useDeferredValue(typed?.toString());
  const preview = useAddPreview({ token: token.id, feeRate: page.feeRate }, source, asked);
  const data = asked === typed?.toString() && !preview.isError ? preview.data : undefined;
  const refusal = preview.error instanceof ApiError ? preview.error.refusal : undefined;
  const [own, other] = [data?.sourceAmount, data?.targetAmount].map((one) =>
    one === undefined ? undefined : BigInt(one),
  );
  const [sats, units] = source === 'token1' ? [own, other] : [other, own];
  return { typed, data, sats, units, refusal: typed === undefined ? undefined : refusal };
}

function More(props: MoreProps) {
  const { page, token, acting } = props;
  const { pool } = page;
  const [source, setSource] = useState<Side>('token1');
  const [text, setText] = useState('');
  const adding = useAdding(props, source, text);
  const { typed, data, sats, units } = adding;
  const typing = (side: Side, value: bigint | undefined, decimals: number): Typing => ({
    text: source === side ? text : value === undefined ? '' : textOf(value, decimals),
    onType: (next) => {
      setSource(side);
      setText(next);
    },
  });
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <Boxes
        page={page}
        token={token}
        btc={typing('token1', sats, BTC_DECIMALS)}
        tokens={typing('token2', units, token.divisibility)}
      />
      {data === undefined || sats === undefined ? null : (
        <AddCosts pool={pool} token={token} data={data} sats={sats} />
      )}
      <MainButton
        now={addNow(props, adding)}
        busy={acting.busy}
        waits={page.feeRate === undefined}
        testId="add-button"
        onAct={() => {
          if (data !== undefined && typed !== undefined)
            begin(props, { act: 'add', source, amount: typed.toString(), shares: data.addEquity });
        }}
      />
      <p className="text-center text-xs text-haze">
        {t('At least {least} sat. Your share is a rune in your own wallet; sending it sends the position.', {
          least: grouped(pool.least.add),
        })}
      </p>
    </div>
  );
}

function addNow({ page }: MoreProps, { data, sats, units, refusal }: ReturnType<typeof useAdding>): Label {
  const { pool, account, btc, held } = page;
  return addLabel({
    ...{ connected: account.user !== undefined, paused: pool.paused, sats, units, refusal },
    ...{ gas: BigInt(data?.gas ?? '0'), btc, held, least: BigInt(pool.least.add) },
  });
}

interface AddCostsProps {
  readonly pool: MoreProps['page']['pool'];
  readonly token: PoolToken;
  readonly data: { readonly gas: string; readonly addEquity: string; readonly poolEquity: string };
  readonly sats: bigint;
}

function AddCosts({ pool, token, data, sats }: AddCostsProps) {
  const gas = BigInt(data.gas);
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="add-costs">
      <OneToken token={token} sats={BigInt(pool.token1Pool)} units={BigInt(pool.token2Pool)} />
      <Line name={t('Network fee, about')}>
        <Exact value={gas} />
      </Line>
      <Line name={t('You pay in total')}>
        <Exact value={sats + gas} />
      </Line>
      <Line name={t('Your share of the pool with it')} strong>
        {percentText(shareWith(pool, data))}
      </Line>
    </dl>
  );
}

/** In percent with two digits. */
function shareWith(
  { addressEquityOverall }: { addressEquityOverall: string },
  { addEquity, poolEquity }: { addEquity: string; poolEquity: string },
): string {
  const part = (BigInt(addressEquityOverall) + BigInt(addEquity)) * 10_000n;
  return (Number(part / BigInt(poolEquity)) / 100).toString();
}

function OneToken({ token, sats, units }: { token: PoolToken; sats: bigint; units: bigint }) {
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

interface Typing {
  readonly text: string;
  readonly onType: (text: string) => void;
}

interface BoxesProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly btc: Typing;
  readonly tokens: Typing;
}

function Boxes({ page, token, btc, tokens }: BoxesProps) {
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
