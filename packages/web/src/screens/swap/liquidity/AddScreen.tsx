/** Add to a pool: the first liquidity of a token, or more of it. */
import type { PoolBook } from '../../../data/pools/pool-rules.ts';
import { Notice } from '../../../show/Lines.tsx';
import { t } from '../../../words.ts';
import { useActing } from '../act/acting.ts';
import { NoToken, PoolFrame, PoolLoading } from '../frame.tsx';
import { usePoolPage } from '../pool-page.ts';
import { FirstLiquidity } from './FirstLiquidity.tsx';
import { MoreLiquidity } from './MoreLiquidity.tsx';

export function AddScreen({ book }: { book: PoolBook }) {
  const page = usePoolPage(book);
  const acting = useActing();
  const { token, pool } = page;
  return (
    <PoolFrame title={t('Add liquidity')} page={page} acting={acting} here="add">
      {page.isLoading ? (
        <PoolLoading />
      ) : token === undefined ? (
        <NoToken rules={page.rules} />
      ) : pool === undefined ? (
        <Notice tone="warn">{t('The pool can’t be read right now. Retrying automatically.')}</Notice>
      ) : pool === null ? (
        <FirstLiquidity key={`${token.id} ${acting.done}`} page={page} token={token} acting={acting} />
      ) : (
        <MoreLiquidity
          key={`${token.id} ${acting.done}`}
          page={{ ...page, pool }}
          token={token}
          acting={acting}
        />
      )}
    </PoolFrame>
  );
}
