/** Who traded in the past: makers with a stock of lots, takers with money; keys of their own, so that today's people hold what they held. */
import type { PrivateChain } from '../chain/private-chain.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import { openTrader } from '../market/trader.ts';
import type { Trader } from '../market/trader.ts';
import type { PastToken } from './tokens.ts';

export interface PastSeed {
  readonly chain: PrivateChain;
  readonly origin: string;
  readonly secret: string;
  readonly tokens: readonly PastToken[];
  /** Done once before the trades of the last day, with the index at the node's tip. */
  beginLastDay?(): Promise<void>;
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

export interface People {
  readonly makers: readonly Trader[];
  readonly takers: readonly Trader[];
  /** They come on the last day, and buy for the first time in their lives. */
  readonly newcomers: readonly Trader[];
}

const MAKERS = 8;
const TAKERS = 8;
const NEWCOMERS = 3;

export function peopleOf({ origin, secret }: Pick<PastSeed, 'origin' | 'secret'>): People {
  const one = (name: string, at: number): Trader =>
    openTrader({ origin, key: seedKey(secret, `${name}-${at}`), kind: at % 2 === 0 ? 'p2tr' : 'p2wpkh' });
  return {
    makers: Array.from({ length: MAKERS }, (_, at) => one('maker', at)),
    takers: Array.from({ length: TAKERS }, (_, at) => one('taker', at)),
    newcomers: Array.from({ length: NEWCOMERS }, (_, at) => one('newcomer', at)),
  };
}
