/**
 * MRC-20 is paid out by a message, and the coin that it is locked in has to be in a block before; BRC-20 leaves with a lot, which has to be three
 * deep (bridge §5). They are made as soon as a block has the deposit, so that by the time this is deep enough nobody waits for them.
 */
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { envelopesOf, unpaidRedeems } from '../../../store/bridge/envelope-store.ts';
import type { EnvelopeRow } from '../../../store/bridge/envelope-store.ts';
import type { DepositRow } from '../../../store/bridge/deposit-store.ts';
import { findOrders } from '../../../store/bridge/order-store.ts';
import type { BridgeContext } from '../../context.ts';
import type { Heights } from '../../follow/heights.ts';
import { payoutOf } from '../exit-of.ts';
import type { Exit } from '../exit-of.ts';
import type { Pauses } from '../pauses.ts';
import { makeLots } from './lots.ts';
import { triedAll } from './make-one.ts';
import { minedAmong } from './mined-envelopes.ts';
import type { Returns } from './returns.ts';

/** Looked at in one go. */
const MOST_LOOKED = 500;

interface Turn {
  readonly heights: Heights;
  readonly pauses: Pauses;
  readonly returns: Returns;
}

export async function makeEnvelopes(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  turn: Turn,
): Promise<void> {
  for (const known of assets) {
    const { network } = known.asset.origin;
    if (known.paused !== null || (network !== 'MRC20' && network !== 'BRC20')) continue;
    const due = await unpaidRedeems(context.store.db, known.asset.id, MOST_LOOKED);
    const payouts = await payoutsOf(context, known, due);
    await (network === 'MRC20' ? makeMessages : makeLots)(context, known, payouts, turn);
  }
}

/** Of deposits whose orders are known. */
async function payoutsOf(
  context: BridgeContext,
  known: KnownAsset,
  deposits: readonly DepositRow[],
): Promise<readonly Exit[]> {
  const ids = deposits.flatMap(({ orderId }) => orderId ?? []);
  const byId = new Map((await findOrders(context.store.db, ids)).map((row) => [row.id, row]));
  return deposits.flatMap((deposit) => {
    const order = byId.get(deposit.orderId ?? '');
    return order === undefined ? [] : [payoutOf(context, known, { deposit, order })];
  });
}

/** For those none of whose coins a block has. */
async function makeMessages(
  context: BridgeContext,
  _: KnownAsset,
  payouts: readonly Exit[],
  turn: Turn,
): Promise<void> {
  const rows = await envelopesOf(
    context.store.db,
    payouts.map(({ deposit }) => deposit.name),
  );
  const mined = await minedAmong(context, rows);
  const lacking = payouts.flatMap((exit) => {
    const own = rows.filter((row) => row.deposit === exit.deposit.name);
    return own.some(({ txid }) => mined.has(txid)) ? [] : [{ exit, last: lastOf(own) }];
  });
  await triedAll(context, lacking, turn);
}

const lastOf = (rows: readonly EnvelopeRow[]): EnvelopeRow | undefined => rows.findLast(({ dead }) => !dead);
