/** What is locked against what is out: sums of both chains at their last blocks, signed, and the command that counts them without this exchange. */
import type { BridgeAssetView, BridgeReserve, BridgeReserves } from '@rialto/contract';
import { formatDecimal, grouped } from '@rialto/market';
import { tokenOfView } from '../../data/bridge/bridge-assets.ts';
import { useBridgeReserves } from '../../data/bridge/bridge-queries.ts';
import { waitWords } from '../../show/bridge/bridge-words.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { MvcTokenName } from '../../show/mvc/Space.tsx';
import { Unavailable } from '../../show/Unavailable.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Digits } from '../../ui/number/Digits.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Words } from '../../ui/Words.tsx';
import { shown } from '../../shown.ts';
import { t } from '../../words.ts';

interface ReservesProps {
  /** Several may lock the same: their wrapped tokens tell them apart. */
  readonly assets: readonly BridgeAssetView[];
}

export function Reserves({ assets }: ReservesProps) {
  const query = useBridgeReserves();
  const { data, isError } = query;
  return (
    <section aria-label={t('Reserves')} data-testid="bridge-reserves" className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-base font-semibold">{t('Reserves')}</h2>
        {data === undefined ? null : <Blocks reserves={data} />}
      </div>
      {data === undefined ? (
        isError ? (
          <Unavailable className="panel" words={t('The reserves can’t be loaded right now.')} query={query} />
        ) : (
          <Skeleton className="h-44 w-full" />
        )
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {data.reserves.map((reserve) => (
            <Reserve
              key={reserve.asset}
              reserve={reserve}
              view={assets.find(({ asset }) => asset === reserve.asset)}
            />
          ))}
        </div>
      )}
      <p className="text-[0.8125rem] leading-6 text-haze">
        {t('Count them without trusting this exchange, with two nodes of your own:')} <Command />
      </p>
    </section>
  );
}

function Blocks({ reserves: { btc, mvc } }: { reserves: BridgeReserves }) {
  const height = (at: BridgeReserves['btc']) => grouped(at.height.toString());
  return (
    <p className="num text-xs text-haze" data-testid="bridge-blocks">
      {t('Checked at block {btc} of Bitcoin and {mvc} of MVC', { btc: height(btc), mvc: height(mvc) })}
    </p>
  );
}

function Command() {
  const nodes = '--btc-node URL --btc-cookie FILE --mvc-node URL';
  const command = `npm run reserves -- ${window.location.origin} ${nodes}`;
  return <Copyable text={command} shown={command} label={t('Copy the command')} className="text-left" />;
}

interface ReserveProps {
  readonly reserve: BridgeReserve;
  readonly view: BridgeAssetView | undefined;
}

function Reserve({ reserve, view }: ReserveProps) {
  const { asset, symbol, holds, paused, strays, difference, locked, wrapped, owed } = reserve;
  const amount = (value: string) => <Sum value={BigInt(value)} reserve={reserve} />;
  return (
    <div className="panel space-y-3 px-4 py-4" data-testid="bridge-reserve" data-asset={asset}>
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm font-semibold">
          <bdi className="truncate">{shown(symbol)}</bdi>
          {view === undefined ? null : <MvcTokenName token={tokenOfView(view)} />}
        </h3>
        <span data-testid="bridge-holds" className={`text-xs ${holds ? 'text-buy' : 'text-sell'}`}>
          {holds ? t('Covered') : t('Not covered')}
        </span>
      </div>
      {holds ? null : <Notice tone="bad">{waitWords('break')}</Notice>}
      {holds && paused !== null ? <Notice tone="warn">{waitWords(paused)}</Notice> : null}
      <dl className="space-y-2">
        <Line name={t('Locked on Bitcoin')}>{amount(locked)}</Line>
        <Line name={t('Held as wrapped tokens on MVC')}>{amount(wrapped)}</Line>
        <Line name={t('Owed to depositors')}>{amount(owed)}</Line>
        <Line name={t('Difference')} strong>
          <span data-testid="bridge-difference" className={holds ? '' : 'text-sell'}>
            {amount(difference)}
          </span>
        </Line>
      </dl>
      {strays.length === 0 ? null : (
        <p className="text-xs leading-5 text-mist" data-testid="bridge-strays">
          {t(
            '{count, plural, one {# deposit waits} other {# deposits wait}} for the operator: nobody can tell to whom it goes back.',
            { count: strays.length },
          )}
        </p>
      )}
      <Statement reserve={reserve} />
    </div>
  );
}

function Sum({ value, reserve: { decimals, symbol } }: { value: bigint; reserve: BridgeReserve }) {
  const size = value < 0n ? -value : value;
  return (
    <>
      {value < 0n ? '−' : ''}
      <Digits digits={grouped(formatDecimal(size, decimals))} unit={symbol} />
    </>
  );
}

function Statement({ reserve: { statement, signature } }: { reserve: BridgeReserve }) {
  if (signature === '')
    return <p className="text-xs leading-5 text-warn">{t('Not signed: the signer does not answer.')}</p>;
  return (
    <p className="text-xs leading-5 text-haze">
      <Words
        of="Signed with the key of the locked coins: {statement}"
        parts={{
          statement: (
            <Copyable
              text={`${statement}\n${signature}`}
              shown={t('the statement')}
              label={t('Copy statement and signature')}
            />
          ),
        }}
      />
    </p>
  );
}
