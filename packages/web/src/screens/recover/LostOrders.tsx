/** Orders of the bridge that this browser keeps the terms of and the exchange does not know. All others are on the bridge's own page. */
import { useMemo } from 'react';
import { shortened } from '@rialto/market';
import { orderHref } from '../../data/bridge/bridge-href.ts';
import { useUnknownOrders } from '../../data/bridge/bridge-queries.ts';
import { useNetwork } from '../../data/network.ts';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import { keptTerms } from '../../terms-store.ts';
import type { KeptTerms } from '../../terms-store.ts';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { Part } from './Part.tsx';

/** Of whoever is connected. */
export function useLostOrders(): readonly KeptTerms[] {
  const net = useNetwork();
  const { user } = useAccount();
  const address = user !== undefined && usesMetalet(user) ? user.address : undefined;
  const kept = useMemo(() => (address === undefined ? [] : keptTerms({ net, address })), [net, address]);
  const unknown = useUnknownOrders(kept.map(({ orderId }) => orderId));
  return kept.filter(({ orderId }) => unknown.includes(orderId));
}

export const LostOrders = () => (
  <Part
    name={t('Bridge orders that the exchange does not know')}
    rows={useLostOrders().map((one) => (
      <LostOrder key={one.orderId} one={one} />
    ))}
  />
);

const LostOrder = ({ one: { orderId, terms } }: { one: KeptTerms }) => (
  <li data-testid="own-kept-order" data-id={orderId} className="space-y-1 px-4 py-3.5">
    <p className="text-sm font-medium">{t('Bridge order {id}', { id: shortened(orderId, 6, 6) })}</p>
    <p className="text-xs leading-5 text-mist">
      {t('If you paid it, restore it: its payment is on the chain.')}{' '}
      <Way href={orderHref(terms.asset, orderId)} className={LINK}>
        {t('Restore the order')}
      </Way>
    </p>
  </li>
);
