/** What an address can do about its own: waiting transactions, unfinished pairs, mixed coins, each with its acts and their cost. */
import { coinToWire } from '@rialto/contract';
import type {
  OwnAct,
  OwnList,
  OwnMixed,
  OwnOffer,
  OwnShares,
  OwnTransaction,
  OwnUnfinished,
  WaitingAct,
} from '@rialto/contract';
import { formatDecimal } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { envelopesOf, pinsOf } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../session.ts';
import type { OwnRecord } from '../store/own/own-record.ts';
import { PATIENT_BLOCKS, findOutbox, isUnconfirmed } from '../store/outbox-store.ts';
import { sharesHeld } from '../store/pools/pool-shares.ts';
import { ownScript } from '../caller.ts';
import { loadOwn } from './pending.ts';
import type { OwnWorld, Pending } from './pending.ts';
import { buildAct, figuresOf, rateOfFigures } from './plan.ts';
import { isMixed, splitOf } from './split.ts';
import { ACTS_OF, actOn, isCommit, replacedBy } from './act.ts';
import type { ActParams } from './act.ts';
import type { OwnContext } from './context.ts';

export async function listOwn(
  context: OwnContext,
  session: Session,
  body: { net: string; address: string },
): Promise<OwnList> {
  const script = ownScript(context, session, { ...body, publicKey: session.publicKey });
  const [world, plans, shares] = await Promise.all([
    loadOwn(context, { address: session.address, script }),
    context.plans(),
    sharesHeld(context.store.db, script),
  ]);
  const params = { key: session.publicKey, feeRateSatVb: plans.fast };
  const pairs = [...(await unfinishedOf(context, world, params)), ...fromWallet(world, params)];
  const inPairs = new Set(pairs.flatMap(({ commitTxId, revealTxId }) => [commitTxId, revealTxId]));
  return {
    transactions: world.pending
      .filter(({ tx }) => !inPairs.has(tx.txid))
      .map((pending) => viewOf(world, pending, { plans, params })),
    unfinished: pairs,
    mixed: mixedOf(world, params),
    shares: shares.map(sharesView),
    at: world.tip,
  };
}

function sharesView({ token, shares, coins }: Awaited<ReturnType<typeof sharesHeld>>[number]): OwnShares {
  return { kind: token.kind, token2: token.id, name: token.name, shares: shares.toString(), coins };
}

function viewOf(
  world: OwnWorld,
  pending: Pending,
  { plans, params }: { plans: FeePlans; params: ActParams },
): OwnTransaction {
  const { tx, kind, row, waiting } = pending;
  const paid = feeOf(pending);
  const feeRate = rateOfFigures(paid);
  const blocks = blocksWaited(world, pending);
  // A child that pays for it counts.
  const best = Math.max(feeRate, rateOfFigures(waiting?.withChildren ?? paid));
  return {
    txId: tx.txid,
    kind,
    state: waiting === undefined ? 'held' : 'waiting',
    since: sinceOf(pending),
    blocks,
    networkFee: paid.fee.toString(),
    feeRate,
    vsize: paid.vsize,
    ...aboutOf(world, pending),
    replaces: row?.replaces ?? '',
    stuck: stuckBy(best < plans.slow, blocks),
    acts: ACTS_OF[kind].map((act) => offerOn(world, pending, { act, params })),
  };
}

function sinceOf({ row, waiting }: Pending): number {
  return row?.createdAt.getTime() ?? waiting?.since ?? 0;
}

function stuckBy(isCheap: boolean, blocks: number): OwnTransaction['stuck'] {
  if (isCheap) return 'rate';
  return blocks > PATIENT_BLOCKS ? 'blocks' : 'no';
}

/** The trade or the order it is about. */
function aboutOf(
  { cancelled }: OwnWorld,
  { kind, row, trade }: Pending,
): Pick<OwnTransaction, 'tradeId' | 'orderIds' | 'tick' | 'coinAmount'> {
  const about = trade ?? cancelled.get(row?.reference ?? '');
  if (about === undefined) return { orderIds: [], tick: '', coinAmount: '' };
  return {
    ...(kind === 'take' ? { tradeId: about.id } : {}),
    orderIds: 'orderIds' in about ? [...about.orderIds] : [about.id],
    tick: about.tick,
    coinAmount: formatDecimal(about.coinAmount, about.decimals),
  };
}

/** A size of one byte stands for what is not known: the rate is then nothing anybody acts on. */
function feeOf(pending: Pending): { fee: bigint; vsize: number } {
  try {
    return replacedBy(pending);
  } catch (error) {
    if (error instanceof Refusal) return { fee: 0n, vsize: 1 };
    throw error;
  }
}

function blocksWaited({ tip }: OwnWorld, { row, waiting }: Pending): number {
  const since = row?.sinceHeight ?? waiting?.sinceHeight ?? tip.height;
  return Math.max(0, tip.height - since);
}

function offerOn(
  world: OwnWorld,
  pending: Pending,
  { act, params }: { act: WaitingAct; params: ActParams },
): OwnOffer {
  const before = act === 'bump' ? feeOf(pending).fee : 0n;
  return offered({ act, params, before }, world, () => actOn(world, pending, act, params));
}

/** The act's figures, or why it cannot be done. */
function offered(
  { act, params, before }: { act: OwnAct; params: ActParams; before: bigint },
  world: OwnWorld,
  plan: () => OwnRecord,
): OwnOffer {
  try {
    const record = plan();
    const figures = figuresOf(buildAct(record, world.script));
    const feeRate = record.act === 'child' ? params.feeRateSatVb : rateOfFigures(figures);
    const cost = (figures.fee - before).toString();
    return { act, feeRate, networkFee: figures.fee.toString(), cost, refusal: '', reason: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused = { refusal: error.code, reason: error.detail ?? '' };
    return { act, feeRate: params.feeRateSatVb, networkFee: '0', cost: '0', ...refused };
  }
}

/** Commits whose reveal is in no block yet. */
async function unfinishedOf(
  context: OwnContext,
  world: OwnWorld,
  params: ActParams,
): Promise<OwnUnfinished[]> {
  const pairs = world.acts.filter(({ txids }) => txids.length === 2);
  const rows = await findOutbox(
    context.store.db,
    pairs.flatMap(({ txids }) => txids),
  );
  const rowOf = new Map(rows.map((row) => [row.txid, row]));
  return pairs.flatMap(({ txids, createdAt }) => {
    const [commitTxId = '', revealTxId = ''] = txids;
    const [commit, reveal] = [rowOf.get(commitTxId), rowOf.get(revealTxId)];
    if (!isUnconfirmed(reveal) || commit?.status === 'void') return [];
    const pending = world.pending.find(({ tx }) => tx.txid === commitTxId && isCommit(world, { tx }));
    const acts =
      pending === undefined ? [] : ACTS_OF.split.map((act) => offerOn(world, pending, { act, params }));
    const state = isUnconfirmed(commit) ? 'commit-waiting' : 'reveal-waiting';
    return [{ commitTxId, revealTxId, state, since: createdAt.getTime(), acts }];
  });
}

/** An inscription or a PIN the wallet sent by itself: a commit of one's own, and the reveal that builds on it and comes to one. */
function fromWallet(world: OwnWorld, params: ActParams): OwnUnfinished[] {
  const reveals = world.pending.filter(({ kind, tx }) => kind === 'incoming' && isReveal(tx));
  return reveals.flatMap(({ tx }) => {
    const parents = new Set(tx.inputs.map(({ txid }) => txid));
    const commit = world.pending.find((one) => one.kind === 'wallet' && parents.has(one.tx.txid));
    if (commit === undefined) return [];
    const acts = ACTS_OF.wallet.map((act) => offerOn(world, commit, { act, params }));
    const [commitTxId, revealTxId] = [commit.tx.txid, tx.txid];
    return [{ commitTxId, revealTxId, state: 'commit-waiting', since: sinceOf(commit), acts }];
  });
}

function isReveal(tx: Transaction): boolean {
  return envelopesOf(tx).length > 0 || pinsOf(tx).some(({ vout }) => vout === undefined);
}

/** More are not worked out at once. */
const MAX_MIXED = 50;
/** For figures only; what is signed gets a key of its own. */
const ANY_KEY = '01'.repeat(32);

function mixedOf(world: OwnWorld, params: ActParams): OwnMixed[] {
  return world.free
    .filter(isMixed)
    .slice(0, MAX_MIXED)
    .map((coin) => {
      const plan = () => splitOf(world, { outpoint: coin.outpoint }, { ...params, revealKey: ANY_KEY });
      const confirmations = world.tip.height - (coin.height ?? world.tip.height) + 1;
      const act = offered({ act: 'split', params, before: 0n }, world, plan);
      return { coin: coinToWire(coin), confirmations, acts: [act] };
    });
}
