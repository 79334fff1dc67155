/** What is locked against what is out: sums of both chains at their last blocks, signed, and the command that counts them without this exchange. */
import type { BridgeAssetView, BridgeReserves } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { useBridgeReserves } from '../../data/bridge/bridge-queries.ts';
import { Unavailable } from '../../show/Unavailable.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';
import { Reserve } from './Reserve.tsx';

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
  const parts = [
    `npm run reserves -- ${window.location.origin}`,
    ...['--btc-node URL --btc-cookie FILE', '--mvc-node URL'],
  ];
  // On a narrow screen no line would end within an option.
  return (
    <Copyable
      text={parts.join(' ')}
      shown={parts.join('\n')}
      label={t('Copy the command')}
      className="max-w-full text-left max-sm:whitespace-pre-line [overflow-wrap:anywhere]"
    />
  );
}
