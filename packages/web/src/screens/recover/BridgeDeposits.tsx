/** What was paid into the bridge and fits no order, each with its way back, and orders that this browser can restore. Public data and its own, no session wanted. */
import { useState } from 'react';
import { shortened } from '@rialto/market';
import {
  isUnknownOrder,
  useBridgeAssets,
  useBridgeDeposits,
  useBridgeOrder,
} from '../../data/bridge/bridge-queries.ts';
import type { BridgeDeposit } from '../../data/bridge/bridge-queries.ts';
import { orderHref } from '../../data/bridge/bridge-href.ts';
import { useNetwork } from '../../data/network.ts';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import type { User } from '../../flows/account/account.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import { BridgeAmount, chainsOf } from '../../show/bridge/BridgeAmount.tsx';
import { BridgeTx } from '../../show/bridge/BridgeTx.tsx';
import { TakeItBack } from '../../show/bridge/TakeItBack.tsx';
import { depositWords, reasonWords } from '../../show/bridge/bridge-words.ts';
import { keptTerms } from '../../terms-store.ts';
import type { KeptTerms } from '../../terms-store.ts';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { Part } from './Part.tsx';

/** Of both chains, of whoever is connected. */
export function useOwnDeposits(): readonly BridgeDeposit[] {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  const onBitcoin = useBridgeDeposits(user?.address).data ?? [];
  const onMvc = useBridgeDeposits(account?.address).data ?? [];
  return [...new Map([...onBitcoin, ...onMvc].map((one) => [one.deposit, one])).values()];
}

export function BridgeDeposits() {
  const { user } = useAccount();
  const deposits = useOwnDeposits();
  const assets = useBridgeAssets().data?.assetList ?? [];
  if (user === undefined) return null;
  return (
    <>
      <Part
        name={t('Paid into the bridge without an order')}
        rows={deposits.map((one) => (
          <DepositRow key={one.deposit} one={one} asset={assets.find(({ asset }) => asset === one.asset)} />
        ))}
      />
      {usesMetalet(user) ? <KeptOrders key={user.address} user={user} /> : null}
    </>
  );
}

interface DepositRowProps {
  readonly one: BridgeDeposit;
  readonly asset: Parameters<typeof TakeItBack>[0]['asset'];
}

function DepositRow({ one, asset }: DepositRowProps) {
  const [chain] = chainsOf(one.direction);
  return (
    <li data-testid="own-deposit" data-id={one.deposit} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium">
          {asset === undefined ? (
            one.asset
          ) : (
            <BridgeAmount value={BigInt(one.amount)} asset={asset} chain={chain} />
          )}
        </p>
        <BridgeTx chain={chain} txid={one.txid} />
      </div>
      <p className="text-xs leading-5 text-mist">
        {depositWords(one)}
        {one.reason === '' ? '' : ` · ${reasonWords(one.reason)}`}
      </p>
      <TakeItBack deposit={one} direction={one.direction} asset={asset} />
    </li>
  );
}

/** Only those that the exchange does not know: the others are on the bridge's own page. */
function KeptOrders({ user }: { user: User }) {
  const net = useNetwork();
  const [kept] = useState(() => keptTerms({ net, address: user.address }));
  if (kept.length === 0) return null;
  return (
    <ul className="empty:hidden">
      {kept.map((one) => (
        <KeptRow key={one.orderId} one={one} />
      ))}
    </ul>
  );
}

function KeptRow({ one: { orderId, terms } }: { one: KeptTerms }) {
  const { error } = useBridgeOrder(orderId);
  if (!isUnknownOrder(error)) return null;
  return (
    <li data-testid="own-kept-order" data-id={orderId} className="panel mb-3 space-y-1 px-4 py-3.5">
      <p className="text-sm font-medium">
        {t('Bridge order {id}, unknown to the exchange', { id: shortened(orderId, 6, 6) })}
      </p>
      <p className="text-xs leading-5 text-mist">
        {t('If you paid it, restore it: its payment is on the chain.')}{' '}
        <Way href={orderHref(terms.asset, orderId)} className={LINK}>
          {t('Restore the order')}
        </Way>
      </p>
    </li>
  );
}
