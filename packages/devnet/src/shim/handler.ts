/** How the shim has a say in a call: before the node when it holds something, and over the node's answer. */
import type { Desk } from './desk.ts';

export interface NodeAnswer {
  readonly result: unknown;
  readonly error: unknown;
}

/** What the shim answers instead; undefined leaves it to the node. */
type Instead = NodeAnswer | undefined | Promise<NodeAnswer | undefined>;

export interface Handler {
  /** Asked only while something is held, in place of the node. */
  before?(desk: Desk, params: readonly unknown[]): Instead;
  after?(desk: Desk, params: readonly unknown[], answer: NodeAnswer): Instead;
  /** Acts are looked at always; what only tells of waiting transactions, while something is held. */
  readonly isAct: boolean;
  /** Names of the parameters in their order, for callers who name them. */
  readonly names: readonly string[];
}

/** The node writes bitcoins as a JSON number; eight decimals of a double are exact here. */
export function btc(sats: bigint): number {
  const [sign, size] = sats < 0n ? ['-', -sats] : ['', sats];
  return Number.parseFloat(
    `${sign}${size / 100_000_000n}.${(size % 100_000_000n).toString().padStart(8, '0')}`,
  );
}
