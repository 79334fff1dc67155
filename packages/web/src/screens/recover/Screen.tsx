/** Recover: what of one's own waits, is unfinished or is mixed, each with its act (rules §18). */
import { Link } from '@tanstack/react-router';
import type { Order, OwnBidLock, OwnList } from '@rialto/contract';
import { useNetwork } from '../../data/network.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { useBidLocks, useLotLocks } from '../../data/own/lock-queries.ts';
import { useLeftovers, useOwn } from '../../data/own-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { TrustLink } from '../../show/locks/TrustLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Column, LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MixedRow, UnfinishedRow, WaitingRow } from './rows.tsx';
import { BridgeDeposits, useOwnDeposits } from './BridgeDeposits.tsx';
import { HeldRow, LockRow } from './LockRows.tsx';
import { LotLockRow } from './LotLocks.tsx';
import { LostOrders, useLostOrders } from './LostOrders.tsx';
import { OrderRow } from './OrderRow.tsx';
import { ParkedOnMvc, useParked } from './ParkedOnMvc.tsx';
import { Part } from './Part.tsx';
import { SharesRow } from './SharesRow.tsx';
import { RescueLink } from '../../show/locks/RescueLink.tsx';
import { Told } from '../../show/panels/Told.tsx';
import { t } from '../../words.ts';

export function RecoverScreen() {
  return (
    <Column title={t('Recover')} lead={t('Everything pending, unfinished or stuck, and how to fix it.')}>
      <div data-testid="recover" className="space-y-10">
        <ParkedOnMvc />
        <BridgeDeposits />
        <LostOrders />
        <Whose />
        <p className="border-t border-line pt-6 text-[0.8125rem] leading-6 text-haze">
          {t(
            'The rescue page takes locks back with your rescue file alone, even when this exchange is gone.',
          )}{' '}
          <RescueLink />
          {' · '}
          <TrustLink />
        </p>
      </div>
    </Column>
  );
}

/** Users who are not connected or not logged in see what to do first; the header has the button to log in. */
function Whose() {
  const { user, credential } = useAccount();
  if (user === undefined)
    return (
      <Told words={t('Connect a wallet to see what is yours.')}>
        <Button tone="primary" data-testid="recover-connect" onClick={askToConnect}>
          {t('Connect Wallet')}
        </Button>
      </Told>
    );
  if (credential === undefined)
    return <Told words={t('Log in first. Pending items are shown only to their owner.')} />;
  return <Mine />;
}

function Mine() {
  const net = useNetwork();
  const { credential } = useAccount();
  const own = useOwn(net, credential);
  const orders = useLeftovers(net, credential);
  const locks = useBidLocks(net, credential);
  const bids = locks.data ?? (locks.isError ? [] : undefined);
  if (own.data !== undefined && orders.data !== undefined && bids !== undefined && credential !== undefined)
    return (
      <Found
        list={own.data}
        orders={orders.data.filter((order) => !isLocked(order))}
        bids={bids}
        session={credential}
      />
    );
  if (!own.isError && !orders.isError) return <Loading />;
  return (
    <Told words={t('The exchange can’t list your pending items right now. Your coins are in your wallet.')}>
      <Button
        busy={own.isFetching || orders.isFetching}
        onClick={() => void Promise.all([own.refetch(), orders.refetch()])}
      >
        {t('Try again')}
      </Button>
    </Told>
  );
}

/** What is left of a bid is in its lock, and has a row for that. */
const isLocked = ({ bidId }: Order): boolean => bidId !== undefined;

function Loading() {
  return (
    <div role="status" aria-label={t('Loading your assets')} className="space-y-3">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

interface FoundProps {
  readonly list: OwnList;
  readonly orders: readonly Order[];
  readonly bids: readonly OwnBidLock[];
  readonly session: Credential;
}

function Found({ list, orders, bids, session }: FoundProps) {
  const { transactions, unfinished, mixed, shares } = list;
  const lots = useLotLocks(useNetwork(), session).data ?? [];
  const waiting = transactions.toSorted((a, b) => rank(a.stuck) - rank(b.stuck) || a.since - b.since);
  const parked = useParked();
  const ofBridge = [...useOwnDeposits(), ...useLostOrders()];
  const nothing = [transactions, unfinished, mixed, orders, bids, lots, shares, parked, ofBridge].every(
    ({ length }) => length === 0,
  );
  const locks = bids.filter(({ lock }) => lock !== 'held');
  const held = bids.filter(({ lock }) => lock === 'held');
  const heldIds = [...new Set(held.map(({ bidId }) => bidId))];
  return (
    <>
      {nothing ? <Nothing /> : null}
      <Part
        name={t('Waiting for a block')}
        rows={waiting.map((one) => (
          <WaitingRow key={one.txId} one={one} />
        ))}
      />
      <Part
        name={t('Unfinished inscriptions')}
        rows={unfinished.map((one) => (
          <UnfinishedRow key={one.commitTxId} one={one} />
        ))}
      />
      <Part
        name={t('Mixed coins')}
        rows={mixed.map((one) => (
          <MixedRow key={one.coin.outpoint} one={one} />
        ))}
      />
      <Part
        name={t('Shares of pools')}
        rows={shares.map((one) => (
          <SharesRow key={one.token2} shares={one} address={session.address} />
        ))}
      />
      <Part
        name={t('Locks of your bids')}
        rows={locks.map((lock) => (
          <LockRow key={lock.orderId} lock={lock} session={session} />
        ))}
      />
      <Part
        name={t('Lots in locks')}
        rows={lots.map((lock) => (
          <LotLockRow key={lock.orderId} lock={lock} session={session} />
        ))}
      />
      <Part
        name={t('Held bids')}
        rows={heldIds.map((bidId) => (
          <HeldRow key={bidId} rungs={held.filter((rung) => rung.bidId === bidId)} />
        ))}
      />
      <Part
        name={t('Cancelled orders with something left to do')}
        rows={orders.map((order) => (
          <OrderRow key={order.orderId} order={order} />
        ))}
      />
    </>
  );
}

const rank = (stuck: 'no' | 'rate' | 'blocks'): number => (stuck === 'no' ? 1 : 0);

function Nothing() {
  return (
    <Told
      testId="recover-nothing"
      title={t('Nothing to recover')}
      words={t('Nothing is pending or unfinished, and no coin mixes assets.')}
    >
      <Link to="/" className={LINK_BUTTON}>
        {t('Back to the order book')}
      </Link>
    </Told>
  );
}
