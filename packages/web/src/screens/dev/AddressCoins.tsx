/** The coins of an address, with what is on each and what keeps it: where the private chain's own explorer begins. */
import { Link } from '@tanstack/react-router';
import type { AddressCoin } from '@rialto/contract';
import { shortened } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { useAddressCoins } from '../../data/user-queries.ts';
import { Money } from '../../show/Money.tsx';
import { addressKind } from '../../show/address-kind.ts';
import { coinWords } from '../../show/own/coin-words.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

export function AddressCoins({ net, address }: { net: Network; address: string }) {
  const coins = useAddressCoins(net, address);
  const { type, network } = addressKind(address);
  return (
    <section aria-label={t('Coins of the address')} data-testid="address-coins">
      <h2 className="mb-2 text-sm font-semibold [overflow-wrap:anywhere]">
        {t('Coins of {address}', { address })}
      </h2>
      <p className="mb-2 text-xs text-haze" data-testid="address-kind">
        {type} · {network}
      </p>
      {coins.data === undefined ? (
        coins.isError ? (
          <p className="text-sm text-warn">{t('They can’t be loaded right now.')}</p>
        ) : (
          <Skeleton className="h-16 w-full" />
        )
      ) : (
        <CoinRows coins={coins.data.list} total={coins.data.total} />
      )}
    </section>
  );
}

function CoinRows({ coins, total }: { coins: readonly AddressCoin[]; total: number }) {
  if (coins.length === 0) return <p className="text-sm text-haze">{t('None.')}</p>;
  return (
    <ul className="divide-y divide-line text-[0.8125rem]">
      {coins.map((coin) => (
        <CoinRow key={`${coin.txId}:${coin.vout}`} coin={coin} />
      ))}
      {total > coins.length ? (
        <li className="py-2 text-xs text-haze">{t('and {count} more', { count: total - coins.length })}</li>
      ) : null}
    </ul>
  );
}

function CoinRow({ coin }: { coin: AddressCoin }) {
  const { txId, vout, satoshis, confirmations, height = '', assets, lockedBy } = coin;
  return (
    <li className="py-2">
      <div className="flex items-center justify-between gap-4">
        <Link
          to="/dev"
          search={{ tx: txId }}
          className="num text-mist underline underline-offset-4 hover:text-fog"
        >
          {shortened(txId, 8, 8)}:{vout}
        </Link>
        <span className="num flex-1 text-right text-xs text-haze">
          {confirmations > 0 ? t('block {height}', { height }) : t('no block yet')}
        </span>
        <Money value={BigInt(satoshis)} />
      </div>
      <p className="text-xs leading-5 text-haze [overflow-wrap:anywhere]">{coinWords(assets, lockedBy)}</p>
    </li>
  );
}
