/** A coin counts once, however often it is listed, for one asset or for two. */
import type { BridgeReserve } from '@rialto/contract';
import type { Report } from './report.ts';

/** @param seen coins of either chain that were listed before: one set for all assets */
export function listedOnce(reserve: BridgeReserve, seen: Set<string>, report: Report): BridgeReserve {
  const once = (coins: BridgeReserve['coins']): BridgeReserve['coins'] =>
    coins.filter(({ outpoint }) => {
      const isNew = !seen.has(outpoint);
      seen.add(outpoint);
      if (!isNew) report.differs(`${outpoint}: listed twice`);
      return isNew;
    });
  return { ...reserve, coins: once(reserve.coins), tokens: once(reserve.tokens) };
}
