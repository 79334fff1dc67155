/** The coins of an address: where the private chain's own explorer begins. */
import { Link } from '@tanstack/react-router';
import { shortened } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { useCoins } from '../../data/queries.ts';
import { Money } from '../../show/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

export function AddressCoins({ net, address }: { net: Network; address: string }) {
  const coins = useCoins(net, address);
  return (
    <section aria-label={t('Coins of the address')} data-testid="address-coins">
      <h2 className="mb-2 text-sm font-semibold [overflow-wrap:anywhere]">
        {t('Coins of {address}', { address })}
      </h2>
      {coins.data === undefined ? (
        coins.isError ? (
          <p className="text-sm text-warn">{t('They cannot be read right now.')}</p>
        ) : (
          <Skeleton className="h-16 w-full" />
        )
      ) : coins.data.length === 0 ? (
        <p className="text-sm text-haze">{t('None.')}</p>
      ) : (
        <ul className="divide-y divide-line text-[0.8125rem]">
          {coins.data.map((coin) => (
            <li key={`${coin.txId}:${coin.vout}`} className="flex h-9 items-center justify-between gap-4">
              <Link
                to="/dev"
                search={{ tx: coin.txId }}
                className="num text-mist underline underline-offset-4 hover:text-fog"
              >
                {shortened(coin.txId, 8, 8)}:{coin.vout}
              </Link>
              <span className="num flex-1 text-right text-xs text-haze">
                {coin.confirmed ? t('block {height}', { height: coin.height ?? '' }) : t('no block yet')}
              </span>
              <Money value={BigInt(coin.satoshis)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
