/** Where both indexes are. */
import type { BridgeContext } from '../context.ts';

export interface Heights {
  readonly btc: number;
  readonly mvc: number;
}

export async function heightsOf({ ledger, mvc }: Pick<BridgeContext, 'ledger' | 'mvc'>): Promise<Heights> {
  const [btc, other] = await Promise.all([ledger.tip(), mvc.ledger.tip()]);
  return { btc: btc.height, mvc: other?.height ?? -1 };
}
