/** Runes or MRC-20 from one holder to others: each receiver's on a coin of its own, the rest home. */
import { amount, splitAsset } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { planMrc20Transfer, planRuneTransfer } from '@rialto/psbt';
import { carries } from './facts.ts';
import type { Inscriber } from './inscriber.ts';
import { stepsOf } from './workshop.ts';
import type { Job } from './workshop.ts';

interface Parcel {
  readonly asset: AssetId;
  /** Of each receiver, in smallest units. */
  readonly units: bigint;
  readonly receivers: readonly Uint8Array[];
}

/** @param coins all of the sender's; those that carry the asset are spent */
export function sendJob(who: Inscriber, coins: readonly Coin[], parcel: Parcel): Job<undefined> {
  const { asset, units, receivers } = parcel;
  const spent = coins.filter((coin) => carries(coin, asset));
  const sends = receivers.map((script) => ({ asset, amount: amount(units), script }));
  const isRune = splitAsset(asset)?.protocol === 'rune';
  return {
    who,
    plan: (means) => {
      const request = { ...means, coins: spent, sends };
      const steps = isRune ? [planRuneTransfer(request)] : stepsOf(planMrc20Transfer(request)).steps;
      return { steps, made: undefined };
    },
  };
}
