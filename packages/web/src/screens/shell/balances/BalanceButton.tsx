/** The header's balance: what one has outside orders, and how much of it has its block. It opens all balances. */
import { useNetwork } from '../../../data/network.ts';
import { useCoins } from '../../../data/queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { Money } from '../../../show/Money.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { btcSums, shownTone } from './btc-sums.ts';
import { openDialog } from '../frame/frame-dialogs.ts';
import { RATIO_DOT } from './ratio-look.ts';
import { t } from '../../../words.ts';

export function BalanceButton() {
  const { user } = useAccount();
  const coins = useCoins(useNetwork(), user?.address ?? '');
  if (user === undefined) return null;
  const sums = coins.data === undefined ? undefined : btcSums(coins.data);
  return (
    <button
      type="button"
      data-testid="balances"
      aria-haspopup="dialog"
      onClick={() => openDialog('balances')}
      className="hidden h-9 items-center gap-2 rounded-[10px] border border-line-strong bg-ink-2 px-3 text-[0.8125rem] hover:bg-ink-3 sm:inline-flex"
    >
      <span className="sr-only">{t('Balances:')}</span>
      {sums === undefined ? (
        <>
          <Icon name="coins" className="text-haze" />
          {coins.isError ? <span className="text-haze">—</span> : <Skeleton className="h-3.5 w-16" />}
        </>
      ) : (
        <>
          <span className={`size-2 rounded-full ${RATIO_DOT[shownTone(sums)]}`} aria-hidden="true" />
          <Money value={sums.excluded} />
        </>
      )}
    </button>
  );
}
