/** An act on something of one's own on its way: what was asked, by whom, and what came back to be looked at. */
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../data/credentials.ts';
import type { Person } from '../account/account.ts';
import type { OwnReview } from './own-review.ts';
import type { OwnWish } from './own-wish.ts';

export interface OwnAsk {
  readonly network: Network;
  readonly wish: OwnWish;
  readonly feeRateSatVb: number;
  /** The person agreed to a rate far above Fast. */
  readonly highFee: boolean;
}

export interface Reviewed {
  readonly ask: OwnAsk;
  readonly review: OwnReview;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Asks the wallet and hands in. Throws what the wallet or the exchange said. */
  readonly send: (title: string) => Promise<void>;
}

export interface Actor {
  readonly person: Person;
  readonly session: Credential;
}
