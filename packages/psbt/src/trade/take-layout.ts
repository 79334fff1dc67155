/** The take of one or several lots of one token: which coin is where, which output is whose, and what it means (trading §6). */
import { bytesToHex, invariant, lotOf, sats, sumSats } from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { inputOf } from '../draft/draft.ts';
import type { Draft, DraftInput } from '../draft/draft.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import type { Intent } from '../effects/intent.ts';
import { moveOf, summed } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { tradeInput } from '../lock/half.ts';
import type { Lock } from '../lock/lock.ts';
import { FILL_SIGHASHES } from '../lock/promise.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { askSpend, wholeSpend } from '../tx/spend-kinds.ts';

export interface TakeLot {
  readonly coin: Coin;
  readonly price: Sats;
  readonly payScript: Uint8Array;
  readonly sequence: number;
  /** The lock the lot lies in, where its ask is a protected one. */
  readonly lock?: Lock;
}

/**
 * The coin in front, which puts the payments at the lots' own index. Where something is on the lots' sats it is a small one and
 * its sats go into the buyer's output with theirs; where nothing does, it is any coin of the buyer's and pays.
 */
export interface Pad {
  readonly coin: Coin;
  /** True when it is the platform's and is paid back. */
  readonly platform: boolean;
}

export interface TakePlan {
  readonly lots: readonly TakeLot[];
  readonly buyerScript: Uint8Array;
  /** 33 bytes. */
  readonly buyerKey: Uint8Array;
  readonly pad: Pad;
  readonly payments: readonly Coin[];
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  readonly feeRateSatVb: number;
  readonly change: Sats | undefined;
  /** Of a live bid: the lot's owner signs now, and the whole transaction, instead of long ago and one payment. */
  readonly live?: true;
}

/** A plan whose coin in front is not chosen yet. */
export type Unfronted = Omit<TakePlan, 'pad'> & { readonly pad: Pad | undefined };

/**
 * True when something is on the lots' sats, so that these have to flow into the buyer's output: a BRC-20 transfer, or a receipt
 * beside MRC-20. Bare MRC-20, and a rune without a message, go to output 0 whatever the sats do (metaid §5, runes §4).
 */
export function flowsBySats(lots: readonly Pick<TakeLot, 'coin'>[]): boolean {
  return lots.some(({ coin }) => coin.assets.some(({ kind }) => kind === 'inscription' || kind === 'pin'));
}

/**
 * In: the coin in front, lots, payments. Out: the buyer's token coin, payments at the lots' own index, pad back, service fee, change.
 * So a seller's SINGLE|ANYONECANPAY signature finds its payment, and output 0, where MRC-20 and runes go by themselves, is the buyer's.
 */
export function takeDraft(plan: Unfronted): Draft {
  const { pad, lots } = plan;
  const inputs: DraftInput[] = [
    ...lots.map((lot) => lotInput(lot, plan.live === true)),
    ...plan.payments.map((coin) => inputOf(coin)),
  ];
  if (pad !== undefined) inputs.unshift(inputOf(pad.coin, pad.platform ? 'exchange' : 'owner'));
  const outputs: TxOutput[] = [
    { value: assetValue(plan), script: plan.buyerScript },
    ...lots.map((lot) => ({ value: lot.price, script: lot.payScript })),
  ];
  if (pad?.platform === true) outputs.push({ value: pad.coin.value, script: pad.coin.script });
  if (plan.serviceFee !== undefined) outputs.push(plan.serviceFee);
  if (plan.change !== undefined) outputs.push({ value: plan.change, script: plan.buyerScript });
  return { inputs, outputs };
}

/** Out of a lock the seller and the exchange sell together; to a live bid the seller signs the whole transaction. */
function lotInput({ coin, sequence, lock }: TakeLot, isLive: boolean): DraftInput {
  if (lock !== undefined) return tradeInput({ lock, coin }, 'seller', FILL_SIGHASHES);
  const kind = isLive ? wholeSpend(coin.script) : askSpend(coin.script);
  return { coin, signer: 'seller', kind, sequence };
}

/** All sats in front of and on the lots where they matter; else the smallest coin, and the lots' sats pay for it. */
function assetValue({ pad, lots }: Pick<Unfronted, 'pad' | 'lots'>): Sats {
  if (!flowsBySats(lots)) return DUST_FLOOR;
  return sumSats([pad?.coin.value ?? 0n, ...lots.map((lot) => lot.coin.value)]);
}

/**
 * What a take has to do to everybody, said without looking at the transaction.
 * @throws invariant unless the lots are lots of one token
 */
export function intentOfTake(plan: TakePlan): Meaning {
  const buyer = bytesToHex(plan.buyerScript) as ScriptHex;
  const intent = intentOf();
  const { pad, lots, payments } = plan;
  intent.pays(pad.platform ? (bytesToHex(pad.coin.script) as ScriptHex) : buyer, pad.coin.value);
  if (pad.platform) intent.receives(bytesToHex(pad.coin.script) as ScriptHex, pad.coin.value);
  intent.receives(buyer, assetValue(plan));
  lots.forEach((lot, position) => {
    intent.spends(lot.coin, position + 1);
    intent.receives(bytesToHex(lot.payScript) as ScriptHex, lot.price);
  });
  intendTokens(intent, plan, buyer);
  for (const coin of payments) intent.pays(buyer, coin.value);
  if (plan.change !== undefined) intent.receives(buyer, plan.change);
  if (plan.serviceFee !== undefined) {
    intent.receives(bytesToHex(plan.serviceFee.script) as ScriptHex, plan.serviceFee.value);
  }
  return intent.meaning();
}

/** Everything on the lots lands in output 0: inscriptions on their sat, PINs on the first of their coin, MRC-20 or a rune as one sum. */
function intendTokens(intent: Intent, { pad, lots }: TakePlan, buyer: ScriptHex): void {
  const coins = lots.map((lot) => lot.coin);
  const tokens = new Set(coins.map((coin) => lotOf(coin)?.asset));
  invariant(tokens.size === 1 && !tokens.has(undefined), 'a take buys lots of one token');
  let before = pad.coin.value as bigint;
  for (const { assets, value } of coins) {
    for (const asset of assets) {
      if (asset.kind === 'inscription' || asset.kind === 'pin') {
        const offset = asset.kind === 'pin' ? before : before + asset.offset;
        intent.gets(buyer, moveOf(asset, { index: 0, offset: sats(offset) }));
      }
    }
    before += value;
  }
  for (const move of summed(holdingsGiven(coins))) intent.gets(buyer, { ...move, index: 0 });
}
