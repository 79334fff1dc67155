/** An order whose transaction waits: what its owner can do about that, with the cost. */
import type { Order } from '@rialto/contract';
import { useNetwork } from '../../../data/network.ts';
import { useOwn } from '../../../data/own-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { requestOnWaiting } from '../../../flows/own/own-request.ts';
import { OwnOptions } from '../../../show/own/OwnOptions.tsx';
import { transactionWords } from '../../../show/own/own-words.ts';

export function OrderOwn({ order }: { order: Order }) {
  const { credential } = useAccount();
  const { data } = useOwn(useNetwork(), credential);
  const waiting = data?.transactions.find(({ orderIds }) => orderIds.includes(order.orderId));
  if (waiting === undefined) return null;
  const title = transactionWords(waiting);
  const { txId, vsize, kind } = waiting;
  const purchase = kind === 'take';
  const pays = { networkFee: BigInt(waiting.networkFee), vsize };
  return (
    <OwnOptions
      acts={waiting.acts}
      blocks={waiting.blocks}
      purchase={purchase}
      about={title}
      onAct={(offer) => requestOnWaiting({ txId, title, pays, purchase }, offer)}
    />
  );
}
