/** Take a lock back alone: its exit was signed when it was made, and is sent now. It pays one's own address and nobody else. */
import type { OwnBidLock } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { putInTray } from '../tray.ts';

export async function takeBack(
  { book, orderId, tick, assetId }: OwnBidLock,
  { net, session }: { net: Network; session: Credential },
  title: string,
): Promise<void> {
  const { address } = session;
  const body = { net, address, orderId };
  const { txId } = await call('recoverBid', { params: { book }, session, body, idempotencyKey: newKey() });
  putInTray({
    ...{ id: txId, kind: 'cancel', address, book, tick, assetId, title, state: 'sent', txId },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  });
}
