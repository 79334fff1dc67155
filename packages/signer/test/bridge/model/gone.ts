/** Whether what was signed can never be in a block any more: a block has given a coin of it, or of what made that coin, to another (bridge §5). */
import { outpoint } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import type { MvcTransaction } from '@rialto/mvc';
import type { ModelChain } from './chain.ts';
import { deadOn } from './rules.ts';
import { chainOf } from './world.ts';
import type { Build, World } from './world.ts';

type Chain = ModelChain<Transaction | MvcTransaction>;

export function isGone(world: World, { side, txs, paid }: Build): boolean {
  return areGone(chainOf(world, side) as unknown as Chain, txs, deadOn(side, paid.amount));
}

/** Of several that go together the last is what counts. */
function areGone(chain: Chain, txs: readonly (Transaction | MvcTransaction)[], needed: number): boolean {
  const own = txs.map((tx) => chain.nameOf(tx));
  const last = own.at(-1);
  if (last !== undefined && chain.heightOf(last) !== undefined) return false;
  return txs.some((tx) =>
    tx.inputs.some(({ txid, vout }) => {
      const maker = chain.seen.get(txid);
      const name = maker === undefined ? undefined : chain.nameOf(maker);
      if (maker === undefined || name === undefined || own.includes(name)) return false;
      if (chain.heightOf(name) === undefined) return areGone(chain, [maker], needed);
      const lies = outpoint(chain.one(name)?.txid ?? txid, vout);
      const spender = chain.spentBy.get(lies);
      const by = spender === undefined ? undefined : chain.nameOf(spender);
      return by !== undefined && !own.includes(by) && chain.depth(by) >= needed;
    }),
  );
}
