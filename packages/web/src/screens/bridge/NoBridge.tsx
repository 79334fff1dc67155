/** What is said where there is nothing to bridge: not answered yet, closed, without assets, or without the one that was asked for. */
import { ApiError } from '../../data/calls/api-error.ts';
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

/** An exchange without a bridge says so; any other silence is waited for. */
function NoAnswer({ error }: { error: Error }) {
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
      title={t('The bridge is not open on this exchange.')}
      words={t('Tokens on Bitcoin are traded in the order books.')}
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
