/** The sum of a review: each part signed, the total, and why the wallet will name another one. */
import { formatSats } from '@rialto/market';
import type { Review, TrueCost, WalletSum } from '../../../flows/review.ts';
import { OverAsk } from '../../../show/Impact.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Price } from '../../../show/Money.tsx';
import { NetworkFeeName } from '../../../show/ReviewParts.tsx';
import { ServiceFeeName } from '../../../show/ServiceFee.tsx';
import { Sum } from '../../../show/Sum.tsx';
import type { SumPart } from '../../../show/Sum.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { msg, t } from '../../../words.ts';

interface ReviewSumProps {
  readonly review: Review;
  /** Who pays the network fee, in its place. */
  readonly networkNote: string | undefined;
}

export function ReviewSum({ review, networkNote }: ReviewSumProps) {
  const { cost, wallet } = review;
  return (
    <div className="space-y-2 px-1">
      {networkNote === undefined ? (
        <Sum parts={partsOf(review)} name={review.sum?.name ?? t('Total')} testId="review-total">
          <WalletShows wallet={wallet} of={review.sum === undefined ? BUYER : SELLER} />
          {cost === undefined ? null : (
            <Line name={t('Per token, fees included')}>
              <Price value={cost.each} unit="sat" />
              <OverAsk over={cost.eachOver} />
            </Line>
          )}
        </Sum>
      ) : (
        <dl className="space-y-2">
          <Line name={t('Network fee')}>{networkNote}</Line>
          <Line name={t('Service fee')}>{t('none for sellers')}</Line>
          <WalletShows wallet={wallet} of={SELLER} />
        </dl>
      )}
      <dl>
        <Line name={t('What else moves')}>
          {review.alsoMoves.length === 0 ? <NothingElse /> : review.alsoMoves.join(' ')}
        </Line>
      </dl>
    </div>
  );
}

function NothingElse() {
  return (
    <span className="inline-flex items-center gap-1.5" data-testid="nothing-else">
      <Icon name="check" className="size-3.5 text-buy" />
      {t('nothing')}
    </span>
  );
}

/** All that leaves: of a purchase as the bytes say, otherwise the network fee alone. */
function partsOf({ cost, sum, networkFee, serviceFee, vsize, feeRateSatVb }: Review): readonly SumPart[] {
  const network = {
    id: 'network',
    name: <NetworkFeeName vsize={vsize} rate={feeRateSatVb} />,
    value: networkFee,
  };
  if (sum !== undefined) return sum.parts;
  if (cost === undefined) return [network];
  return [
    { id: 'price', name: priceWords(cost), value: cost.price },
    { id: 'service', name: <ServiceFeeName fee={serviceFee} />, value: serviceFee, nothing: t('none') },
    network,
    { id: 'carried', name: t('Sats with the tokens'), value: cost.stays },
  ];
}

const priceWords = ({ sellers }: TrueCost): string =>
  t('{sellers, plural, one {Price, to the seller} other {Price, to # sellers}}', { sellers });

const BUYER = msg('Your wallet will show {shows} sat: the {coin} sat on the token coin stay yours.');
const SELLER = msg('Your wallet will show {shows} sat: the {coin} sat with the tokens go to the buyer.');

/** Nothing where the wallet will name the same sum. */
function WalletShows({ wallet, of }: { wallet: WalletSum | undefined; of: string }) {
  if (wallet === undefined || wallet.onCoins === 0n) return null;
  const { shows, onCoins } = wallet;
  const size = formatSats(shows < 0n ? -shows : shows);
  return (
    <div className="text-xs leading-4 text-mist" data-testid="wallet-shows">
      <dt className="sr-only">{t('In your wallet')}</dt>
      <dd>{t(of, { shows: `${shows < 0n ? '−' : ''}${size}`, coin: formatSats(onCoins) })}</dd>
    </div>
  );
}
