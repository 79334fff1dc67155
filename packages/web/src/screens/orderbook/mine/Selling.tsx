/** An order of one's own in one line: what it sells, and for how much. */
import type { Order } from '@rialto/contract';
import { Price, Tokens } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { unitsOf } from '../book/rows.ts';

export function Selling({ order }: { order: Order }) {
  return (
    <p className="text-sm text-mist">
      <Words
        of="Selling {amount} at {price} each"
        parts={{
          amount: <Tokens units={unitsOf(order.coinAmount)} tick={order.tick} className="text-fog" />,
          price: <Price value={order.coinRatePrice} unit="sat" className="text-fog" />,
        }}
      />
    </p>
  );
}
