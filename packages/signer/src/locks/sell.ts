/** The act of selling lots out of their locks: check, let no other sale of them live, write the journal, and only then sign. */
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import { bytesToHex, txidOf } from '@rialto/protocols';
import { lockedLots, signLockedLots } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { checkTake } from '../cosign/policy.ts';
import type { Checked, World } from '../cosign/policy.ts';
import { requireGone } from './fates.ts';
import type { LockParts } from './fill.ts';
import { inTurn } from './ours.ts';
import { requireWanted } from '../cosign/wanted.ts';

type SellParts = LockParts & { readonly world: World };

/**
 * Our signatures of the locks, in hex, in the order of the lots. The same purchase twice gets them twice; another one of any of these
 * locks gets them only when what was signed before is gone (docs/decisions/0029, 0033).
 * @param gone says whether the caller has hung up: nothing is signed for nobody
 */
export async function sell(parts: SellParts, request: CosignRequest, gone: () => boolean): Promise<string[]> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  if (request.plan.lots.every(({ ticket }) => ticket === undefined))
    throw new Refusal('bad-request', 'no lot lies in a lock');
  const checked = await checkTake(parts.world, request);
  const points = lockedLots(checked.plan).map(({ lot }) => lot.coin.outpoint);
  await inTurn(parts.turns, points, () => record(parts, request, { checked, gone }));
  return signLockedLots(checked.plan, checked.unsigned, parts.lockKey.secret).map(bytesToHex);
}

async function record(
  parts: SellParts,
  request: CosignRequest,
  { checked, gone }: { checked: Checked; gone: () => boolean },
): Promise<void> {
  const { recall, append } = parts.journal;
  const { plan, unsigned, tip } = checked;
  const txid = txidOf(unsigned);
  const locked = lockedLots(plan);
  const points = locked.map(({ lot }) => lot.coin.outpoint);
  const again = points.every((point) => recall.locks.signedFor(point).at(-1)?.txid === txid);
  if (!again)
    for (const point of points) {
      const signed = recall.locks.signedFor(point);
      if (signed.some((one) => one.txid === txid))
        throw new Refusal('take-expired', 'another was signed after it');
      await requireGone(parts.fates, signed, point, tip);
    }
  // From here to the journal nothing waits, so no other request comes between a check and its line.
  const now = parts.now();
  requireWanted(parts, gone);
  if (again) return;
  keepToLimits(recall.usage(now), parts.limits, {});
  append({
    at: new Date(now).toISOString(),
    kind: 'sell',
    txid,
    unsigned: bytesToHex(unsigned),
    coins: checked.coins.map(coinToWire),
    ...tip,
    tradeId: request.tradeId,
    locks: points,
    tickets: locked.map(({ lock }) => ticketToWire(lock.ticket)),
    sellerWitnesses: [...request.sellerWitnesses],
    buyerWitnesses: [...request.buyerWitnesses],
  });
}
