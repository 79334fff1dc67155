/** An act on something of one's own on its way: what was asked, by whom, and what came back to be looked at. */
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import type { Handed } from '../handing/shown.ts';
import type { OwnReview } from './own-review.ts';
import type { OwnRequest } from './own-request.ts';

export interface OwnParams {
  readonly network: Network;
  readonly request: OwnRequest;
  readonly feeRateSatVb: number;
  /** The user agreed to a rate far above Fast. */
  readonly highFee: boolean;
}

export interface Reviewed {
  readonly params: OwnParams;
  readonly review: OwnReview;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Asks the wallet and submits. Throws what the wallet or the exchange said. */
  readonly send: (title: string) => Promise<SentOwn>;
}

interface SentOwn {
  readonly handed: Handed<void>;
  /** Of what lies in a new lock: the way home without the exchange, as a file. */
  readonly rescue?: string;
}

export interface Actor {
  readonly user: User;
  readonly session: Credential;
}
