/** Whether MVC makes no blocks: its tip is older than three hours, or there is none (bridge §6). */
import { isYoung } from '../../mvc/reads/find-pool.ts';
import type { BridgeContext } from '../context.ts';

export async function standsStill({ mvc }: Pick<BridgeContext, 'mvc'>): Promise<boolean> {
  const tip = await mvc.ledger.tip();
  return tip === undefined || !isYoung(mvc, tip);
}
