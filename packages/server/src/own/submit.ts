/** Submit a signed act on one's own transactions: checked again on the coins of now, in the outbox before it is sent. */
import { isDeepStrictEqual } from 'node:util';
import type { OwnAnswer, SubmitOwn, WireCoin } from '@rialto/contract';
import { assetToWire, coinToWire } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Txid } from '@rialto/protocols';
import { acceptPlanned, acceptTake, addressToScript, finishTake } from '@rialto/psbt';
import type { Finished, TakePlan } from '@rialto/psbt';
import { requireSelf } from '../caller.ts';
import { commitAndSend } from '../outbox/commit.ts';
import type { Final, StandsFor } from '../outbox/commit.ts';
import { replaceBy } from '../outbox/replace.ts';
import type { Session } from '../session.ts';
import { findAsks, lockedOutpoints } from '../store/orders/ask-store.ts';
import type { Tx } from '../store/database.ts';
import { findOwnAct, keepTakePlan, markSubmitted } from '../store/own/own-store.ts';
import type { OwnActRow } from '../store/own/own-store.ts';
import { coinsOfPlan } from '../store/orders/plan-codec.ts';
import type { BumpTakeRecord, OwnRecord } from '../store/own/own-record.ts';
import { findOutbox, isUnconfirmed } from '../store/outbox-store.ts';
import { buildAct, figuresOf, requireSameBytes } from './plan.ts';
import type { BuiltAct } from './plan.ts';
import type { OwnContext } from './context.ts';
import { OWN } from './purpose.ts';

export async function submitOwn(context: OwnContext, session: Session, body: SubmitOwn): Promise<OwnAnswer> {
  const act = await preparedAct(context, session, body);
  if (act.txids.length > 0) return answerOf(context, act, act.txids);
  if (act.expiresAt.getTime() < context.now()) throw new Refusal('own-expired');
  if (act.act !== 'split' && act.act !== 'gather') await requireWaiting(context, act.target);
  await requireUnchanged(context, act);
  const built = buildAct(act.plan, addressToScript(act.address, context.settings.network));
  requireSameBytes(built, act.unsigned);
  const sending = { built, finals: await finished(context, act, built, body.psbtRaws) };
  const commit = { finals: withFees(sending), refusals: NOT_WAITING };
  const isNew = await commitAndSend(context.outbox, commit, (tx) => keep(context, tx, { act, sending }));
  const sent = isNew ? act : await findOwnAct(context.store.db, act.id);
  const txids = sending.finals.map(({ txid }) => txid);
  return answerOf(context, act, isNew ? txids : (sent?.txids ?? txids));
}

async function preparedAct(context: OwnContext, session: Session, body: SubmitOwn): Promise<OwnActRow> {
  requireSelf(context, session, body);
  const act = await findOwnAct(context.store.db, body.ownId);
  if (act === undefined) throw new Refusal('not-found');
  if (act.address !== session.address) throw new Refusal('not-yours');
  return act;
}

async function answerOf(context: OwnContext, act: OwnActRow, txids: readonly string[]): Promise<OwnAnswer> {
  const [txId = ''] = txids;
  const [about] = await findOutbox(context.store.db, [act.target]);
  const tradeId = about?.kind === 'trade' ? { tradeId: about.reference } : {};
  return { ownId: act.id, act: act.act, txId, txIds: [...txids], ...tradeId };
}

/** What takes the coins of a waiting transaction is refused once that one is in a block. */
const NOT_WAITING = { known: 'own-not-waiting', 'missing-inputs': 'own-not-waiting' } as const;

/** What the act is about waits still: by our node, or in the outbox. */
async function requireWaiting(context: OwnContext, target: string): Promise<void> {
  const [row] = await findOutbox(context.store.db, [target]);
  if (isUnconfirmed(row)) return;
  const isReplaced = row?.status === 'replaced';
  const waiting = await context.chain.waiting([target as Txid]);
  if (isReplaced || waiting.size === 0) throw new Refusal('own-not-waiting', target);
}

/** Free coins are as they were and unspent, on the others lies what lay there, and what it is about still waits. */
async function requireUnchanged(context: OwnContext, act: OwnActRow): Promise<void> {
  const { plan: record } = act;
  const free = [
    ...record.coins,
    ...('coin' in record ? [record.coin] : []),
    ...('gathered' in record ? record.gathered : []),
  ];
  const { coins } = await loadCoins(context, free.map(pointOf));
  const locked = await lockedOutpoints(context.store.db, act.address);
  for (const coin of free) {
    const now = coins.get(pointOf(coin));
    if (now === undefined) throw new Refusal('coin-spent', coin.outpoint);
    if (locked.has(pointOf(coin))) throw new Refusal('order-exists', coin.outpoint);
    if (!isDeepStrictEqual(coinToWire(now), coin)) throw new Refusal('own-expired', 'a coin changed');
  }
  const others = spentOf(record);
  const { assets } = await context.ledger.assetsOn(others.map(pointOf));
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
    case 'cancel-transaction':
      return [...record.spent];
    case 'child':
    case 'split-coin':
    case 'split-lot':
    case 'gather':
      return [];
  }
}

async function finished(
  context: OwnContext,
  act: OwnActRow,
  built: BuiltAct,
  psbtRaws: readonly string[],
): Promise<Finished[]> {
  if ('take' in built) {
    const [psbt = ''] = psbtRaws;
    if (act.plan.act !== 'bump-take' || psbtRaws.length !== 1) throw new Refusal('psbt-shape');
    return [await finishedTake(context, act.plan, built.take, psbt)];
  }
  if (psbtRaws.length !== built.planned.length) throw new Refusal('psbt-shape', 'sign all of them');
  return built.planned.map((planned, at) =>
    acceptPlanned(planned, hexToBytes(psbtRaws[at] ?? ''), context.verifier),
  );
}

/** The sellers signed long ago, for any buyer: their signatures hold in the new transaction too. */
async function finishedTake(
  context: OwnContext,
  record: BumpTakeRecord,
  plan: TakePlan,
  psbt: string,
): Promise<Finished> {
  const buyer = acceptTake(plan, hexToBytes(psbt), context.verifier);
  const ids = record.plan.lots.map(({ orderId }) => orderId);
  const rows = new Map((await findAsks(context.store.db, ids)).map((row) => [row.id, row]));
  const sellers = ids.map((id) => {
    const row = rows.get(id);
    if (row?.witness == null || row.liveTrade !== record.tradeId) throw new Refusal('order-closed');
    return row.witness.map(hexToBytes);
  });
  return finishTake(plan, { buyer, sellers }, context.verifier);
}

interface Sending {
  readonly built: BuiltAct;
  readonly finals: readonly Finished[];
}

/** Everything at once, or nothing. @returns what the transactions are for; undefined when it was submitted before */
async function keep(
  context: OwnContext,
  tx: Tx,
  { act, sending }: { act: OwnActRow; sending: Sending },
): Promise<StandsFor | undefined> {
  const { plan: record } = act;
  const txids = sending.finals.map(({ txid }) => txid);
  const plan = record.act === 'split-lot' ? { ...record, revealKey: '' } : record;
  if (!(await markSubmitted(tx, act.id, { txids, plan }))) return undefined;
  const standsFor = await placeOf(context, tx, { act, sending });
  if (record.act === 'bump-take') {
    const [unsigned = ''] = act.unsigned;
    await keepTakePlan(tx, record.tradeId, { plan: record.plan, unsigned });
  }
  return standsFor;
}

/** Whose the new transaction is, and what it takes the place of. */
async function placeOf(
  { outbox }: OwnContext,
  tx: Tx,
  { act, sending: { built, finals } }: { act: OwnActRow; sending: Sending },
): Promise<StandsFor> {
  const own = { purpose: OWN.name, reference: act.address };
  if (act.act === 'child' || act.act === 'split' || act.act === 'gather') return own;
  const [old] = await findOutbox(tx, [act.target]);
  // What was sent from elsewhere is in no outbox; the node alone checks there.
  if (act.act === 'cancel-transaction') return { ...own, replaces: act.target };
  const [final] = finals;
  if (old === undefined || final === undefined) throw new Refusal('own-not-waiting');
  const { fee } = figuresOf(built);
  await replaceBy(outbox, tx, old, { txid: final.txid, fee });
  return { purpose: old.kind, reference: old.reference, replaces: old.txid };
}

function withFees({ built, finals }: Sending): Final[] {
  if ('take' in built)
    return finals.map((final) => ({ ...final, fee: figuresOf(built).fee, coins: coinsOfPlan(built.take) }));
  return finals.map((final, at) => {
    const planned = built.planned[at];
    if (planned === undefined) return final;
    return { ...final, fee: planned.fee, coins: planned.draft.inputs.map(({ coin }) => coin) };
  });
}
