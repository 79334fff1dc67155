/** From the stored form of an act to its transactions: pure, and always the same bytes, so that only what was built can come back. */
import { coinFromWire, coinToWire } from '@rialto/contract';
import type { OwnPsbt } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes, carriesMessage, sats, splitAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin } from '@rialto/protocols';
import {
  buildTake,
  planCancelTransaction,
  planChildSpend,
  planGather,
  planMrc20Transfer,
  planOwnBump,
  planRuneTransfer,
  planSplit,
  plannedVsize,
  unconfirmedOf,
} from '@rialto/psbt';
import type { Payer, Planned, Replaced, TakePlan } from '@rialto/psbt';
import type { OwnRecord, ReplacedRecord, SplitLotRecord } from '../store/own/own-record.ts';
import { coinsOfPlan, planFromRecord } from '../store/orders/plan-codec.ts';

/** A purchase with a higher fee, or transactions of the payer alone: one, or commit and reveal. */
export type BuiltAct = { readonly take: TakePlan } | { readonly planned: readonly Planned[] };

/**
 * Builds the act for the owner of a script.
 * @throws Refusal as its template
 */
export function buildAct(record: OwnRecord, script: Uint8Array): BuiltAct {
  const { feeRateSatVb } = record;
  const payer = { script, key: hexToBytes(record.key), coins: record.coins.map(coinFromWire) };
  switch (record.act) {
    case 'bump-take':
      return { take: planFromRecord(record.plan) };
    case 'bump-own': {
      const outputs = record.outputs.map(({ value, script: to }) => {
        return { value: sats(BigInt(value)), script: hexToBytes(to) };
      });
      const spent = record.spent.map(coinFromWire);
      const replaced = replacedOf(record.replaced);
      return { planned: [planOwnBump({ payer, spent, outputs, feeRateSatVb, replaced })] };
    }
    case 'child': {
      const { fee, vsize } = record.parents;
      const parents = { fee: sats(BigInt(fee)), vsize };
      const output = coinFromWire(record.output);
      return { planned: [planChildSpend({ payer, output, parents, feeRateSatVb })] };
    }
    case 'cancel-transaction': {
      const spent = record.spent.map(coinFromWire);
      const replaced = replacedOf(record.replaced);
      return { planned: [planCancelTransaction({ payer, spent, feeRateSatVb, replaced })] };
    }
    case 'split-coin':
      return { planned: [planSplit({ payer, coin: coinFromWire(record.coin), feeRateSatVb })] };
    case 'split-lot':
      return { planned: sizesOf(record, payer) };
    case 'gather': {
      const coins = record.gathered.map(coinFromWire);
      return { planned: [planGather({ payer, rune: record.rune as AssetId, coins, feeRateSatVb })] };
    }
  }
}

/** One or several tokens of a coin into coins of these amounts, all of them the payer's. */
function sizesOf(record: SplitLotRecord, payer: Payer): Planned[] {
  const sends = record.sends.map(({ assetId, units }) => {
    return { asset: assetId as AssetId, amount: amount(BigInt(units)), script: payer.script };
  });
  const transfer = {
    payer,
    feeRateSatVb: record.feeRateSatVb,
    coins: [coinFromWire(record.coin)],
    sends,
  };
  // Runes need no reveal: one message says where each goes.
  if (sends.some(({ asset }) => splitAsset(asset)?.protocol === 'rune')) return [planRuneTransfer(transfer)];
  const { commit, reveal } = planMrc20Transfer({ ...transfer, revealKey: hexToBytes(record.revealKey) });
  return [commit, reveal];
}

function replacedOf({ fee, vsize, fees }: ReplacedRecord): Replaced {
  return { fee: sats(BigInt(fee)), vsize, fees: sats(BigInt(fees)) };
}

/** The unsigned transactions, in hex. */
export function unsignedOf(built: BuiltAct): string[] {
  if ('take' in built) return [bytesToHex(buildTake(built.take).unsigned)];
  return built.planned.map(({ unsigned }) => bytesToHex(unsigned));
}

/** Every coin the act spends but those it makes itself. */
export function spentBy(built: BuiltAct): Coin[] {
  if ('take' in built) return coinsOfPlan(built.take);
  return built.planned.flatMap(({ draft }) =>
    draft.inputs.flatMap(({ coin, signer }) => (signer === 'ephemeral' ? [] : [coin])),
  );
}

interface Figures {
  /** Of all its transactions together. */
  readonly fee: bigint;
  readonly vsize: number;
}

export function figuresOf(built: BuiltAct): Figures {
  if ('take' in built) return buildTake(built.take);
  return {
    fee: built.planned.reduce((sum, { fee }) => sum + fee, 0n),
    vsize: built.planned.reduce((sum, planned) => sum + plannedVsize(planned), 0),
  };
}

export function rateOfFigures({ fee, vsize }: Figures): number {
  return Number.parseInt(fee.toString(), 10) / vsize;
}

/** What the wallet is asked to sign, and what the page checks it by. */
export function psbtsOf(built: BuiltAct): OwnPsbt[] {
  if ('take' in built) return [takePsbt(built.take)];
  return built.planned.map((planned): OwnPsbt => {
    const signed = planned.ours.flatMap((witness, index) =>
      witness === undefined ? [] : [{ index, witness: witness.map(bytesToHex) }],
    );
    const coins = planned.draft.inputs.map(({ coin }) => coin);
    return {
      psbtRaw: bytesToHex(planned.psbt),
      toSignInputs: planned.toSign.map((entry) => ({ ...entry })),
      coins: coins.map(coinToWire),
      held: unconfirmedOf(coins),
      message: signed.length > 0 || planned.draft.outputs.some(({ script }) => carriesMessage(script)),
      ...(signed.length === 0 ? {} : { signed }),
    };
  });
}

function takePsbt(plan: TakePlan): OwnPsbt {
  const built = buildTake(plan);
  return {
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: coinsOfPlan(plan).map(coinToWire),
    held: [],
    message: false,
  };
}

/** Nothing that was built differs from what is built now. @throws Refusal own-expired */
export function requireSameBytes(built: BuiltAct, unsigned: readonly string[]): void {
  if (unsignedOf(built).join() !== unsigned.join())
    throw new Refusal('own-expired', 'it would be another one now');
}
