/** A deposit that fits no order goes back, when anybody asks: to nobody but the script that its terms or its payment name (bridge §5). */
import type { AnswerOf } from '@rialto/contract';
import { lotToken } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { findAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { findDeposits, noteDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { exitsOf } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import { heightsOf, isDeep, isUnclaimed } from '../follow/heights.ts';
import type { Heights } from '../follow/heights.ts';
import { adoptSigned } from './signed/adopt.ts';
import { refundFor } from './exit-of.ts';
import { signAndSend } from './sign-and-send.ts';

type Refunded = AnswerOf<'bridgeRefund'>;

/**
 * The same again gets the same answer. BRC-20 that was paid in on Bitcoin goes back with a lot of its own: it is asked for here, and leaves by
 * itself (`leaveWithLots`).
 * @throws Refusal bridge-deposit-unknown, bridge-deposit-waits, bridge-exit-made, bridge-no-refund, bridge-paused, as the signer
 */
export async function refundDeposit(context: BridgeContext, name: string): Promise<Refunded> {
  return context.mvc.turns(`bridge ${name}`, async () => {
    const [deposit] = await findDeposits(context.store.db, [name]);
    if (deposit === undefined) throw new Refusal('bridge-deposit-unknown', name);
    return (await sentBefore(context, deposit)) ?? refund(context, deposit);
  });
}

async function sentBefore(
  { store }: BridgeContext,
  { name, status }: DepositRow,
): Promise<Refunded | undefined> {
  if (status !== 'refunding' && status !== 'refunded') return undefined;
  const last = (await exitsOf(store.db, [name])).findLast(({ kind }) => kind === 'refund');
  return last === undefined ? undefined : { txid: last.txid, out: last.out.toString() };
}

async function refund(context: BridgeContext, deposit: DepositRow): Promise<Refunded> {
  const { store } = context;
  const known = await findAsset(store.db, deposit.asset);
  invariant(known !== undefined, 'a deposit is of an asset');
  const heights = await heightsOf(context);
  requireRefundable(known, deposit, heights);
  const exit = await refundFor(context, known, deposit);
  if (exit === undefined) throw new Refusal('bridge-no-refund');
  if (exit.terms === undefined && !isUnclaimed(deposit, heights))
    throw new Refusal('bridge-deposit-waits', 'the terms of its order are not known: restore it first');
  if ((await adoptSigned(context, known, [deposit])).has(deposit.name)) return toldAgain(context, deposit);
  // A redeem's tokens lie on MVC, and go back there at once.
  if (deposit.direction === 'mint' && lotToken(known.asset.origin) !== undefined) {
    await noteDeposits(store.db, [deposit.name], { refundAsked: true, wait: 'lot' });
    return { txid: null, out: exit.out.toString() };
  }
  const { txid, out } = await signAndSend(context, exit);
  return { txid, out: out.toString() };
}

/** The signer had signed for it before. */
async function toldAgain(context: BridgeContext, { name }: DepositRow): Promise<Refunded> {
  const [again] = await findDeposits(context.store.db, [name]);
  const told = again === undefined ? undefined : await sentBefore(context, again);
  if (told === undefined) throw new Refusal('bridge-exit-made');
  return told;
}

function requireRefundable(known: KnownAsset, deposit: DepositRow, heights: Heights): void {
  const { status, asset } = deposit;
  if (LEFT.has(status)) throw new Refusal('bridge-exit-made');
  if (!isDeep(known, deposit, heights)) throw new Refusal('bridge-deposit-waits');
  if (status !== 'refused') throw new Refusal('bridge-no-refund', 'its order is paid out');
  if (known.paused !== null)
    throw new Refusal(known.paused === 'break' ? 'bridge-break' : 'bridge-paused', asset);
}

const LEFT: ReadonlySet<DepositRow['status']> = new Set(['paying', 'paid-out', 'done']);
