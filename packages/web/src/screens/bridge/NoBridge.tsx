/** What is said where there is nothing to bridge: not answered yet, closed, without assets, or without the one that was asked for. */
import { ApiError } from '../../data/calls/api-error.ts';
import { useHealth } from '../../data/queries.ts';
import { errorWords } from '../../error-words.ts';
import { Notice } from '../../show/Lines.tsx';
import { Told } from '../../show/panels/Told.tsx';
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { AssetList } from './AssetPicker.tsx';
import type { BridgePage } from './bridge-page.ts';

export function NoBridge({ page }: { page: BridgePage }) {
  const { bridge, error } = page;
  if (bridge === undefined) return error === null ? <Loading /> : <NoAnswer error={error} />;
  if (bridge.assetList.length === 0)
    return (
      <Told
        testId="bridge-none"
        title={t('Nothing is bridged here yet')}
        words={t('The operator of this exchange opens the bridge for each asset.')}
      >
        <ToTrading />
      </Told>
    );
  return (
    <Told testId="bridge-none" title={t('This is not bridged here.')} words={t('Choose one of these.')}>
      <div className="w-full">
        <AssetList assets={bridge.assetList} />
      </div>
    </Told>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading the bridge')} className="space-y-3">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

const CLOSED: readonly (string | undefined)[] = ['bridge-closed', 'mvc-closed'];

/** An exchange whose bridge has nothing open says so, and that this may change: it may be new, or still sync. Any other silence is waited for. */
function NoAnswer({ error }: { error: Error }) {
  const isSyncing = useHealth().data?.status === 'syncing';
  const isClosed = error instanceof ApiError && (CLOSED.includes(error.refusal) || error.status === 404);
  if (!isClosed)
    return (
      <Notice tone="warn">
        <span data-testid="bridge-unanswered">
          {errorWords(error)} {t('Retrying automatically.')}
        </span>
      </Notice>
    );
  return (
    <Told
      testId="bridge-none"
      title={t('No asset is open on this bridge yet.')}
      words={
        isSyncing
          ? t('The exchange is still syncing with the chain. This page checks again automatically.')
          : t(
              'The operator opens each asset, after an exchange is set up. This page checks again automatically.',
            )
      }
    >
      <ToTrading />
    </Told>
  );
}

const ToTrading = () => (
  <Way href="/" className={`${LINK_BUTTON} max-sm:h-11`}>
    {t('Back to trading')}
  </Way>
);
