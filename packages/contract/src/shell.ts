/** Calls of the frame around the screens: where the caller is, the operator's choices, prices, notifications, locks. */
import { z } from 'zod';
import { Address, Book, Decimal, Net, OutpointText, Timestamp, Whole } from './wire/wire.ts';

/** Two letters, or nothing when the country is not known. A bare JSON string (rules §15). */
export const Country = z.string().regex(/^(?:[A-Z]{2})?$/);

/** The operator's settings that the page needs. Addresses are empty when there is none. */
export const ExchangeConfig = z.object({
  maintenance: z.boolean(),
  /** Since when, where it is known: the exchange was started for it. */
  maintenanceSince: Timestamp.optional(),
  /** Where transactions and addresses are looked up: `{base}/tx/{id}`, `{base}/address/{address}`. */
  explorer: z.string(),
  mvcExplorer: z.string(),
  /** A page of wrapping outside; empty: our own bridge. */
  bridge: z.string(),
  /** Terms of the operator's own; empty: ours. */
  terms: z.string(),
  /** A faucet outside; the private chain has its own. */
  faucet: z.string(),
  /** How many orders without a service fee an address may offer in a day. */
  freeOrders: z.int().min(0),
  /** Sats of a pad of the exchange, as its signer makes them; absent while the signer has not answered. */
  padValue: Whole.optional(),
  /** Sat that whoever opens a pool brings at least; absent where nobody may. */
  poolFirst: Whole.optional(),
});

/** Dollars per whole token by tick, in the third-party service's shape. */
export const TokenPrices = z.object({
  priceInfo: z.record(z.string(), Decimal),
  at: Timestamp,
  stale: z.boolean(),
});

/**
 * 1 pool used or released, 2 bid invalid, 3 order finished, 4 order invalid, 5 swap finished or failed, 6 reward claimable,
 * 7 transaction wants a bump (rules §10).
 */
export const NotificationType = z.int().min(1).max(7);

export const Notification = z.object({
  notificationType: NotificationType,
  notificationTitle: z.string(),
  notificationCount: z.int(),
  /** The latest of them, in a few words. */
  notificationDesc: z.string(),
  /** The book of the latest of them, where it is about an order. */
  book: Book.optional(),
});
/** One act, for the owner alone: all that one transaction sold or bought together. */
export const NotificationItem = z.object({
  notificationType: NotificationType,
  /**
   * `added`, `removed`: liquidity. `turn`: it may be signed now. `paid-out`: a pool was dissolved. `left`: shares (`coinAmount`) went with
   * their coin in a transaction without a rune message. `earned`: an epoch was closed that pays `coinAmount` of `tick`.
   */
  event: z.enum([
    ...['sold', 'bought', 'invalid', 'lost', 'waiting'],
    ...['added', 'removed', 'turn', 'paid-out', 'left', 'earned'],
  ] as const),
  book: Book.optional(),
  /** The title of the campaign that pays, where it was earned. */
  campaign: z.string().optional(),
  /** Empty where it is about no token. */
  tick: z.string(),
  coinAmount: Decimal,
  /** To the seller, in sat. */
  amount: Whole,
  /** How many orders. */
  orders: z.int(),
  /** Empty where no transaction did it. */
  txId: z.string(),
  /** In words, where something came to nothing. */
  reason: z.string(),
  /** The address that has it now, where it left. */
  to: z.string().optional(),
  timestamp: Timestamp,
  unread: z.boolean(),
});
export const NotificationsQuery = z.object({ address: Address });
/**
 * `results` is what is unread, by type. `items` is what happened in the last thirty days, newest first, read or not; a stranger gets
 * none. `at` goes back with a clear, so that nothing unseen is cleared.
 */
export const Notifications = z.object({
  results: z.array(Notification),
  items: z.array(NotificationItem).max(100),
  at: Timestamp,
});
export const ClearNotificationsQuery = z.object({
  address: Address,
  notificationType: z
    .string()
    .regex(/^[1-7]$/)
    .optional(),
});
export const ClearNotifications = z.object({
  address: Address,
  /** Absent: all of them. */
  notificationType: NotificationType.optional(),
  at: Timestamp.optional(),
});

/** `net` is optional: the specification's call has none. */
export const LockedCoinsQuery = z.object({
  net: Net.optional(),
  address: Address,
  assetType: z.enum(['btc']),
});
/** `utxoId` is txid_index. */
export const LockedCoins = z.object({ results: z.array(z.object({ utxoId: z.string() })) });

export const BidDummies = z.object({
  results: z.array(z.object({ order: z.string(), dummyId: OutpointText, timestamp: Timestamp })),
});

export type Country = z.infer<typeof Country>;
export type ExchangeConfig = z.infer<typeof ExchangeConfig>;
export type TokenPrices = z.infer<typeof TokenPrices>;
export type Notification = z.infer<typeof Notification>;
export type NotificationItem = z.infer<typeof NotificationItem>;
export type Notifications = z.infer<typeof Notifications>;

/** What the server writes into the page for its first picture. The same for every visitor who is served; who is not gets the page without. What changes meanwhile is asked for as ever. */
export interface FirstFacts {
  readonly network: z.infer<typeof Net>;
  readonly version: string;
  readonly config: ExchangeConfig;
}
