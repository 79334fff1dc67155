/** Runes or MRC-20 from one holder to others: each receiver's on a coin of its own, the rest home. */
import { amount, splitAsset } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { planMrc20Transfer, planRuneTransfer } from '@rialto/psbt';
import type { TokenSend } from '@rialto/psbt';
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
  return transferJob(
    who,
    spent,
    receivers.map((script) => ({ asset, amount: amount(units), script })),
  );
}

/** @param sends of one protocol */
export function transferJob(
  who: Inscriber,
  coins: readonly Coin[],
  sends: readonly TokenSend[],
): Job<undefined> {
  const isRune = sends.some(({ asset }) => splitAsset(asset)?.protocol === 'rune');
  return {
    who,
    plan: (means) => {
      const request = { ...means, coins, sends };
      const steps = isRune ? [planRuneTransfer(request)] : stepsOf(planMrc20Transfer(request)).steps;
      return { steps, made: undefined };
    },
  };
}
