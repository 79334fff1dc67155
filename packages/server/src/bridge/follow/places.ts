/** Of two payments of one order in one block the first in it is the order's. */
import { noteDeposits } from '../../store/bridge/deposit-store.ts';
import { placeless } from '../../store/bridge/seen-store.ts';
import type { BridgeContext } from '../context.ts';

export async function findPlaces(context: BridgeContext): Promise<void> {
  const rows = await placeless(context.store.db);
  const blocks = new Map<string, ReadonlyMap<string, number>>();
  for (const { name, height, txid, core } of rows) {
    if (height === null) continue;
    const block = `${core === null ? 'btc' : 'mvc'} ${height}`;
    const places = blocks.get(block) ?? (await (core === null ? onBtc : onMvc)(context, height));
    blocks.set(block, places);
    const place = places.get(core ?? txid);
    if (place !== undefined) await noteDeposits(context.store.db, [name], { place, judged: false });
  }
}

type Places = Promise<ReadonlyMap<string, number>>;

/** By txid. */
async function onBtc({ chain }: BridgeContext, height: number): Places {
  const hash = await chain.blockHash(height);
  if (hash === undefined) return new Map();
  const { block } = await chain.block(hash);
  return new Map(block.transactions.map(({ txid }, place) => [txid, place]));
}

/** By core. */
async function onMvc({ mvc }: BridgeContext, height: number): Places {
  const hash = await mvc.chain.blockHash(height);
  const block = hash === undefined ? undefined : await mvc.chain.block(hash);
  return new Map((block?.transactions ?? []).map(({ core }, place) => [core, place]));
}
