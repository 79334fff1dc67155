/** What is reviewed before it is signed, and who signs it. */
import type { Credential } from '../../../data/calls/credentials.ts';
import type { User } from '../../../flows/account/account.ts';
import type { BidCancelReview } from '../../../flows/bids/cancel-bid.ts';
import type { BidReview } from '../../../flows/bids/place-bid.ts';
import type { SaleReview } from '../../../flows/bids/sell-into.ts';
import type { CancelReview, SoftCancel } from '../../../flows/orders/cancel-order.ts';
import type { EditReview } from '../../../flows/orders/edit-price.ts';
import type { AskReview } from '../../../flows/orders/place-ask.ts';
import type { LockReview } from '../../../flows/protected/lock-lot.ts';
import type { TakeReview } from '../../../flows/orders/take-ask.ts';

export type Reviewed =
  | { readonly kind: 'take'; readonly take: TakeReview; readonly title: string }
  | { readonly kind: 'ask'; readonly ask: AskReview; readonly title: string }
  | { readonly kind: 'edit'; readonly edit: EditReview; readonly title: string }
  | { readonly kind: 'bid'; readonly bid: BidReview; readonly title: string }
  | { readonly kind: 'lock'; readonly lock: LockReview; readonly title: string }
  | { readonly kind: 'sale'; readonly sale: SaleReview; readonly title: string }
  | { readonly kind: 'bid-cancel'; readonly cancel: BidCancelReview; readonly title: string }
  | { readonly kind: 'cancel'; readonly cancel: CancelReview; readonly title: string };

export interface Actor {
  readonly user: User;
  readonly session: Credential;
}

export type Withdrawal = Omit<SoftCancel, 'address'> & { readonly title: string };
