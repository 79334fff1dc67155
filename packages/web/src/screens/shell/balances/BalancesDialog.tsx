/** All balances of an address: bitcoin with what keeps it from paying, then each ledger; every row opens its coins. */
import { Link } from '@tanstack/react-router';
import type { RuneBalances } from '@rialto/contract';
import { useNetwork } from '../../../data/network.ts';
import { useMrc20Balances, useRuneBalances } from '../../../data/ledger-balances.ts';
import { holdingsOf } from '../../../data/portfolio/holdings.ts';
import { mrc20InLocksAlone, runesInLocksAlone, withLocked } from '../../../data/portfolio/locked.ts';
import type { InLocks } from '../../../data/portfolio/locked.ts';
import { useInLocks, useListed, useMarketsOf } from '../../../data/portfolio/queries.ts';
import { useCoins } from '../../../data/queries.ts';
import { useTokenBalances, useTokenPrices } from '../../../data/user-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LINK_BUTTON } from '../../../ui/Page.tsx';
import { BtcBalance } from './BtcBalance.tsx';
import { Brc20Row, Mrc20Row, RuneRow } from './TokenRows.tsx';
import { Ledger } from './Ledger.tsx';
import { MvcBalances } from './MvcBalances.tsx';
import { runeRows } from './rune-rows.ts';
import { t } from '../../../words.ts';

export function BalancesDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const net = useNetwork();
  const coins = useCoins(net, address);
  const brc20 = useTokenBalances(net, address);
  const runes = useRuneBalances(net, address);
  const mrc20 = useMrc20Balances(net, address);
  const prices = useTokenPrices(net).data?.priceInfo;
  const { credential } = useAccount();
  const locks = useInLocks(net, credential);
  const holdings = withLocked(holdingsOf(brc20.data, mrc20.data, runes.data), locks);
  const about = {
    markets: useMarketsOf(
      net,
      holdings.map(({ assetId }) => assetId),
    ),
    locks,
    listed: useListed(net, credential),
    onLeave: onClose,
  };
  return (
    <Dialog title={t('Balances')} onClose={onClose} testId="balances-dialog">
      <div className="space-y-6">
        <BtcBalance coins={coins.data} locked={locks?.sats} failed={coins.isError} />
        <Link
          to="/portfolio"
          onClick={onClose}
          data-testid="to-portfolio"
          className={`${LINK_BUTTON} w-full max-lg:h-11`}
        >
          {t('Portfolio')}
        </Link>
        <Ledger name="BRC-20" query={brc20} rows={brc20.data?.balanceList}>
          {(balance) => (
            <Brc20Row
              key={balance.assetId}
              balance={balance}
              address={address}
              about={about}
              dollars={prices?.[balance.token.toLowerCase()]}
            />
          )}
        </Ledger>
        <Ledger
          name="Runes"
          query={runes}
          rows={runes.data === undefined ? undefined : runeRows(withLone(runes.data, locks))}
        >
          {(row) => <RuneRow key={row.balance.runeid} row={row} coins={coins.data} about={about} />}
        </Ledger>
        <Ledger
          name="MRC-20"
          query={mrc20}
          rows={
            mrc20.data === undefined
              ? undefined
              : [...mrc20.data.list, ...mrc20InLocksAlone(locks, mrc20.data.list)]
          }
        >
          {(balance) => <Mrc20Row key={balance.assetId} balance={balance} coins={coins.data} about={about} />}
        </Ledger>
        <MvcBalances onLeave={onClose} />
      </div>
    </Dialog>
  );
}

/** With a row for every rune that is in locks alone. */
function withLone(balances: Omit<RuneBalances, 'at'>, locks: InLocks | undefined): Omit<RuneBalances, 'at'> {
  const { confirmed, unconfirmed } = balances;
  return {
    unconfirmed,
    confirmed: [...confirmed, ...runesInLocksAlone(locks, [...confirmed, ...unconfirmed])],
  };
}
