/** Submit a signed act on one's own transactions: judged again on the coins of now, in the outbox before it is sent. */
import { isDeepStrictEqual } from 'node:util';
import type { OwnAnswer, SubmitOwn, WireCoin } from '@rialto/contract';
import { assetToWire, coinToWire } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import {
  Refusal,
  bytesToHex,
  hexToBytes,
  invariant,
  isFlaw,
  readTransaction,
  spentPoint,
} from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { acceptPlanned, acceptTake, addressToScript, finishTake } from '@rialto/psbt';
import type { Finished, TakePlan } from '@rialto/psbt';
import { messageOf } from '../repeat.ts';
import type { Session } from '../session.ts';
import type { Tx } from '../store/database.ts';
import { findOrders, lockedOutpoints } from '../store/order-store.ts';
import { findOwnAct, keepTakePlan, markSubmitted } from '../store/own-store.ts';
import type { OwnActRow } from '../store/own-store.ts';
import type { BumpTakeRecord, OwnRecord } from '../store/own-record.ts';
import { findOutbox, insertOutbox, isUnconfirmed } from '../store/outbox-store.ts';
import { findTrade } from '../store/trade-store.ts';
import { requireSelf } from './asker.ts';
import { buildAct, figuresOf, requireSameBytes } from './own-plan.ts';
import type { BuiltAct } from './own-plan.ts';
import { replaceBy } from './replacing.ts';
import type { OrderRoom } from './room.ts';
import { sendOutbox } from './sender.ts';

export async function submitOwn(room: OrderRoom, session: Session, body: SubmitOwn): Promise<OwnAnswer> {
  const act = await preparedAct(room, session, body);
  if (act.txids.length > 0) return answerOf(room, act, act.txids);
  if (act.expiresAt.getTime() < room.now()) throw new Refusal('own-expired');
  if (act.act !== 'split') await requireWaiting(room, act.target);
  await requireUnchanged(room, act);
  const built = buildAct(act.plan, addressToScript(act.address, room.settings.network));
  requireSameBytes(built, act.unsigned);
  const finals = await finished(room, act, built, body.psbtRaws);
  await requireAccepted(room, finals);
  const txids = finals.map(({ txid }) => txid);
  const isNew = await room.store.transact((tx) => keep(tx, act, { built, finals }));
  if (!isNew) return answerOf(room, act, (await findOwnAct(room.store.db, act.id))?.txids ?? txids);
  // It is committed: what goes wrong from here is the outbox worker's to mend.
  await sendOutbox(room, txids).catch((error: unknown) => {
    room.warn('an own act was not sent at once', { txids, error: messageOf(error) });
  });
  return answerOf(room, act, txids);
}

async function preparedAct(room: OrderRoom, session: Session, body: SubmitOwn): Promise<OwnActRow> {
  requireSelf(room, session, body);
  const act = await findOwnAct(room.store.db, body.ownId);
  if (act === undefined) throw new Refusal('not-found');
  if (act.address !== session.address) throw new Refusal('not-yours');
  return act;
}

async function requireAccepted(room: OrderRoom, finals: readonly Finished[]): Promise<void> {
  const verdicts = await room.chain.testAccept(finals.map(({ raw }) => raw));
  const refused = verdicts.find(({ accepted }) => !accepted);
  if (refused !== undefined) throw nodeRefusal(refused.reason ?? 'no answer');
}

async function answerOf(room: OrderRoom, act: OwnActRow, txids: readonly string[]): Promise<OwnAnswer> {
  const [txId = ''] = txids;
  const [about] = await findOutbox(room.store.db, [act.target]);
  const tradeId = about?.kind === 'trade' ? { tradeId: about.reference } : {};
  return { ownId: act.id, act: act.act, txId, txIds: [...txids], ...tradeId };
}

/** What takes the coins of a waiting transaction is refused once that one is in a block. */
function nodeRefusal(reason: string): Refusal {
  if (/missingorspent|txn-already-known|txn-already-in-mempool/.test(reason))
    return new Refusal('own-not-waiting', reason);
  return new Refusal('node-refused', reason);
}

/** What the act is about waits still: by our node, or in the outbox. */
async function requireWaiting(room: OrderRoom, target: string): Promise<void> {
  const [row] = await findOutbox(room.store.db, [target]);
  if (isUnconfirmed(row)) return;
  const isReplaced = row?.status === 'replaced';
  const waiting = await room.chain.waiting([target as Txid]);
  if (isReplaced || waiting.size === 0) throw new Refusal('own-not-waiting', target);
}

/** Free coins are as they were and unspent, on the others lies what lay there, and what it is about still waits. */
async function requireUnchanged(room: OrderRoom, act: OwnActRow): Promise<void> {
  const { plan: record } = act;
  const free = [...record.coins, ...('coin' in record ? [record.coin] : [])];
  const { coins } = await loadCoins(room, free.map(pointOf));
  const locked = await lockedOutpoints(room.store.db, act.address);
  for (const coin of free) {
    const now = coins.get(pointOf(coin));
    if (now === undefined) throw new Refusal('coin-spent', coin.outpoint);
    if (locked.has(coin.outpoint)) throw new Refusal('order-exists', coin.outpoint);
    if (!isDeepStrictEqual(coinToWire(now), coin)) throw new Refusal('own-expired', 'a coin changed');
  }
  const others = spentOf(record);
  const { assets } = await room.ledger.assetsOn(others.map(pointOf));
  for (const coin of others) {
    const now = (assets.get(pointOf(coin)) ?? []).map(assetToWire);
    if (!isDeepStrictEqual(now, coin.assets)) throw new Refusal('own-expired', 'a coin changed');
  }
}

const pointOf = (coin: WireCoin): Outpoint => coin.outpoint as Outpoint;

/** Coins that the waiting transaction spends. */
function spentOf(record: OwnRecord): WireCoin[] {
  switch (record.act) {
    case 'bump-take': {
      const { pad, lots, payments } = record.plan;
      return [pad.coin, ...lots.map(({ coin }) => coin), ...payments];
    }
    case 'bump-own':
    case 'callback':
      return [...record.spent];
    case 'child':
    case 'part':
    case 'sizes':
      return [];
  }
}

async function finished(
  room: OrderRoom,
  act: OwnActRow,
  built: BuiltAct,
  psbtRaws: readonly string[],
): Promise<Finished[]> {
  if ('take' in built) {
    const [psbt = ''] = psbtRaws;
    if (act.plan.act !== 'bump-take' || psbtRaws.length !== 1) throw new Refusal('psbt-shape');
    return [await finishedTake(room, act.plan, built.take, psbt)];
  }
  if (psbtRaws.length !== built.planned.length) throw new Refusal('psbt-shape', 'sign all of them');
  return built.planned.map((planned, at) => acceptPlanned(planned, hexToBytes(psbtRaws[at] ?? '')));
}

/** The sellers signed long ago, for any buyer: their signatures hold in the new transaction too. */
async function finishedTake(
  room: OrderRoom,
  record: BumpTakeRecord,
  plan: TakePlan,
  psbt: string,
): Promise<Finished> {
  const buyer = acceptTake(plan, hexToBytes(psbt));
  const ids = record.plan.lots.map(({ orderId }) => orderId);
  const rows = new Map((await findOrders(room.store.db, ids)).map((row) => [row.id, row]));
  const sellers = ids.map((id) => {
    const row = rows.get(id);
    if (row?.witness == null || row.liveTrade !== record.tradeId) throw new Refusal('order-closed');
    return row.witness.map(hexToBytes);
  });
  return finishTake(plan, { buyer, sellers });
}

interface Sending {
  readonly built: BuiltAct;
  readonly finals: readonly Finished[];
}

/** Everything at once, or nothing. @returns false when it was submitted before */
async function keep(tx: Tx, act: OwnActRow, sending: Sending): Promise<boolean> {
  const { plan: record } = act;
  const txids = sending.finals.map(({ txid }) => txid);
  const plan = record.act === 'sizes' ? { ...record, revealKey: '' } : record;
  if (!(await markSubmitted(tx, act.id, { txids, plan }))) return false;
  const place = await placeOf(tx, act, sending);
  for (const [at, final] of sending.finals.entries()) {
    const fee = feesOf(sending.built)[at] ?? null;
    await insertOutbox(tx, { ...place, fee, ...rowOf(final) });
  }
  if (record.act === 'bump-take') {
    const [unsigned = ''] = act.unsigned;
    await keepTakePlan(tx, record.tradeId, { plan: record.plan, unsigned });
  }
  return true;
}

/** Whose the new transaction is, and what it takes the place of. */
async function placeOf(tx: Tx, act: OwnActRow, { built, finals }: Sending) {
  const own = { kind: 'own' as const, reference: act.address };
  if (act.act === 'child' || act.act === 'split') return own;
  const [old] = await findOutbox(tx, [act.target]);
  // What was sent from elsewhere is in no outbox; the node alone judges there.
  if (act.act === 'callback') return { ...own, replaces: act.target };
  const [final] = finals;
  if (old === undefined || final === undefined) throw new Refusal('own-not-waiting');
  if (old.kind === 'trade') await requireLive(tx, old.reference);
  const { fee } = figuresOf(built);
  await replaceBy(tx, old, { txid: final.txid, fee });
  return { kind: old.kind, reference: old.reference, replaces: old.txid };
}

async function requireLive(tx: Tx, tradeId: string): Promise<void> {
  const trade = await findTrade(tx, tradeId);
  if (trade === undefined || trade.status === 'void') throw new Refusal('own-not-waiting');
}

function feesOf(built: BuiltAct): bigint[] {
  return 'take' in built ? [figuresOf(built).fee] : built.planned.map(({ fee }) => fee);
}

function rowOf({ raw, txid }: Finished) {
  const tx = readTransaction(raw);
  invariant(!isFlaw(tx), 'what we send we can read');
  const inputs = tx.inputs.map(spentPoint);
  return { txid, raw: bytesToHex(raw), inputs };
}
