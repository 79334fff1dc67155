/** What of a removal can't leave now, and why: in the form and again in the review. */
import { grouped } from '@rialto/market';
import { Notice } from '../../../show/Lines.tsx';
import { numberWords, t } from '../../../words.ts';

interface StaysProps {
  /** That leave, and that were meant and stay. */
  readonly shares: bigint;
  readonly stays: bigint;
  readonly movesLots: boolean;
}

export function Stays({ shares, stays, movesLots }: StaysProps) {
  if (stays <= 0n) return null;
  return (
    <div data-testid="remove-stays" data-shares={stays.toString()}>
      <Notice tone="warn">{shares <= 0n ? allStays(movesLots) : partStays(shares, stays, movesLots)}</Notice>
    </div>
  );
}

function partStays(shares: bigint, stays: bigint, movesLots: boolean): string {
  const values = {
    share: shareText(stays, shares + stays),
    shares: grouped(stays.toString()),
  };
  return movesLots
    ? t(
        '{share} of it stays in the pool for now ({shares} shares): lots do not divide, and the pool has too little BTC to pay for what no lot makes up. Remove the rest once more lots are ready.',
        values,
      )
    : t(
        '{share} of it stays in the pool ({shares} shares): a pool keeps a small reserve on each of its lanes.',
        values,
      );
}

const allStays = (movesLots: boolean): string =>
  movesLots
    ? t(
        'None of it can be removed now: lots do not divide, and the pool has too little BTC to pay for what no lot makes up. Remove it once more lots are ready.',
      )
    : t('None of it can be removed now: a pool keeps a small reserve on each of its lanes.');

const LEAST = 0.0001;

/** Something is never 0 %, and a part never all. */
function shareText(part: bigint, all: bigint): string {
  const share = Number((part * 10_000n) / all) / 10_000;
  const percent = (value: number): string =>
    numberWords(value, { style: 'percent', maximumFractionDigits: 2 });
  return share < LEAST ? `< ${percent(LEAST)}` : percent(share);
}
