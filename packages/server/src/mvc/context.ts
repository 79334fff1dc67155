/** What the rooms of MVC work with. */
import type { Contracts } from '@rialto/contracts';
import type { MvcChain, MvcLedger, Turns } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import type { MvcCustody } from './custody.ts';
import type { SwapTerms } from './terms.ts';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';

interface MvcSettings extends SwapTerms {
  readonly network: Network;
  /** Sat for a thousand bytes. */
  readonly feeRate: bigint;
  /** A tip older than that stops swaps; undefined where blocks come when somebody wants one. */
  readonly oldestTipSeconds: number | undefined;
}

export interface MvcContext {
  readonly store: Store;
  readonly chain: MvcChain;
  readonly ledger: MvcLedger;
  readonly contracts: Contracts;
  readonly custody: MvcCustody;
  readonly settings: MvcSettings;
  readonly turns: Turns;
  readonly warn: Warn;
  readonly now: () => number;
  readonly newId: () => string;
  /** Any of so many, so that whoever builds at the same time seldom takes the same. */
  readonly pick: (of: number) => number;
  /** Named steps of an act: tests end the process at one. */
  readonly at: (step: string) => void;
}
