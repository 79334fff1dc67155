/** Keeps the tray true: one's own feed, and where there is none the trades asked for one by one. */
import { useEffect } from 'react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveAnswer, MyFeedEvent, TokenBalance, Trade } from '@rialto/contract';
import type { Credential } from '../../../data/calls/credentials.ts';
import { dropCredential } from '../../../data/calls/credentials.ts';
import { ApiError } from '../../../data/calls/api-error.ts';
import { askAgain } from '../../../data/ask-again.ts';
import { openMyFeed } from '../../../data/feed/my-feed.ts';
import { useNetwork } from '../../../data/network.ts';
import { KEYS } from '../../../data/keys.ts';
import { useBalance } from '../../../data/queries.ts';
import { tradeQuery } from '../../../data/user-queries.ts';
import { whileSeen } from '../../../data/feed/while-seen.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { ifFree } from '../../../flows/act-lock.ts';
import { answerTold, answersShown, feedHeard } from '../../../flows/live/answer-told.ts';
import { liveBidsRemembered } from '../../../flows/live/live-flag.ts';
import { isHandedIn, useHandings } from '../../../flows/handing/handings.ts';
import {
  isFinished,
  isTrade,
  moveInTray,
  takeFromTray,
  tellTray,
  trayItems,
  useTray,
} from '../../../flows/tray.ts';
import type { MarketItem, MvcItem, TrayItem } from '../../../flows/tray.ts';
import { isCalledBack, reasonWords } from '../../../show/progress/progress-words.ts';
import { useStore } from '../../../store.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { MvcNews } from './MvcNews.tsx';
import { DONE_STAYS_MS } from './ProgressChip.tsx';
import { tellSale } from './sale-toast.ts';
import { tellTask } from './task-toast.ts';
import { TrayEnd } from './TrayEnd.tsx';
import { msg, t } from '../../../words.ts';

const ASK_EVERY_MS = 5_000;
/** Of what the feed tells too. */
const TOLD_EVERY_MS = 15_000;

export function TrayNews({ items }: { items: readonly TrayItem[] }) {
  const { credential } = useAccount();
  useMyFeed(credential);
  useTrades(credential);
  useInscriptions();
  useLeaving(items);
  return (
    <>
      {items
        .filter(({ txId, state }) => txId !== '' && (state === 'sent' || state === 'seen'))
        .map((item) => (
          <TrayEnd key={item.id} item={item} />
        ))}
      {items
        .filter((item): item is MvcItem => item.kind === 'mvc' && !isFinished(item))
        .map((item) => (
          <MvcNews key={item.id} item={item} />
        ))}
    </>
  );
}

/** What went well goes by itself: the history has it. What came to nothing stays until it was read. */
function useLeaving(items: readonly TrayItem[]): void {
  const over = items.filter((item) => isFinished(item) && (item.state !== 'void' || isCalledBack(item)));
  const ids = over.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => ids.split(' ').forEach(takeFromTray), DONE_STAYS_MS);
    return () => clearTimeout(timer);
  }, [ids]);
}

function useMyFeed(credential: Credential | undefined): void {
  const client = useQueryClient();
  // A seller's question finds its bidder in another tab, too.
  const bids = useStore(liveBidsRemembered);
  useEffect(() => {
    if (credential === undefined) return;
    return whileSeen(
      (alive) =>
        openMyFeed(credential, {
          alive: () => {
            alive();
            feedHeard.set(Date.now());
          },
          event: (event) => hear(client, event, credential.address),
          resync: () => lookAgain(client),
          ended: () => dropCredential(credential.address),
        }),
      bids,
    );
  }, [client, credential, bids]);
}

function hear(client: QueryClient, event: MyFeedEvent, address: string): void {
  switch (event.kind) {
    case 'hello':
    case 'beat':
      return;
    case 'coins':
      lookAtCoins(client);
      return;
    case 'answer':
      answerTold.set(event.answer);
      tellSeller(event.answer, address);
      return;
    case 'task':
      askAgain(client, [KEYS.balance(), KEYS.coins(), KEYS.notifications(), KEYS.own()]);
      return;
    case 'trade':
      learn(event.trade);
      client.setQueryData(KEYS.trade(event.trade.tradeId), event.trade);
      refresh(client, KEYS.myOrders(address, event.trade.book));
      return;
    case 'my-order':
      tellSale(event.order, address);
      if (event.order.state === 'cancelled') moveInTray(event.order.orderId, { state: 'confirmed' });
      if (event.order.state === 'done')
        moveInTray(event.order.orderId, { state: 'void', note: t('It was sold before the cancel.') });
      refresh(client, KEYS.myOrders(address, event.order.book));
      return;
    case 'task':
      tellTask(event.task);
      askAgain(client, OF_POOLS);
  }
}

/** What the pages of pools show of an act. */
const OF_POOLS = ['ongoing-task', 'pool', 'pool-transactions', 'pool-lanes', 'rune-held'].map((name) => [
  name,
]);

/** Who closed the dialog is told all the same what came of it; of a sale the tray tells. */
function tellSeller({ answerId, sellerAddress, state, tick }: LiveAnswer, address: string): void {
  if (sellerAddress !== address || answersShown.has(answerId)) return;
  if (state === 'absent' || state === 'declined' || state === 'failed')
    toast({
      title: t('Nothing came of your answer to a live bid for {tick}', { tick }),
      description: t('Your half is deleted, and the lot is yours as before.'),
      variant: 'warn',
    });
}

/** Somebody may send an address coins by the hundred: what is read of them is read again this often at most. */
const COINS_EVERY_MS = 2_000;
const SOON_MS = 100;
let looked = 0;
let look: ReturnType<typeof setTimeout> | undefined;

function lookAtCoins(client: QueryClient): void {
  look ??= setTimeout(
    () => {
      look = undefined;
      looked = Date.now();
      askAgain(client, [KEYS.balance(), KEYS.coins(), KEYS.own()]);
    },
    Math.max(SOON_MS, looked + COINS_EVERY_MS - Date.now()),
  );
}

function lookAgain(client: QueryClient): void {
  askAgain(client, [KEYS.trade()]);
  refresh(client, KEYS.myOrders());
}

/** @param orders those of one's own that changed */
function refresh(client: QueryClient, orders: readonly string[]): void {
  askAgain(client, [orders, KEYS.balance(), KEYS.coins(), KEYS.notifications(), KEYS.own()]);
}

/** Tells the tray, and the user when it just came to its end. */
function learn(trade: Trade): void {
  const before = trayItems().find((item) => item.id === trade.tradeId);
  tellTray(trade);
  if (before === undefined || before.state === trade.state) return;
  if (trade.state === 'confirmed')
    toast({ title: t('{title}: confirmed', { title: before.title }), variant: 'success' });
  const { state, reason: note } = trade;
  if (isCalledBack({ state, note }))
    toast({ title: before.title, description: t('Cancelled by you. Your BTC is back.') });
  else if (state === 'void')
    toast({
      title: t('{title}: not completed', { title: before.title }),
      description: reasonWords(trade.reason),
      variant: 'warn',
    });
}

/** Unfinished trades, asked for at the start and now and then: the feed may have been away. */
function useTrades(credential: Credential | undefined): void {
  const net = useNetwork();
  const client = useQueryClient();
  // What is on its way is told by its own answer.
  const handing = useHandings().map(({ id }) => id);
  const living = useTray()
    .filter((item) => isAskable(item, credential))
    .filter(({ id }) => !handing.includes(id));
  const answers = useQueries({
    queries: living.map((item) => ({
      ...tradeQuery({ net, book: item.book }, item.id, credential),
      refetchInterval: ASK_EVERY_MS,
      retry: false,
    })),
  });
  const told = JSON.stringify(
    answers.map(({ data, errorUpdateCount }) => [data?.tradeId, data?.state, errorUpdateCount]),
  );
  useEffect(() => {
    // `told` changes when an answer does; what it is now is in the cache.
    if (told === '[]') return;
    for (const item of trayItems()) hearAnswer(client, item);
  }, [client, told]);
}

function isAskable(item: TrayItem, credential: Credential | undefined): item is MarketItem {
  return (
    isTrade(item) && !isFinished(item) && item.state !== 'signing' && item.address === credential?.address
  );
}

/** A trade nobody knows this long after it left the page never reached the exchange. */
const LOST_AFTER_MS = 15_000;
const LOST = msg('it never reached the exchange; nothing was sent');

function hearAnswer(client: QueryClient, item: TrayItem): void {
  const query = client.getQueryState<Trade>(KEYS.trade(item.id));
  if (query?.data !== undefined) learn(query.data);
  const unknown = query?.error instanceof ApiError && query.error.refusal === 'unknown-trade';
  const isLate = Date.now() - item.startedAt > LOST_AFTER_MS;
  if (!unknown || !isLate || item.state !== 'submitted' || isHandedIn(item.id)) return;
  ifFree(item.id, () => {
    if (!trayItems().includes(item)) return;
    moveInTray(item.id, { state: 'void', note: item.note === '' ? LOST : item.note });
  });
}

/** An inscription is done when the index lists it as transferable. */
function useInscriptions(): void {
  const net = useNetwork();
  const { user, credential } = useAccount();
  const waiting = useTray()
    .filter((item): item is MarketItem => item.kind === 'inscribe')
    .filter((item) => !isFinished(item));
  const first = waiting.find((item) => item.address === user?.address);
  const { book = 'brc20', tick = '', assetId = '', address = '' } = first ?? {};
  // One's own feed tells of coins that wait; who is not logged in has none.
  const everyMs = credential === undefined ? ASK_EVERY_MS : TOLD_EVERY_MS;
  const { data } = useBalance({ net, book, tick, assetId }, address, everyMs);
  useEffect(() => {
    if (data === undefined) return;
    for (const id of arrived(
      waiting.map((item) => item.id),
      data,
    ))
      moveInTray(id, { state: 'confirmed' });
  }, [data, waiting]);
}

function arrived(ids: readonly string[], balance: TokenBalance): readonly string[] {
  return balance.transferBalanceList
    .filter((entry) => entry.confirmations > 0 && ids.includes(entry.inscriptionId))
    .map((entry) => entry.inscriptionId);
}
