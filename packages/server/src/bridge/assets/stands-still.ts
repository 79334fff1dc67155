/** Whether MVC makes no blocks: its tip is older than three hours (bridge §6). A private chain makes them when somebody wants one. */
import type { BridgeContext } from '../context.ts';

export async function standsStill({ mvc, now }: Pick<BridgeContext, 'mvc' | 'now'>): Promise<boolean> {
  const { oldestTipSeconds } = mvc.settings;
  if (oldestTipSeconds === undefined) return false;
  const tip = await mvc.ledger.tip();
  return tip === undefined || now() / 1000 - tip.time > oldestTipSeconds;
}
