/** From a request to the act that does it: which coins it takes, what it replaces, or why it cannot be done. */
import { coinFromWire, coinToWire } from '@rialto/contract';
import type { OwnKind, WaitingAct } from '@rialto/contract';
import { bytesToHex, equalBytes, outpoint, sats, sumSats, virtualSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint } from '@rialto/protocols';
import { asMade, canPay, effects, largestFirst, planTakeBump, unconfirmedOf } from '@rialto/psbt';
import type { Replaced } from '@rialto/psbt';
import type { OwnRecord, ReplacedRecord } from '../store/own/own-record.ts';
import type { OwnWorld, Pending } from './pending.ts';
import { buildAct, spentBy } from './plan.ts';
import { planFromRecord } from '../store/orders/plan-codec.ts';

export interface ActParams {
  /** 33 bytes in hex. */
  readonly key: string;
  readonly feeRateSatVb: number;
}

/** What can be thought of for each kind; whether it can be done is seen when it is planned. */
export const ACTS_OF: Readonly<Record<OwnKind, readonly WaitingAct[]>> = {
  take: ['bump', 'child', 'cancel-transaction'],
  sale: ['child'],
  cancel: ['bump', 'child', 'cancel-transaction'],
  split: ['bump', 'cancel-transaction'],
  gather: ['bump', 'cancel-transaction'],
  child: ['child'],
  'cancel-transaction': ['bump'],
  wallet: ['child', 'cancel-transaction'],
  incoming: [],
};

/**
 * The act on a waiting transaction, with the coins it takes.
 * @throws Refusal own-act-unfit, and as its template
 */
export function actOn(world: OwnWorld, pending: Pending, act: WaitingAct, params: ActParams): OwnRecord {
  if (!ACTS_OF[pending.kind].includes(act)) throw new Refusal('own-act-unfit', `${act} of a ${pending.kind}`);
  switch (act) {
    case 'bump':
      return pending.kind === 'take' ? bumpTake(world, pending, params) : bumpOwn(world, pending, params);
    case 'child':
      return narrowed(world, { ...freely(world, params), act, ...childOf(world, pending) });
    case 'cancel-transaction': {
      const spent = knownCoins(pending).filter(
        (coin) => canPay(coin) && equalBytes(coin.script, world.script),
      );
      const record = { ...freely(world, params), act, spent: spent.map(coinToWire) };
      return narrowed(world, { ...record, replaced: replacedRecord(replacedBy(pending)) });
    }
  }
}

function freely(world: OwnWorld, { key, feeRateSatVb }: ActParams) {
  return { key, feeRateSatVb, coins: world.money.map(coinToWire) };
}

/** The act with only those of the free coins that it takes: so it is built the same once more. */
export function narrowed(world: OwnWorld, record: OwnRecord): OwnRecord {
  const taken = new Set<string>(spentBy(buildAct(record, world.script)).map((coin) => coin.outpoint));
  return { ...record, coins: record.coins.filter((coin) => taken.has(coin.outpoint)) };
}

function bumpTake(world: OwnWorld, pending: Pending, { key, feeRateSatVb }: ActParams): OwnRecord {
  const { plan: before, trade } = pending;
  if (before === undefined || trade === undefined)
    throw new Refusal('own-act-unfit', 'its plan is no longer stored');
  const known = new Map(knownCoins(pending).map((coin) => [coin.outpoint, coin]));
  const plan = planTakeBump({
    plan: withAssets(planFromRecord(before), known),
    coins: world.money,
    feeRateSatVb,
    replaced: replacedBy(pending),
  });
  const added = plan.payments.slice(before.payments.length).map(coinToWire);
  const record = {
    ...before,
    lots: before.lots.map((lot, at) => ({
      ...lot,
      coin: coinToWire(plan.lots[at]?.coin ?? coinFromWire(lot.coin)),
    })),
    payments: plan.payments.map(coinToWire),
    change: plan.change === undefined ? null : plan.change.toString(),
    feeRateSatVb,
  };
  return { act: 'bump-take', key, feeRateSatVb, coins: added, tradeId: trade.id, plan: record };
}

type Plan = ReturnType<typeof planFromRecord>;

function withAssets(plan: Plan, known: ReadonlyMap<Outpoint, Coin>): Plan {
  const now = (coin: Coin): Coin => known.get(coin.outpoint) ?? coin;
  return {
    ...plan,
    pad: { ...plan.pad, coin: now(plan.pad.coin) },
    lots: plan.lots.map((lot) => ({ ...lot, coin: now(lot.coin) })),
    payments: plan.payments.map(now),
  };
}

function bumpOwn(world: OwnWorld, pending: Pending, params: ActParams): OwnRecord {
  const spent = knownCoins(pending).map(coinToWire);
  const outputs = pending.tx.outputs.map(({ value, script }) => {
    return { value: value.toString(), script: bytesToHex(script) };
  });
  // A reveal builds on a commit by its id: with another id its coin would be lost.
  if (isCommit(world, pending))
    throw new Refusal('own-act-unfit', 'its reveal only works with this transaction');
  const replaced = replacedRecord(replacedBy(pending));
  return narrowed(world, { ...freely(world, params), act: 'bump-own', spent, outputs, replaced });
}

/** True for the first of two transactions. */
export function isCommit({ acts }: Pick<OwnWorld, 'acts'>, { tx }: Pick<Pending, 'tx'>): boolean {
  return acts.some(({ txids }) => txids.length === 2 && txids.includes(tx.txid));
}

function knownCoins({ coins }: Pending): readonly Coin[] {
  if (coins === undefined) throw new Refusal('own-act-unfit', 'it spends coins that are not known here');
  return coins;
}

/** What goes away with it: by our node, or by its coins while the node does not have it. */
export function replacedBy(pending: Pending): Replaced {
  const { waiting } = pending;
  if (waiting !== undefined)
    return { fee: waiting.fee, vsize: waiting.vsize, fees: waiting.withChildren.fee };
  const fee = feeOfCoins(pending);
  return { fee, vsize: virtualSize(pending.tx), fees: fee };
}

function feeOfCoins(pending: Pending) {
  const paid = sumSats(knownCoins(pending).map(({ value }) => value));
  return sats(paid - sumSats(pending.tx.outputs.map(({ value }) => value)));
}

function replacedRecord({ fee, vsize, fees }: Replaced): ReplacedRecord {
  return { fee: fee.toString(), vsize, fees: fees.toString() };
}

/** The largest plain output of one's own that nothing spends yet, and all it waits for. */
function childOf(world: OwnWorld, pending: Pending) {
  const { waiting, tx } = pending;
  if (waiting === undefined) throw new Refusal('own-act-unfit', 'our node has not seen it');
  const carrying = carryingOutputs(pending);
  const able = tx.outputs.flatMap(({ value, script }, vout): Coin[] => {
    const point = outpoint(tx.txid, vout);
    const isPlain = equalBytes(script, world.script) && !carrying.has(vout) && !world.spending.has(point);
    return isPlain ? [{ outpoint: point, value, script, assets: [] }] : [];
  });
  const [largest] = able.toSorted(largestFirst);
  if (largest === undefined) throw new Refusal('own-act-unfit', 'it pays you no plain BTC');
  const { fee, vsize } = waiting.withParents;
  return { output: coinToWire(largest), parents: { fee: fee.toString(), vsize } };
}

/** Outputs on which something will lie, projected from everything it spends. */
function carryingOutputs(pending: Pending): ReadonlySet<number | undefined> {
  const coins = knownCoins(pending);
  const does = effects(pending.tx, coins, { ...asMade(pending.tx, coins), held: unconfirmedOf(coins) });
  if (does.disputed.length > 0) throw new Refusal('own-act-unfit', 'where its PIN goes is unknown');
  return new Set(does.parties.flatMap((party) => party.gets.map((move) => move.index)));
}
