/** The service fee by its rate: named beside every fee, and where its minimum is more than that. */
import { SERVICE_FEE, feeMinimum, formatSats } from '@rialto/market';
import { percentWords } from './percent.ts';
import { t } from '../words.ts';

/** For sentences that name the rate and the least fee. */
export function serviceFeeValues(): { share: string; least: string } {
  const { basisPoints, least } = SERVICE_FEE;
  return {
    share: percentWords(Number.parseInt(basisPoints.toString(), 10)),
    least: formatSats(least),
  };
}

/** Nothing is owed for free orders alone, whatever the rate. */
export function ServiceFeeName({ fee }: { fee: bigint }) {
  if (fee === 0n) return t('Service fee');
  return (
    <>
      {t('Service fee')}{' '}
      <span className="whitespace-nowrap text-xs">{t('{share}, min {least} sat', serviceFeeValues())}</span>
    </>
  );
}

/** @param price of what owes a fee */
export function FeeMinimumNote({ price }: { price: bigint }) {
  const minimum = feeMinimum(price);
  if (minimum === undefined) return null;
  const [now, later] = [percentWords(minimum.share), serviceFeeValues().share];
  // So near the end of the minimum there is nothing to tell.
  if (now === later) return null;
  return (
    <p className="text-xs leading-4 text-haze" data-testid="fee-minimum">
      {t('The minimum fee is {now} of this price. From {from} sat, it is {share}.', {
        now,
        share: later,
        from: formatSats(minimum.from),
      })}
    </p>
  );
}
