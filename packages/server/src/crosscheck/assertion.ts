/** What we believe, as plain data, and what another indexer says of it. The ledgers are not this room's business. */
import type { Tip } from '@rialto/ground';

interface OfToken {
  /** The deploy id: `brc20:…`, `rune:…`, `mrc20:…`. */
  readonly asset: string;
  /** For eyes, and for indexers that know no id. */
  readonly tick: string;
}

/** A BRC-20 transfer inscription is on a coin and moves `amount`; zero: it has moved, and moves nothing any more. */
export interface LotAssertion extends OfToken {
  readonly about: 'lot';
  readonly inscription: string;
  /** Absent when it went where nobody can spend it. */
  readonly outpoint?: string;
  /** Who inscribed it. */
  readonly script: string;
  readonly amount: bigint;
  /** Nothing else is on the coin. Only what is offered must be. */
  readonly alone: boolean;
}

/** What a script has of a BRC-20 token. */
export interface BalanceAssertion extends OfToken {
  readonly about: 'balance';
  readonly script: string;
  readonly available: bigint;
  readonly transferable: bigint;
}

/** An unspent output holds `amount` of a rune or an MRC-20 token. */
export interface CoinAssertion extends OfToken {
  readonly about: 'coin';
  readonly protocol: 'rune' | 'mrc20';
  readonly outpoint: string;
  readonly amount: bigint;
  readonly decimals: number;
  readonly alone: boolean;
}

export type Assertion = LotAssertion | BalanceAssertion | CoinAssertion;

/** What a source sees instead. `mixed`: something else is on the coin too, which says nothing against the token. */
export interface Difference {
  readonly why: string;
  readonly mixed?: boolean;
}

export type Verdict =
  | { readonly says: 'agrees' }
  | { readonly says: 'differs'; readonly why: string; readonly mixed: boolean }
  | { readonly says: 'silent'; readonly why: string };

type SourceName = 'ord' | 'opi' | 'man';

/** The ledger's entities that a source knows something of. */
export type Known = 'lot' | 'balance' | 'runeBalance' | 'mrc20Holding';

export interface Source {
  readonly name: SourceName;
  readonly knows: readonly Known[];
  covers(assertion: Assertion): boolean;
  /** Has it read exactly the chain up to our tip? Throws NoAnswer. */
  isAt(tip: Tip, signal: AbortSignal): Promise<boolean>;
  /** Undefined when it sees the same. Throws NoAnswer when it does not say. */
  compare(assertion: Assertion, signal: AbortSignal): Promise<Difference | undefined>;
}
