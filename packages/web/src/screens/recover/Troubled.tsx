/** Orders that left something behind: a problem nobody settled, or a signature somebody may have kept. */
import { Link } from '@tanstack/react-router';
import type { Order } from '@rialto/contract';
import { useNetwork } from '../../data/network.ts';
import { useLeftovers } from '../../data/own-queries.ts';
import { useAccount } from '../../flows/account.ts';
import { wishFor } from '../../flows/own-wish.ts';
import { saidWords } from '../../said.ts';
import { Button } from '../../ui/Button.tsx';
import { t } from '../../words.ts';

export function Troubled() {
  const { credential } = useAccount();
  const { data } = useLeftovers(useNetwork(), credential);
  if (data === undefined || data.length === 0) return null;
  const name = t('Orders that left something behind');
  return (
    <section aria-label={name}>
      <h2 className="mb-3 text-sm font-semibold">
        {name} <span className="num font-normal text-haze">{data.length}</span>
      </h2>
      <ul className="panel divide-y divide-line overflow-hidden">
        {data.map((order) => (
          <OrderRow key={order.orderId} order={order} />
        ))}
      </ul>
    </section>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { orderId, book, tick, coinAmount, state, reason } = order;
  return (
    <li data-testid="own-order" data-id={orderId} className="space-y-2 px-4 py-3.5">
      <p className="text-sm font-medium">{t('Selling {amount} {tick}', { amount: coinAmount, tick })}</p>
      <p className="text-xs leading-5 text-mist">
        {state === 'cancelled'
          ? t(
              'Withdrawn after its signature had been on the wire: whoever kept it can still buy at the old price.',
            )
          : saidWords(reason)}
      </p>
      {state === 'cancelled' ? (
        <Button
          size="sm"
          tone="danger"
          data-testid="own-leftover"
          onClick={() => wishFor({ kind: 'leftover', order })}
        >
          {t('Cancel on the chain')}
        </Button>
      ) : (
        <Link
          to={PATHS[book]}
          params={{ pair: `btc-${tick}` }}
          className="text-[0.8125rem] underline underline-offset-4"
        >
          {t('To its order book')}
        </Link>
      )}
    </li>
  );
}

const PATHS = {
  brc20: '/orderbook/brc20/{-$pair}',
  mrc20: '/orderbook/mrc20/{-$pair}',
  idcoin: '/orderbook/idcoin/{-$pair}',
} as const;
