/** An order whose transaction waits: what its owner can do about that, with the cost. */
import type { Order } from '@rialto/contract';
import { useNetwork } from '../../../data/network.ts';
import { useOwn } from '../../../data/own-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { requestOnWaiting } from '../../../flows/own/own-request.ts';
import { OwnActs } from '../../../show/OwnActs.tsx';
import { transactionWords } from '../../../show/own-words.ts';

export function OrderOwn({ order }: { order: Order }) {
  const { credential } = useAccount();
  const { data } = useOwn(useNetwork(), credential);
  const waiting = data?.transactions.find(({ orderIds }) => orderIds.includes(order.orderId));
  if (waiting === undefined) return null;
  const title = transactionWords(waiting);
  const { txId, vsize } = waiting;
  const pays = { networkFee: BigInt(waiting.networkFee), vsize };
  return (
    <OwnActs
      offers={waiting.acts.filter((offer) => offer.refusal === '')}
      about={title}
      onAct={(offer) => requestOnWaiting({ txId, title, pays }, offer)}
    />
  );
}
