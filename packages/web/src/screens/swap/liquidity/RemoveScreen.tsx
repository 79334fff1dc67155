/** Take one's part of a pool back: all of it or a part, and both sides that come. */
import { useDeferredValue, useMemo, useState } from 'react';
import { formatBtc, grouped } from '@rialto/market';
import { ApiError } from '../../../data/calls/api-error.ts';
import { usePoolLanes } from '../../../data/pools/pool-queries.ts';
import { useRemovePreview } from '../../../data/pools/preview-queries.ts';
import { liquidityHref } from '../../../data/pools/pool-rules.ts';
import type { PoolBook } from '../../../data/pools/pool-rules.ts';
import type { PoolAsked } from '../../../flows/pools/pool-intent.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { numberWords, t } from '../../../words.ts';
import { useActing } from '../act/acting.ts';
import type { Acting } from '../act/acting.ts';
import { FeesAreMuch } from '../FeesAreMuch.tsx';
import { NoPool, NoToken, PoolFrame, PoolLoading } from '../frame.tsx';
import { GatherButton } from '../gather/GatherButton.tsx';
import { Brings, BringsTotal } from './Brings.tsx';
import { LotsLoss } from './LotsLoss.tsx';
import { lossLevel, lostBy, lpFeePpm, mostLotShares } from './lot-shares.ts';
import { mostShares, removeLabel, sharesOf, staysOf } from './liquidity-form.ts';
import { Stays } from './Stays.tsx';
import { PoolPicker } from '../PoolPicker.tsx';
import { usePoolPage } from '../pool-page.ts';
import { intentOf } from '../pool-asked.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { percentText } from '../../../show/swap/amounts.ts';

export function RemoveScreen({ book }: { book: PoolBook }) {
  const page = usePoolPage(book);
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Remove liquidity')} page={page} acting={acting} here="remove">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken rules={page.rules} />
      ) : pool === null ? (
        <NoPool rules={page.rules} token={token} />
      ) : pool === undefined ? (
        <Notice tone="warn">{t('The pool can’t be read right now. Retrying automatically.')}</Notice>
      ) : (
        <Form key={`${token.id} ${acting.done}`} page={{ ...page, pool }} token={token} acting={acting} />
      )}
    </PoolFrame>
  );
}

interface FormProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly acting: Acting;
}

const STEPS = [25, 50, 75, 100];

function Form({ page, token, acting }: FormProps) {
  const [percent, setPercent] = useState(0);
  const { rules, pool, account, feeRate } = page;
  const lanes = usePoolLanes(page.place).data?.lanes.length;
  const available = BigInt(pool.addressEquityAvailable);
  const most = useMemo(
    () => (lanes === undefined ? 0n : mostOf(pool, lanes, rules.movesLots)),
    [pool, lanes, rules.movesLots],
  );
  const shares = sharesOf(available, percent, most);
  const stays = lanes === undefined ? 0n : staysOf(available, percent, shares);
  const asked = useDeferredValue(shares === 0n ? undefined : shares.toString());
  const preview = useRemovePreview({ kind: rules.kind, token: token.id, feeRate }, asked);
  const data = asked === shares.toString() && !preview.isError ? preview.data : undefined;
  const refusal = preview.error instanceof ApiError ? preview.error.refusal : undefined;
  const lost = lossOf(page, shares, data);
  const now = removeLabel({
    ...{ connected: account.user !== undefined, shares, stays, least: BigInt(pool.least.remove) },
    ...{ sats: data === undefined ? undefined : BigInt(data.token1Amount), gas: BigInt(data?.gas ?? '0') },
    refusal: shares === 0n ? undefined : refusal,
    ...{ isDear: lossLevel(lost) === 'most', isAll: percent === 100 },
  });
  const go = (): void => {
    if (data === undefined) return;
    const intent = intentOf(page, token, askedOf(pool, { shares, stays, data }));
    if (intent !== undefined) acting.begin(intent);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <div className="space-y-4 rounded-xl border border-edge bg-ink-0 px-4 py-4">
        <div className="flex items-center justify-between gap-3">
          <output className="num text-[1.75rem] font-semibold" data-testid="remove-percent">
            {numberWords(percent / 100, { style: 'percent' })}
          </output>
          <PoolPicker rules={rules} token={token} hrefOf={(id) => liquidityHref(rules, id, 'remove')} />
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
      <Stays shares={shares} stays={stays} movesLots={rules.movesLots} />
      {data === undefined ? null : (
        <>
          <LotsLoss lost={lost} />
          <FeesAreMuch fees={BigInt(data.gas)} sum={BigInt(data.token1Amount)} />
          <Brings page={page} token={token} data={data} shares={shares} />
        </>
      )}
      <GatherButton
        {...{ page, now, ...given(pool, shares) }}
        busy={acting.busy}
        waits={feeRate === undefined}
        testId="remove-button"
        onAct={go}
      >
        <BringsTotal data={data} token={token} />
      </GatherButton>
      <p className="text-center text-xs text-haze">
        {t(
          'At least {least} sat, or all you have. Removing waits for swaps that are in the mempool, and goes before new ones.',
          {
            least: grouped(pool.least.remove),
          },
        )}
      </p>
    </div>
  );
}

interface Leaves {
  readonly shares: bigint;
  readonly stays: bigint;
  readonly data: Brought;
}

function askedOf({ token1Pool, token2Pool }: OpenPage['pool'], { shares, stays, data }: Leaves): PoolAsked {
  const { token1Amount: sats, token2Amount: units } = data;
  const brings = { sats, units, reserves: [token1Pool, token2Pool] as const };
  const rest = stays > 0n ? { stays: stays.toString() } : {};
  return { act: 'remove', shares: shares.toString(), brings, ...rest };
}

/** Shares are a rune too, without digits after the point; what they bring pays. */
const given = ({ shareRune }: OpenPage['pool'], shares: bigint) => ({
  token: { assetId: `rune:${shareRune}`, name: t('pool shares'), divisibility: 0 },
  wanted: shares === 0n ? undefined : { units: shares, paying: 0 },
});

interface Brought {
  readonly token1Amount: string;
  readonly token2Amount: string;
  readonly restockFee: string;
}

function lossOf({ rules, pool }: OpenPage, shares: bigint, data: Brought | undefined): number {
  if (!rules.movesLots || data === undefined) return 0;
  const { token1Pool, token2Pool, poolEquity } = pool;
  const reserves = { r1: BigInt(token1Pool), r2: BigInt(token2Pool), shares: BigInt(poolEquity) };
  return lostBy(reserves, {
    shares,
    sats: BigInt(data.token1Amount) + BigInt(data.restockFee),
    units: BigInt(data.token2Amount),
  });
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

function mostOf(pool: OpenPage['pool'], lanes: number, movesLots: boolean): bigint {
  const standing = {
    ...{ r1: BigInt(pool.token1Pool), r2: BigInt(pool.token2Pool), shares: BigInt(pool.poolEquity) },
    lanes: BigInt(lanes),
  };
  return movesLots
    ? mostLotShares(standing, pool.ready.map(BigInt), lpFeePpm(pool.lpFeePercent))
    : mostShares(standing);
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
