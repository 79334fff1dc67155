/** The take of one or several BRC-20 lots: who pays what, and which output is whose (trading design, "Take"). Unsigned. */
import { Refusal, bytesToHex, equalBytes, invariant, isClean, sats, sumSats } from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { publicKeyOwns, scriptKind } from './address.ts';
import { SEQUENCE, weightOf } from './draft.ts';
import type { Draft, DraftInput } from './draft.ts';
import type { Meaning } from './effects.ts';
import { intentOf } from './intent.ts';
import { requireLot } from './lot.ts';
import { moveOf } from './moves.ts';
import { selectCoins } from './selection.ts';
import { DUST_FLOOR } from './size.ts';

export interface TakeLot {
  readonly coin: Coin;
  readonly price: Sats;
  readonly payScript: Uint8Array;
  readonly sequence: number;
}

/** The small coin in front that puts the lots' sats into the buyer's output and the payments at the lots' own index. */
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
}

export interface TakeRequest extends Omit<TakePlan, 'pad' | 'payments' | 'change'> {
  /** The buyer's coins that are not locked elsewhere. */
  readonly buyerCoins: readonly Coin[];
  readonly pads: { readonly platform?: Coin };
}

/** A buyer's own coin may be a pad within these values; a bigger one is money. */
export const SMALLEST_PAD = 546n as Sats;
export const LARGEST_PAD = 2000n as Sats;

/**
 * Plans a take: pad (the buyer's own smallest clean coin first, else the platform's), coins that pay, change.
 * @throws Refusal wrong-address-type, not-yours, own-order, coin-unconfirmed, lot-mixed, not-a-lot, duplicate-input, too-small,
 *   script-not-allowed, no-pad, insufficient-funds, too-many-coins, bad-request or fee-too-high for the rate
 */
export function planTake(request: TakeRequest): TakePlan {
  checkBuyer(request);
  checkLots(request);
  const own = request.buyerCoins.filter((coin) => equalBytes(coin.script, request.buyerScript));
  const pad = pickPad(own, request.pads.platform);
  const { lots, buyerScript, buyerKey, serviceFee, feeRateSatVb } = request;
  const unpaid = {
    lots,
    buyerScript,
    buyerKey,
    serviceFee,
    feeRateSatVb,
    pad,
    payments: [],
    change: undefined,
  };
  const selection = selectCoins({
    coins: own.filter((coin) => coin.outpoint !== pad.coin.outpoint),
    target: costOf(unpaid),
    feeRateSatVb,
    baseVsize: weightOf(takeDraft(unpaid)) / 4,
    changeScript: buyerScript,
  });
  return { ...unpaid, payments: selection.chosen, change: selection.change };
}

function checkBuyer({ buyerScript, buyerKey }: TakeRequest): void {
  if (scriptKind(buyerScript) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(buyerKey), buyerScript)) throw new Refusal('not-yours', 'public key');
}

function checkLots({ lots, buyerScript, serviceFee }: TakeRequest): void {
  if (lots.length === 0) throw new Refusal('bad-request', 'no lot');
  const points = new Set(lots.map((lot) => lot.coin.outpoint));
  if (points.size !== lots.length) throw new Refusal('duplicate-input');
  for (const lot of lots) {
    requireLot(lot.coin);
    if (equalBytes(lot.coin.script, buyerScript)) throw new Refusal('own-order', lot.coin.outpoint);
    if (lot.price < DUST_FLOOR) throw new Refusal('too-small', `price ${lot.price}`);
    if (scriptKind(lot.payScript) === 'other') throw new Refusal('script-not-allowed', 'payment');
  }
  if (serviceFee !== undefined && serviceFee.value < DUST_FLOOR)
    throw new Refusal('too-small', 'service fee');
}

function pickPad(own: readonly Coin[], platform: Coin | undefined): Pad {
  const small = own
    .filter((coin) => isClean(coin) && coin.value >= SMALLEST_PAD && coin.value <= LARGEST_PAD)
    .toSorted((a, b) =>
      a.value === b.value ? (a.outpoint < b.outpoint ? -1 : 1) : a.value < b.value ? -1 : 1,
    );
  const [coin] = small;
  if (coin !== undefined) return { coin, platform: false };
  if (platform === undefined) throw new Refusal('no-pad');
  invariant(isClean(platform) && platform.value >= SMALLEST_PAD, 'the platform pad is a clean coin of ours');
  return { coin: platform, platform: true };
}

/** What the payment coins have to cover besides the network fee. */
function costOf(plan: Pick<TakePlan, 'lots' | 'serviceFee' | 'pad'>): Sats {
  const prices = plan.lots.map((lot) => lot.price);
  return sumSats([...prices, plan.serviceFee?.value ?? 0n, plan.pad.platform ? plan.pad.coin.value : 0n]);
}

/** The layout: in pad, lots, payments; out asset coin, payments at the lots' own index, pad back, service fee, change. */
export function takeDraft(plan: TakePlan): Draft {
  const { pad, lots } = plan;
  const inputs: DraftInput[] = [
    { coin: pad.coin, role: pad.platform ? 'pad' : 'owner', sequence: SEQUENCE },
    ...lots.map(({ coin, sequence }) => ({ coin, role: 'seller' as const, sequence })),
    ...plan.payments.map((coin) => ({ coin, role: 'owner' as const, sequence: SEQUENCE })),
  ];
  const outputs: TxOutput[] = [
    { value: assetValue(plan), script: plan.buyerScript },
    ...lots.map((lot) => ({ value: lot.price, script: lot.payScript })),
  ];
  if (pad.platform) outputs.push({ value: pad.coin.value, script: pad.coin.script });
  if (plan.serviceFee !== undefined) outputs.push(plan.serviceFee);
  if (plan.change !== undefined) outputs.push({ value: plan.change, script: plan.buyerScript });
  return { inputs, outputs };
}

function assetValue({ pad, lots }: Pick<TakePlan, 'pad' | 'lots'>): Sats {
  return sumSats([pad.coin.value, ...lots.map((lot) => lot.coin.value)]);
}

/** What a take has to do to everybody, said without looking at the transaction. */
export function intentOfTake(plan: TakePlan): Meaning {
  const buyer = bytesToHex(plan.buyerScript) as ScriptHex;
  const intent = intentOf();
  const { pad, lots, payments } = plan;
  intent.pays(pad.platform ? (bytesToHex(pad.coin.script) as ScriptHex) : buyer, pad.coin.value);
  if (pad.platform) intent.receives(bytesToHex(pad.coin.script) as ScriptHex, pad.coin.value);
  intent.receives(buyer, assetValue(plan));
  let before = pad.coin.value as bigint;
  lots.forEach((lot, position) => {
    const seller = bytesToHex(lot.coin.script) as ScriptHex;
    intent.pays(seller, lot.coin.value);
    intent.receives(bytesToHex(lot.payScript) as ScriptHex, lot.price);
    const [asset] = lot.coin.assets;
    invariant(asset?.kind === 'inscription' && asset.transfer !== undefined, 'a lot carries one transfer');
    intent.gives(seller, moveOf(asset, { index: position + 1, offset: asset.offset }));
    intent.gets(buyer, moveOf(asset, { index: 0, offset: sats(before + asset.offset) }));
    before += lot.coin.value;
  });
  for (const coin of payments) intent.pays(buyer, coin.value);
  if (plan.change !== undefined) intent.receives(buyer, plan.change);
  if (plan.serviceFee !== undefined) {
    intent.receives(bytesToHex(plan.serviceFee.script) as ScriptHex, plan.serviceFee.value);
  }
  return intent.meaning();
}
