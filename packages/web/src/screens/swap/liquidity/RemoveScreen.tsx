/** Take one's part of a pool back: all of it or a part, and both sides that come. */
import { useDeferredValue, useState } from 'react';
import { formatBtc, grouped } from '@rialto/market';
import { ApiError } from '../../../data/calls/api-error.ts';
import { usePoolLanes } from '../../../data/pools/pool-queries.ts';
import { useRemovePreview } from '../../../data/pools/preview-queries.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../../show/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { numberWords, t } from '../../../words.ts';
import { useActing } from '../act/acting.ts';
import type { Acting } from '../act/acting.ts';
import { FeesAreMuch } from '../FeesAreMuch.tsx';
import { NoPool, NoToken, PoolFrame, PoolLoading, removeHref } from '../frame.tsx';
import { mostShares, removeLabel, sharesOf } from './liquidity-form.ts';
import { MainButton } from '../MainButton.tsx';
import { PoolPicker } from '../PoolPicker.tsx';
import { usePoolPage } from '../pool-page.ts';
import type { PoolPage, PoolToken } from '../pool-page.ts';
import { percentText } from '../SwapCosts.tsx';

export function RemoveScreen() {
  const page = usePoolPage();
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Remove liquidity')} page={page} acting={acting} here="remove">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken />
      ) : pool === null ? (
        <NoPool token={token} />
      ) : pool === undefined ? (
        <Notice tone="warn">{t('The pool can’t be read right now. Retrying automatically.')}</Notice>
      ) : (
        <Form key={`${token.id} ${acting.done}`} page={{ ...page, pool }} token={token} acting={acting} />
      )}
    </PoolFrame>
  );
}

interface FormProps {
  readonly page: PoolPage & { readonly pool: NonNullable<PoolPage['pool']> };
  readonly token: PoolToken;
  readonly acting: Acting;
}

const STEPS = [25, 50, 75, 100];

function Form({ page, token, acting }: FormProps) {
  const [percent, setPercent] = useState(0);
  const { pool, account, feeRate } = page;
  const lanes = usePoolLanes(page.net, token.id).data?.lanes.length;
  const available = BigInt(pool.addressEquityAvailable);
  const shares = sharesOf(available, percent, lanes === undefined ? 0n : mostOf(pool, lanes));
  const asked = useDeferredValue(shares === 0n ? undefined : shares.toString());
  const preview = useRemovePreview({ token: token.id, feeRate }, asked);
  const data = asked === shares.toString() && !preview.isError ? preview.data : undefined;
  const refusal = preview.error instanceof ApiError ? preview.error.refusal : undefined;
  const now = removeLabel({
    ...{ connected: account.user !== undefined, shares, least: BigInt(pool.least.remove) },
    ...{ sats: data === undefined ? undefined : BigInt(data.token1Amount), gas: BigInt(data?.gas ?? '0') },
    refusal: shares === 0n ? undefined : refusal,
  });
  const go = (): void => {
    const { user } = account;
    if (user === undefined || feeRate === undefined || shares === 0n) return;
    const intent: PoolIntent = {
      ...{ network: page.net, address: user.address, publicKey: user.publicKey, token: token.id },
      ...{ name: token.name, divisibility: token.divisibility, feeRateSatVb: feeRate },
      ...{ act: 'remove', shares: shares.toString() },
    };
    acting.begin(intent);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <div className="space-y-4 rounded-xl border border-edge bg-ink-0 px-4 py-4">
        <div className="flex items-center justify-between gap-3">
          <output className="num text-[1.75rem] font-semibold" data-testid="remove-percent">
            {numberWords(percent / 100, { style: 'percent' })}
          </output>
          <PoolPicker token={token} hrefOf={removeHref} />
        </div>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={available === 0n}
          aria-label={t('Part of your liquidity to remove')}
          data-testid="remove-slider"
          onChange={(event) => setPercent(Number(event.target.value))}
          className="h-11 w-full accent-amber"
        />
        <Steps percent={percent} disabled={available === 0n} onChoose={setPercent} />
      </div>
      <Own pool={pool} connected={account.user !== undefined} />
      {data === undefined ? null : (
        <>
          <Brings data={data} />
          <FeesAreMuch fees={BigInt(data.gas)} sum={BigInt(data.token1Amount)} />
        </>
      )}
      <MainButton
        now={now}
        busy={acting.busy}
        waits={feeRate === undefined}
        testId="remove-button"
        onAct={go}
      >
        <BringsTotal data={data} token={token} />
      </MainButton>
      <p className="text-center text-xs text-haze">
        {t(
          'At least {least} sat. Removing waits for swaps that are in the mempool, and goes before new ones.',
          {
            least: grouped(pool.least.remove),
          },
        )}
      </p>
    </div>
  );
}

interface StepsProps {
  readonly percent: number;
  readonly disabled: boolean;
  readonly onChoose: (percent: number) => void;
}

function Steps({ percent, disabled, onChoose }: StepsProps) {
  return (
    <div className="grid grid-cols-4 gap-2">
      {STEPS.map((step) => (
        <Button
          key={step}
          disabled={disabled}
          aria-pressed={percent === step}
          data-testid={`remove-${step}`}
          className="min-h-11 aria-pressed:border-amber"
          onClick={() => onChoose(step)}
        >
          {numberWords(step / 100, { style: 'percent' })}
        </Button>
      ))}
    </div>
  );
}

function mostOf(pool: FormProps['page']['pool'], lanes: number): bigint {
  return mostShares({
    r1: BigInt(pool.token1Pool),
    r2: BigInt(pool.token2Pool),
    shares: BigInt(pool.poolEquity),
    lanes: BigInt(lanes),
  });
}

function Own({ pool, connected }: { pool: FormProps['page']['pool']; connected: boolean }) {
  if (!connected) return null;
  if (pool.addressEquityOverall === '0')
    return <Notice tone="calm">{t('You have no liquidity in this pool.')}</Notice>;
  return (
    <dl className="space-y-2 px-1">
      <Line name={t('Your share')}>{percentText(pool.poolShareAvailable)}</Line>
      {pool.addressEquityPending === '0' ? null : (
        <Line name={t('Waiting for a block')}>{formatBtc(BigInt(pool.token1AmountPending))} BTC</Line>
      )}
    </dl>
  );
}

interface BringsProps {
  readonly data: { readonly token1Amount: string; readonly token2Amount: string; readonly gas: string };
  readonly token: PoolToken;
}

function Brings({ data }: Pick<BringsProps, 'data'>) {
  const [sats, gas] = [BigInt(data.token1Amount), BigInt(data.gas)];
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="remove-brings">
      <Line name={t('Out of the pool')}>
        <Exact value={sats} />
      </Line>
      <Line name={t('Network fee, about')}>
        <Exact value={gas} />
      </Line>
    </dl>
  );
}

function BringsTotal({
  data,
  token,
}: Pick<BringsProps, 'token'> & { data: BringsProps['data'] | undefined }) {
  if (data === undefined) return null;
  const sats = BigInt(data.token1Amount) - BigInt(data.gas);
  return (
    <dl className="px-4">
      <Line name={t('Finally receive')} strong>
        <span className="block">
          <Exact value={sats} /> <Fiat value={sats} className="font-normal" />
        </span>
        <Tokens
          units={shownUnits(BigInt(data.token2Amount), token.divisibility)}
          tick={token.name}
          className="block"
        />
      </Line>
    </dl>
  );
}
