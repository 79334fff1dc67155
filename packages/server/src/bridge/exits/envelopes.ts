/**
 * MRC-20 is paid out by a message, and the coin that it is locked in has to be in a block before (bridge §5). It is made as soon as a block has
 * the deposit, so that by the time this is deep enough nobody waits for it.
 */
import type { BridgeEnvelopeRequest } from '@rialto/contract';
import { DUST_FLOOR, hexToBytes } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { bridgeEnvelopeVsize } from '@rialto/psbt';
import { messageOf } from '../../repeat.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { dropEnvelope, envelopesOf, keepEnvelope, unpaidRedeems } from '../../store/bridge/envelope-store.ts';
import type { EnvelopeRow } from '../../store/bridge/envelope-store.ts';
import { namedCoins } from '../../store/bridge/exit-store.ts';
import { findOrders, termsOf } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';
import { askedOf, payoutOf, wireTerms } from './exit-of.ts';
import { feeCoinsFor } from './fee-coins.ts';
import { HIGHER, PATIENT } from './late.ts';
import { minedAmong } from './mined-envelopes.ts';
import type { Pauses } from './pauses.ts';
import { heldBy } from './wait-of.ts';
import type { Held } from './wait-of.ts';

/** Looked at in one go, and made in one. */
const [MOST_LOOKED, MOST_AT_ONCE] = [500, 20];

export async function makeEnvelopes(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  heights: Heights,
  pauses: Pauses,
): Promise<void> {
  for (const known of assets)
    if (known.asset.origin.network === 'MRC20' && known.paused === null)
      await makeOf(context, known, heights, pauses);
}

async function makeOf(
  context: BridgeContext,
  known: KnownAsset,
  heights: Heights,
  pauses: Pauses,
): Promise<void> {
  const resting = new Set(pauses.resting(context.now(), heights));
  const wanted = (await lackingIn(context, known, heights)).filter(
    ({ deposit }) => !resting.has(nameOf(deposit.name)),
  );
  for (const one of wanted.slice(0, MOST_AT_ONCE)) {
    const held = await tried(context, one);
    if (held === undefined) pauses.forget(nameOf(one.deposit.name));
    else pauses.failed(nameOf(one.deposit.name), 'waits', context.now(), heights);
    // What concerns all of it would be said of each.
    if (held?.by === 'asset') return;
  }
}

/** Redeems that wait, none of whose coins a block has. */
async function lackingIn(
  context: BridgeContext,
  known: KnownAsset,
  heights: Heights,
): Promise<readonly Wanted[]> {
  const { db } = context.store;
  const due = await unpaidRedeems(db, known.asset.id, MOST_LOOKED);
  const rows = await envelopesOf(
    db,
    due.map(({ name }) => name),
  );
  const mined = await minedAmong(context, rows);
  const orders = await findOrders(
    db,
    due.flatMap(({ orderId }) => orderId ?? []),
  );
  const byId = new Map(orders.map((row) => [row.id, row]));
  return due.flatMap((deposit): Wanted[] => {
    const own = rows.filter((row) => row.deposit === deposit.name);
    const order = byId.get(deposit.orderId ?? '');
    const isThere = own.some(({ txid }) => mined.has(txid));
    return order === undefined || isThere ? [] : [{ known, deposit, order, rows: own, heights }];
  });
}

/** Beside that of the payout. */
const nameOf = (deposit: string): string => `envelope ${deposit}`;

interface Wanted {
  readonly known: KnownAsset;
  readonly deposit: DepositRow;
  readonly order: BridgeOrderRow;
  readonly rows: readonly EnvelopeRow[];
  readonly heights: Heights;
}

/** @returns why it cannot be now: the others are made all the same */
async function tried(context: BridgeContext, wanted: Wanted): Promise<Held | undefined> {
  try {
    await makeOne(context, wanted);
    return undefined;
  } catch (error) {
    // Whatever it is: nothing of other deposits waits for it.
    context.warn('the message of a payout cannot be prepared yet', {
      ...{ deposit: wanted.deposit.name, error: messageOf(error) },
    });
    return heldBy(error);
  }
}

async function makeOne(
  context: BridgeContext,
  { known, deposit, order, rows, heights }: Wanted,
): Promise<void> {
  const last = rows.findLast(({ dead }) => !dead);
  const rate = (await context.plans()).avg;
  const isLate =
    last !== undefined && heights.btc - last.sinceHeight >= PATIENT && rate >= last.feeRate * HIGHER;
  if (last !== undefined && !isLate) {
    if (await isTaken(context, last)) return;
    await dropEnvelope(context.store.db, last.txid);
  }
  const exit = payoutOf(context, known, { deposit, order });
  const before = isLate ? { inputs: [], fees: last.fees } : undefined;
  const paying = await feeCoinsFor(context, exit, {
    named: await namedCoins(context.store.db),
    before,
    needOf: (coins) => BigInt(Math.ceil(bridgeEnvelopeVsize(coins) * rate)) + 2n * DUST_FLOOR,
  });
  const { asset, deposit: name, at } = askedOf(exit);
  const fees = paying.map((coin) => coin.outpoint);
  const request: BridgeEnvelopeRequest = {
    ...{ asset, deposit: name, at, fees, feeRateSatVb: rate },
    terms: wireTerms(termsOf(order, context.network)),
  };
  const { raw, txid } = await context.custody.envelope(request);
  context.at('bridge-envelope-signed');
  const row = { txid, deposit: deposit.name, raw, fees, feeRate: rate, sinceHeight: heights.btc };
  await keepEnvelope(context.store.db, row);
  context.at('bridge-envelope-kept');
  await isTaken(context, row);
}

/** Whether a node has it, after it was sent once more. */
async function isTaken(
  { chain }: BridgeContext,
  { txid, raw }: Pick<EnvelopeRow, 'txid' | 'raw'>,
): Promise<boolean> {
  if ((await chain.waiting([txid as Txid])).has(txid as Txid)) return true;
  const verdict = await chain.send(hexToBytes(raw));
  return verdict.accepted || verdict.why === 'known';
}
