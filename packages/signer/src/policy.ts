/** What the signer signs: only its own pad, only in a take it has rebuilt from its own view of the world, only when nothing of ours is lost. */
import { loadCoins } from '@rialto/ground';
import type { Source } from '@rialto/ground';
import { serviceFee as mostServiceFee } from '@rialto/market';
import {
  Refusal,
  bytesToHex,
  equalBytes,
  hexToBytes,
  isClean,
  isFlaw,
  readTransaction,
  sats,
  sumSats,
} from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import {
  DUST_FLOOR,
  buildTake,
  effects,
  feeOf,
  intentOfTake,
  outputVsize,
  partyOf,
  publicKeyOwns,
  requireLots,
  sameEffects,
  scriptKind,
  takeDraft,
} from '@rialto/psbt';
import type { BuiltTake, TakePlan } from '@rialto/psbt';
import type { CosignAsk } from './ask.ts';
import { verifyBuyer, verifySellers } from './signatures.ts';

/** Bounds of the network fee. The buyer pays it and has signed it; a blow-up is still refused here (threats B7). */
export interface FeeBounds {
  readonly lowestRate: number;
  readonly highestRate: number;
  readonly highestFee: bigint;
}

export interface World extends Source {
  readonly padScript: Uint8Array;
  readonly fees: FeeBounds;
  /** True when the outpoint is a pad of ours: one that our journal made. */
  isPad(point: string): boolean;
}

export interface Judged {
  readonly plan: TakePlan;
  readonly unsigned: Uint8Array;
  /** In input order. */
  readonly coins: readonly Coin[];
  readonly tip: { height: number; hash: string };
}

/** Judges an ask; returns the plan to sign, or refuses saying why. */
export async function judge(world: World, ask: CosignAsk): Promise<Judged> {
  if (!world.isPad(ask.pad)) throw new Refusal('not-yours', 'the pad is not of our own stock');
  const points = [ask.pad, ...ask.lots.map((lot) => lot.outpoint), ...ask.payments] as Outpoint[];
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  const { coins, tip } = await loadCoins(world, points);
  const spent = points.map((point) => {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  });
  const plan = planOf(ask, spent);
  checkPad(plan.pad.coin, world.padScript);
  checkBuyer(plan);
  requireLots(plan.lots.map((lot) => lot.coin));
  checkServiceFee(plan);
  const unsigned = hexToBytes(ask.unsigned);
  const tx = rebuilt(plan, unsigned);
  judgeEffects(world, plan, { tx, spent });
  verifySellers(ask, plan);
  verifyBuyer(ask, plan, { tx, spent });
  return { plan, unsigned, coins: spent, tip };
}

/** `spent` is in input order: pad, lots, payments. */
function planOf(ask: CosignAsk, spent: readonly Coin[]): TakePlan {
  const at = (index: number): Coin => {
    const coin = spent[index];
    if (coin === undefined) throw new Refusal('coin-unknown');
    return coin;
  };
  return {
    lots: ask.lots.map((lot, index) => ({
      coin: at(index + 1),
      price: sats(BigInt(lot.price)),
      payScript: hexToBytes(lot.payScript),
      sequence: lot.sequence,
    })),
    buyerScript: hexToBytes(ask.buyerScript),
    buyerKey: hexToBytes(ask.buyerKey),
    pad: { coin: at(0), platform: true },
    payments: spent.slice(ask.lots.length + 1),
    serviceFee:
      ask.serviceFee === null
        ? undefined
        : { script: hexToBytes(ask.serviceFee.script), value: sats(BigInt(ask.serviceFee.value)) },
    feeRateSatVb: ask.feeRateSatVb,
    change: ask.change === null ? undefined : sats(BigInt(ask.change)),
  };
}

function checkPad(pad: Coin, padScript: Uint8Array): void {
  if (!equalBytes(pad.script, padScript)) throw new Refusal('not-yours', 'the pad is of another key');
  if (!isClean(pad)) throw new Refusal('not-yours', 'the pad is not confirmed and clean');
}

/** The buyer pays with clean coins of one script and its key, and that script is not ours. */
function checkBuyer(plan: TakePlan): void {
  const { buyerScript, buyerKey, payments, pad } = plan;
  if (scriptKind(buyerScript) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(buyerKey), buyerScript)) throw new Refusal('not-yours', 'public key');
  if (equalBytes(buyerScript, pad.coin.script)) throw new Refusal('own-order', 'the platform buys nothing');
  for (const coin of payments) {
    if (!equalBytes(coin.script, buyerScript)) throw new Refusal('not-yours', coin.outpoint);
    if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
    if (!isClean(coin)) throw new Refusal('lot-mixed', coin.outpoint);
  }
}

/** None where the orders are free, and never more than all of them together would owe (trading design, "Asks"). */
function checkServiceFee({ lots, serviceFee }: TakePlan): void {
  const most = mostServiceFee(sumSats(lots.map((lot) => lot.price)));
  if (serviceFee !== undefined && serviceFee.value > most)
    throw new Refusal('effects-differ', `a service fee of more than ${most} sat`);
}

const SEQUENCES = [0xfffffffd, 0xffffffff];

/** The take as we build it, byte for byte what we are asked to sign, with the fee that its rate says. */
function rebuilt(plan: TakePlan, unsigned: Uint8Array): Transaction {
  if (plan.lots.some((lot) => !SEQUENCES.includes(lot.sequence))) throw new Refusal('psbt-sequence');
  refuseOverspending(plan);
  const built = buildTake(plan);
  if (!equalBytes(built.unsigned, unsigned)) throw new Refusal('psbt-changed');
  checkFee(plan, built);
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  return tx;
}

function refuseOverspending(plan: TakePlan): void {
  const { inputs, outputs } = takeDraft(plan);
  const paid = inputs.reduce((sum, { coin }) => sum + coin.value, 0n);
  if (outputs.reduce((sum, { value }) => sum + value, 0n) > paid) throw new Refusal('outputs-exceed-inputs');
}

/** With change the fee is exact; without, at most what a change output would have had to be is left to it. */
function checkFee(plan: TakePlan, built: BuiltTake): void {
  const due = feeOf(built.vsize, plan.feeRateSatVb);
  const withChange = feeOf(built.vsize + outputVsize(plan.buyerScript), plan.feeRateSatVb);
  const most = plan.change === undefined ? withChange + DUST_FLOOR : due;
  if (built.fee < due || built.fee > most) throw new Refusal('effects-differ', 'the fee is not the rate’s');
}

interface Seen {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
}

/** By `effects`: the plan and nothing else; our script gets back what it gives, and no asset of anybody goes astray. */
function judgeEffects(world: World, plan: TakePlan, { tx, spent }: Seen): void {
  const { lowestRate, highestRate, highestFee } = world.fees;
  const done = effects(tx, spent, { feeRateLimit: highestRate });
  if (done.fee > highestFee) throw new Refusal('fee-too-high', `${done.fee} sat`);
  if (done.feeRateSatVb < lowestRate) throw new Refusal('fee-too-low');
  if (!sameEffects(done, intentOfTake(plan))) throw new Refusal('effects-differ');
  const ours = partyOf(done, world.padScript);
  if (ours.satsOut < ours.satsIn || ours.gives.length > 0 || ours.gets.length > 0)
    throw new Refusal('effects-differ', 'the platform would lose its pad or carry a token');
  if (done.toFee.length > 0 || done.burned.length > 0)
    throw new Refusal('effects-differ', 'an asset would be lost');
}
