/** What the claim button says, and when a claim costs so much that it asks twice. Pure. */
import { formatSats, parseDecimal } from '@rialto/market';
import type { UserReward } from '../../../data/rewards/reward-queries.ts';
import type { Label } from '../../../show/swap/label.ts';
import { msg } from '../../../words.ts';

export interface ClaimNow {
  readonly own: Pick<UserReward, 'claimable' | 'leastClaim' | 'waitingBlocks' | 'claimUntil'>;
  readonly height: number;
  /** sat/vB; undefined while none is chosen. */
  readonly feeRate: number | undefined;
  /** Sat of network fee; undefined while nobody has said. */
  readonly fee: bigint | undefined;
  /** The exchange would not say. */
  readonly isRefused: boolean;
  /** It costs more than half of what it brings. */
  readonly isDear: boolean;
  /** The first of two clicks was made. */
  readonly isSure: boolean;
}

export function claimLabel(now: ClaimNow): Label {
  const { claimable, leastClaim, waitingBlocks, claimUntil } = now.own;
  const units = BigInt(claimable);
  if (units === 0n && waitingBlocks > 0)
    return {
      label: msg('Claimable in {blocks, plural, one {# block} other {# blocks}}'),
      values: { blocks: waitingBlocks },
    };
  if (units === 0n) return { label: msg('Nothing to claim yet') };
  if (now.height >= claimUntil) return { label: msg('The time to claim is over') };
  if (units < BigInt(leastClaim)) return { label: msg('Below the smallest claim') };
  if (now.feeRate === undefined) return { label: msg('Choose a fee rate first.') };
  if (now.fee === undefined)
    return { label: now.isRefused ? msg('No fee right now') : msg('Getting the fee') };
  const values = { fee: formatSats(now.fee) };
  if (!now.isDear) return { label: msg('Claim, network fee {fee} sat'), values, act: 'go' };
  return now.isSure
    ? { label: msg('Claim anyway, network fee {fee} sat'), values, act: 'go', danger: true }
    : { label: msg('Claim, network fee {fee} sat'), values, act: 'go' };
}

const PRICE_DIGITS = 18;

/** What comes in sat; undefined where nobody knows. @param price sat per token as decimal text */
export function worthOf(
  amount: string,
  { assetId, coinDecimalNum }: { readonly assetId: string; readonly coinDecimalNum: number },
  price: string | undefined,
): bigint | undefined {
  if (assetId === 'sats') return BigInt(amount);
  const each = price === undefined ? undefined : parseDecimal(price, PRICE_DIGITS);
  return each === undefined
    ? undefined
    : (BigInt(amount) * each) / 10n ** BigInt(PRICE_DIGITS + coinDecimalNum);
}

/** More than half of it is gone. */
export const isDearFor = (fee: bigint, worth: bigint | undefined): boolean =>
  worth !== undefined && fee * 2n > worth;
