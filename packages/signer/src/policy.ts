/** What the signer signs: only its own pad, only in a take it has rebuilt from its own view of the world, only when nothing of ours is lost. */
import { loadCoins } from '@rialto/ground';
import type { Chain, Ledger } from '@rialto/ground';
import {
  Refusal,
  bytesToHex,
  equalBytes,
  hexToBytes,
  isFlaw,
  isHex,
  isOutpoint,
  readTransaction,
  sats,
} from '@rialto/protocols';
import type { Coin, Outpoint, ScriptHex } from '@rialto/protocols';
import { buildTake, effects, inputVerifies, intentOfTake, partyOf, sameEffects, scriptKind, verifyAskWitness } from '@rialto/psbt';
import type { Effects, TakePlan } from '@rialto/psbt';
import { z } from 'zod';

const HexText = z.string().refine(isHex);
const Point = z.string().refine(isOutpoint);
const Whole = z.string().regex(/^(0|[1-9][0-9]{0,15})$/);
const Witness = z.array(HexText).max(4);

/** What the server asks: terms and outpoints. No value, script or asset of a coin is taken from it. */
export const CosignAsk = z.object({
  tradeId: z.uuid(),
  unsigned: HexText.max(200_000),
  lots: z
    .array(z.object({ outpoint: Point, price: Whole, payScript: HexText, sequence: z.int(), witness: Witness }))
    .min(1)
    .max(20),
  buyerScript: HexText,
  buyerKey: HexText,
  pad: Point,
  payments: z.array(Point).max(5),
  serviceFee: z.object({ script: HexText, value: Whole }).nullable(),
  feeRateSatVb: z.number().positive(),
  change: Whole.nullable(),
  buyerWitnesses: z.array(Witness.nullable()).max(30),
});
export type CosignAsk = z.infer<typeof CosignAsk>;

export interface World {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly padScript: Uint8Array;
  readonly highestFeeRate: number;
  isPad(point: Outpoint): boolean;
}

export interface Judged {
  readonly plan: TakePlan;
  readonly unsigned: Uint8Array;
  readonly coins: readonly Coin[];
  readonly effects: Effects;
  readonly tip: { height: number; hash: string };
}

/** Judges an ask; returns the plan to sign, or refuses saying why. */
export async function judge(world: World, ask: CosignAsk): Promise<Judged> {
  const points = [ask.pad, ...ask.lots.map((lot) => lot.outpoint), ...ask.payments] as Outpoint[];
  if (!world.isPad(ask.pad as Outpoint)) throw new Refusal('not-yours', 'the pad is not of our own stock');
  const { coins, tip } = await loadCoins(world, points);
  const coin = (point: string): Coin => {
    const found = coins.get(point as Outpoint);
    if (found === undefined) throw new Refusal('coin-spent', point);
    return found;
  };
  const plan = planOf(ask, coin);
  if (!equalBytes(plan.pad.coin.script, world.padScript)) throw new Refusal('not-yours', 'the pad is of another key');
  const unsigned = hexToBytes(ask.unsigned);
  if (!equalBytes(buildTake(plan).unsigned, unsigned)) throw new Refusal('psbt-changed');
  const spent = points.map(coin);
  verifySellers(ask, plan);
  verifyBuyer(ask, plan, { unsigned, spent });
  const judged = judgeEffects(world, plan, { unsigned, spent });
  return { plan, unsigned, coins: spent, effects: judged, tip };
}

function planOf(ask: CosignAsk, coin: (point: string) => Coin): TakePlan {
  return {
    lots: ask.lots.map((lot) => ({
      coin: coin(lot.outpoint),
      price: sats(BigInt(lot.price)),
      payScript: hexToBytes(lot.payScript),
      sequence: lot.sequence,
    })),
    buyerScript: hexToBytes(ask.buyerScript),
    buyerKey: hexToBytes(ask.buyerKey),
    pad: { coin: coin(ask.pad), platform: true },
    payments: ask.payments.map(coin),
    serviceFee:
      ask.serviceFee === null
        ? undefined
        : { script: hexToBytes(ask.serviceFee.script), value: sats(BigInt(ask.serviceFee.value)) },
    feeRateSatVb: ask.feeRateSatVb,
    change: ask.change === null ? undefined : sats(BigInt(ask.change)),
  };
}

/** Every seller's own signature stands on the very coin and price. */
function verifySellers(ask: CosignAsk, plan: TakePlan): void {
  ask.lots.forEach((lot, at) => {
    const planned = plan.lots[at];
    if (planned === undefined) throw new Refusal('psbt-shape');
    const { price, payScript, sequence } = planned;
    const signed = {
      outpoint: planned.coin.outpoint,
      price,
      payScript,
      sequence,
      witness: lot.witness.map(hexToBytes),
    };
    if (!verifyAskWitness(signed, planned.coin)) throw new Refusal('signature-invalid', `lot ${at}`);
  });
}

interface Seen {
  readonly unsigned: Uint8Array;
  readonly spent: readonly Coin[];
}

const ALL = [0x00, 0x01];

/** The buyer has signed every coin of his own, over the whole transaction, before we sign ours. */
function verifyBuyer(ask: CosignAsk, plan: TakePlan, { unsigned, spent }: Seen): void {
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  spent.forEach((coin, index) => {
    if (!equalBytes(coin.script, plan.buyerScript)) return;
    const witness = ask.buyerWitnesses[index]?.map(hexToBytes);
    if (witness === undefined) throw new Refusal('signature-missing', `input ${index}`);
    const allowed = scriptKind(coin.script) === 'p2tr' ? ALL : ALL.slice(1);
    if (!inputVerifies({ tx, coins: spent, index }, witness, allowed)) throw new Refusal('signature-invalid', `input ${index}`);
  });
}

/** By `effects`: the plan and nothing else; our script gets back at least what it gives, and no asset of anybody goes astray. */
function judgeEffects(world: World, plan: TakePlan, { unsigned, spent }: Seen): Effects {
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  const done = effects(tx, spent, { feeRateLimit: world.highestFeeRate });
  if (!sameEffects(done, intentOfTake(plan))) throw new Refusal('effects-differ');
  const ours = partyOf(done, bytesToHex(world.padScript) as ScriptHex);
  if (ours === undefined || ours.satsOut < ours.satsIn || ours.gives.length > 0 || ours.gets.length > 0)
    throw new Refusal('effects-differ', 'the platform would lose its pad or carry a token');
  if (done.toFee.length > 0 || done.burned.length > 0) throw new Refusal('effects-differ', 'an asset would be lost');
  return done;
}
