/** What can be wrong with a transaction that somebody else prepared: a code for programs; whoever shows it finds the words. */
import type { Sats } from '@rialto/protocols';

/**
 * Codes that say all there is to say.
 *
 * of any: `values-differ` (the PSBT states other values of its coins than we were told), `signs-others` (not exactly one's own inputs
 * are to be signed), `signs-openly` (a signature would not bind the whole transaction), `asset-lost`, `fee-not-announced`,
 * `spends-foreign` (a coin of somebody else that was not chosen).
 * of a take: `lot-missing`, `lot-differs` (from the order), `spends-carrying` (a coin of the buyer's that carries something),
 * `lot-astray` (does not come to the buyer), `brings-other`, `asset-astray` (somebody else gets one), `owed-unpaid` (service fee or
 * pad), `service-fee-too-high`.
 * of an ask: `sells-other`, `earns-other`, `taken-otherwise`.
 * of a cancel: `order-coin-kept`.
 * of one's own: `coin-not-spent`, `moves-carrying` (another coin that carries something), `other-act`, `other-coins`, `other-meaning`,
 * `leaves-waiting` (spends no coin of the waiting one), `not-a-child`, `stays-together`, `stays-apart`, `sizes-differ`,
 * `message-unreadable`, `locks-too-much`, `waiting-unreadable`.
 * of a ladder of bids: `rung-differs` (from the one asked for), `lock-differs` (a lock that its ticket does not make), `half-differs`
 * (another promise or exit than these locks have).
 * of a sale into bids: `bid-differs` (the lock is not the chosen bid's), `sale-differs` (another transaction than this sale).
 * of an act on a pool: `pool-act-differs` (the user's coins change by something else); where lots move `other-lots` (than those that were
 * said), `lots-astray` (they go elsewhere than lots of this act go).
 * of a claim: `claim-differs` (the claimant's coins change by something else than the reward and the fee).
 * of a payment to the bridge: `payment-differs` (the bridge gets something else, or not with this order's id).
 */
export type PlainMismatch =
  | 'values-differ'
  | 'signs-others'
  | 'signs-openly'
  | 'asset-lost'
  | 'fee-not-announced'
  | 'spends-foreign'
  | 'lot-missing'
  | 'lot-differs'
  | 'spends-carrying'
  | 'lot-astray'
  | 'brings-other'
  | 'asset-astray'
  | 'owed-unpaid'
  | 'service-fee-too-high'
  | 'sells-other'
  | 'earns-other'
  | 'taken-otherwise'
  | 'coin-not-spent'
  | 'order-coin-kept'
  | 'moves-carrying'
  | 'other-act'
  | 'other-coins'
  | 'other-meaning'
  | 'leaves-waiting'
  | 'not-a-child'
  | 'stays-together'
  | 'stays-apart'
  | 'sizes-differ'
  | 'message-unreadable'
  | 'locks-too-much'
  | 'waiting-unreadable'
  | 'rung-differs'
  | 'lock-differs'
  | 'half-differs'
  | 'bid-differs'
  | 'sale-differs'
  | 'pool-act-differs'
  | 'other-lots'
  | 'lots-astray'
  | 'claim-differs'
  | 'payment-differs';

export type Mismatch =
  | { readonly code: PlainMismatch }
  /** The price a seller would not get; the fee that is above the rate; all that a purchase costs, above its budget. In sat. */
  | { readonly code: 'seller-unpaid' | 'fee-too-high' | 'over-budget'; readonly value: Sats }
  /** Of a take: to whom nothing is owed. Of one's own: to anybody else. */
  | { readonly code: 'pays-stranger' | 'pays-away'; readonly value: Sats; readonly script: Uint8Array };

/** The problem, when there is one. */
export const mismatchIf = (isWrong: boolean, code: PlainMismatch): readonly Mismatch[] =>
  isWrong ? [{ code }] : [];
