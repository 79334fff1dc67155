/** What the page holds while it is open; nothing of it is kept. */
import type { Chain } from './chain.ts';
import type { EsploraForm } from './esplora-form.ts';
import type { Card } from './lock-card.ts';
import type { Unread } from './locks.ts';
import type { Way } from './pools/way.ts';
import type { Rescued } from './rescued.ts';

export interface State {
  locks: readonly Rescued[];
  /** Of pools. */
  ways: readonly Way[];
  unread: readonly Unread[];
  /** Of the last time an esplora answered. */
  chain: Chain | undefined;
  /** The address as typed: it stays when the page is drawn in another language. */
  typed: string;
  form: EsploraForm | undefined;
  /** By outpoint. */
  cards: ReadonlyMap<string, Card>;
  /** Of the ways home, by lane and transaction. */
  wayCards: ReadonlyMap<string, Card>;
}

/** It came from a server, whose policy it is under, and not from disk. */
export const isServed = (): boolean => location.protocol !== 'file:';
