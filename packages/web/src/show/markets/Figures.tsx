/** The figures of a market, each as it stands in every list. A dash where there was no sale, or nothing is listed. */
import type { Market, MarketSort } from '@rialto/contract';
import { numberWords, t } from '../../words.ts';
import { Change } from '../Change.tsx';
import { Money, Price } from '../Money.tsx';

export function Figure({ market, column }: { market: Market; column: MarketSort }) {
  switch (column) {
    case 'last':
      return <PriceOrDash price={market.lastPrice} />;
    case 'change':
      return (
        <span title={market.changeSince === 'listing' ? t('Since listing') : undefined}>
          <Change basisPoints={market.change24h} />
        </span>
      );
    case 'volume':
      return market.volume24h === '0' ? <Dash /> : <Money value={BigInt(market.volume24h)} />;
    case 'bid':
      return <PriceOrDash price={market.bidPrice} />;
    case 'floor':
      return <PriceOrDash price={market.floorPrice} />;
    case 'listed':
      return <span className="num">{numberWords(market.openOrders)}</span>;
  }
}

function PriceOrDash({ price }: { price: string }) {
  return price === '0' ? <Dash /> : <Price value={price} unit="sat" />;
}

function Dash() {
  return <span className="text-haze">—</span>;
}
