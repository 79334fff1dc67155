/** Where the index of MVC stands, for whoever asks whether the exchange is well. */
import type { AnswerOf } from '@rialto/contract';
import type { MvcContext } from '../context.ts';

type MvcHealth = NonNullable<AnswerOf<'health'>['mvc']>;

const NOTHING = { height: -1, hash: '', eventsHash: '' };

/** @param stopped the node is on a chain that cannot be ours: known to the process that follows it alone */
export async function healthOfMvc(
  { chain, ledger }: Pick<MvcContext, 'chain' | 'ledger'>,
  stopped: boolean,
): Promise<MvcHealth> {
  const [node, index] = await Promise.allSettled([chain.tip(), ledger.tip()]);
  const tip = index.status === 'fulfilled' ? index.value : undefined;
  const told =
    tip === undefined ? NOTHING : { height: tip.height, hash: tip.hash, eventsHash: tip.eventsHash };
  if (node.status === 'rejected' || index.status === 'rejected') return { ...told, status: 'down' };
  if (stopped) return { ...told, status: 'stopped' };
  return { ...told, status: told.hash === node.value.hash ? 'ok' : 'syncing' };
}
