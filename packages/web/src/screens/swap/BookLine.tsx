/** The order book's price of the same token, and that it is better where it is. */
import type { ComponentProps } from 'react';
import { hrefOfPair } from '../../data/pair-href.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';
import { percentWords } from '../../show/percent.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Price } from '../../show/Money.tsx';
import { LINK } from '../../ui/Page.tsx';
import { t } from '../../words.ts';
import { isFarOff } from './book-price.ts';
import type { BookPrice } from './book-price.ts';
import type { PoolToken } from './pool-token.ts';
import { Way } from '../../ui/Way.tsx';

/** Less is not worth another page: hundredths of a percent. */
const WORTH = 50;

interface BookProps {
  readonly found: BookPrice;
  readonly side: 'buy' | 'sell';
  readonly rules: Pick<PoolRules, 'book'>;
  readonly token: Pick<PoolToken, 'name' | 'assetId'>;
}

export function BookLine({ found, side, rules, token }: BookProps) {
  return (
    <Line name={side === 'buy' ? t('Order book sells from') : t('Order book buys at')}>
      <ToBook rules={rules} token={token} data-testid="swap-book">
        <Price value={found.price} unit="sat" />
      </ToBook>
    </Line>
  );
}

export function BookIsBetter({ found, side, rules, token }: BookProps) {
  if (found.better < WORTH) return null;
  const words = { share: percentWords(found.better) };
  return (
    <div data-testid="swap-book-better" data-level={isFarOff(found.better) ? 'most' : 'some'}>
      <Notice tone={isFarOff(found.better) ? 'bad' : 'warn'}>
        {side === 'buy'
          ? t('The order book’s best ask is {share} cheaper than this swap, its own fees apart.', words)
          : t('The order book’s best bid pays {share} more than this swap, its own fees apart.', words)}{' '}
        <ToBook rules={rules} token={token}>
          {t('Open the order book')}
        </ToBook>
      </Notice>
    </div>
  );
}

function ToBook({
  rules,
  token,
  ...rest
}: Pick<BookProps, 'rules' | 'token'> & Omit<ComponentProps<'a'>, 'href'>) {
  const { name: ticker, assetId } = token;
  const href = hrefOfPair({ book: rules.book, ticker, assetId, firstDeployed: true });
  return <Way href={href} className={LINK} {...rest} />;
}
