/** The signer's part of a purchase that is claimed: its lots out of locks, its pad; then all witnesses are put together. */
import { planToWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { finishTake, lockedLotWitness, lockedLots } from '@rialto/psbt';
import type { Finished, TakePlan, Witnesses } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { requireMoveTrade } from '../../store/orders/trade-store.ts';
import type { TakeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';

interface Halves {
  readonly buyer: Witnesses;
  /** In the plan's order. */
  readonly sellers: readonly (readonly Uint8Array[])[];
}

function cosignRequest(take: TakeRow, plan: TakePlan, { buyer, sellers }: Halves): CosignRequest {
  return {
    tradeId: take.id,
    unsigned: take.unsigned,
    plan: planToWire(plan, (coin) => coin.outpoint),
    sellerWitnesses: sellers.map((witness) => witness.map(bytesToHex)),
    buyerWitnesses: buyer.map((half) => half?.map(bytesToHex) ?? null),
  };
}

function sellersOf(plan: TakePlan, take: TakeRow, rows: readonly AskRow[]): Uint8Array[][] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return plan.lots.map((_lot, at) => {
    const row = byId.get(take.orderIds[at] ?? '');
    if (row?.witness == null) throw new Refusal('order-closed');
    return row.witness.map(hexToBytes);
  });
}

/** A lot in a lock is sold by its seller's promise and our signature together. */
function withOurs(
  plan: TakePlan,
  stored: readonly (readonly Uint8Array[])[],
  ours: readonly Uint8Array[],
): (readonly Uint8Array[])[] {
  const signatures = [...ours];
  return plan.lots.map(({ lock }, at) => {
    const witness = stored[at] ?? [];
    if (lock === undefined) return witness;
    const [user, exchange] = [witness[0], signatures.shift()];
    invariant(user !== undefined && exchange !== undefined, 'a locked lot is signed by both');
    return lockedLotWitness(lock, { user, exchange });
  });
}

/** Co-signs and completes. */
export async function complete(
  context: OrderContext,
  take: TakeRow,
  parts: { plan: TakePlan; halves: Witnesses; rows: readonly AskRow[] },
): Promise<Finished> {
  const { plan, halves, rows } = parts;
  const stored = sellersOf(plan, take, rows);
  const request = cosignRequest(take, plan, { buyer: halves, sellers: stored });
  const isLocked = lockedLots(plan).length > 0;
  const ours = isLocked ? await context.custody.sell(request) : [];
  const sellers = withOurs(plan, stored, ours.map(hexToBytes));
  let padWitness: readonly Uint8Array[] | undefined;
  if (plan.pad.platform) padWitness = (await context.custody.cosign(request)).map(hexToBytes);
  if (plan.pad.platform || isLocked) {
    await context.store.transact((tx) =>
      requireMoveTrade(tx, { id: take.id, event: 'co-sign' }, 'take-expired'),
    );
  }
  context.at('co-signed');
  const all = { buyer: halves, sellers, ...(padWitness === undefined ? {} : { padWitness }) };
  return finishTake(plan, all, context.verifier);
}
