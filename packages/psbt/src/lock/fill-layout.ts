/** The fill of a bid: one lock and one lot, which coin is where, which output is whose, and what it means (trading §11). */
import { DUST_FLOOR, bytesToHex, invariant, lotOf } from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { inputOf, kindsOf, unconfirmedOf } from '../draft/draft.ts';
import type { Draft, DraftInput } from '../draft/draft.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { moveOf } from '../effects/moves.ts';
import type { AssetMove } from '../effects/moves.ts';
import { flowOf } from '../effects/sat-flow.ts';
import { movesOnce } from '../trade/lot.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import { tradeInput } from './half.ts';
import type { LockedCoin } from './half.ts';
import { FILL_SIGHASHES } from './promise.ts';

export interface FillPlan extends LockedCoin {
  /** One lot of exactly the ticket's amount. */
  readonly lot: Coin;
  readonly lotSequence: number;
  readonly sellerScript: Uint8Array;
  /** 33 bytes. */
  readonly sellerKey: Uint8Array;
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  readonly feeRateSatVb: number;
  /** What the seller gets: lock and lot, less the token coin, the service fee and the network fee. */
  readonly proceeds: Sats;
}

/** OP_RETURN and an empty push, as nodes write it for no data: it takes no sats, so the lot's first ones are in the output after it. */
const EMPTY_MESSAGE = Uint8Array.of(0x6a, 0);

/** True where the lot's sats have to flow into the bidder's coin; MRC-20 and runes go to output 0 whatever the sats do. */
export function fillsBySats({ lot }: Pick<FillPlan, 'lot'>): boolean {
  const sold = lotOf(lot);
  return sold !== undefined && movesOnce(sold);
}

/**
 * By sats in [lot, lock], out [empty message, bidder, seller, fee]; else in [lock, lot], out [bidder, seller, fee]. The bidder's
 * promise finds its coin at the lock's own index either way.
 */
export function fillDraft(plan: FillPlan): Draft {
  const lock = tradeInput(plan, 'exchange', FILL_SIGHASHES);
  const lot: DraftInput = { ...inputOf(plan.lot), sequence: plan.lotSequence };
  const outputs: TxOutput[] = [
    { value: DUST_FLOOR, script: plan.lock.ticket.script },
    { value: plan.proceeds, script: plan.sellerScript },
  ];
  if (plan.serviceFee !== undefined) outputs.push(plan.serviceFee);
  if (!fillsBySats(plan)) return { inputs: [lock, lot], outputs };
  return { inputs: [lot, lock], outputs: [{ value: 0n as Sats, script: EMPTY_MESSAGE }, ...outputs] };
}

/** Where the lock is, and the bidder's coin. */
export function lockIndexOf(plan: Pick<FillPlan, 'lot'>): number {
  return fillsBySats(plan) ? 1 : 0;
}

/** What `effects` is told: the kinds, the one message, the lock that may be held. */
export function contextOfFill(plan: FillPlan): EffectsContext {
  return {
    kinds: kindsOf(fillDraft(plan)),
    messages: fillsBySats(plan) ? [{ output: 0, script: EMPTY_MESSAGE }] : [],
    held: unconfirmedOf([plan.coin]),
    feeRateLimit: MAX_FEE_RATE,
  };
}

/**
 * What a fill has to do to everybody, said without looking at the transaction.
 * @throws invariant unless the lot is what the ticket says
 */
export function intentOfFill(plan: FillPlan): Meaning {
  const { lock, coin, lot, proceeds, serviceFee } = plan;
  const sold = lotOf(lot);
  const isTickets = sold?.asset === lock.ticket.asset && sold.amount === lock.ticket.amount;
  invariant(isTickets, 'the lot is what the ticket says');
  const [bidder, seller] = [hexOf(lock.ticket.script), hexOf(plan.sellerScript)];
  const intent = intentOf();
  const at = lockIndexOf(plan);
  intent.spends(coin, at);
  intent.spends(lot, 1 - at);
  if (fillsBySats(plan)) intent.receives(hexOf(EMPTY_MESSAGE), 0n as Sats);
  intent.receives(bidder, DUST_FLOOR);
  intent.receives(seller, proceeds);
  if (serviceFee !== undefined) intent.receives(hexOf(serviceFee.script), serviceFee.value);
  for (const asset of lot.assets) {
    if (asset.kind === 'pin') continue;
    const offset = asset.kind === 'inscription' ? asset.offset : (0n as Sats);
    intent.gets(bidder, moveOf(asset, { index: at, offset }));
  }
  const receipts = receiptsOf(plan);
  for (const { script, move } of receipts.landed) intent.gets(hexOf(script), move);
  return { ...intent.meaning(), toFee: receipts.lost };
}

interface Receipts {
  readonly landed: readonly { readonly script: Uint8Array; readonly move: AssetMove }[];
  readonly lost: readonly AssetMove[];
}

/** Receipts beside MRC-20 say what happened and are worth nothing: they go where their sats go. */
function receiptsOf(plan: FillPlan): Receipts {
  const landed: { script: Uint8Array; move: AssetMove }[] = [];
  const lost: AssetMove[] = [];
  const { inputs, outputs } = fillDraft(plan);
  const coins = inputs.map(({ coin }) => coin);
  for (const { asset, from, to } of flowOf(coins, outputs)) {
    if (asset.kind !== 'pin') continue;
    const script = outputs[to?.index ?? -1]?.script;
    if (to === undefined || script === undefined) lost.push(moveOf(asset, from));
    else landed.push({ script, move: moveOf(asset, to) });
  }
  return { landed, lost };
}

function hexOf(script: Uint8Array): ScriptHex {
  invariant(script.length > 0, 'a party has a script');
  return bytesToHex(script) as ScriptHex;
}
